"""The log of a table: one entry for each command that was accepted, with all that followed from it.

Entries are numbered from 1 without gaps. An entry never changes (but see `forgetting`); the room is
what they add up to.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablee.server.wire import Channel, Settings
from tablee.table.events import AnyEvent

ERASED = "…"  # what stands where something was blotted out


class Identity(Struct, frozen=True):
    """Somebody at the server: an opaque id, and how he is called."""

    id: str
    name: str
    avatar: str = ""


class Holding(Struct, frozen=True, omit_defaults=True):
    """Who holds a seat before play begins: a person, a bot of some level, or nobody."""

    person: str | None = None
    name: str = ""
    avatar: str = ""
    level: str | None = None
    entropy: str | None = None

    @property
    def free(self) -> bool:
        return self.person is None and self.level is None

    def without(self, person: str) -> Holding:
        """The same without the name and the picture of somebody, if it is his."""
        return replace(self, name=ERASED, avatar="") if self.person == person else self


FREE = Holding()


def nameless(settings: Settings) -> Settings:
    """Without the names of those around one screen."""
    return replace(settings, names=[ERASED for _ in settings.names])


class Payload(Struct, frozen=True, omit_defaults=True, tag_field="what"):
    """What an entry says."""


class Opened(Payload, frozen=True, tag="opened"):
    """The table is there, and committed to its secret; a branch brings the header of its match."""

    settings: Settings
    host: Identity
    secret: str
    holdings: list[Holding]
    branch: dict[str, Any] | None = None


class SeatChanged(Payload, frozen=True, tag="seat"):
    """Somebody else, or nobody, holds a seat."""

    seat: int
    holding: Holding


class Begun(Payload, frozen=True, tag="begun"):
    """Play begins: the header of the match, and its first events."""

    header: dict[str, Any]
    events: list[AnyEvent]


class Played(Payload, frozen=True, tag="played"):
    """Events of the match: a command, what chance brought, and what followed by itself."""

    events: list[AnyEvent]


class Spoke(Payload, frozen=True, tag="spoke"):
    """Somebody said something."""

    who: Identity
    seat: int | None
    channel: Channel
    phrase: str | None = None
    text: str | None = None


class Wanted(Payload, frozen=True, tag="wanted"):
    """Somebody wants to play again."""

    person: str


class Remade(Payload, frozen=True, tag="remade"):
    """The table at which they play again."""

    table: str


class Closed(Payload, frozen=True, tag="closed"):
    """The table is given up before play began."""


class Forgotten(Payload, frozen=True, tag="forgotten"):
    """Somebody who did not play here is called by name no more."""

    person: str


class Entry(Struct, frozen=True):
    """An entry: its number, when, and what."""

    seq: int
    at: int
    command: str
    what: Opened | SeatChanged | Begun | Played | Spoke | Wanted | Remade | Closed | Forgotten

    def body(self) -> bytes:
        """What the store keeps beside number, time and command."""
        return _ENCODER.encode(self.what)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(
    Opened | SeatChanged | Begun | Played | Spoke | Wanted | Remade | Closed | Forgotten
)


def entry_of(seq: int, at: int, command: str, body: bytes) -> Entry:
    """The entry that a store has kept."""
    return Entry(seq, at, command, _DECODER.decode(body))
