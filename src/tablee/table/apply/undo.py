"""Apply undos and hints."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.table.events import HintTaken, TakenBack, UndoAgreed, UndoAsked, UndoDeclined
from tablee.table.match_state import Ask, MatchState, position_after
from tablee.table.persistent_list import PersistentList
from tablee.table.refusals import NotYourTurn, SeatRefused, UndoRefused

from .moves import check_playing


def why_not_free(state: MatchState, seat: int, event: int) -> UndoRefused | None:
    """Return why a seat can't undo its move with that number without asking; None if it can."""
    check_playing(state)
    _own_ply(state, seat, event)
    if state.header.undo != "free":
        return UndoRefused("table.undo_consent")
    steps = [move for move in state.run if move.ply.number >= event]
    if not steps or steps[0].ply.number != event or steps[0].ply.seat != seat:
        return UndoRefused("table.undo_since")
    for move in reversed(steps):
        if move.reveals:
            return UndoRefused("table.undo_informs", event=move.ply.number)
    return None


def check_still_in(state: MatchState, seat: int) -> None:
    if state.seats[seat - 1].out:
        raise SeatRefused("table.seat_out", seat=seat)


def _own_ply(state: MatchState, seat: int, event: int) -> int:
    """Return the index of a move that a seat wants to undo."""
    check_still_in(state, seat)
    if state.seats[seat - 1].holder is None:
        raise SeatRefused("table.nobody_there", seat=seat)
    if state.header.undo == "never":
        raise UndoRefused("table.undo_never")
    for place in reversed(range(len(state.line))):
        ply = state.line[place]
        if ply.number == event and ply.seat == seat:
            return place
    raise UndoRefused("table.undo_not_yours", seat=seat, event=event)


def take_back(event: TakenBack, state: MatchState) -> MatchState:
    """Undo a move and everything since."""
    place = _own_ply(state, event.seat, event.event)
    ask, clock = state.ask, state.clock
    if ask == Ask(event.seat, event.event, frozenset()):
        clock = clock.stop(state.last_at)
    else:
        refusal = why_not_free(state, event.seat, event.event)
        if refusal is not None:
            raise refusal
        clock = clock.as_if_not_pressed(event.seat, state.last_at)
        if clock.timed and clock.left(event.seat, state.last_at) <= 0:
            raise UndoRefused("table.undo_no_time", seat=event.seat)
    line = PersistentList(state.line[:place])
    known = [move.before for move in state.run if move.ply.number == event.event]
    return replace(
        state,
        position=known[0] if known else position_after(state.header.start, line),
        line=line,
        run=tuple(move for move in state.run if move.ply.number < event.event),
        ask=None,
        declined=frozenset(),
        clock=clock,
    )


def ask_undo(event: UndoAsked, state: MatchState) -> MatchState:
    """Ask the other players for an undo."""
    _own_ply(state, event.seat, event.event)
    if state.ask is not None:
        raise UndoRefused("table.ask_pending", seat=state.ask.seat)
    if event.seat in state.declined:
        raise UndoRefused("table.ask_again", seat=event.seat)
    waiting = frozenset(
        seat
        for seat, held in enumerate(state.seats, 1)
        if seat != event.seat and held.holder is not None and not held.holder.is_bot
    )
    return replace(state, ask=Ask(event.seat, event.event, waiting))


def _answered(state: MatchState, seat: int) -> Ask:
    if state.ask is None or seat not in state.ask.waiting:
        raise UndoRefused("table.not_asked", seat=seat)
    return replace(state.ask, waiting=state.ask.waiting - {seat})


def agree(event: UndoAgreed, state: MatchState) -> MatchState:
    """Agree to an undo."""
    return replace(state, ask=_answered(state, event.seat))


def decline(event: UndoDeclined, state: MatchState) -> MatchState:
    """Decline an undo."""
    ask = _answered(state, event.seat)
    return replace(state, ask=None, declined=state.declined | {ask.seat})


def take_hint(event: HintTaken, state: MatchState) -> MatchState:
    """Record that a seat asked for a hint."""
    if not state.header.hints:
        raise SeatRefused("table.no_hints")
    if state.to_act != event.seat:
        raise NotYourTurn("table.no_hint_now", seat=event.seat)
    return state
