"""Mahé: what a seat may know [M70], and the board as text."""

from __future__ import annotations

from tablee.kernel.dice import Dice
from tablee.kernel.rule import rule
from tablee.words import say

from .rules import cards, decider, eggs, owner, topmost, total, turtles_each
from .state import BEACH, CARD_VALUES, LAP, PILE, RAFT, Phase, State

COLUMNS, ROWS = 8, 5  # a ring of 22 cells: the 21 spaces, and the raft in the corner before 1


@rule
def observe(s: State, seat: int) -> None:
    """[M70] Hide nothing: what is unknown is unknown to all, and not in the record."""


@rule
def resample(s: State, seat: int, dice: Dice) -> None:
    """[M70] Fill in nothing."""


@rule
def sees(s: State, seat: int) -> int:
    """[M70] Return 1: dice and cards fall for all to see."""
    return 1


def board(s: State, language: str = "en") -> str:
    """Return the island with its ring of spaces, the cards, and how far the turn has come."""
    lines = [*ring(s, language), say("mahe.stack_order", language), ""]
    if s.face_up:
        left = PILE - s.turned
        lines.append(say("mahe.face_up", language, value=s.face_up, left=left))
    elif s.turned == PILE and s.phase != Phase.ENDED:
        lines.append(say("mahe.last_eggs", language))
    for seat in range(s.seats):
        lines.append(seat_line(s, seat, language))
    if s.phase not in (Phase.WHO_BEGINS, Phase.ENDED):
        lines += turn_lines(s, language)
    return "\n".join(lines)


def turtle_name(s: State, turtle: int) -> str:
    """Return the number of its seat; with two turtles a seat also which of them: 2a, 2b."""
    seat = owner(s, turtle) + 1
    return str(seat) if turtles_each(s) == 1 else f"{seat}{'ab'[(turtle - 1) % 2]}"


def stack(s: State, space: int) -> str:
    """Return the turtles on a space from the bottom to the top; on the raft by number."""
    turtles = range(1, s.seats * turtles_each(s) + 1)
    here = [turtle for turtle in turtles if s.space[turtle] == space]
    if space != RAFT and here:
        ridden = {s.rider[turtle] for turtle in here}
        lowest = next(turtle for turtle in here if turtle not in ridden)
        here = [lowest]
        while s.rider[here[-1]]:
            here.append(s.rider[here[-1]])
    return "".join(turtle_name(s, turtle) for turtle in here)


def ring(s: State, language: str) -> list[str]:
    """Draw the ring counter-clockwise: up the right side, left along the top, down, and back."""
    place: dict[tuple[int, int], int] = {}
    cells = [(row, COLUMNS - 1) for row in range(ROWS - 1, -1, -1)]
    cells += [(0, column) for column in range(COLUMNS - 2, -1, -1)]
    cells += [(row, 0) for row in range(1, ROWS)]
    cells += [(ROWS - 1, column) for column in range(1, COLUMNS - 1)]
    for space, cell in enumerate(cells):
        place[cell] = space
    stacks = {space: stack(s, space) for space in range(LAP + 1)}
    names = {RAFT: say("mahe.raft", language), BEACH: f"21 {say('mahe.beach', language)}"}
    rows = []
    for row in range(ROWS):
        spaces = [place.get((row, column)) for column in range(COLUMNS)]
        rows.append(["" if n is None else names.get(n, str(n)) for n in spaces])
        rows.append(["" if n is None else stacks[n] or "·" for n in spaces])
        rows.append([""] * COLUMNS)
    widths = [max(8, *(len(row[column]) for row in rows)) for column in range(COLUMNS)]
    return [
        " ".join(part.ljust(width) for part, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def seat_line(s: State, seat: int, language: str) -> str:
    """Return what a seat has won."""
    held = [str(i + 1) for i in range(CARD_VALUES) for _ in range(s.won[seat * CARD_VALUES + i])]
    inside = " ".join(held)
    if s.beach == seat + 1:
        inside += say("mahe.has_beach", language)
    return say(
        "mahe.seat_line",
        language,
        seat=seat + 1,
        eggs=eggs(s, seat),
        cards=cards(s, seat),
        list=f" ({inside.strip()})" if inside else "",
    )


def turn_lines(s: State, language: str) -> list[str]:
    """Return the turn, the turtle that moves, the dice so far, and the seat that decides."""
    if not s.mover:
        return [say("mahe.turn_line", language, turn=s.turn + 1)]
    lines = [say("mahe.mover_line", language, turn=s.turn + 1, turtle=turtle_name(s, s.mover))]
    if s.thrown:
        dice = " + ".join(str(face) for face in s.faces[: s.thrown])
        steps = f"{total(s)} × {s.thrown} = {total(s) * s.thrown}" if s.thrown > 1 else total(s)
        lines.append(say("mahe.dice_line", language, dice=dice, sum=total(s), steps=steps))
    if s.phase == Phase.DECIDE:
        lines.append(say("mahe.decider_line", language, seat=decider(s) + 1))
    return lines


QUERIES = (decider, eggs, owner, topmost, total, turtles_each)
"""What a page asks besides the verbs; the compiled module exports it."""
