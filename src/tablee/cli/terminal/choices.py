"""The list of moves to choose from, grouped where there are many, and matching what was typed.

>>> meant("m 2 n", ["move 1 NE", "move 2 NE", "move 2 W"])
['move 2 NE']
>>> [(head, tails) for head, tails in grouped(["move 1 NE", "move 1 W", "trap", "discard 2"])]
[('move 1', [(1, 'NE'), (2, 'W')]), ('', [(3, 'trap'), (4, 'discard 2')])]
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from tablee.refusals import UnreadableText
from tablee.show.step import step_ahead, telling_of
from tablee.table import Match
from tablee.view import View

from .output.writer import Writer

FEW = 9  # moves that get a line each
INDENT = 16  # columns before what such a move would do
TAIL = re.compile(r"(?P<head>.+)[ -](?P<tail>[^ -]+)")


def meant(text: str, moves: Sequence[str]) -> list[str]:
    """Return the moves that a text may mean: each word is the beginning of a word of the move."""
    words = text.lower().split()
    found = []
    for move in moves:
        whole = move.lower().split()
        if len(words) <= len(whole) and all(
            word.startswith(begun) for begun, word in zip(words, whole, strict=False)
        ):
            found.append(move)
    return found if words else []


def move_meant(match: Match, seat: int, text: str) -> str:
    """Return the move that a number, a text or its beginning means, or raise a refusal."""
    moves = match.view(seat).moves()
    notation = match.position.game.notation.NOTATION
    if text.isdecimal():
        if 1 <= int(text) <= len(moves):
            return moves[int(text) - 1]
        key = "terminal.number" if len(moves) > 1 else "terminal.number_only"
        raise UnreadableText(key, most=len(moves), text=text)
    code = notation.code(text)
    if code is None:
        found = meant(text, moves)
        if len(found) == 1:
            return found[0]
        if found:
            raise UnreadableText("terminal.ambiguous", instead=found, text=repr(text))
        raise UnreadableText("terminal.unknown", instead=moves, text=repr(text))
    refusal = match.position.refusal(code)
    if refusal is not None:
        raise refusal
    return str(notation.text(code))


def grouped(moves: Sequence[str]) -> list[tuple[str, list[tuple[int, str]]]]:
    """Group numbered moves by their common beginning; those without one form a group."""
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


def choice_lines(view: View, writer: Writer) -> list[Text]:
    """Return the legal moves as lines, with their numbers and effects."""
    moves = view.moves()
    if len(moves) <= FEW or writer.plain:
        return [full_line(number, move, view, writer) for number, move in enumerate(moves, 1)]
    return compact_lines(view, moves, writer)


def full_line(number: int, move: str, view: View, writer: Writer) -> Text:
    """Return a move on a line of its own, with everything it would do."""
    what = what_it_does(view, move, writer)
    if writer.plain:
        return Text(
            writer.say(
                "terminal.list", what=number, items=f"{move}. {what}." if what else f"{move}."
            )
        )
    line = Text().append(f"{number:>3}  {move:<10} ", "bold")
    return line.append_text(writer.line(what))


def what_it_does(view: View, move: str, writer: Writer) -> str:
    """Return what a move would do, in words."""
    sayings = telling_of(view.game.name).preview(step_ahead(view, move))
    return (", " if writer.plain else " · ").join(writer.speak(saying) for saying in sayings)


def compact_lines(view: View, moves: Sequence[str], writer: Writer) -> list[Text]:
    """Return many moves compactly: a line or more for each group, a symbol or two a move."""
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
        lines += in_columns(items, head, indent, writer.width)
    return lines


def in_columns(items: Sequence[Text], head: str, indent: int, width: int) -> list[Text]:
    """Arrange items in columns behind a heading."""
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
