"""Find the event that follows automatically, without a decision of a player."""

from __future__ import annotations

from tablee.table.events import Ended, Event, SeatTaken, SecretShown, TakenBack
from tablee.table.header import Holder
from tablee.table.match_state import MatchState, Stage


def automatic_event(state: MatchState, secret: bytes | None, at: int | None) -> Event | None:
    """Return the next event that follows automatically, if any."""
    if state.stage == Stage.OVER:
        if state.secret_shown or secret is None:
            return None
        return SecretShown(secret.hex(), at=at)
    if state.stage == Stage.OPEN:
        return None
    result = state.due_result()
    if result is not None:
        return Ended(result.winners, result.scores, result.ranks, at=at)
    for seat, held in enumerate(state.seats, 1):
        if held.owed:
            return SeatTaken(seat, Holder.bot(held.owed), at=at)
    if state.ask is not None and not state.ask.waiting:
        return TakenBack(state.ask.seat, state.ask.event, at=at)
    return None
