"""Write a game as the page sees it, for web/gallery: scenes, frames, moves, previews.

`python tools/gallery.py GAME --seats 4 --seed 1 --out web/gallery/games` plays it with the
heuristic and writes GAME-4-1.json there: a list with one entry per step, as seen by the seat to
act, or always by the seat that `--seat` names (0: a spectator).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

import tablee
from tablee.bots.players import Thumb
from tablee.kernel.dice import Dice, dice_for, pick
from tablee.show.saying import on_the_wire
from tablee.show.scene import previews_of, scene_of, showing_of
from tablee.show.step import step_ahead, step_seen, telling_of

STEPS = 5000


def main() -> None:
    """Play a game and write what the page sees of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seat", type=int)
    parser.add_argument("--options", default="{}", help="as JSON")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    options = msgspec.json.decode(asked.options)
    position = tablee.game(asked.game).start(seats=asked.seats, **options)
    steps = played(position, dice_for(asked.seed), asked.seat)
    asked.out.mkdir(parents=True, exist_ok=True)
    target = asked.out / f"{asked.game}-{asked.seats}-{asked.seed}.json"
    target.write_bytes(msgspec.json.encode(steps))


def played(position: tablee.Position, dice: Dice, looks: int | None) -> list[dict[str, Any]]:
    """Return all steps of a game, each with its frames."""
    steps: list[dict[str, Any]] = []
    frames: list[dict[str, Any]] = []
    for _ in range(STEPS):
        acts = position.to_act if position.to_act > 0 else None
        seat = acts if looks is None else looks or None
        steps.append({"frames": frames, **seen(position.view(seat))})
        if position.to_act == tablee.OVER:
            break
        if acts is None:
            chances = position.chances()
            chosen = list(chances)[pick(dice, list(chances.values()), len(chances))]
        else:
            chosen = Thumb().choose(position.view(acts), dice)
        after = position.after(chosen)
        code = position.read(chosen)
        if not position.game.view.sees(position.state, (seat or 0) - 1):
            chosen = f"{chosen.split(' ')[0]} ?"
        words = tuple(chosen.split(" "))
        step = step_seen(words, position, after, code, seat)
        found = showing_of(position.game.name).frames(step)
        frames = [{"beat": beat, "scene": scene} for beat, scene in found]
        position = after
    return steps


def seen(view: tablee.View) -> dict[str, Any]:
    """Return a position as the page gets it."""
    telling, notation = telling_of(view.game.name), view.game.notation.NOTATION
    moves = [
        {
            "text": move,
            "json": notation.json(code),
            "says": [on_the_wire(said) for said in telling.preview(step_ahead(view, move))],
        }
        for move, code in zip(view.moves(), view.codes(), strict=True)
    ]
    return {
        "seat": view.seat,
        "scene": scene_of(view),
        "moves": moves,
        "previews": previews_of(view),
    }


if __name__ == "__main__":
    main()
