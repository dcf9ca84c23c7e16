"""Maroc'eau: what a seat may know [W50], and the grids as text."""

from __future__ import annotations

from itertools import zip_longest

from tablee.kernel.dice import Dice, pick
from tablee.kernel.rule import rule
from tablee.words import say

from .grids import face_down, opening, round_points, visible_points
from .state import (
    COLUMNS,
    DECK,
    FACE_DOWN,
    HIGHEST,
    KINDS,
    LOWEST,
    NO_CARD,
    PLACES,
    ROWS,
    Phase,
    State,
)

COLOURS = {"violet": 2, "blue": 3, "green": 4, "yellow": 3, "red": 3}  # kinds of each [W1]
GRIDS_ABREAST = 4
GRID_WIDTH, LABEL_WIDTH, CARD_WIDTH = 20, 9, 4


@rule
def observe(s: State, seat: int) -> None:
    """[W50] Put a card that another seat has drawn back into its pool."""
    if s.phase == Phase.PLACE_DRAWN and s.turn != seat and s.hand != FACE_DOWN:
        if s.reshuffled != 0:
            s.pile[s.hand - LOWEST] += 1
        else:
            s.unseen[s.hand - LOWEST] += 1
        s.hand = FACE_DOWN


@rule
def resample(s: State, seat: int, dice: Dice) -> None:
    """[W50] Draw another's card anew from the pool that it came from, each as likely."""
    if s.hand == FACE_DOWN:
        if s.reshuffled != 0:
            i = pick(dice, s.pile, KINDS)
            s.pile[i] -= 1
        else:
            i = pick(dice, s.unseen, KINDS)
            s.unseen[i] -= 1
        s.hand = LOWEST + i


@rule
def sees(s: State, seat: int) -> int:
    """[W50] Return whether a seat sees the next card: a drawn one only its drawer, others all."""
    return 0 if s.phase == Phase.DRAWN and s.turn != seat else 1


def board(s: State, language: str = "en") -> str:
    """Return the grids side by side, the piles, the last round, and the cards still to come."""
    lines = [head_line(s, language), ""]
    for first in range(0, s.seats, GRIDS_ABREAST):
        seats = range(first, min(first + GRIDS_ABREAST, s.seats))
        for parts in zip_longest(*(grid_lines(s, seat, language) for seat in seats), fillvalue=""):
            lines.append("".join(part.ljust(GRID_WIDTH) for part in parts).rstrip())
        lines.append("")
    lines.append(say("maroceau.legend", language))
    if s.ended_by and s.phase not in (Phase.REVEAL, Phase.ENDED):
        lines.append(say("maroceau.ended_line", language, seat=s.ended_by))
    if s.hand != NO_CARD:
        lines.append(hand_line(s, language))
    if s.round_number > 1 or s.phase == Phase.ENDED:
        lines.append(last_round_line(s, language))
    return "\n".join([*lines, "", *pool_lines(s, language)])


def head_line(s: State, language: str) -> str:
    """Return the round and both piles."""
    count = f"{s.round_number}/{s.rounds}" if s.rounds else str(s.round_number)
    parts = [
        say("maroceau.round", language, round=count),
        say("maroceau.draw_pile", language, cards=s.stock),
        say("maroceau.discard_pile", language, cards=discards(s)),
    ]
    if s.top != NO_CARD:
        parts[-1] += say("maroceau.on_top", language, card=s.top)
    return " · ".join(parts)


def discards(s: State) -> int:
    """Return how many cards the discard pile has: those that are nowhere else."""
    in_grids = len(s.grid) - s.grid.count(NO_CARD)
    in_hand = int(s.hand != NO_CARD or s.phase == Phase.REPLACED)
    return DECK - s.stock - in_grids - in_hand


def grid_lines(s: State, seat: int, language: str) -> list[str]:
    """Draw a grid under its seat and total; below it the open points, and what is face down."""
    marks = "> " if seat == s.turn and s.phase <= Phase.TURN_ONE else "  "
    title = say("maroceau.seat", language, seat=seat + 1, total=s.totals[seat])
    lines = [marks + title + (" *" if s.ended_by == seat + 1 else "")]
    lines.append("  " + "".join(column.rjust(CARD_WIDTH) for column in "abcd"[:COLUMNS]))
    for row in range(ROWS):
        places = range(seat * PLACES + row, (seat + 1) * PLACES, ROWS)
        lines.append(f" {row + 1}" + "".join(face(s, place) for place in places))
    hidden = face_down(s, seat)
    lines.append(f"  = {visible_points(s, seat)}" + (f" + {hidden} ?" if hidden else ""))
    return lines


def face(s: State, place: int) -> str:
    """Return what one sees of a place; a card about to be turned stands in brackets."""
    card = s.grid[place]
    if (
        card == FACE_DOWN
        and place == s.place
        and s.phase in (Phase.TWO_CARD, Phase.ONE_CARD, Phase.REVEAL)
    ):
        return "[?]".rjust(CARD_WIDTH)
    return {FACE_DOWN: "?", NO_CARD: "."}.get(card, str(card)).rjust(CARD_WIDTH)


def hand_line(s: State, language: str) -> str:
    """Return what the seat at turn holds."""
    if s.phase == Phase.PLACE_TAKEN:
        return say("maroceau.holds_taken", language, seat=s.turn + 1, card=s.hand)
    if s.hand == FACE_DOWN:
        return say("maroceau.holds_hidden", language, seat=s.turn + 1)
    return say("maroceau.holds_drawn", language, seat=s.turn + 1, card=s.hand)


def last_round_line(s: State, language: str) -> str:
    """Return the points of the last round by seats, and the seat that ended it."""
    parts = []
    for seat in range(s.seats):
        points, before = round_points(s, seat), s.last_points[seat]
        parts.append(str(points) if points == before else f"2 × {before}")
    key = "maroceau.last_round" if s.last_ended_by else "maroceau.last_round_stalled"
    return say(key, language, points=", ".join(parts), seat=s.last_ended_by)


def pool_lines(s: State, language: str) -> list[str]:
    """[W50] Return the unseen cards by value, and what a reshuffled pile is made of."""
    colours = (
        say(f"maroceau.colour_{colour}", language).center(kinds * CARD_WIDTH)
        for colour, kinds in COLOURS.items()
    )
    rows = [
        (say("maroceau.values", language), range(LOWEST, HIGHEST + 1)),
        (say("maroceau.unseen", language), s.unseen),
    ]
    if s.reshuffled:
        rows.append((say("maroceau.pile", language), s.pile))
    lines = [" " * (LABEL_WIDTH + 1) + "".join(colours)]
    for label, numbers in rows:
        cells = "".join(str(number).rjust(CARD_WIDTH) for number in numbers)
        lines.append(label.ljust(LABEL_WIDTH) + cells)
    return [line.rstrip() for line in lines]


QUERIES = (face_down, opening, round_points, visible_points)
"""What a page asks besides the verbs; the compiled module exports it."""
