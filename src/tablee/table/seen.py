"""What a seat or a spectator may see of a transcript while the match goes on.

Outcomes that are hidden from the viewer are blanked, in the header of a branch too. There are no
digits of the hash chain: a card of three values would soon be guessed from them. They are not
needed either. What is hidden follows from the secret, which the commitment in the header fixes; the
rest the viewer has seen himself. When the match is over, everybody may have the whole transcript.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.kernel.actors import CHANCE

from .events import ChanceCame, Event
from .header import Header
from .standing import Hidden, hidden_outcome


@dataclass(frozen=True)
class Seen:
    """Events, with their numbers, as one viewer may see them."""

    events: tuple[tuple[int, Event], ...]

    def text(self) -> str:
        """One line for each event."""
        return "".join(f"{event.body(number)}\n" for number, event in self.events)

    def to_json(self) -> list[dict[str, Any]]:
        """The events as what JSON can hold."""
        return [{"number": number, **event.to_json()} for number, event in self.events]


def header_seen(header: Header, viewer: int) -> dict[str, Any]:
    """The header as `to_json` writes it, with hidden outcomes blanked; viewer 0 is a spectator."""
    given = []
    for position, text in header.given_plies():
        veil = hidden_outcome(position, 0) if position.to_act == CHANCE else None
        given.append(veil.veil if veil and veil.viewers >> viewer & 1 else text)
    return {**header.to_json(), "given": given}


def events_seen(
    events: Sequence[tuple[int, Event]], hidden: Sequence[Hidden], viewer: int
) -> tuple[tuple[int, Event], ...]:
    """Numbered events, with the outcomes blanked that are hidden; viewer 0 is a spectator."""
    first = events[0][0] if events else 0
    veils = {}
    for veil in reversed(hidden):
        if veil.number < first:
            break
        if veil.viewers >> viewer & 1:
            veils[veil.number] = veil.veil
    return tuple(
        (number, ChanceCame(veils[number], at=event.at) if number in veils else event)
        for number, event in events
    )
