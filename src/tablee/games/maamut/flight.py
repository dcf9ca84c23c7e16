"""Mâamut: a flight of the mammoth moment by moment, as far as a viewer can follow it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.reports import Row
from tablee.show.step import ShownStep

from .ground import walk
from .state import CARD_VALUES, DIRECTIONS, NOWHERE, Phase, Report, State

Moment = tuple[str, State]  # what happens, and how the table looks then
MEET, RUN, FRIGHT, OUT, FLEE = "meet", "run", "fright", "out", "flee"


def moments(step: ShownStep) -> Iterator[Moment]:
    """Return all states of a step in order, each a record of its own.

    A move that does not meet the mammoth has none, nor has any other step without a flight. The
    last moment is before the active hunter finishes its way [H29] and before the cards of those
    who are out are discarded.
    """
    s: State = step.before.copy()
    s.phase = Phase.HUNT  # no hunter is asked to make room on the way
    landing = NOWHERE
    for what, a, b, _ in step.reports:
        if what == Report.MOVES:
            landing = way_of(s, a, b)[-1]
            spend(s, a, b // DIRECTIONS)
        elif what == Report.MEETS:
            s.hunter[a] = b
        elif what == Report.STANDS:
            yield MEET, s.copy()
        elif what == Report.FLEES:
            s.flight, s.run, s.landing = a, b, landing
            yield MEET, s.copy()
        elif what == Report.RUNS_TO:
            s.mammoth, s.run = a, s.run - 1
            yield RUN, s.copy()
        elif what == Report.FRIGHTENS:
            s.frightened |= 1 << b
        elif what == Report.MAKES_ROOM:
            s.hunter[a] = b
            s.frightened &= ~(1 << a)
            yield FLEE, s.copy()
        elif what == Report.OUT:
            if s.frightened >> a & 1:
                yield FRIGHT, s.copy()
            s.frightened &= ~(1 << a)
            s.hunter[a] = NOWHERE
            s.trap[a], s.stock[a] = step.after.trap[a], step.after.stock[a]  # [H31]
            yield OUT, s.copy()


def spend(s: State, seat: int, i: int) -> None:
    """Take a card from a hand, which may be hidden [H50]."""
    s.held[seat] -= 1
    s.discards[i] += 1
    if s.hand[CARD_VALUES * seat + i]:
        s.hand[CARD_VALUES * seat + i] -= 1


def way_of(s: State, seat: int, way: int) -> list[int]:
    """Return the tiles from where a hunter stands to where its way ends."""
    direction, steps = way % DIRECTIONS, way // DIRECTIONS + 1
    return [walk(s.hunter[seat], direction, number) for number in range(steps + 1)]


def ahead(s: State) -> list[int]:
    """Return the tiles that a fleeing mammoth has still to run."""
    return [walk(s.mammoth, s.flight, number) for number in range(1, s.run + 1)]


def reported(step: ShownStep, what: int) -> Row | None:
    """Return what is reported of this kind in a step, if anything is."""
    return next((row for row in step.reports if row.what == what), None)


def seats_reported(step: ShownStep, what: int) -> list[int]:
    """Return the seats of which this is reported, in the order in which it happens."""
    return [row.a for row in step.reports if row.what == what]
