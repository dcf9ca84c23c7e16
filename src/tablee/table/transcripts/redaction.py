"""Redact a transcript for a seat or a spectator while the match goes on.

Outcomes that are hidden from the viewer are blanked, in the header of a branch too. There are no
digits of the hash chain: a card of three values would soon be guessed from them. They are not
needed either. What is hidden follows from the secret, which the commitment in the header fixes; the
rest the viewer has seen already. When the match is over, the whole transcript is public.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.kernel.actors import CHANCE

from ..events import ChanceCame, Event
from ..header import Header
from ..match_state import Hidden, hidden_outcome


@dataclass(frozen=True)
class Seen:
    """Events, with their numbers, as one viewer may see them."""

    events: tuple[tuple[int, Event], ...]

    def text(self) -> str:
        """Return one line for each event."""
        return "".join(f"{event.body(number)}\n" for number, event in self.events)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the events as plain data for JSON."""
        return [{"number": number, **event.to_json()} for number, event in self.events]


def header_seen(header: Header, viewer: int) -> dict[str, Any]:
    """Return the header as plain data with hidden outcomes blanked; viewer 0 is a spectator."""
    given = []
    for position, text in header.given_plies():
        veil = hidden_outcome(position, 0) if position.to_act == CHANCE else None
        given.append(veil.veil if veil and veil.viewers >> viewer & 1 else text)
    return {**header.to_json(), "given": given}


def events_seen(
    events: Sequence[tuple[int, Event]], hidden: Sequence[Hidden], viewer: int
) -> tuple[tuple[int, Event], ...]:
    """Return numbered events with hidden outcomes blanked; viewer 0 is a spectator."""
    veils = {veil.number: veil for veil in hidden}
    return tuple((number, _veiled(event, veils.get(number), viewer)) for number, event in events)


def event_seen(number: int, event: Event, hidden: Sequence[Hidden], viewer: int) -> Event:
    """Return one event likewise."""
    for veil in reversed(hidden):  # usually it is one of the latest
        if veil.number <= number:
            return _veiled(event, veil if veil.number == number else None, viewer)
    return event


def _veiled(event: Event, veil: Hidden | None, viewer: int) -> Event:
    if veil is None or not veil.viewers >> viewer & 1:
        return event
    return ChanceCame(veil.veil, at=event.at)
