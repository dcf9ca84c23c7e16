"""The state of a match: everything that follows from its header and the events so far."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from tablee.kernel.actors import CHANCE, OVER
from tablee.position import Position, Result

from .clock import Clock
from .header import Header, Holder
from .persistent_list import PersistentList
from .undo import reveals

WAITING = -3
"""No actor yet: the match has not begun."""

STAND_IN = "random"
"""The bot that moves for a seat that gave up, so that the others can finish."""


class Stage(StrEnum):
    """Before, during and after play."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"


class Ply(Struct, frozen=True):
    """A move or an outcome that was not undone: the number of its event, its seat and its code."""

    number: int
    seat: int  # or CHANCE
    code: int
    decision: int = 0  # the number of the decision of its seat, from 1


class Undoable(Struct, frozen=True, dict=True):
    """A move that its seat might undo, with the position before it."""

    ply: Ply
    before: Position

    @cached_property
    def reveals(self) -> bool:
        """Whether the move revealed something, so that it can't be undone without asking."""
        return reveals(self.before, self.ply.code)


class SeatState(Struct, frozen=True):
    """A seat: its owner, its current holder, and whether it can still win."""

    owner: Holder  # may take it back
    holder: Holder | None
    out: int = 0  # 1 for the first seat that gave up or lost on time, 2 for the next; 0: still in
    owed: str = ""  # the level of the bot that has to take the seat now
    untimed: bool = False  # its clock has expired or doesn't matter any more


class Hidden(Struct, frozen=True):
    """An outcome that is hidden from some viewers: its event, the viewers, and a substitute."""

    number: int
    viewers: int  # a bit for each seat by its number; bit 0 is a spectator
    veil: str


class Ask(Struct, frozen=True):
    """A pending undo request: the seat, the event of its move, and who has to answer."""

    seat: int
    event: int
    waiting: frozenset[int]


class MatchState(Struct, frozen=True):
    """Everything that follows from the events so far."""

    header: Header
    position: Position
    seats: tuple[SeatState, ...]
    clock: Clock
    stage: Stage = Stage.OPEN
    number: int = 0  # of the last event
    last_at: int = 0
    entropy: tuple[tuple[int, str], ...] = ()  # by seat
    outcomes: int = 0  # their number, undone ones included
    line: PersistentList[Ply] = field(
        default_factory=PersistentList
    )  # moves and outcomes that were not undone
    run: tuple[Undoable, ...] = ()  # the latest moves, all by one seat without a break
    ask: Ask | None = None
    declined: frozenset[int] = frozenset()  # seats that may not ask again before the next ply
    hidden: PersistentList[Hidden] = field(
        default_factory=PersistentList
    )  # outcomes that some viewers may not see
    result: Result | None = None
    secret_shown: bool = False

    @classmethod
    def at_start(cls, header: Header) -> MatchState:
        """Return the state before the first event."""
        seats = tuple(SeatState(holder, holder) for holder in header.seats)
        return cls(header, header.start, seats, Clock.begin(header.clock, len(seats)))

    @property
    def to_act(self) -> int:
        """The seat to move, numbered from 1, or CHANCE, OVER or WAITING."""
        if self.stage == Stage.PLAYING:
            return self.position.to_act
        return OVER if self.stage == Stage.OVER else WAITING

    @property
    def playing_on(self) -> list[int]:
        """The seats that can still win."""
        return [seat for seat, one in enumerate(self.seats, 1) if not one.out]

    @property
    def decided(self) -> bool:
        """Whether there is a result: the game is over, or only one seat can still win."""
        if self.position.to_act == OVER:
            return True
        for one in self.seats:
            if one.out:
                return len(self.playing_on) == 1
        return False

    def decisions(self, seat: int) -> int:
        """Return the number of moves of a seat that were not undone."""
        for ply in reversed(self.line):
            if ply.seat == seat:
                return ply.decision
        return 0

    def with_seat(self, seat: int, **changes: Any) -> MatchState:
        """Return the same state with one seat changed."""
        new = replace(self.seats[seat - 1], **changes)
        return replace(self, seats=(*self.seats[: seat - 1], new, *self.seats[seat:]))

    def due_result(self) -> Result | None:
        """Return the result if the match is decided, else None.

        Who gave up is ranked behind all others, the first to do so last; the others close up. When
        only one seat can still win, it has won.
        """
        if not self.decided:
            return None
        playing_on = self.playing_on
        ranks = [len(self.seats) + 1 - one.out for one in self.seats]
        if len(playing_on) == 1:
            ranks[playing_on[0] - 1] = 1
            return Result((playing_on[0],), (), tuple(ranks))
        played = self.position.result()
        for seat in playing_on:
            rank = played.ranks[seat - 1]
            ahead = (other for other, held in enumerate(self.seats) if held.out)
            ranks[seat - 1] = rank - sum(played.ranks[other] < rank for other in ahead)
        winners = tuple(seat for seat, rank in enumerate(ranks, 1) if rank == 1)
        return Result(winners, played.scores, tuple(ranks))


def position_after(start: Position, line: Iterable[Ply]) -> Position:
    """Return the position after moves and outcomes that are known to be legal."""
    record = start.state
    for ply in line:
        start.game.rules.apply(record, ply.code)
    return Position(start.game, start.options, record)


def hidden_outcome(position: Position, number: int) -> Hidden | None:
    """Return which viewers may not see the next outcome of chance, if any.

    They are told its first word, `deal ?`, unless there are several and that would tell too much.
    """
    if not position.game.hides:
        return None
    seats = (None, *range(1, position.seats + 1))
    viewers = sum(1 << viewer for viewer, seat in enumerate(seats) if not position.sees(seat))
    if not viewers:
        return None
    words = {text.split(" ")[0] for text in position.chances()}
    return Hidden(number, viewers, f"{words.pop()} ?" if len(words) == 1 else "?")


__all__ = [
    "CHANCE",
    "STAND_IN",
    "WAITING",
    "Ask",
    "Hidden",
    "MatchState",
    "Ply",
    "SeatState",
    "Stage",
    "Undoable",
    "hidden_outcome",
    "position_after",
]
