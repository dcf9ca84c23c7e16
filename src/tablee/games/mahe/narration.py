"""Mahé in words: what happens in a step, and what a move would do."""

from __future__ import annotations

from tablee.kernel.reports import Row, play
from tablee.show.saying import Chance, Count, Each, Saying, Seat
from tablee.show.step import ShownStep, State, Told

from .rules import apply, decider, owner, topmost, total, turtles_each
from .state import BEACH, FACES, RAFT, Code, Report
from .view import turtle_name

# --- what happens --------------------------------------------------------------------------------


def tell(step: ShownStep) -> list[Told]:
    """Tell what happens in a step; further dice of a move continue its line."""
    s = step.before
    match step.reports:
        case ():
            return []  # the die that follows tells it
        case (Row(Report.BEGINS, seat), *_):
            return [Told(seat + 1, (Saying("tell.begins"),))]
        case (Row(Report.CARD_TURNED, value), *_):
            return [Told(0, (Saying("tell.mahe_flip", {"eggs": Count("eggs", value)}),))]
    if s.mover == 0 or s.thrown == 0:
        return [Told(s.turn + 1, sayings(step))]
    return [Told(decider(s) + 1, sayings(step), goes_on=True)]


def sayings(step: ShownStep) -> tuple[Saying, ...]:
    """Return a move, or a die, with all that follows from it."""
    said = [saying(step, row) for row in step.reports if row.what != Report.FALLS]
    if fallen := [row.a for row in step.reports if row.what == Report.FALLS]:
        names = Each(tuple(turtle_said(step.before, turtle) for turtle in fallen))
        said.append(Saying("tell.mahe_bust", {"turtles": names}))
    return tuple(said)


def saying(step: ShownStep, row: Row) -> Saying:
    """Return a single report as a sentence."""
    s = step.before
    match row.what:
        case Report.TURTLE_CHOSEN:
            return Saying("tell.mahe_turtle", {"turtle": letter(s, row.a)})
        case Report.DIE if s.thrown == 0:
            key = "tell.mahe_first_die_for" if turtles_each(s) == 2 else "tell.mahe_first_die"
            return Saying(key, {"turtle": letter(s, s.mover), "face": row.a})
        case Report.DIE:
            return Saying("tell.mahe_next_die", {"face": row.a, "sum": total(s) + row.a})
        case Report.CARD_PLAYED:
            return Saying("tell.mahe_card", {"value": row.a, "sum": total(s) + row.a})
        case Report.STOPS:
            return Saying("tell.mahe_stop")
        case Report.WALKS:
            start, end = place_saying(s.space[row.a]), place_saying(step.after.space[row.a])
            steps = Count("steps", row.b)
            return Saying("tell.mahe_walk", {"steps": steps, "start": start, "end": end})
        case Report.CLIMBS:
            return Saying("tell.mahe_climbs", {"turtle": turtle_said(s, row.b)})
    key = "tell.mahe_lays" if row.what == Report.LAYS else "tell.mahe_lays_last"
    return Saying(key, {"seat": Seat(row.a + 1), "eggs": Count("eggs", row.b)})


def riders(s: State, turtle: int) -> list[int]:
    """Return a turtle and its riders, the topmost last."""
    carried = [turtle]
    while s.rider[carried[-1]]:
        carried.append(s.rider[carried[-1]])
    return carried


def letter(s: State, turtle: int) -> str:
    """Return the letter on the shell of a turtle, where each player has two."""
    return turtle_name(s, turtle)[1:]


def turtle_said(s: State, turtle: int) -> Seat | Saying:
    """Return a turtle by the name of its seat; with two turtles a seat also which of them."""
    seat = Seat(owner(s, turtle) + 1)
    if turtles_each(s) == 1:
        return seat
    return Saying("tell.mahe_turtle_of", {"seat": seat, "turtle": letter(s, turtle)})


def place_saying(space: int, key: str = "tell.mahe_number") -> Saying:
    """Return the name of a space, or its number."""
    if space == RAFT:
        return Saying("mahe.raft")
    return Saying("mahe.beach" if space == BEACH else key, {"space": space})


# --- what a move would do ------------------------------------------------------------------------


def preview(step: ShownStep) -> tuple[Saying, ...]:
    """Return what a move would do; of another die, how often it busts."""
    s = step.before
    if not step.reports:
        busts = sum(falls(step.after, face) for face in range(FACES))
        key = "tell.mahe_risk" if busts else "tell.mahe_no_risk"
        return (Saying(key, {"chance": Chance(busts / FACES)}),)
    first = step.reports[0]
    if first.what == Report.TURTLE_CHOSEN:
        turtle = first.a
        place = place_saying(s.space[turtle], "tell.mahe_space")
        values = {"turtle": letter(s, turtle), "place": place}
        boss = owner(s, topmost(s, turtle))
        if boss == s.turn:
            return (Saying("tell.mahe_choose", values),)
        return (Saying("tell.mahe_choose_ridden", {**values, "seat": Seat(boss + 1)}),)
    return sayings(step)[1:] or sayings(step)


def falls(s: State, face: int) -> bool:
    """Return whether this face of the next die, from 0, busts."""
    return any(row.what == Report.FALLS for row in play(apply, s, Code.DIE + face)[1])


def note(step: ShownStep) -> str:
    """Return nothing: there are never many moves."""
    return ""
