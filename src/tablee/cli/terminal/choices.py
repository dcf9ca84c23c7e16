"""The moves one can choose from: numbered, in groups where there are many; and what was meant.

>>> meant("m 2 n", ["move 1 NE", "move 2 NE", "move 2 W"])
['move 2 NE']
>>> [(head, tails) for head, tails in grouped(["move 1 NE", "move 1 W", "trap", "discard 2"])]
[('move 1', [(1, 'NE'), (2, 'W')]), ('', [(3, 'trap'), (4, 'discard 2')])]
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from tablee.position import View
from tablee.show.step import step_ahead, telling_of

from .pen import Pen

FEW = 9  # moves that get a line each
INDENT = 16  # columns before what such a move would do
TAIL = re.compile(r"(?P<head>.+)[ -](?P<tail>[^ -]+)")


def meant(text: str, moves: Sequence[str]) -> list[str]:
    """The moves that a text may mean: each of its words begins the word in that place."""
    words = text.lower().split()
    found = []
    for move in moves:
        whole = move.lower().split()
        if len(words) <= len(whole) and all(
            word.startswith(begun) for begun, word in zip(words, whole, strict=False)
        ):
            found.append(move)
    return found if words else []


def grouped(moves: Sequence[str]) -> list[tuple[str, list[tuple[int, str]]]]:
    """Moves with their numbers by what they have in common; the lonely ones stand together."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number, move in enumerate(moves, 1):
        found = TAIL.fullmatch(move)
        groups.setdefault(found["head"] if found else move, []).append((number, move))
    together = [
        (head, [(number, move[len(head) + 1 :]) for number, move in members])
        for head, members in groups.items()
        if len(members) > 1
    ]
    lonely = [members[0] for members in groups.values() if len(members) == 1]
    return sorted([*together, ("", lonely)] if lonely else together, key=lambda group: group[1][0])


def choice_lines(view: View, pen: Pen) -> list[Text]:
    """The legal moves with their numbers and what they would do."""
    moves = view.moves()
    if len(moves) <= FEW or pen.plain:
        return [full_line(number, move, view, pen) for number, move in enumerate(moves, 1)]
    return compact_lines(view, moves, pen)


def full_line(number: int, move: str, view: View, pen: Pen) -> Text:
    """A move on a line of its own, with all that it would do."""
    what = what_it_does(view, move, pen)
    if pen.plain:
        return Text(
            pen.say("terminal.list", what=number, items=f"{move}. {what}." if what else f"{move}.")
        )
    line = Text().append(f"{number:>3}  {move:<10} ", "bold")
    return line.append_text(pen.line(what))


def what_it_does(view: View, move: str, pen: Pen) -> str:
    """What a move would do, in words."""
    sayings = telling_of(view.game.name).preview(step_ahead(view, move))
    return (", " if pen.plain else " · ").join(pen.speak(saying) for saying in sayings)


def compact_lines(view: View, moves: Sequence[str], pen: Pen) -> list[Text]:
    """Many moves: one group a line, or more if it is long, each move with a sign or two."""
    picture = telling_of(view.game.name)
    groups = grouped(moves)
    indent = 2 + max(len(head) for head, _ in groups)
    lines = []
    for head, members in groups:
        items = [
            Text()
            .append(f"{number:>3} ", "bold")
            .append(tail + picture.note(step_ahead(view, move)))
            for number, tail in members
            for move in (moves[number - 1],)
        ]
        lines += in_columns(items, head, indent, pen.width)
    return lines


def in_columns(items: Sequence[Text], head: str, indent: int, width: int) -> list[Text]:
    """Items under each other in columns, behind a head."""
    wide = max(len(item) for item in items) + 1
    abreast = max(1, (width - indent) // wide)
    lines = []
    for first in range(0, len(items), abreast):
        line = Text(("" if first else f" {head}").ljust(indent))
        for item in items[first : first + abreast]:
            line.append_text(item)
            line.append(" " * (wide - len(item)))
        line.rstrip()
        lines.append(line)
    return lines
