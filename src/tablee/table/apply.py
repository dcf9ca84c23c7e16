"""What an event does to a match: checked first, so that nothing that cannot happen ever happens.

The events that a command decides, that come from a database, or that stand in a file somebody
sent: all go through `apply`, and there is no other way to change a match.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from tablee.kernel.actors import CHANCE
from tablee.position import check_seat

from . import fair
from .events import (
    EVENTS,
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
from .growing import Growing
from .header import BOT, FORFEIT
from .match_state import (
    STAND_IN,
    Ask,
    MatchState,
    Ply,
    Stage,
    Undoable,
    hidden_outcome,
    position_after,
)
from .refusals import (
    ChanceRefused,
    ClockRefused,
    NotNow,
    NotYourTurn,
    SeatRefused,
    UndoRefused,
    WrongEvent,
)

BEFORE_PLAY = (EntropyAdded, PlayBegan)
ALSO_BEFORE_PLAY = (SeatLeft, SeatTaken, BrokenOff)
NOT_WHILE_PAUSED = (Moved, ChanceCame, ClockPaused)


def apply(state: MatchState, event: Event) -> MatchState:
    """Where the match stands after an event; a refusal if that cannot happen now."""
    _check_stage(state, event)
    _check_time(state, event)
    seat = getattr(event, "seat", None)
    if seat is not None:
        check_seat(seat, len(state.seats))
    at = state.last_at if event.at is None else event.at
    numbered = replace(state, number=state.number + 1, last_at=at)
    return _with_clock_set(_HAPPENED[type(event)](event, numbered), at)


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


def check_playing(state: MatchState) -> None:
    """NotNow unless play has begun and is not over."""
    if state.stage == Stage.OPEN:
        raise NotNow("table.not_begun")
    if state.stage == Stage.OVER or state.decided:
        raise NotNow("table.over")


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
    """The clock of who is to act runs, and no other."""
    if not state.clock.timed:
        return state
    seat = state.to_act
    if seat > 0 and not state.seats[seat - 1].untimed:
        clock = state.clock.run(seat, state.decisions(seat) + 1, at)
    else:
        clock = state.clock.stop(at)
    return state if clock is state.clock else replace(state, clock=clock)


@singledispatch
def _happened(event: Event, state: MatchState) -> MatchState:
    raise AssertionError(f"{event!r} has no meaning")


# --- before play, and the end --------------------------------------------------------------------


@_happened.register
def _(event: EntropyAdded, state: MatchState) -> MatchState:
    holder = state.seats[event.seat - 1].holder
    if holder is None or holder.is_bot:  # bots belong to the table, which knows its secret
        raise ChanceRefused("table.entropy_of_bot", seat=event.seat)
    if event.seat in dict(state.entropy):
        raise ChanceRefused("table.entropy_twice", seat=event.seat)
    return replace(state, entropy=(*state.entropy, (event.seat, event.entropy)))


@_happened.register
def _(event: PlayBegan, state: MatchState) -> MatchState:
    return replace(state, stage=Stage.PLAYING)


@_happened.register
def _(event: BrokenOff, state: MatchState) -> MatchState:
    return replace(state, stage=Stage.OVER)


@_happened.register
def _(event: Ended, state: MatchState) -> MatchState:
    result = state.due_result()
    if result is None:
        raise NotNow("table.not_over")
    for name in ("winners", "scores", "ranks"):
        expected, found = getattr(result, name), getattr(event, name)
        if found != expected:
            raise WrongEvent("table.wrong_result", field=name, expected=expected, found=found)
    return replace(state, stage=Stage.OVER, result=result)


@_happened.register
def _(event: SecretShown, state: MatchState) -> MatchState:
    found = fair.commitment(bytes.fromhex(event.secret))
    if found != state.header.commitment:
        raise ChanceRefused("table.secret_misfit", expected=state.header.commitment, found=found)
    return replace(state, secret_shown=True)


# --- moves and outcomes --------------------------------------------------------------------------


def _played(state: MatchState, ply: Ply, **changes: Any) -> MatchState:
    """A move or an outcome more: questions asked before it are void."""
    position = state.position.after_code(ply.code)
    line = state.line.plus(ply)
    return replace(state, position=position, line=line, ask=None, declined=frozenset(), **changes)


def _code(state: MatchState, text: str) -> int:
    code = state.position.read(text)
    words = state.position.game.notation.NOTATION.text(code)
    if words != text:
        raise WrongEvent("table.not_as_written", expected=words, found=repr(text))
    return code


def check_turn(state: MatchState, seat: int) -> None:
    """A refusal unless the seat may move now.

    Asked before the move is even read: a refusal of the rules lists what is possible, and that is
    for the seat to act alone to know.
    """
    check_seat(seat, len(state.seats))
    check_playing(state)
    to_act = state.to_act
    if seat != to_act:
        if to_act == CHANCE:
            raise NotYourTurn("table.chance_first")
        raise NotYourTurn("table.not_your_turn", seat=seat, to_act=to_act)
    if state.seats[seat - 1].holder is None:
        raise SeatRefused("table.nobody_there", seat=seat)


@_happened.register
def _(event: Moved, state: MatchState) -> MatchState:
    check_turn(state, event.seat)
    decision = state.decisions(event.seat) + 1
    ply = Ply(state.number, event.seat, _code(state, event.move), decision)
    run = [move for move in state.run if move.ply.seat == event.seat]
    after = _played(state, ply, run=(*run, Undoable(ply, state.position)))
    if event.at is None or not state.clock.timed:
        return after
    clock = state.clock.stop(event.at)
    if not state.seats[event.seat - 1].untimed:  # who plays on for a seat earns it no time
        clock = clock.decided(event.seat, decision)
    return replace(after, clock=clock)


@_happened.register
def _(event: ChanceCame, state: MatchState) -> MatchState:
    if state.to_act != CHANCE:
        raise ChanceRefused("table.no_chance_now")
    ply = Ply(state.number, CHANCE, _code(state, event.outcome))
    veil = hidden_outcome(state.position, state.number)
    hidden = state.hidden.plus(veil) if veil else state.hidden
    return _played(state, ply, run=(), hidden=hidden, outcomes=state.outcomes + 1)


# --- taking back ---------------------------------------------------------------------------------


def why_not_free(state: MatchState, seat: int, event: int) -> UndoRefused | None:
    """Why a seat may not take back its move of that number without asking; None if it may."""
    check_playing(state)
    _own_ply(state, seat, event)
    if state.header.undo != "free":
        return UndoRefused("table.undo_consent")
    steps = [move for move in state.run if move.ply.number >= event]
    if not steps or steps[0].ply.number != event or steps[0].ply.seat != seat:
        return UndoRefused("table.undo_since")
    for move in reversed(steps):
        if move.informs:
            return UndoRefused("table.undo_informs", event=move.ply.number)
    return None


def _check_still_in(state: MatchState, seat: int) -> None:
    if state.seats[seat - 1].out:
        raise SeatRefused("table.seat_out", seat=seat)


def _own_ply(state: MatchState, seat: int, event: int) -> int:
    """The place in the line of a move that a seat wants to take back."""
    _check_still_in(state, seat)
    if state.seats[seat - 1].holder is None:
        raise SeatRefused("table.nobody_there", seat=seat)
    if state.header.undo == "never":
        raise UndoRefused("table.undo_never")
    for place in reversed(range(len(state.line))):
        ply = state.line[place]
        if ply.number == event and ply.seat == seat:
            return place
    raise UndoRefused("table.undo_not_yours", seat=seat, event=event)


@_happened.register
def _(event: TakenBack, state: MatchState) -> MatchState:
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
    line = Growing(state.line[:place])
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


@_happened.register
def _(event: UndoAsked, state: MatchState) -> MatchState:
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


@_happened.register
def _(event: UndoAgreed, state: MatchState) -> MatchState:
    return replace(state, ask=_answered(state, event.seat))


@_happened.register
def _(event: UndoDeclined, state: MatchState) -> MatchState:
    ask = _answered(state, event.seat)
    return replace(state, ask=None, declined=state.declined | {ask.seat})


@_happened.register
def _(event: HintTaken, state: MatchState) -> MatchState:
    if not state.header.hints:
        raise SeatRefused("table.no_hints")
    if state.to_act != event.seat:
        raise NotYourTurn("table.no_hint_now", seat=event.seat)
    return state


# --- seats ---------------------------------------------------------------------------------------


def _without_say(state: MatchState, seat: int) -> MatchState:
    """Who has gone asks for nothing and is not waited for."""
    ask = state.ask
    if ask is None:
        return state
    waiting = ask.waiting - {seat}
    return replace(state, ask=None if ask.seat == seat else replace(ask, waiting=waiting))


@_happened.register
def _(event: SeatLeft, state: MatchState) -> MatchState:
    holder = state.seats[event.seat - 1].holder
    if holder is None:
        raise SeatRefused("table.nobody_there", seat=event.seat)
    if holder.is_bot:
        raise SeatRefused("table.bot_there", seat=event.seat)
    return _without_say(state.with_seat(event.seat, holder=None), event.seat)


@_happened.register
def _(event: SeatTaken, state: MatchState) -> MatchState:
    seat, holder = state.seats[event.seat - 1], event.holder
    if seat.owed:
        if holder.kind != f"{BOT}{seat.owed}":
            raise SeatRefused("table.seat_owed", seat=event.seat, level=seat.owed)
        return state.with_seat(event.seat, holder=holder, owed="")
    _check_still_in(state, event.seat)
    if seat.owner.is_bot:
        raise SeatRefused("table.seat_of_bot", seat=event.seat)
    if holder.is_bot:
        return _without_say(state.with_seat(event.seat, holder=holder), event.seat)
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
    """The seat can no longer win; a bot makes its moves."""
    _check_still_in(state, seat)
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
    return _without_say(now, seat)


@_happened.register
def _(event: Resigned, state: MatchState) -> MatchState:
    return _given_up(state, event.seat)


# --- the clock -----------------------------------------------------------------------------------


@_happened.register
def _(event: TimeRanOut, state: MatchState) -> MatchState:
    clock = state.clock
    if clock.deadline is None or (event.seat, event.at) != (clock.running, clock.deadline):
        raise ClockRefused("table.no_time_out", seat=event.seat)
    stopped = replace(state, clock=clock.stop(clock.deadline))
    if state.header.time_out == FORFEIT:
        return _given_up(stopped, event.seat)
    level = state.header.time_out.removeprefix(BOT)
    now = stopped.with_seat(event.seat, holder=None, owed=level, untimed=True)
    return _without_say(now, event.seat)


@_happened.register
def _(event: ClockPaused, state: MatchState) -> MatchState:
    if not state.clock.timed:
        raise ClockRefused("table.no_clock")
    return replace(state, clock=state.clock.pause(state.last_at))


@_happened.register
def _(event: ClockResumed, state: MatchState) -> MatchState:
    if not state.clock.paused:
        raise ClockRefused("table.not_paused")
    return replace(state, clock=state.clock.resume(state.last_at))


_HAPPENED = {kind: _happened.dispatch(kind) for kind in EVENTS}  # `_happened` asks anew each time
