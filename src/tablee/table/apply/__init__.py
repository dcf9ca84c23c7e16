"""Apply an event to a match, after checking that it can happen now.

Events decided by a command, read from a database or found in a file all go through `apply`; there
is no other way to change a match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablee.table.events import (
    BrokenOff,
    ChanceCame,
    ClockPaused,
    ClockResumed,
    Ended,
    EntropyAdded,
    Event,
    HintTaken,
    Moved,
    PlayBegan,
    Resigned,
    SeatLeft,
    SeatTaken,
    SecretShown,
    TakenBack,
    TimeRanOut,
    UndoAgreed,
    UndoAsked,
    UndoDeclined,
)
from tablee.table.match_state import MatchState, Stage
from tablee.table.refusals import ClockRefused, NotNow
from tablee.view import check_seat

from .moves import (
    add_entropy,
    begin_play,
    break_off,
    draw_outcome,
    end,
    play_move,
    show_secret,
)
from .seats import (
    leave_seat,
    pause_clock,
    resign,
    resume_clock,
    run_out_of_time,
    take_seat,
)
from .undo import agree, ask_undo, decline, take_back, take_hint

BEFORE_PLAY = (EntropyAdded, PlayBegan)
ALSO_BEFORE_PLAY = (SeatLeft, SeatTaken, BrokenOff)
NOT_WHILE_PAUSED = (Moved, ChanceCame, ClockPaused)


def apply(state: MatchState, event: Event, code: int | None = None) -> MatchState:
    """Return the state after an event, or refuse it if it can't happen now.

    The code of a move or an outcome is read from the event's text unless it is given.
    """
    _check_stage(state, event)
    _check_time(state, event)
    seat = getattr(event, "seat", None)
    if seat is not None:
        check_seat(seat, len(state.seats))
    at = state.last_at if event.at is None else event.at
    numbered = replace(state, number=state.number + 1, last_at=at)
    match event:
        case Moved():
            after = play_move(event, numbered, code)
        case ChanceCame():
            after = draw_outcome(event, numbered, code)
        case _:
            after = HANDLERS[type(event)](event, numbered)
    return _with_clock_set(after, at)


def _check_stage(state: MatchState, event: Event) -> None:
    if state.stage == Stage.OVER:
        if not isinstance(event, SecretShown) or state.secret_shown:
            raise NotNow("table.over")
    elif isinstance(event, SecretShown):
        raise NotNow("table.not_over")
    elif state.stage == Stage.OPEN:
        if not isinstance(event, BEFORE_PLAY + ALSO_BEFORE_PLAY):
            raise NotNow("table.not_begun")
    elif isinstance(event, BEFORE_PLAY):
        raise NotNow("table.begun")
    elif state.decided and not isinstance(event, Ended):
        raise NotNow("table.over")
    if state.clock.paused and isinstance(event, NOT_WHILE_PAUSED):
        raise NotNow("table.paused")


def _check_time(state: MatchState, event: Event) -> None:
    if event.at is None:
        if state.clock.timed:
            raise ClockRefused("table.time_missing")
        return
    if event.at < state.last_at:
        raise ClockRefused("table.time_backwards", at=event.at, last=state.last_at)
    deadline = state.clock.deadline
    if deadline is not None and event.at >= deadline and not isinstance(event, TimeRanOut):
        raise ClockRefused("table.time_up", seat=state.clock.running, deadline=deadline)


def _with_clock_set(state: MatchState, at: int) -> MatchState:
    """Run the clock of the seat to act, and no other."""
    if not state.clock.timed:
        return state
    seat = state.to_act
    if seat > 0 and not state.seats[seat - 1].untimed:
        clock = state.clock.run(seat, state.decisions(seat) + 1, at)
    else:
        clock = state.clock.stop(at)
    return state if clock is state.clock else replace(state, clock=clock)


HANDLERS: dict[type[Event], Callable[[Any, MatchState], MatchState]] = {
    EntropyAdded: add_entropy,
    PlayBegan: begin_play,
    BrokenOff: break_off,
    Ended: end,
    SecretShown: show_secret,
    TakenBack: take_back,
    UndoAsked: ask_undo,
    UndoAgreed: agree,
    UndoDeclined: decline,
    HintTaken: take_hint,
    SeatLeft: leave_seat,
    SeatTaken: take_seat,
    Resigned: resign,
    TimeRanOut: run_out_of_time,
    ClockPaused: pause_clock,
    ClockResumed: resume_clock,
}
