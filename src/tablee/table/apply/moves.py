"""Apply events before play, moves, outcomes, and the end of a match."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.actors import CHANCE
from tablee.table import fair
from tablee.table.events import (
    BrokenOff,
    ChanceCame,
    Ended,
    EntropyAdded,
    Moved,
    PlayBegan,
    SecretShown,
)
from tablee.table.match_state import MatchState, Ply, Stage, Undoable, hidden_outcome
from tablee.table.refusals import ChanceRefused, NotNow, NotYourTurn, SeatRefused, WrongEvent
from tablee.view import check_seat


def check_playing(state: MatchState) -> None:
    """Raise NotNow unless the match has begun and isn't over."""
    if state.stage == Stage.OPEN:
        raise NotNow("table.not_begun")
    if state.stage == Stage.OVER or state.decided:
        raise NotNow("table.over")


def add_entropy(event: EntropyAdded, state: MatchState) -> MatchState:
    """Add the entropy of a seat, once."""
    holder = state.seats[event.seat - 1].holder
    if holder is None or holder.is_bot:  # bots belong to the table, which knows its secret
        raise ChanceRefused("table.entropy_of_bot", seat=event.seat)
    if event.seat in dict(state.entropy):
        raise ChanceRefused("table.entropy_twice", seat=event.seat)
    return replace(state, entropy=(*state.entropy, (event.seat, event.entropy)))


def begin_play(event: PlayBegan, state: MatchState) -> MatchState:
    """Begin the match."""
    return replace(state, stage=Stage.PLAYING)


def break_off(event: BrokenOff, state: MatchState) -> MatchState:
    """End the match without a result."""
    return replace(state, stage=Stage.OVER)


def end(event: Ended, state: MatchState) -> MatchState:
    """End the match with the result that its state gives."""
    result = state.due_result()
    if result is None:
        raise NotNow("table.not_over")
    for name in ("winners", "scores", "ranks"):
        expected, found = getattr(result, name), getattr(event, name)
        if found != expected:
            raise WrongEvent("table.wrong_result", field=name, expected=expected, found=found)
    return replace(state, stage=Stage.OVER, result=result)


def show_secret(event: SecretShown, state: MatchState) -> MatchState:
    """Reveal the secret, if it is the one committed to."""
    found = fair.commitment(bytes.fromhex(event.secret))
    if found != state.header.commitment:
        raise ChanceRefused("table.secret_misfit", expected=state.header.commitment, found=found)
    return replace(state, secret_shown=True)


def _played(state: MatchState, ply: Ply, **changes: Any) -> MatchState:
    """Add a move or an outcome; a pending undo request is void."""
    position = state.position.after_code(ply.code)
    line = state.line.plus(ply)
    return replace(state, position=position, line=line, ask=None, declined=frozenset(), **changes)


def _read(state: MatchState, text: str) -> int:
    code = state.position.read(text)
    words = state.position.game.notation.NOTATION.text(code)
    if words != text:
        raise WrongEvent("table.not_as_written", expected=words, found=repr(text))
    return code


def check_turn(state: MatchState, seat: int) -> None:
    """Refuse unless the seat may move now.

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


def play_move(event: Moved, state: MatchState, code: int | None) -> MatchState:
    """Play a move, by its code if that is known."""
    check_turn(state, event.seat)
    decision = state.decisions(event.seat) + 1
    if code is None:
        code = _read(state, event.move)
    ply = Ply(state.number, event.seat, code, decision)
    run = [move for move in state.run if move.ply.seat == event.seat]
    after = _played(state, ply, run=(*run, Undoable(ply, state.position)))
    if event.at is None or not state.clock.timed:
        return after
    clock = state.clock.stop(event.at)
    if not state.seats[event.seat - 1].untimed:  # a bot earns no time for a seat that lost on time
        clock = clock.decided(event.seat, decision)
    return replace(after, clock=clock)


def draw_outcome(event: ChanceCame, state: MatchState, code: int | None) -> MatchState:
    """Apply an outcome of chance, by its code if that is known."""
    if state.to_act != CHANCE:
        raise ChanceRefused("table.no_chance_now")
    if code is None:
        code = _read(state, event.outcome)
    ply = Ply(state.number, CHANCE, code)
    veil = hidden_outcome(state.position, state.number)
    hidden = state.hidden.plus(veil) if veil else state.hidden
    return _played(state, ply, run=(), hidden=hidden, outcomes=state.outcomes + 1)
