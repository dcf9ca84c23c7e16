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
from .header import BOT, FORFEIT
from .refusals import (
    ChanceRefused,
    ClockRefused,
    NotNow,
    NotYourTurn,
    SeatRefused,
    UndoRefused,
    WrongEvent,
)
from .standing import (
    STAND_IN,
    Ask,
    Ply,
    Stage,
    Standing,
    Step,
    hidden_outcome,
    position_after,
)
from .values import Growing

BEFORE_PLAY = (EntropyAdded, PlayBegan)
ALSO_BEFORE_PLAY = (SeatLeft, SeatTaken, BrokenOff)
NOT_WHILE_PAUSED = (Moved, ChanceCame, ClockPaused)


def apply(standing: Standing, event: Event) -> Standing:
    """Where the match stands after an event; a refusal if that cannot happen now."""
    _check_stage(standing, event)
    _check_time(standing, event)
    seat = getattr(event, "seat", None)
    if seat is not None:
        check_seat(seat, len(standing.seats))
    at = standing.last_at if event.at is None else event.at
    numbered = replace(standing, number=standing.number + 1, last_at=at)
    return _with_clock_set(_HAPPENED[type(event)](event, numbered), at)


def _check_stage(standing: Standing, event: Event) -> None:
    if standing.stage == Stage.OVER:
        if not isinstance(event, SecretShown) or standing.secret_shown:
            raise NotNow("table.over")
    elif isinstance(event, SecretShown):
        raise NotNow("table.not_over")
    elif standing.stage == Stage.OPEN:
        if not isinstance(event, BEFORE_PLAY + ALSO_BEFORE_PLAY):
            raise NotNow("table.not_begun")
    elif isinstance(event, BEFORE_PLAY):
        raise NotNow("table.begun")
    elif standing.decided and not isinstance(event, Ended):
        raise NotNow("table.over")
    if standing.clock.paused and isinstance(event, NOT_WHILE_PAUSED):
        raise NotNow("table.paused")


def check_playing(standing: Standing) -> None:
    """NotNow unless play has begun and is not over."""
    if standing.stage == Stage.OPEN:
        raise NotNow("table.not_begun")
    if standing.stage == Stage.OVER or standing.decided:
        raise NotNow("table.over")


def _check_time(standing: Standing, event: Event) -> None:
    if event.at is None:
        if standing.clock.timed:
            raise ClockRefused("table.time_missing")
        return
    if event.at < standing.last_at:
        raise ClockRefused("table.time_backwards", at=event.at, last=standing.last_at)
    deadline = standing.clock.deadline
    if deadline is not None and event.at >= deadline and not isinstance(event, TimeRanOut):
        raise ClockRefused("table.time_up", seat=standing.clock.running, deadline=deadline)


def _with_clock_set(standing: Standing, at: int) -> Standing:
    """The clock of who is to act runs, and no other."""
    if not standing.clock.timed:
        return standing
    seat = standing.to_act
    if seat > 0 and not standing.seats[seat - 1].untimed:
        clock = standing.clock.run(seat, standing.decisions(seat) + 1, at)
    else:
        clock = standing.clock.stop(at)
    return standing if clock is standing.clock else replace(standing, clock=clock)


@singledispatch
def _happened(event: Event, standing: Standing) -> Standing:
    raise AssertionError(f"{event!r} has no meaning")


# --- before play, and the end --------------------------------------------------------------------


@_happened.register
def _(event: EntropyAdded, standing: Standing) -> Standing:
    holder = standing.seats[event.seat - 1].holder
    if holder is None or holder.is_bot:  # bots belong to the table, which knows its secret
        raise ChanceRefused("table.entropy_of_bot", seat=event.seat)
    if event.seat in dict(standing.entropy):
        raise ChanceRefused("table.entropy_twice", seat=event.seat)
    return replace(standing, entropy=(*standing.entropy, (event.seat, event.entropy)))


@_happened.register
def _(event: PlayBegan, standing: Standing) -> Standing:
    return replace(standing, stage=Stage.PLAYING)


@_happened.register
def _(event: BrokenOff, standing: Standing) -> Standing:
    return replace(standing, stage=Stage.OVER)


@_happened.register
def _(event: Ended, standing: Standing) -> Standing:
    result = standing.due_result()
    if result is None:
        raise NotNow("table.not_over")
    for name in ("winners", "scores", "ranks"):
        expected, found = getattr(result, name), getattr(event, name)
        if found != expected:
            raise WrongEvent("table.wrong_result", field=name, expected=expected, found=found)
    return replace(standing, stage=Stage.OVER, result=result)


@_happened.register
def _(event: SecretShown, standing: Standing) -> Standing:
    found = fair.commitment(bytes.fromhex(event.secret))
    if found != standing.header.commitment:
        raise ChanceRefused("table.secret_misfit", expected=standing.header.commitment, found=found)
    return replace(standing, secret_shown=True)


# --- moves and outcomes --------------------------------------------------------------------------


def _played(standing: Standing, ply: Ply, **changes: Any) -> Standing:
    """A move or an outcome more: questions asked before it are void."""
    position = standing.position.after_code(ply.code)
    line = standing.line.plus(ply)
    return replace(
        standing, position=position, line=line, ask=None, declined=frozenset(), **changes
    )


def _code(standing: Standing, text: str) -> int:
    code = standing.position.read(text)
    words = standing.position.game.notation.NOTATION.text(code)
    if words != text:
        raise WrongEvent("table.not_as_written", expected=words, found=repr(text))
    return code


def check_turn(standing: Standing, seat: int) -> None:
    """A refusal unless the seat may move now.

    Asked before the move is even read: a refusal of the rules lists what is possible, and that is
    for the seat to act alone to know.
    """
    check_seat(seat, len(standing.seats))
    check_playing(standing)
    to_act = standing.to_act
    if seat != to_act:
        if to_act == CHANCE:
            raise NotYourTurn("table.chance_first")
        raise NotYourTurn("table.not_your_turn", seat=seat, to_act=to_act)
    if standing.seats[seat - 1].holder is None:
        raise SeatRefused("table.nobody_there", seat=seat)


@_happened.register
def _(event: Moved, standing: Standing) -> Standing:
    check_turn(standing, event.seat)
    decision = standing.decisions(event.seat) + 1
    ply = Ply(standing.number, event.seat, _code(standing, event.move), decision)
    run = [step for step in standing.run if step.ply.seat == event.seat]
    after = _played(standing, ply, run=(*run, Step(ply, standing.position)))
    if event.at is None or not standing.clock.timed:
        return after
    clock = standing.clock.stop(event.at)
    if not standing.seats[event.seat - 1].untimed:  # who plays on for a seat earns it no time
        clock = clock.decided(event.seat, decision)
    return replace(after, clock=clock)


@_happened.register
def _(event: ChanceCame, standing: Standing) -> Standing:
    if standing.to_act != CHANCE:
        raise ChanceRefused("table.no_chance_now")
    ply = Ply(standing.number, CHANCE, _code(standing, event.outcome))
    veil = hidden_outcome(standing.position, standing.number)
    hidden = standing.hidden.plus(veil) if veil else standing.hidden
    return _played(standing, ply, run=(), hidden=hidden, outcomes=standing.outcomes + 1)


# --- taking back ---------------------------------------------------------------------------------


def why_not_free(standing: Standing, seat: int, event: int) -> UndoRefused | None:
    """Why a seat may not take back its move of that number without asking; None if it may."""
    check_playing(standing)
    _own_ply(standing, seat, event)
    if standing.header.undo != "free":
        return UndoRefused("table.undo_consent")
    steps = [step for step in standing.run if step.ply.number >= event]
    if not steps or steps[0].ply.number != event or steps[0].ply.seat != seat:
        return UndoRefused("table.undo_since")
    for step in reversed(steps):
        if step.informs:
            return UndoRefused("table.undo_informs", event=step.ply.number)
    return None


def _check_still_in(standing: Standing, seat: int) -> None:
    if standing.seats[seat - 1].out:
        raise SeatRefused("table.seat_out", seat=seat)


def _own_ply(standing: Standing, seat: int, event: int) -> int:
    """The place in the line of a move that a seat wants to take back."""
    _check_still_in(standing, seat)
    if standing.seats[seat - 1].holder is None:
        raise SeatRefused("table.nobody_there", seat=seat)
    if standing.header.undo == "never":
        raise UndoRefused("table.undo_never")
    for place in reversed(range(len(standing.line))):
        ply = standing.line[place]
        if ply.number == event and ply.seat == seat:
            return place
    raise UndoRefused("table.undo_not_yours", seat=seat, event=event)


@_happened.register
def _(event: TakenBack, standing: Standing) -> Standing:
    place = _own_ply(standing, event.seat, event.event)
    ask, clock = standing.ask, standing.clock
    if ask == Ask(event.seat, event.event, frozenset()):
        clock = clock.stop(standing.last_at)
    else:
        refusal = why_not_free(standing, event.seat, event.event)
        if refusal is not None:
            raise refusal
        clock = clock.as_if_not_pressed(event.seat, standing.last_at)
        if clock.timed and clock.left(event.seat, standing.last_at) <= 0:
            raise UndoRefused("table.undo_no_time", seat=event.seat)
    line = Growing(standing.line[:place])
    known = [step.before for step in standing.run if step.ply.number == event.event]
    return replace(
        standing,
        position=known[0] if known else position_after(standing.header.start, line),
        line=line,
        run=tuple(step for step in standing.run if step.ply.number < event.event),
        ask=None,
        declined=frozenset(),
        clock=clock,
    )


@_happened.register
def _(event: UndoAsked, standing: Standing) -> Standing:
    _own_ply(standing, event.seat, event.event)
    if standing.ask is not None:
        raise UndoRefused("table.ask_pending", seat=standing.ask.seat)
    if event.seat in standing.declined:
        raise UndoRefused("table.ask_again", seat=event.seat)
    waiting = frozenset(
        seat
        for seat, state in enumerate(standing.seats, 1)
        if seat != event.seat and state.holder is not None and not state.holder.is_bot
    )
    return replace(standing, ask=Ask(event.seat, event.event, waiting))


def _answered(standing: Standing, seat: int) -> Ask:
    if standing.ask is None or seat not in standing.ask.waiting:
        raise UndoRefused("table.not_asked", seat=seat)
    return replace(standing.ask, waiting=standing.ask.waiting - {seat})


@_happened.register
def _(event: UndoAgreed, standing: Standing) -> Standing:
    return replace(standing, ask=_answered(standing, event.seat))


@_happened.register
def _(event: UndoDeclined, standing: Standing) -> Standing:
    ask = _answered(standing, event.seat)
    return replace(standing, ask=None, declined=standing.declined | {ask.seat})


@_happened.register
def _(event: HintTaken, standing: Standing) -> Standing:
    if not standing.header.hints:
        raise SeatRefused("table.no_hints")
    if standing.to_act != event.seat:
        raise NotYourTurn("table.no_hint_now", seat=event.seat)
    return standing


# --- seats ---------------------------------------------------------------------------------------


def _without_say(standing: Standing, seat: int) -> Standing:
    """Who has gone asks for nothing and is not waited for."""
    ask = standing.ask
    if ask is None:
        return standing
    waiting = ask.waiting - {seat}
    return replace(standing, ask=None if ask.seat == seat else replace(ask, waiting=waiting))


@_happened.register
def _(event: SeatLeft, standing: Standing) -> Standing:
    holder = standing.seats[event.seat - 1].holder
    if holder is None:
        raise SeatRefused("table.nobody_there", seat=event.seat)
    if holder.is_bot:
        raise SeatRefused("table.bot_there", seat=event.seat)
    return _without_say(standing.with_seat(event.seat, holder=None), event.seat)


@_happened.register
def _(event: SeatTaken, standing: Standing) -> Standing:
    seat, holder = standing.seats[event.seat - 1], event.holder
    if seat.owed:
        if holder.kind != f"{BOT}{seat.owed}":
            raise SeatRefused("table.seat_owed", seat=event.seat, level=seat.owed)
        return standing.with_seat(event.seat, holder=holder, owed="")
    _check_still_in(standing, event.seat)
    if seat.owner.is_bot:
        raise SeatRefused("table.seat_of_bot", seat=event.seat)
    if holder.is_bot:
        return _without_say(standing.with_seat(event.seat, holder=holder), event.seat)
    if seat.holder is not None and not seat.holder.is_bot:
        raise SeatRefused("table.seat_held", seat=event.seat)
    if seat.untimed:
        if standing.header.clock.kind == "fischer":
            raise ClockRefused("table.no_time_left", seat=event.seat)
        if standing.to_act == event.seat:
            raise SeatRefused("table.bot_moves_first", seat=event.seat)
        standing = replace(standing, clock=standing.clock.renewed(event.seat))
    return standing.with_seat(event.seat, owner=holder, holder=holder, untimed=False)


def _given_up(standing: Standing, seat: int) -> Standing:
    """The seat can no longer win; a bot makes its moves."""
    _check_still_in(standing, seat)
    state = standing.seats[seat - 1]
    stays = state.holder is not None and state.holder.is_bot
    out = 1 + sum(other.out > 0 for other in standing.seats)
    now = standing.with_seat(
        seat,
        out=out,
        holder=state.holder if stays else None,
        owed="" if stays else STAND_IN,
        untimed=True,
    )
    return _without_say(now, seat)


@_happened.register
def _(event: Resigned, standing: Standing) -> Standing:
    return _given_up(standing, event.seat)


# --- the clock -----------------------------------------------------------------------------------


@_happened.register
def _(event: TimeRanOut, standing: Standing) -> Standing:
    clock = standing.clock
    if clock.deadline is None or (event.seat, event.at) != (clock.running, clock.deadline):
        raise ClockRefused("table.no_time_out", seat=event.seat)
    stopped = replace(standing, clock=clock.stop(clock.deadline))
    if standing.header.time_out == FORFEIT:
        return _given_up(stopped, event.seat)
    level = standing.header.time_out.removeprefix(BOT)
    now = stopped.with_seat(event.seat, holder=None, owed=level, untimed=True)
    return _without_say(now, event.seat)


@_happened.register
def _(event: ClockPaused, standing: Standing) -> Standing:
    if not standing.clock.timed:
        raise ClockRefused("table.no_clock")
    return replace(standing, clock=standing.clock.pause(standing.last_at))


@_happened.register
def _(event: ClockResumed, standing: Standing) -> Standing:
    if not standing.clock.paused:
        raise ClockRefused("table.not_paused")
    return replace(standing, clock=standing.clock.resume(standing.last_at))


_HAPPENED = {kind: _happened.dispatch(kind) for kind in EVENTS}  # `_happened` asks anew each time
