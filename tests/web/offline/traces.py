"""Random matches recorded ply by ply, with everything a page shows of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import msgspec

from tablee.bots.levels import LEVELS, player
from tablee.coach.advice import numbers
from tablee.coach.evaluate import Comparison
from tablee.coach.review import review
from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.compile.layout import to_text
from tablee.kernel.dice import dice_for
from tablee.kernel.reports import play
from tablee.position import Position
from tablee.show.saying import on_the_wire
from tablee.show.scene import previews_of, showing_of
from tablee.show.step import step_seen, steps_ahead, telling_of
from tablee.table.match_state import hidden_outcome
from tablee.table.undo import reveals
from tablee.view import View

PREVIEWED = 0.15  # share of the plies that are recorded in full: previews are the most work
PLAYED_BY_BOTS = 0.03  # likewise
ADVISED = 0.06  # likewise
SIMULATIONS = 300  # for that
REVIEWED, LAST = 60, 16  # simulations for a ply of a review, and how many plies it has
REFUSED = 3  # codes per ply that are asked for although they may be illegal


def settings(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield every number of seats with every value of every option, other numbers as usual."""
    lists = [
        [{name: value} for value in values_of(option)] for name, option in game.options.items()
    ]
    for seats, *options in product(game.seats, *lists):
        yield seats, {name: value for one in options for name, value in one.items()}


def values_of(option: Any) -> list[Any]:
    """Return the values of an option that can be listed, or its usual one."""
    choices = option.choices()
    if choices == ["true", "false"]:
        return [True, False]
    listed = [one for one in choices if isinstance(option.default, str) and ".json" not in one]
    return listed or [option.default]


def match(
    game: Game, seats: int, options: dict[str, Any], seed: str, share: float
) -> dict[str, Any]:
    """Play a random match, and record how some of its plies are shown."""
    random = Random(seed)
    position = game.start(seats=seats, **options)
    written: dict[str, Any] = {"seats": seats, "options": options, "start": to_text(position.state)}
    plies: list[dict[str, Any]] = []
    history: list[tuple[Position, int]] = []
    while position.to_act != OVER:
        code = a_code(position, random)
        more = {"shown": shown(position, code, random)} if random.random() < share else {}
        plies.append({"code": code, **more})
        history.append((position, code))
        position = position.after_code(code)
    result = position.result()
    score = {"points": list(result.scores), "ranks": list(result.ranks)}
    return {**written, "plies": plies, "score": score, "review": reviewed(history[-LAST:])}


def reviewed(history: list[tuple[Position, int]]) -> dict[str, Any]:
    """Review plies with few simulations; the facts that Python counts are left out."""
    found = review(history, simulations=REVIEWED * len(history), seed=5, workers=1)
    told = found.to_dict()
    for ply, written in zip(found.plies, told["plies"], strict=True):
        if ply.judgement is not None:
            judged, kept = written["judgement"], ("move", "wins", "wins_error", "loss")
            judged["moves"] = [{name: one[name] for name in kept} for one in judged["moves"]]
            judged["why"] = [on_the_wire(one) for one in ply.judgement.why[:1]]
    return told


def a_code(position: Position, random: Random) -> int:
    """Choose what happens next."""
    if position.to_act != CHANCE:
        return random.choice(position.codes())
    chances = position.chance_codes()
    return random.choices(list(chances), list(chances.values()))[0]


def shown(before: Position, code: int, random: Random) -> dict[str, Any]:
    """Record a move or an outcome, and how it is shown."""
    after = before.after_code(code)
    _, reports = play(before.game.rules.apply, before.state, code)
    actor = before.to_act - 1 if before.to_act > 0 else before.to_act
    looked_at = random.sample([None, *range(1, before.seats + 1)], 2)
    common = {
        "actor": actor,
        "after": to_text(after.state),
        "reports": [list(row) for row in reports],
        "views": [seen(before, after, code, seat) for seat in looked_at],
    }
    if actor < 0:
        chances = list(before.chance_codes().items())
        return {
            **common,
            "choices": chances,
            "previews": [],
            "refused": [],
            "bots": [],
            "reveals": None,
            "advised": [],
        }
    view = before.view(actor + 1)
    return {
        **common,
        "choices": before.codes(),
        "reveals": reveals(before, code),
        "advised": advised(view, random) if random.random() < ADVISED else [],
        "previews": ahead(view) if random.random() < PREVIEWED else [],
        "refused": refused(before, random),
        "bots": list(chosen(view, random)) if random.random() < PLAYED_BY_BOTS else [],
    }


def seen(before: Position, after: Position, code: int, seat: int | None) -> dict[str, Any]:
    """Record what one viewer is shown."""
    game = before.game
    words = game.notation.NOTATION.words(code)
    if before.to_act == CHANCE and not before.sees(seat):
        veil = hidden_outcome(before, 0)
        assert veil is not None
        words = tuple(veil.veil.split(" "))
    step = step_seen(words, before, after, code, seat)
    showing, telling = showing_of(game.name), telling_of(game.name)
    return {
        "seat": seat or 0,
        "words": words,
        "observed": to_text(step.after),
        "scene": plain(showing.scene(step.after)),
        "frames": plain(showing.frames(step)),
        "told": plain(telling.tell(step)),
        "awaited": list(game.notation.awaited(step.after)),
    }


def ahead(view: View) -> list[tuple[int, Any, Any]]:
    """Record the preview of each legal move."""
    previews, telling = previews_of(view), telling_of(view.game.name)
    text = view.game.notation.NOTATION.text
    return [
        (code, plain(previews[text(code)]), plain(telling.preview(step)))
        for code, step in steps_ahead(view).items()
    ]


def refused(position: Position, random: Random) -> list[tuple[int, int, Any]]:
    """Record why some codes can't be played, or that they can."""
    notation = position.game.notation
    moves = sorted(set(notation.NOTATION) - notation.NOTATION.outcomes)
    found = []
    for code in random.sample(moves, min(REFUSED, len(moves))):
        reason = position.game.rules.why_not(position.state, code)
        why = None
        if reason:
            paragraph, key, values = notation.refusal(position.state, code, reason)
            why = {"paragraph": paragraph, "key": key, "values": plain(values)}
        found.append((code, reason, why))
    return found


def chosen(view: View, random: Random) -> Iterator[tuple[Any, ...]]:
    """Record the choices of bots."""
    for level in LEVELS:
        seed, number = random.getrandbits(64), random.randrange(10_000)
        move = player(level, view.game.name).choose(view, dice_for(seed, match=number))
        yield level, str(seed), number, view.game.notation.NOTATION.code(move)


def advised(view: View, random: Random) -> list[Any]:
    """Return what the coach thinks of the moves: the seed, and the moves, the best first."""
    seed = random.getrandbits(64)
    found = numbers(Comparison(view, SIMULATIONS, seed), seed).ranked()
    moves = [[one.code, one.wins, one.wins_error, one.loss, one.loss_error] for one in found]
    return [str(seed), SIMULATIONS, moves]


def plain(value: Any) -> Any:
    """Return structs as JSON has them."""
    return msgspec.json.decode(msgspec.json.encode(value))


__all__ = ["match", "settings"]
