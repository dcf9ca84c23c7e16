"""Mahé as a page draws it: turtles and where they stand, dice, eggs, and what a move would do."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.show.step import Step

from . import rules
from .narration import riders
from .rules import decider, eggs, owner, topmost, total, turtles_each
from .state import (
    BEACH_EGGS,
    BUST_OVER,
    CARD_VALUES,
    DECIDE,
    DICE,
    ENDED,
    FACES,
    LAP,
    PILE,
    RAFT,
    THROW,
    WHO_BEGINS,
    State,
)
from .view import turtle_name

Phase = Literal["who_begins", "turn_card", "which_turtle", "throw", "decide", "ended"]
PHASES: tuple[Phase, ...] = (
    "who_begins", "turn_card", "which_turtle", "throw", "decide", "ended",
)  # fmt: skip


class Turtle(Struct, frozen=True):
    """A turtle: space 0 is the raft, 21 the beach; `height` counts those under her."""

    id: int  # from 1
    seat: int
    number: int  # which of her seat's turtles, from 1
    name: str  # "2", or "2a" where each seat has two
    space: int
    height: int


class Nest(Struct, frozen=True):
    """What a seat has won: its cards from the lowest on, and the beach."""

    seat: int
    cards: list[int]
    eggs: int  # in all, those of the beach included
    beach: bool
    played: bool  # it has played its card as a die in this turn


class Walk(Struct, frozen=True):
    """A walk of so many steps: the spaces one by one, who stands where it ends, what it wins."""

    steps: int
    path: list[int]
    space: int
    under: list[int]  # the turtles she would stand on, from the bottom to the top
    wins: int  # eggs
    winner: int  # the seat that gets them; 0: nobody
    ends: bool  # the eggs are those of the beach, and the game is over


class Scene(Struct, frozen=True):
    """All there is to see of Mahé. Seats and turtles are numbered from 1; 0 is none."""

    phase: Phase
    turn: int  # the seat whose turn it is
    asked: int  # the seat that has to choose now
    mover: int  # the turtle that moves
    carried: list[int]  # she and those who ride on her, from the bottom to the top
    decider: int  # the seat that decides for her: that of the topmost
    watcher: int  # the topmost turtle, who looks at the dice
    second: bool  # the second of two turtles moves
    turtles: list[Turtle]
    dice: list[int]  # in the order in which they fell, cards played as dice included
    sum: int
    steps: int  # sum times number of dice
    bust: bool
    reach: Walk | None  # what stopping now would do
    path: list[int]  # how the moving stack came to where it stands, in the frame where it does
    face_up: int  # the eggs of the card to be won; 0: no card lies there
    left: int  # cards of the pile still to be turned
    unseen: list[int]  # how many of value 1..6 are in pile and box
    spent: list[int]  # cards played as dice, out of the game
    beach_eggs: int  # 0 once they are won
    nests: list[Nest]
    third_die_at_seven: bool
    cards_as_dice: bool


class Throw(Struct, frozen=True):
    """What one face of the next die would make: a walk, or a bust."""

    face: int
    sum: int
    walk: Walk | None  # if she stopped then; None: a bust


class Preview(Struct, frozen=True):
    """What a move would do: `walk` now or as it would then stand, or the `throws` that follow."""

    mover: int
    carried: list[int]
    start: int  # the space she leaves
    decider: int
    dice: list[int]
    sum: int
    walk: Walk | None
    at_once: bool  # the walk is made, nobody is asked any more
    spends: int  # the value of the card that leaves the game; 0: none
    throws: list[Throw]  # all faces, each as likely as any other
    busts: int  # how many of the throws
    of: int


# --- what is seen --------------------------------------------------------------------------------


def scene(s: State) -> Scene:
    """What anybody sees [M70]."""
    moving = s.phase in (THROW, DECIDE)
    asked = rules.to_act(s) + 1
    bust = total(s) > BUST_OVER
    return Scene(
        phase=PHASES[s.phase],
        turn=0 if s.phase == WHO_BEGINS else s.turn + 1,
        asked=max(asked, 0),
        mover=s.mover,
        carried=riders(s, s.mover) if s.mover else [],
        decider=decider(s) + 1 if moving else 0,
        watcher=topmost(s, s.mover) if moving else 0,
        second=bool(s.second),
        turtles=[turtle_seen(s, turtle) for turtle in range(1, s.seats * turtles_each(s) + 1)],
        dice=s.faces[: s.thrown],
        sum=total(s),
        steps=total(s) * s.thrown,
        bust=bust,
        reach=walk_ahead(s) if moving and s.thrown and not bust else None,
        path=[],
        face_up=s.face_up,
        left=PILE - s.turned,
        unseen=list(s.unseen),
        spent=each_card(s.spent),
        beach_eggs=0 if s.beach else BEACH_EGGS,
        nests=[nest_seen(s, number) for number in range(s.seats)],
        third_die_at_seven=bool(s.third_die_at_seven),
        cards_as_dice=bool(s.cards_as_dice),
    )


def turtle_seen(s: State, turtle: int) -> Turtle:
    """A turtle, and on how many others she stands."""
    return Turtle(
        id=turtle,
        seat=owner(s, turtle) + 1,
        number=(turtle - 1) % turtles_each(s) + 1,
        name=turtle_name(s, turtle),
        space=s.space[turtle],
        height=len(those_under(s, turtle)),
    )


def those_under(s: State, turtle: int) -> list[int]:
    """The turtles a turtle stands on, from the bottom to the top."""
    under: list[int] = []
    while turtle in s.rider:
        turtle = s.rider.index(turtle)
        under.insert(0, turtle)
    return under


def nest_seen(s: State, seat: int) -> Nest:
    """What a seat has won, numbered from 0."""
    return Nest(
        seat=seat + 1,
        cards=each_card(s.won[seat * CARD_VALUES :][:CARD_VALUES]),
        eggs=eggs(s, seat),
        beach=s.beach == seat + 1,
        played=bool(s.played[seat]),
    )


def each_card(counts: list[int]) -> list[int]:
    """The values one by one, from how many there are of 1..6."""
    return [value for value, count in enumerate(counts, 1) for _ in range(count)]


# --- what happens on the way ---------------------------------------------------------------------


def frames(step: Step) -> list[tuple[str, Scene]]:
    """The last die, the walk or the bust, and the eggs, one after another.

    A die that only leads to a question simply falls, and is seen in the scene after it.
    """
    verb = step.words[0]
    if verb not in ("die", "card", "stop"):
        return []
    seen: list[tuple[str, Scene]] = []
    thrown = step.before
    if verb != "stop":
        thrown = with_number(step.before, int(step.words[1]), card=verb == "card")
        if total(thrown) <= BUST_OVER and thrown.thrown < DICE:
            return []
        seen.append((verb, scene(thrown)))
    bust = total(thrown) > BUST_OVER
    moved = thrown.copy()
    moved.space, moved.rider = list(step.after.space), list(step.after.rider)
    path = [RAFT] if bust else walk_ahead(thrown).path
    # Who decided and who was carried stays as it was, though a bust dissolves the stack.
    walked = replace(
        scene(moved),
        carried=riders(thrown, thrown.mover),
        decider=decider(thrown) + 1,
        watcher=topmost(thrown, thrown.mover),
        reach=None,
        path=path,
    )
    seen.append(("bust" if bust else "walk", walked))
    if step.after.phase != ENDED and step.after.face_up != thrown.face_up:
        after = scene(step.after)
        seen.append(("eggs", replace(walked, path=[], face_up=0, nests=after.nests)))
    return seen


def with_number(s: State, number: int, *, card: bool = False) -> State:
    """The same with one more die on the table, or a card of the decider in its place [M60]."""
    thrown = s.copy()
    thrown.faces[thrown.thrown] = number
    thrown.thrown += 1
    if card:
        seat = decider(s)
        thrown.won[seat * CARD_VALUES + number - 1] -= 1
        thrown.spent[number - 1] += 1
        thrown.played[seat] = 1
    return thrown


def walk_ahead(s: State) -> Walk:
    """What the walk would be with the dice that lie there."""
    after = s.copy()
    rules.walk(after)
    start, steps = s.space[s.mover], total(s) * s.thrown
    winner = owner(s, topmost(s, s.mover)) if after.face_up != s.face_up or after.beach else -1
    return Walk(
        steps=steps,
        path=[(start + step - 1) % LAP + 1 for step in range(1, steps + 1)],
        space=after.space[s.mover],
        under=those_under(after, s.mover),
        wins=0 if winner < 0 else s.face_up or BEACH_EGGS,
        winner=winner + 1,
        ends=after.phase == ENDED,
    )


# --- what a move would do ------------------------------------------------------------------------


def preview(step: Step) -> Preview:
    """Where she would end; before another die, where each face would take her."""
    verb, s = step.words[0], step.before.copy()
    spends = int(step.words[1]) if verb == "card" else 0
    if verb == "turtle":
        s.mover = step.after.mover
    if spends:
        s = with_number(s, spends, card=True)
    throws = []
    if verb in ("roll", "turtle"):  # [M10] a die is thrown as soon as the move is made
        throws = [throw_ahead(s, face) for face in range(1, FACES + 1)]
    return Preview(
        mover=s.mover,
        carried=riders(s, s.mover),
        start=s.space[s.mover],
        decider=decider(s) + 1,
        dice=s.faces[: s.thrown],
        sum=total(s),
        walk=None if throws else walk_ahead(s),
        at_once=verb == "stop" or s.thrown == DICE,
        spends=spends,
        throws=throws,
        busts=sum(throw.walk is None for throw in throws),
        of=len(throws),
    )


def throw_ahead(s: State, face: int) -> Throw:
    """What a face of the next die would make."""
    thrown = with_number(s, face)
    bust = total(thrown) > BUST_OVER
    return Throw(face=face, sum=total(thrown), walk=None if bust else walk_ahead(thrown))


__all__ = ["Preview", "Scene", "frames", "preview", "scene"]
