"""Mâamut: a flight of the mammoth moment by moment, as far as one who looks on can follow it.

Nothing is decided here. What became of the mammoth and the hunters stands in the state after the
step; these functions only put it back in the order in which it happened.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablee.show.step import Step

from .ground import flee_seat, hunters_on, walk
from .state import (
    CARD_VALUES,
    DIRECTION_NAMES,
    DIRECTIONS,
    NEIGHBOUR,
    NOWHERE,
    PATH,
    WAYS,
    Phase,
    State,
    tile_after,
)

Moment = tuple[str, State]  # what happens, and how the table looks then
MEET, RUN, FRIGHT, OUT, FLEE = "meet", "run", "fright", "out", "flee"


def moments(step: Step) -> Iterator[Moment]:
    """All that happens one after the other in a step; each state is a record of its own.

    A move that does not meet the mammoth has none, nor has any other step without a flight. The
    last moment is before the active hunter finishes his way [H29] and before the cards of those
    who are out are discarded.
    """
    s: State = step.before.copy()
    after: State = step.after
    s.phase = Phase.HUNT  # nobody is asked for a refuge on the way
    if step.words[0] == "flee":
        seat = flee_seat(s)
        s.hunter[seat] = walk(s.mammoth, DIRECTION_NAMES.index(step.words[1]), 1)
        s.frightened ^= 1 << seat
        yield FLEE, s.copy()
        yield from _frights(s, after)
    elif step.words[0] == "move" and meets(step):
        card, direction = int(step.words[1]), DIRECTION_NAMES.index(step.words[2])
        landing = walk(s.hunter[s.turn], direction, card)
        _set_out(s, card)
        if after.mammoth == s.mammoth:  # [H24] it stands
            yield MEET, s.copy()
            yield from _out(s, after, s.turn)
            return
        s.landing, s.run, s.flight = landing, card, _direction(s.mammoth, after.mammoth)
        yield MEET, s.copy()
    else:
        return
    while s.mammoth != after.mammoth:
        s.mammoth = walk(s.mammoth, s.flight, 1)
        s.run -= 1
        yield RUN, s.copy()
        yield from _frights(s, after)


def meets(step: Step) -> bool:
    """Whether a move leads over the mammoth's tile, or ends there [H20]."""
    s: State = step.before
    way = DIRECTIONS * (int(step.words[1]) - 1) + DIRECTION_NAMES.index(step.words[2])
    return PATH[WAYS * s.hunter[s.turn] + way] >> s.mammoth & 1 == 1


def way_of(step: Step) -> list[int]:
    """The tiles from where a moving or fleeing hunter stands to where his way ends."""
    s: State = step.before
    if step.words[0] == "move":
        here, steps = s.hunter[s.turn], int(step.words[1])
    else:
        here, steps = s.mammoth, 1
    direction = DIRECTION_NAMES.index(step.words[-1])
    return [walk(here, direction, number) for number in range(steps + 1)]


def ahead(s: State) -> list[int]:
    """The tiles that a fleeing mammoth has still to run."""
    return [walk(s.mammoth, s.flight, number) for number in range(1, s.run + 1)]


def in_turn_order(s: State, seats: int) -> list[int]:
    """The seats of these bits, in turn order after the active player [H28]."""
    order = [(s.turn + number) % s.seats for number in range(1, s.seats + 1)]
    return [seat for seat in order if seats >> seat & 1]


def _set_out(s: State, card: int) -> None:
    """The card is played, and the hunter at turn has come to the mammoth's tile."""
    s.hunter[s.turn] = s.mammoth
    s.held[s.turn] -= 1
    s.discards[card - 1] += 1
    if s.hand[CARD_VALUES * s.turn + card - 1]:  # nothing is known of another's hand [H50]
        s.hand[CARD_VALUES * s.turn + card - 1] -= 1


def _direction(start: int, end: int) -> int:
    """The direction of the straight line from one tile to another."""
    ends = {
        tile_after(start, direction, steps): direction
        for direction in range(DIRECTIONS)
        for steps in range(1, CARD_VALUES + 1)
        if NEIGHBOUR[DIRECTIONS * start + direction] != NOWHERE
    }
    return ends[end]


def _frights(s: State, after: State) -> Iterator[Moment]:
    """On the mammoth's tile hunters are frightened; those who find no refuge are out [H26]."""
    if after.winner and s.mammoth == after.mammoth:
        return  # [H25] it fell before anybody was frightened
    s.frightened = hunters_on(s, s.mammoth) & ~(1 << s.turn)
    for seat in in_turn_order(s, s.frightened):
        if after.hunter[seat] != NOWHERE:
            return  # he is asked where to go
        yield FRIGHT, s.copy()
        s.frightened ^= 1 << seat
        yield from _out(s, after, seat)


def _out(s: State, after: State, seat: int) -> Iterator[Moment]:
    """A hunter is out; his traps leave the board with him, or stay [H31]."""
    s.hunter[seat] = NOWHERE
    s.trap[seat], s.stock[seat] = after.trap[seat], after.stock[seat]
    yield OUT, s.copy()
