"""The log of a table: an entry for each accepted command, with everything that followed from it.

Entries are numbered from 1 without gaps. An entry never changes, except for `erasure`; a room is
what the entries of its table add up to.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablee.server.wire import Channel, Settings
from tablee.table.events import AnyEvent

ERASED = "…"  # replaces an erased text


class Identity(Struct, frozen=True):
    """A person at the server: an opaque id, and how others see them."""

    id: str
    name: str
    avatar: str = ""


class Holding(Struct, frozen=True, omit_defaults=True):
    """The holder of a seat before the game starts: a person, a bot of some level, or none."""

    person: str | None = None
    name: str = ""
    avatar: str = ""
    level: str | None = None
    entropy: str | None = None

    @property
    def free(self) -> bool:
        return self.person is None and self.level is None

    def without(self, person: str) -> Holding:
        """Return the same without name and avatar, if it is held by that person."""
        return replace(self, name=ERASED, avatar="") if self.person == person else self


FREE = Holding()


def nameless(settings: Settings) -> Settings:
    """Return settings without the names of the players around one screen."""
    return replace(settings, names=[ERASED for _ in settings.names])


class Payload(Struct, frozen=True, omit_defaults=True, tag_field="what"):
    """What an entry says happened."""


class Opened(Payload, frozen=True, tag="opened"):
    """The table was opened with a secret; a branch has the origin of its match.

    A match that was played offline comes with all its events.
    """

    settings: Settings
    host: Identity
    secret: str
    holdings: list[Holding]
    branch: dict[str, Any] | None = None
    waits: bool = False  # for the entropy of all players, before the game starts
    offline: Begun | None = None


class SeatChanged(Payload, frozen=True, tag="seat"):
    """A seat was taken or freed."""

    seat: int
    holding: Holding


class EntropyGiven(Payload, frozen=True, tag="entropy"):
    """A player added entropy."""

    seat: int
    entropy: str


class Begun(Payload, frozen=True, tag="begun"):
    """The game started: the header of the match, and its first events."""

    header: dict[str, Any]
    events: list[AnyEvent]


class Played(Payload, frozen=True, tag="played"):
    """Events of the match: a command, the chance that followed, and what followed from that."""

    events: list[AnyEvent]


class Spoke(Payload, frozen=True, tag="spoke"):
    """A chat message."""

    who: Identity
    seat: int | None
    channel: Channel
    phrase: str | None = None
    text: str | None = None


class Wanted(Payload, frozen=True, tag="wanted"):
    """A player asked for a rematch."""

    person: str
    adds_entropy: bool = False


class Remade(Payload, frozen=True, tag="remade"):
    """There is a table for the rematch."""

    table: str


class Closed(Payload, frozen=True, tag="closed"):
    """The host closed the table before the game started, or an operator closed it at any time."""

    by_operator: bool = False


class Forgotten(Payload, frozen=True, tag="forgotten"):
    """The name of a person who didn't play here was erased."""

    person: str


class Erased(Payload, frozen=True, tag="erased"):
    """An operator erased the chat message that was entry `message`."""

    message: int
    channel: Channel


AnyPayload = (
    Opened | SeatChanged | EntropyGiven | Begun | Played | Spoke | Wanted | Remade | Closed
    | Forgotten | Erased
)  # fmt: skip


class Entry(Struct, frozen=True):
    """An entry: its number, its time, the key of the command, and what happened."""

    seq: int
    at: int
    command: str
    payload: AnyPayload

    def body(self) -> bytes:
        """Return what the store keeps beside number, time and command."""
        return _ENCODER.encode(self.payload)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(AnyPayload)


def entry_of(seq: int, at: int, command: str, body: bytes) -> Entry:
    """Return the entry that a store has kept."""
    return Entry(seq, at, command, _DECODER.decode(body))
