"""Golden playthroughs: whole games with every answer of the public interface, as readable text.

`python tests/golden.py` rewrites them; read what changed before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import tablee
from tables import OPTIONS, play, text

FOLDER = Path(__file__).parent / "golden"
SEED = 3
REWORDED = {"’": "'", "their trap": "his trap"}
"""Texts that were corrected since the files were written; the files stay as they are."""
FULL_PLIES = 50  # with boards; afterwards every 40th, and the last


def tables() -> Iterator[tuple[str, tablee.Game, int, dict[str, object]]]:
    for game in tablee.all_games():
        for number, seats in ((0, game.seats[0]), (1, game.seats[-1])):
            yield f"{game.name}-{seats}.txt", game, seats, OPTIONS[game.name][number]


def playthrough(game: tablee.Game, seats: int, options: dict[str, object]) -> str:
    """Return a random game as text."""
    lines = [f"{game.title}, {seats} seats, options {options}, rules version {game.rules_version}"]
    for ply, (position, code) in enumerate(play(game, seats, options, seed=SEED)):
        if ply < FULL_PLIES or ply % 40 == 0 or code < 0:
            lines += ["", f"--- ply {ply} ---", position.board("fr" if ply % 2 else "en")]
            if position.to_act > 0:
                lines.append(f"view of {position.to_act}: {position.view(position.to_act).moves()}")
        lines.append(f"[{ply}] to act: {position.to_act}")
        if position.to_act == tablee.CHANCE:
            lines.append(f"    chances: {position.chances()}")
        elif position.to_act > 0:
            lines.append(f"    moves: {', '.join(position.moves())}")
        if code < 0:
            lines.append(f"    result: {position.result()}")
        else:
            lines.append(f"    > {text(position, code)}")
    told = "\n".join(lines)
    for now, before in REWORDED.items():
        told = told.replace(now, before)
    return "\n".join(line.rstrip() for line in told.splitlines()) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, game, seats, options in tables():
        (FOLDER / name).write_text(playthrough(game, seats, options), "utf-8")
        print(name)
