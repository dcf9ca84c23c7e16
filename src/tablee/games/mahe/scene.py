"""Mahé as a page draws it: turtles and where they stand, dice, eggs, and what a move would do."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.reports import Row, play
from tablee.show.step import ShownStep

from .narration import riders
from .rules import apply, decider, eggs, owner, to_act, topmost, total, turtles_each
from .state import BEACH_EGGS, CARD_VALUES, FACES, LAP, PILE, RAFT, Code, Phase, Report, State
from .view import turtle_name

PhaseName = Literal["who_begins", "turn_card", "which_turtle", "throw", "decide", "ended"]


class Turtle(Struct, frozen=True):
    """A turtle: space 0 is the raft, 21 the beach; `height` counts the turtles under it."""

    id: int  # from 1
    seat: int
    number: int  # which of the seat's turtles, from 1
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
    """A walk: its spaces one by one, the turtles where it ends, and what it wins."""

    steps: int
    path: list[int]
    space: int
    under: list[int]  # the turtles the mover would stand on, from the bottom to the top
    wins: int  # eggs
    winner: int  # the seat that gets them; 0: none
    ends: bool  # the eggs are those of the beach, and the game is over


class Scene(Struct, frozen=True):
    """All there is to see of Mahé. Seats and turtles are numbered from 1; 0 is none."""

    phase: PhaseName
    turn: int  # the seat whose turn it is
    to_act: int  # the seat that has to choose now
    mover: int  # the turtle that moves
    carried: list[int]  # it and its riders, from the bottom to the top
    decider: int  # the seat that decides for it: that of the topmost
    watcher: int  # the topmost turtle, which looks at the dice
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
    walk: Walk | None  # if it stopped then; None: a bust


class Preview(Struct, frozen=True):
    """What a move would do: `walk` now or as it would then stand, or the `throws` that follow."""

    mover: int
    carried: list[int]
    start: int  # the space the mover leaves
    decider: int
    dice: list[int]
    sum: int
    walk: Walk | None
    at_once: bool  # the walk is made without another question
    spends: int  # the value of the card that leaves the game; 0: none
    throws: list[Throw]  # all faces, each as likely as any other
    busts: int  # how many of the throws
    of: int


# --- what is seen --------------------------------------------------------------------------------


def scene(s: State, bust: bool = False) -> Scene:
    """Return what everyone sees [M70]; a bust is seen only until it takes effect."""
    moving = s.phase in (Phase.THROW, Phase.DECIDE)
    phase: Any = Phase.names[s.phase]
    return Scene(
        phase=phase,
        turn=0 if s.phase == Phase.WHO_BEGINS else s.turn + 1,
        to_act=max(to_act(s) + 1, 0),
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
        reach=walk_if_stopped(s) if moving and s.thrown and not bust else None,
        path=[],
        face_up=s.face_up,
        left=PILE - s.turned,
        unseen=list(s.unseen),
        spent=each_card(s.spent),
        beach_eggs=eggs_left(s),
        nests=[nest_seen(s, number) for number in range(s.seats)],
        third_die_at_seven=bool(s.third_die_at_seven),
        cards_as_dice=bool(s.cards_as_dice),
    )


def eggs_left(s: State) -> int:
    """Return how many eggs still lie on the beach."""
    return 0 if s.beach else BEACH_EGGS


def turtle_seen(s: State, turtle: int) -> Turtle:
    """Return a turtle, and on how many others it stands."""
    return Turtle(
        id=turtle,
        seat=owner(s, turtle) + 1,
        number=(turtle - 1) % turtles_each(s) + 1,
        name=turtle_name(s, turtle),
        space=s.space[turtle],
        height=len(those_under(s, turtle)),
    )


def those_under(s: State, turtle: int) -> list[int]:
    """Return the turtles a turtle stands on, from the bottom to the top."""
    under: list[int] = []
    while turtle in s.rider:
        turtle = s.rider.index(turtle)
        under.insert(0, turtle)
    return under


def nest_seen(s: State, seat: int) -> Nest:
    """Return what a seat has won, numbered from 0."""
    return Nest(
        seat=seat + 1,
        cards=each_card(s.won[seat * CARD_VALUES :][:CARD_VALUES]),
        eggs=eggs(s, seat),
        beach=s.beach == seat + 1,
        played=bool(s.played[seat]),
    )


def each_card(counts: list[int]) -> list[int]:
    """Return the values one by one, from how many there are of 1..6."""
    return [value for value, count in enumerate(counts, 1) for _ in range(count)]


# --- what happens on the way ---------------------------------------------------------------------


def frames(step: ShownStep) -> list[tuple[str, Scene]]:
    """Return the last die, the walk or the bust, and the eggs, one after another.

    A die that only leads to a question simply falls, and is seen in the scene after it.
    """
    happens = {row.what for row in step.reports}
    bust = Report.FALLS in happens
    seen: list[tuple[str, Scene]] = []
    if not bust and Report.WALKS not in happens:
        return seen
    s = step.before
    for row in step.reports:
        if row.what in (Report.DIE, Report.CARD_PLAYED):
            s = with_number(s, row)
            seen.append(("die" if row.what == Report.DIE else "card", scene(s, bust)))
        elif row.what == Report.WALKS:
            seen.append(("walk", moved(s, step.after, path_of(s, row), bust)))
        elif row.what in (Report.LAYS, Report.LAYS_LAST):
            seen.append(("eggs", laid(seen[-1][1], step.after)))
    if bust:
        seen.append(("bust", moved(s, step.after, [RAFT], bust)))
    return seen


def laid(before: Scene, after: State) -> Scene:
    """Return the same once the eggs, or those of the beach, are in their nest [M30] [M33]."""
    return replace(
        before,
        path=[],
        face_up=0,
        beach_eggs=eggs_left(after),
        nests=[nest_seen(after, number) for number in range(after.seats)],
    )


def with_number(s: State, row: Row) -> State:
    """Return the same with the die on the table, or the card that is played as one [M60]."""
    thrown = s.copy()
    thrown.faces[thrown.thrown] = row.a
    thrown.thrown += 1
    if row.what == Report.CARD_PLAYED:
        thrown.won[row.b * CARD_VALUES + row.a - 1] -= 1
        thrown.spent[row.a - 1] += 1
        thrown.played[row.b] = 1
    return thrown


def moved(s: State, after: State, path: list[int], bust: bool) -> Scene:
    """Return the turtles where they are in the end, while all else is as it was.

    The deciding player and the carried turtles also stay, though a bust dissolves the stack.
    """
    there = s.copy()
    there.space, there.rider = list(after.space), list(after.rider)
    return replace(
        scene(there, bust),
        carried=riders(s, s.mover),
        decider=decider(s) + 1,
        watcher=topmost(s, s.mover),
        reach=None,
        path=path,
    )


def path_of(s: State, row: Row) -> list[int]:
    """Return the spaces of a walk one by one; raft and beach are both just before space 1."""
    return [(s.space[row.a] + step - 1) % LAP + 1 for step in range(1, row.b + 1)]


# --- what a move would do ------------------------------------------------------------------------


def preview(step: ShownStep) -> Preview:
    """Return where the mover would end; before another die, where each face would take it."""
    s, after = step.before, step.after
    first = step.reports[0] if step.reports else None
    spends = first.a if first and first.what == Report.CARD_PLAYED else 0
    if first and spends:
        s = with_number(s, first)
    walk = walk_in(step.before, after, step.reports)
    throws = []
    if first is None or first.what == Report.TURTLE_CHOSEN:
        s = after  # [M10] a die is thrown as soon as the move is made
        throws = [throw_ahead(after, face) for face in range(1, FACES + 1)]
    return Preview(
        mover=s.mover,
        carried=riders(s, s.mover),
        start=s.space[s.mover],
        decider=decider(s) + 1,
        dice=s.faces[: s.thrown],
        sum=total(s),
        walk=None if throws else walk or walk_if_stopped(after),
        at_once=walk is not None,
        spends=spends,
        throws=throws,
        busts=sum(throw.walk is None for throw in throws),
        of=len(throws),
    )


def throw_ahead(s: State, face: int) -> Throw:
    """Return what a face of the next die would make."""
    after, reports = play(apply, s, Code.DIE + face - 1)
    walk = None
    if all(row.what != Report.FALLS for row in reports):
        walk = walk_in(s, after, reports) or walk_if_stopped(after)
    return Throw(face=face, sum=total(s) + face, walk=walk)


def walk_if_stopped(s: State) -> Walk | None:
    """Return the walk with the dice that lie there."""
    return walk_in(s, *play(apply, s, Code.STOP))


def walk_in(s: State, after: State, reports: tuple[Row, ...]) -> Walk | None:
    """Return the walk that is reported, if there is one."""
    walk = None
    for row in reports:
        if row.what == Report.WALKS:
            under = those_under(after, row.a)
            walk = Walk(row.b, path_of(s, row), after.space[row.a], under, 0, 0, ends=False)
        elif walk and row.what in (Report.LAYS, Report.LAYS_LAST):
            last = row.what == Report.LAYS_LAST
            walk = replace(walk, wins=row.b, winner=row.a + 1, ends=last)
    return walk


__all__ = ["Preview", "Scene", "frames", "preview", "scene"]
