"""Apply events of seats and clocks."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.table.events import ClockPaused, ClockResumed, Resigned, SeatLeft, SeatTaken, TimeRanOut
from tablee.table.header import BOT, FORFEIT
from tablee.table.match_state import STAND_IN, MatchState
from tablee.table.refusals import ClockRefused, SeatRefused

from .undo import check_still_in


def _without_undo_request(state: MatchState, seat: int) -> MatchState:
    """Drop the undo request of a seat that is left, and don't wait for its answer."""
    ask = state.ask
    if ask is None:
        return state
    waiting = ask.waiting - {seat}
    return replace(state, ask=None if ask.seat == seat else replace(ask, waiting=waiting))


def leave_seat(event: SeatLeft, state: MatchState) -> MatchState:
    """Let a player leave their seat."""
    holder = state.seats[event.seat - 1].holder
    if holder is None:
        raise SeatRefused("table.nobody_there", seat=event.seat)
    if holder.is_bot:
        raise SeatRefused("table.bot_there", seat=event.seat)
    return _without_undo_request(state.with_seat(event.seat, holder=None), event.seat)


def take_seat(event: SeatTaken, state: MatchState) -> MatchState:
    """Give a seat to a bot, or back to a player."""
    seat, holder = state.seats[event.seat - 1], event.holder
    if seat.owed:
        if holder.kind != f"{BOT}{seat.owed}":
            raise SeatRefused("table.seat_owed", seat=event.seat, level=seat.owed)
        return state.with_seat(event.seat, holder=holder, owed="")
    check_still_in(state, event.seat)
    if seat.owner.is_bot:
        raise SeatRefused("table.seat_of_bot", seat=event.seat)
    if holder.is_bot:
        return _without_undo_request(state.with_seat(event.seat, holder=holder), event.seat)
    if seat.holder is not None and not seat.holder.is_bot:
        raise SeatRefused("table.seat_held", seat=event.seat)
    if seat.untimed:
        if state.header.clock.kind == "fischer":
            raise ClockRefused("table.no_time_left", seat=event.seat)
        if state.to_act == event.seat:
            raise SeatRefused("table.bot_moves_first", seat=event.seat)
        state = replace(state, clock=state.clock.renewed(event.seat))
    return state.with_seat(event.seat, owner=holder, holder=holder, untimed=False)


def _given_up(state: MatchState, seat: int) -> MatchState:
    """Take a seat out of the running; a bot makes its moves."""
    check_still_in(state, seat)
    held = state.seats[seat - 1]
    stays = held.holder is not None and held.holder.is_bot
    out = 1 + sum(other.out > 0 for other in state.seats)
    now = state.with_seat(
        seat,
        out=out,
        holder=held.holder if stays else None,
        owed="" if stays else STAND_IN,
        untimed=True,
    )
    return _without_undo_request(now, seat)


def resign(event: Resigned, state: MatchState) -> MatchState:
    """Resign for a seat."""
    return _given_up(state, event.seat)


def run_out_of_time(event: TimeRanOut, state: MatchState) -> MatchState:
    """End the time of the seat whose clock expired."""
    clock = state.clock
    if clock.deadline is None or (event.seat, event.at) != (clock.running, clock.deadline):
        raise ClockRefused("table.no_time_out", seat=event.seat)
    stopped = replace(state, clock=clock.stop(clock.deadline))
    if state.header.time_out == FORFEIT:
        return _given_up(stopped, event.seat)
    level = state.header.time_out.removeprefix(BOT)
    now = stopped.with_seat(event.seat, holder=None, owed=level, untimed=True)
    return _without_undo_request(now, event.seat)


def pause_clock(event: ClockPaused, state: MatchState) -> MatchState:
    """Stop all clocks."""
    if not state.clock.timed:
        raise ClockRefused("table.no_clock")
    return replace(state, clock=state.clock.pause(state.last_at))


def resume_clock(event: ClockResumed, state: MatchState) -> MatchState:
    """Let the clock run again."""
    if not state.clock.paused:
        raise ClockRefused("table.not_paused")
    return replace(state, clock=state.clock.resume(state.last_at))
