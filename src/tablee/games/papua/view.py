"""Papua: what a seat may know, which is all, and the board as text."""

from __future__ import annotations

from tablee.kernel.dice import Dice
from tablee.kernel.rule import rule
from tablee.words import say

from .groups import everyone, foremost, god_on_the_way, in_group, in_pot, lowest, movers_of
from .notation import awaited
from .state import MAX_SEATS, Phase, State

LETTERS = "ABCDEF"  # the islanders of seats 1 to 6
assert len(LETTERS) == MAX_SEATS
MOST_IN_ROW = 16  # spaces of 5 columns each
SHAPES = {
    "papua.square": "[ ]",
    "papua.round": "( )",
    "papua.god": "< >",
    "papua.cannibal": "/!\\",
    "papua.canoe": "\\_/",
}


@rule
def observe(s: State, seat: int) -> None:
    """Hide nothing: all islanders are seen by all."""


@rule
def resample(s: State, seat: int, dice: Dice) -> None:
    """Fill in nothing."""


@rule
def sees(s: State, seat: int) -> int:
    """Return 1: the die falls for all to see."""
    return 1


def board(s: State, language: str = "en") -> str:
    """Draw the pot, the path in rows with its groups joined, the legend, and the turn."""
    legend = [f"{shape} {say(kind, language)}" for kind, shape in SHAPES.items()]
    group = f"(A)--(B) {say('papua.group', language)}"
    seats = say("papua.seats", language, last=LETTERS[s.seats - 1], seats=s.seats)
    lines = [pot_line(s, language), "", *path(s), "   ".join(legend), f"{group}   {seats}", ""]
    lines.append(turn_line(s, language))
    return "\n".join(lines)


def holder(s: State, space: int) -> int | None:
    """Return the seat whose islander stands on a space; None if it is empty."""
    for seat in range(s.seats):
        if s.islanders[seat] >> space & 1:
            return seat
    return None


def kind(s: State, space: int) -> str:
    """Return the kind of a space [P2], by the key of its name."""
    if space == s.canoe:
        return "papua.canoe"
    if s.squares >> space & 1:
        return "papua.square"
    if s.gods >> space & 1:
        return "papua.god"
    return "papua.cannibal" if s.cannibals >> space & 1 else "papua.round"


def cell(s: State, space: int) -> str:
    """Return a space in three columns: its kind by its shape, and its islander."""
    shape = SHAPES[kind(s, space)]
    seat = holder(s, space)
    return shape if seat is None else f"{shape[0]}{LETTERS[seat]}{shape[2]}"


def joined(s: State, space: int) -> bool:
    """Return whether the islanders on a space and on the next one are in one group [P20]."""
    all_round = everyone(s) & ~s.squares
    seat = holder(s, space)
    if seat is None or all_round >> space & 3 != 3:
        return False
    mine = s.islanders[seat] & ~s.squares
    return in_group(mine, all_round & ~mine, space)


def path(s: State) -> list[str]:
    """Return all spaces from 1 to the canoe in rows as equal as can be."""
    rows = -(-s.canoe // MOST_IN_ROW)
    length = -(-s.canoe // rows)
    lines = []
    for start in range(1, s.canoe + 1, length):
        row = range(start, min(start + length, s.canoe + 1))
        lines.append(" " + "  ".join(f"{space:^3}" for space in row).rstrip())
        text = "-" if joined(s, start - 1) else " "  # a group goes on from the row above
        for space in row:
            text += cell(s, space) + ("--" if joined(s, space) else "  ")
        lines += [text[:-1].rstrip(), ""]
    return lines


def pot_line(s: State, language: str) -> str:
    """Return the islanders in the pot."""
    inside = [LETTERS[seat] * in_pot(s, seat) for seat in range(s.seats)]
    text = "  ".join(letters for letters in inside if letters)
    return say("papua.pot", language, islanders=text or say("papua.nobody", language))


def turn_line(s: State, language: str) -> str:
    """Return the turn, the number rolled, and how long the game may last."""
    limit = s.turn_limit * s.seats
    if s.phase == Phase.WHO_BEGINS:
        return say("papua.limit", language, limit=limit)
    if s.phase == Phase.ENDED:
        _, reason = awaited(s)
        return say("papua.end_line", language, turns=s.turns, reason=say(reason, language))
    key = "papua.rolled_line" if s.die else "papua.turn_line"
    seat, letter = s.turn + 1, LETTERS[s.turn]
    return say(key, language, turn=s.turns + 1, limit=limit, seat=seat, letter=letter, die=s.die)


QUERIES = (everyone, foremost, god_on_the_way, in_group, in_pot, lowest, movers_of)
"""What a page asks besides the verbs; the compiled module exports it."""
