"""Mahé in the terminal: the ring of spaces round the island, turtles on each other's backs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from tablee.cli.terminal.output.canvas import Canvas
from tablee.cli.terminal.output.picture import State
from tablee.cli.terminal.output.writer import Writer, chip
from tablee.show.saying import Count, Seat

from .narration import place_saying
from .rules import decider, eggs, total
from .state import BEACH, BEACH_EGGS, CARD_VALUES, LAP, PILE, RAFT, Phase
from .view import seat_line, stack, turtle_name

COLUMNS, ROWS = 8, 5  # a ring of 22 cells: the 21 spaces, and the raft in the corner before 1
WIDE_FROM = 74  # columns of the screen


# --- the board -----------------------------------------------------------------------------------


def board(s: State, writer: Writer) -> list[Text]:
    """Return the ring counter-clockwise, what is won in the middle, the dice below."""
    inside = 8 if writer.width >= WIDE_FROM else 6
    canvas = Canvas()
    crowded = []
    for space, (column, row) in enumerate(ring_cells()):
        left, top = column * (inside + 1), row * 2
        canvas.frame(left, top, inside + 1, 2)
        canvas.write(left + 1, top, *space_name(space, inside, writer))
        turtles = re.findall(r"\d[ab]?", stack(s, space))
        shown = fitting(turtles, inside)
        crowded += [space] if shown < len(turtles) else []
        text = Text("…" if shown < len(turtles) else "")
        for name in turtles[len(turtles) - shown :]:
            text.append_text(chip(int(name[0]), name))
        canvas.write(left + 1, top + 1, text)
    for line, text in enumerate(middle(s, writer, 6 * (inside + 1) - 3)):
        canvas.write(inside + 3, 3 + line, text)
    lines = canvas.lines()
    for space in crowded:
        names = " ".join(re.findall(r"\d[ab]?", stack(s, space)))
        lines.append(Text(writer.say("terminal.mahe_crowd", space=space, turtles=names)))
    return [*lines, *(writer.line(line) for line in turn_lines(s, writer))]


def ring_cells() -> list[tuple[int, int]]:
    """Place each space: the raft, up the right side, along the top, down, and back."""
    cells = [(COLUMNS - 1, row) for row in range(ROWS - 1, -1, -1)]
    cells += [(column, 0) for column in range(COLUMNS - 2, -1, -1)]
    cells += [(0, row) for row in range(1, ROWS)]
    return cells + [(column, ROWS - 1) for column in range(1, COLUMNS - 1)]


def space_name(space: int, room: int, writer: Writer) -> tuple[str, str]:
    """Return what is written over a space, and how."""
    if space == RAFT:
        return writer.say("mahe.raft"), "bold magenta"
    if space == BEACH:
        name = writer.say("mahe.beach")
        both = f"{BEACH} {name}"
        return (both if len(both) <= room else name), "bold yellow"
    return str(space), "cyan"


def fitting(turtles: list[str], room: int) -> int:
    """Return how many turtles, from the top down, fit beside the sign that there are more."""
    if sum(map(len, turtles)) <= room:
        return len(turtles)
    return (room - 1) // len(turtles[0])


def middle(s: State, writer: Writer, room: int) -> list[Text]:
    """Return what can be won, and what each seat has won, in two columns."""
    half = room // 2
    lines = [Text(prize_line(s, writer), style="bold")]
    for upper in range((s.seats + 1) // 2):
        line = Text()
        for seat in (upper, upper + (s.seats + 1) // 2):
            if seat < s.seats:
                won = Count("eggs", eggs(s, seat)).text(writer.language)
                entry = f"{writer.short(seat + 1, half - 10)} "
                line.append_text(writer.line(entry.ljust(half - 9)))
                line.append(f"{won:<9}")
        lines.append(line)
    return lines


def prize_line(s: State, writer: Writer) -> str:
    """Return the eggs that the next to lay wins."""
    if s.face_up:
        won, left = Count("eggs", s.face_up), Count("cards", PILE - s.turned)
        return writer.say("terminal.mahe_prize", eggs=won, left=left)
    if s.turned == PILE and s.phase != Phase.ENDED:
        return writer.say("terminal.mahe_beach_prize", eggs=Count("eggs", BEACH_EGGS))
    return ""


def turn_lines(s: State, writer: Writer) -> list[str]:
    """Return the turn, the turtle that moves, the dice so far, and the seat that decides."""
    if not s.mover or s.phase not in (Phase.THROW, Phase.DECIDE):
        return []
    turtle = turtle_name(s, s.mover)
    lines = [writer.say("terminal.mahe_mover", seat=Seat(s.turn + 1), turtle=turtle)]
    if s.thrown:
        dice = " + ".join(str(face) for face in s.faces[: s.thrown])
        key = "terminal.mahe_dice" if s.thrown > 1 else "terminal.mahe_die"
        steps = Count("steps", total(s) * s.thrown)
        lines.append(writer.say(key, dice=dice, sum=total(s), number=s.thrown, steps=steps))
    if s.phase == Phase.DECIDE and decider(s) != s.turn:
        lines.append(writer.say("terminal.mahe_decider", seat=Seat(decider(s) + 1)))
    return lines


def listing(s: State, writer: Writer) -> list[str]:
    """Return every space with turtles on it, from the raft on; then eggs and dice."""
    lines = []
    for space in range(LAP + 1):
        turtles = re.findall(r"\d[ab]?", stack(s, space))
        if turtles:
            place = writer.speak(place_saying(space, "tell.mahe_space"))
            key = "terminal.mahe_space" if len(turtles) > 1 and space != RAFT else "terminal.list"
            lines.append(writer.say(key, what=place, items=", ".join(turtles)))
    if prize_line(s, writer):
        lines.append(prize_line(s, writer))
    lines += [seat_line(s, seat, writer.language) for seat in range(s.seats)]
    return lines + turn_lines(s, writer)


def account(states: Sequence[State], seat: int, writer: Writer) -> str:
    """Return the cards one by one, and the beach."""
    s = states[-1]
    won = [i + 1 for i in range(CARD_VALUES) for _ in range(s.won[seat * CARD_VALUES + i])]
    parts = [str(value) for value in won]
    if s.beach == seat + 1:
        parts.append(writer.say("terminal.mahe_account_beach", eggs=BEACH_EGGS))
    return " + ".join(parts)


__all__ = ["account", "board", "listing"]
