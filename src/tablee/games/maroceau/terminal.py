"""Maroc'eau in the terminal: the grids side by side, the cards in their colours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rich.text import Text

from tablee.cli.terminal.output.picture import State
from tablee.cli.terminal.output.writer import Writer
from tablee.show.saying import Count, Seat

from .grids import face_down, visible_points
from .state import COLUMNS, FACE_DOWN, KINDS, LOWEST, NO_CARD, PLACES, ROWS, Phase
from .view import discards

GRID_WIDTH = 18  # columns, and two between grids
PLANTS = {
    "white on #6a3d9a": 2,
    "white on #1f5fa8": 3,
    "white on #2e7d32": 4,
    "black on #f0e442": 3,
    "white on #b3261e": 3,
}
STYLES = [style for style, kinds in PLANTS.items() for _ in range(kinds)]
"""The colour of each card, from the lowest on."""
assert len(STYLES) == KINDS


# --- the board -----------------------------------------------------------------------------------


def board(s: State, writer: Writer) -> list[Text]:
    """Draw both piles, the grids side by side, the card in hand, and how many are unseen."""
    lines = [head(s, writer), Text()]
    abreast = min(s.seats, (writer.width + 2) // (GRID_WIDTH + 2))
    for first in range(0, s.seats, abreast):
        seats = range(first, min(first + abreast, s.seats))
        for parts in zip(*(grid_lines(s, seat, writer) for seat in seats), strict=True):
            line = Text()
            for part in parts:
                part.pad_right(GRID_WIDTH + 2 - len(part))
                line.append_text(part)
            line.rstrip()
            lines.append(line)
        lines.append(Text())
    lines += [writer.line(line) for line in state_lines(s, writer)]
    return [*lines, *pool_lines(s, writer)]


def head(s: State, writer: Writer) -> Text:
    """Return the round and both piles."""
    text = Text(head_line(s, writer))
    if s.top != NO_CARD:
        text.append(" ").append_text(card(s.top))
    return text


def head_line(s: State, writer: Writer) -> str:
    """Return the round and both piles, but for the card on top."""
    count = f"{s.round_number}/{s.rounds}" if s.rounds else str(s.round_number)
    key = "terminal.maroceau_head" if s.top == NO_CARD else "terminal.maroceau_head_top"
    return writer.say(key, round=count, stock=s.stock, discards=discards(s))


def card(value: int) -> Text:
    """Return a card in its colour."""
    return Text(f"{value:>2} ", STYLES[value - LOWEST])


def grid_lines(s: State, seat: int, writer: Writer) -> list[Text]:
    """Draw a grid under its seat and total; below it the open points, and what is face down."""
    marker = "▸" if seat == s.turn and s.phase <= Phase.TURN_ONE else " "
    title = writer.line(writer.short(seat + 1, GRID_WIDTH - 6))
    title.pad_right(GRID_WIDTH - 6 - len(title))
    star = "*" if s.ended_by == seat + 1 else " "
    lines = [Text(marker).append_text(title).append(f"{s.totals[seat]:>4}{star}", "bold")]
    lines.append(Text("  " + "".join(f" {column}  " for column in "abcd"[:COLUMNS])))
    for row in range(ROWS):
        line = Text(f"{row + 1} ")
        for place in range(seat * PLACES + row, (seat + 1) * PLACES, ROWS):
            line.append_text(face(s, place)).append(" ")
        lines.append(line)
    hidden = face_down(s, seat)
    open_points = f"  = {visible_points(s, seat)}" + (f" + {hidden} ?" if hidden else "")
    return [*lines, Text(open_points)]


def face(s: State, place: int) -> Text:
    """Return what one sees of a place."""
    value = s.grid[place]
    if value == FACE_DOWN:
        return Text(" ? ", "reverse bright_black")
    return Text(" · ", "bright_black") if value == NO_CARD else card(value)


def state_lines(s: State, writer: Writer) -> list[str]:
    """Draw the card in hand, the seat that ended the round, and the points of the last one."""
    lines = []
    if s.hand != NO_CARD:
        key = (
            "terminal.maroceau_taken" if s.phase == Phase.PLACE_TAKEN else "terminal.maroceau_drawn"
        )
        key = "terminal.maroceau_hidden" if s.hand == FACE_DOWN else key
        lines.append(writer.say(key, seat=Seat(s.turn + 1), card=s.hand))
    if s.ended_by and s.phase not in (Phase.REVEAL, Phase.ENDED):
        lines.append(writer.say("terminal.maroceau_ended", seat=Seat(s.ended_by)))
    return lines


def pool_lines(s: State, writer: Writer) -> list[Text]:
    """Return the unseen cards by value, and what a reshuffled pile is made of."""
    rows = [("maroceau.values", None), ("maroceau.unseen", s.unseen)]
    rows += [("maroceau.pile", s.pile)] if s.reshuffled else []
    lines = []
    for key, numbers in rows:
        line = Text(writer.say(key).ljust(10))
        for i in range(KINDS):
            text = f"{LOWEST + i if numbers is None else numbers[i]:>3}"
            line.append(text, STYLES[i] if numbers is None else "")
        lines.append(line)
    return lines


def listing(s: State, writer: Writer) -> list[str]:
    """Return the piles, every grid column by column, the card in hand."""
    head_text = head_line(s, writer) + (f" {s.top}" if s.top != NO_CARD else "")
    lines = [head_text]
    words = {FACE_DOWN: "?", NO_CARD: "–"}
    for seat in range(s.seats):
        values = {
            "seat": Seat(seat + 1),
            "total": s.totals[seat],
            "points": Count("points", visible_points(s, seat)),
            "hidden": Count("cards", face_down(s, seat)),
        }
        lines.append(writer.say("terminal.maroceau_seat", **values))
        for column in range(COLUMNS):
            first = seat * PLACES + column * ROWS
            items = " ".join(words.get(v, str(v)) for v in s.grid[first : first + ROWS])
            what = writer.say("terminal.maroceau_column", column="abcd"[column])
            lines.append(writer.say("terminal.list", what=what, items=items))
    lines += state_lines(s, writer)
    unseen = ", ".join(f"{s.unseen[i]} × {LOWEST + i}" for i in range(KINDS) if s.unseen[i])
    return [*lines, writer.say("terminal.list", what=writer.say("maroceau.unseen"), items=unseen)]


def account(states: Sequence[State], seat: int, writer: Writer) -> str:
    """Return the points of every round."""
    totals = [0]
    for one, other in pairwise(states):
        if counted(one, other):
            totals.append(other.totals[seat])
    return " + ".join(str(after - before) for before, after in pairwise(totals))


def counted(before: State, after: State) -> bool:
    """Return whether a round was counted between two records."""
    ended = before.phase != Phase.ENDED and after.phase == Phase.ENDED
    return bool(after.round_number > before.round_number or ended)


__all__ = ["account", "board", "listing"]
