"""Mahé in the terminal: the ring of spaces round the island, turtles on each other's backs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from tablee.coach.saying import Chance, Saying
from tablee.games.mahe.rules import cards, decider, eggs, owner, topmost, total, turtles_each
from tablee.games.mahe.state import (
    BEACH,
    BEACH_EGGS,
    BUST_OVER,
    CARD_VALUES,
    DECIDE,
    DICE,
    ENDED,
    FACES,
    LAP,
    MAX_TURTLES,
    PILE,
    RAFT,
    THROW,
)
from tablee.games.mahe.view import seat_line, stack, turtle_name

from .canvas import Canvas
from .pen import Count, Pen, Seat, chip
from .picture import State, Step, Told

COLUMNS, ROWS = 8, 5  # a ring of 22 cells: the 21 spaces, and the raft in the corner before 1
WIDE_FROM = 74  # columns of the screen


# --- the board -----------------------------------------------------------------------------------


def board(s: State, pen: Pen) -> list[Text]:
    """The ring counter-clockwise, what is won in the middle, the dice below."""
    inside = 8 if pen.width >= WIDE_FROM else 6
    canvas = Canvas()
    crowded = []
    for space, (column, row) in enumerate(ring_cells()):
        left, top = column * (inside + 1), row * 2
        canvas.frame(left, top, inside + 1, 2)
        canvas.write(left + 1, top, *space_name(space, inside, pen))
        turtles = re.findall(r"\d[ab]?", stack(s, space))
        shown = fitting(turtles, inside)
        crowded += [space] if shown < len(turtles) else []
        text = Text("…" if shown < len(turtles) else "")
        for name in turtles[len(turtles) - shown :]:
            text.append_text(chip(int(name[0]), name))
        canvas.write(left + 1, top + 1, text)
    for line, text in enumerate(middle(s, pen, 6 * (inside + 1) - 3)):
        canvas.write(inside + 3, 3 + line, text)
    lines = canvas.lines()
    for space in crowded:
        names = " ".join(re.findall(r"\d[ab]?", stack(s, space)))
        lines.append(Text(pen.say("terminal.mahe_crowd", space=space, turtles=names)))
    return [*lines, *(pen.line(line) for line in turn_lines(s, pen))]


def ring_cells() -> list[tuple[int, int]]:
    """Where each space stands: the raft, up the right side, along the top, down, and back."""
    cells = [(COLUMNS - 1, row) for row in range(ROWS - 1, -1, -1)]
    cells += [(column, 0) for column in range(COLUMNS - 2, -1, -1)]
    cells += [(0, row) for row in range(1, ROWS)]
    return cells + [(column, ROWS - 1) for column in range(1, COLUMNS - 1)]


def space_name(space: int, room: int, pen: Pen) -> tuple[str, str]:
    """What is written over a space, and how."""
    if space == RAFT:
        return pen.say("mahe.raft"), "bold magenta"
    if space == BEACH:
        name = pen.say("mahe.beach")
        both = f"{BEACH} {name}"
        return (both if len(both) <= room else name), "bold yellow"
    return str(space), "cyan"


def fitting(turtles: list[str], room: int) -> int:
    """How many turtles, from the top down, fit beside the sign that there are more."""
    if sum(map(len, turtles)) <= room:
        return len(turtles)
    return (room - 1) // len(turtles[0])


def middle(s: State, pen: Pen, room: int) -> list[Text]:
    """What can be won, and what everybody has won, in two columns."""
    half = room // 2
    lines = [Text(prize_line(s, pen), style="bold")]
    for upper in range((s.seats + 1) // 2):
        line = Text()
        for seat in (upper, upper + (s.seats + 1) // 2):
            if seat < s.seats:
                won = Count("eggs", eggs(s, seat)).text(pen.language)
                entry = f"{pen.short(seat + 1, half - 10)} "
                line.append_text(pen.line(entry.ljust(half - 9)))
                line.append(f"{won:<9}")
        lines.append(line)
    return lines


def prize_line(s: State, pen: Pen) -> str:
    """The eggs that the next to lay wins."""
    if s.face_up:
        won, left = Count("eggs", s.face_up), PILE - s.turned
        return pen.say("terminal.mahe_prize", eggs=won, left=left)
    if s.turned == PILE and s.phase != ENDED:
        return pen.say("terminal.mahe_beach_prize", eggs=Count("eggs", BEACH_EGGS))
    return ""


def turn_lines(s: State, pen: Pen) -> list[str]:
    """Whose turn it is, with which turtle, the dice so far, and who decides."""
    if not s.mover or s.phase not in (THROW, DECIDE):
        return []
    turtle = turtle_name(s, s.mover)
    lines = [pen.say("terminal.mahe_mover", seat=Seat(s.turn + 1), turtle=turtle)]
    if s.thrown:
        dice = " + ".join(str(face) for face in s.faces[: s.thrown])
        key = "terminal.mahe_dice" if s.thrown > 1 else "terminal.mahe_die"
        steps = Count("steps", total(s) * s.thrown)
        lines.append(pen.say(key, dice=dice, sum=total(s), number=s.thrown, steps=steps))
    if s.phase == DECIDE and decider(s) != s.turn:
        lines.append(pen.say("terminal.mahe_decider", seat=Seat(decider(s) + 1)))
    return lines


def listing(s: State, pen: Pen) -> list[str]:
    """Every space with turtles on it, from the raft on; then eggs and dice."""
    lines = []
    for space in range(LAP + 1):
        turtles = re.findall(r"\d[ab]?", stack(s, space))
        if turtles:
            place = pen.speak(place_saying(space, "tell.mahe_space"))
            key = "terminal.mahe_space" if len(turtles) > 1 and space != RAFT else "terminal.list"
            lines.append(pen.say(key, what=place, items=", ".join(turtles)))
    if prize_line(s, pen):
        lines.append(prize_line(s, pen))
    lines += [seat_line(s, seat, pen.language) for seat in range(s.seats)]
    return lines + turn_lines(s, pen)


# --- what happens --------------------------------------------------------------------------------


def tell(step: Step) -> list[Told]:
    """What happens in a step; what the same seat decides next goes on."""
    verb, s = step.words[0], step.before
    if verb == "first":
        return [Told(int(step.words[1]), (Saying("tell.begins"),))]
    if verb == "flip":
        return [Told(0, (Saying("tell.mahe_flip", {"eggs": Count("eggs", int(step.words[1]))}),))]
    if verb == "roll":
        return []  # the die that follows tells it
    if verb == "turtle" or (verb == "die" and not s.thrown):
        return [Told(s.turn + 1, move_sayings(step))]
    return [Told(decider(s) + 1, move_sayings(step), goes_on=True)]


def move_sayings(step: Step) -> tuple[Saying, ...]:
    """A move, or a die, with all that follows from it."""
    verb, s = step.words[0], step.before
    if verb == "turtle":
        name = turtle_name(s, 2 * s.turn + int(step.words[1]))
        return (Saying("tell.mahe_turtle", {"turtle": name}),)
    if verb == "stop":
        return (Saying("tell.mahe_stop"), *walk_sayings(step, total(s), s.thrown))
    number = int(step.words[1])
    points = total(s) + number
    if verb == "card":
        first = Saying("tell.mahe_card", {"value": number, "sum": points})
    elif s.thrown:
        first = Saying("tell.mahe_next_die", {"face": number, "sum": points})
    else:
        values = {"turtle": turtle_name(s, s.mover), "face": number}
        two = turtles_each(s) == 2
        first = Saying("tell.mahe_first_die_for" if two else "tell.mahe_first_die", values)
    if points > BUST_OVER:
        names = ", ".join(turtle_name(s, turtle) for turtle in riders(s, s.mover))
        return (first, Saying("tell.mahe_bust", {"turtles": names}))
    if s.thrown + 1 == DICE:
        return (first, *walk_sayings(step, points, DICE))
    return (first,)


def walk_sayings(step: Step, points: int, dice: int) -> list[Saying]:
    """How far the mover goes, on whose back she ends, and what is won."""
    s, after = step.before, step.after
    carried = riders(s, s.mover)
    end = after.space[s.mover]
    values = {
        "steps": Count("steps", points * dice),
        "start": place_saying(s.space[s.mover]),
        "end": place_saying(end),
    }
    sayings = [Saying("tell.mahe_walk", values)]
    below = [turtle for turtle in range(1, MAX_TURTLES + 1) if after.rider[turtle] == s.mover]
    if below:
        sayings.append(Saying("tell.mahe_climbs", {"turtle": turtle_name(s, below[0])}))
    winner = owner(s, carried[-1])
    if after.beach:
        values = {"seat": Seat(winner + 1), "eggs": Count("eggs", BEACH_EGGS)}
        sayings.append(Saying("tell.mahe_lays_last", values))
    elif cards(after, winner) > cards(s, winner):
        values = {"seat": Seat(winner + 1), "eggs": Count("eggs", s.face_up)}
        sayings.append(Saying("tell.mahe_lays", values))
    return sayings


def riders(s: State, turtle: int) -> list[int]:
    """A turtle and those she carries, the topmost last."""
    carried = [turtle]
    while s.rider[carried[-1]]:
        carried.append(s.rider[carried[-1]])
    return carried


def place_saying(space: int, key: str = "tell.mahe_number") -> Saying:
    """The name of a space, or its number."""
    if space == RAFT:
        return Saying("mahe.raft")
    return Saying("mahe.beach" if space == BEACH else key, {"space": space})


# --- what a move would do ------------------------------------------------------------------------


def preview(step: Step) -> tuple[Saying, ...]:
    """What a move would do; of another die, how often it busts."""
    s = step.before
    if step.words[0] == "roll":
        busts = sum(total(s) + face > BUST_OVER for face in range(1, FACES + 1))
        key = "tell.mahe_risk" if busts else "tell.mahe_no_risk"
        return (Saying(key, {"chance": Chance(busts / FACES)}),)
    if step.words[0] == "turtle":
        turtle = 2 * s.turn + int(step.words[1])
        place = place_saying(s.space[turtle], "tell.mahe_space")
        values = {"turtle": turtle_name(s, turtle), "place": place}
        boss = owner(s, topmost(s, turtle))
        if boss == s.turn:
            return (Saying("tell.mahe_choose", values),)
        return (Saying("tell.mahe_choose_ridden", {**values, "seat": Seat(boss + 1)}),)
    return move_sayings(step)[1:] or move_sayings(step)


def note(step: Step) -> str:
    """Nothing: there are never many moves."""
    return ""


def account(states: Sequence[State], seat: int, pen: Pen) -> str:
    """The cards one by one, and the beach."""
    s = states[-1]
    won = [i + 1 for i in range(CARD_VALUES) for _ in range(s.won[seat * CARD_VALUES + i])]
    parts = [str(value) for value in won]
    if s.beach == seat + 1:
        parts.append(pen.say("terminal.mahe_account_beach", eggs=BEACH_EGGS))
    return " + ".join(parts)


__all__ = ["account", "board", "listing", "note", "preview", "tell"]
