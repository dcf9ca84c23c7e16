"""Mahé in words: what happens in a step, and what a move would do."""

from __future__ import annotations

from tablee.show.saying import Chance, Count, Each, Saying, Seat
from tablee.show.step import State, Step, Told

from .rules import cards, decider, owner, topmost, total, turtles_each
from .state import (
    BEACH,
    BEACH_EGGS,
    BUST_OVER,
    DICE,
    FACES,
    MAX_TURTLES,
    RAFT,
)
from .view import turtle_name

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
        fallen = Each(tuple(turtle_said(s, turtle) for turtle in riders(s, s.mover)))
        return (first, Saying("tell.mahe_bust", {"turtles": fallen}))
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
        sayings.append(Saying("tell.mahe_climbs", {"turtle": turtle_said(s, below[0])}))
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


def turtle_said(s: State, turtle: int) -> Seat | Saying:
    """A turtle by the name of her seat; with two turtles a seat also which of them."""
    seat = Seat(owner(s, turtle) + 1)
    if turtles_each(s) == 1:
        return seat
    return Saying("tell.mahe_turtle_of", {"seat": seat, "turtle": turtle_name(s, turtle)})


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
