"""A room: one table at the server, as a value.

A room is what the entries of its log add up to. `Room.apply` gives the room after an entry that was
read from the log; `decisions.decide` gives the room after a command, with the entry that has to be
written to make it so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.table import Header, Match, Stage, Step, commitment
from tablee.view import check_seat

from .entries import (
    Begun,
    Closed,
    EntropyGiven,
    Entry,
    Forgotten,
    Holding,
    Opened,
    Played,
    Remade,
    SeatChanged,
    Wanted,
    nameless,
)

WAIT_MS = 10_000  # for the entropy of all players at a full table


class RoomRefusal(Refusal):
    """Something that can't be done at this table, or not by this person."""


class Stale(RoomRefusal):
    """The client didn't know the latest event."""


class Room(Struct, frozen=True, eq=False):
    """A table after an entry of its log."""

    table: str
    entry: Entry  # the last one
    settings: wire.Settings
    host: str
    secret: bytes
    commitment: str  # the public hash of the secret
    holdings: tuple[Holding, ...]
    created: int
    branch: dict[str, Any] | None = None
    match: Match | None = None
    closed: bool = False
    closed_by_operator: bool = False
    waits: bool = False  # for the entropy of all players
    offline: bool = False  # the match was played offline, and handed over when it was over
    wanted: frozenset[str] = frozenset()
    rematch_waits: bool = False
    remade: str | None = None

    def __repr__(self) -> str:
        return f"<room {self.table} after entry {self.seq}>"  # not its secret

    # --- entries -----------------------------------------------------------------------------

    @classmethod
    def opened(cls, table: str, entry: Entry) -> Room:
        """Return the room after the first entry of its log."""
        payload = entry.payload
        assert isinstance(payload, Opened)
        secret, offline = bytes.fromhex(payload.secret), payload.offline
        return cls(
            table,
            entry,
            payload.settings,
            payload.host.id,
            secret,
            commitment(secret),
            tuple(payload.holdings),
            entry.at,
            payload.branch,
            None if offline is None else _begun(offline, secret),
            waits=payload.waits,
            offline=offline is not None,
        )

    def apply(self, entry: Entry) -> Room:
        """Return the room after one more entry of its log."""
        assert entry.seq == self.seq + 1, (self.table, self.seq, entry.seq)
        match entry.payload:
            case Played(events):
                played = self.playing().without_steps().apply_all(events)
                return replace(self, entry=entry, match=played)
            case Begun() as begun:
                return replace(self, entry=entry, match=_begun(begun, self.secret))
            case SeatChanged(seat, holding):
                seats = self.holdings
                holdings = (*seats[: seat - 1], holding, *seats[seat:])
                return replace(self, entry=entry, holdings=holdings)
            case EntropyGiven(seat, entropy):
                return replace(self, entry=entry, holdings=self.with_entropy(seat, entropy))
            case Wanted(person, adds_entropy):
                waits = self.rematch_waits or adds_entropy
                wanted = self.wanted | {person}
                return replace(self, entry=entry, wanted=wanted, rematch_waits=waits)
            case Remade(table):
                return replace(self, entry=entry, remade=table)
            case Closed(by_operator):
                return replace(self, entry=entry, closed=True, closed_by_operator=by_operator)
            case Forgotten(person):
                held = tuple(one.without(person) for one in self.holdings)
                settings = nameless(self.settings) if self.host == person else self.settings
                return replace(self, entry=entry, holdings=held, settings=settings)
        return replace(self, entry=entry)

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.entry.seq

    @property
    def at(self) -> int:
        """The time of the last entry."""
        return self.entry.at

    @property
    def steps(self) -> Sequence[Step]:
        """The events that the last entry brought, with the positions around them."""
        if self.match is None or not isinstance(self.entry.payload, Opened | Begun | Played):
            return ()
        return self.match.steps

    # --- what there is -----------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """`lobby`, `playing`, `over` or `closed`."""
        if self.closed:
            return "closed"
        if self.match is None:
            return "lobby"
        return "over" if self.match.stage == Stage.OVER else "playing"

    @property
    def event(self) -> int:
        """The number of the last event of the match."""
        return len(self.match.events) if self.match else 0

    def playing(self) -> Match:
        """Return the match; a refusal if it has not begun."""
        if self.match is None:
            raise RoomRefusal("server.not_begun")
        return self.match

    def holding(self, seat: int) -> Holding:
        """Return the holder of a seat; refuse an unknown seat."""
        check_seat(seat, len(self.holdings))
        return self.holdings[seat - 1]

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats of a person, including those that a bot plays for them."""
        if person is None:
            return []
        return [seat for seat, one in enumerate(self.holdings, 1) if one.person == person]

    def with_entropy(self, seat: int, entropy: str) -> tuple[Holding, ...]:
        """Return the holdings after entropy was added for a seat."""
        held = list(self.holdings)
        held[seat - 1] = replace(held[seat - 1], entropy=entropy)
        return tuple(held)

    @property
    def starting(self) -> bool:
        """Whether the game starts by itself, as soon as all players have added entropy."""
        return self.waits and self.stage == "lobby" and not any(one.free for one in self.holdings)

    @property
    def persons(self) -> tuple[str, ...]:
        """The host, then all others who have a seat."""
        seated = (one.person for one in self.holdings if one.person)
        return tuple(dict.fromkeys((self.host, *seated)))

    @property
    def deadline(self) -> int | None:
        """When the running clock expires; a bot's never does. Or when the game starts by itself."""
        if self.starting:
            return self.created + WAIT_MS
        deadline = self.match.deadline if self.match and not self.closed else None
        return None if deadline is None or self.bot_to_act else deadline

    @property
    def bot_to_act(self) -> tuple[int, str] | None:
        """The seat and the level of the bot to act, if any."""
        return self.match.bot_to_act if self.match and not self.closed else None

    @property
    def only_bots_play(self) -> bool:
        """Whether bots hold all seats that are still in the game."""
        seats = self.match.state.seats if self.match else ()
        return all(one.out or (one.holder is not None and one.holder.is_bot) for one in seats)

    @property
    def person_to_act(self) -> str | None:
        """The person to act, if any."""
        match = self.match
        if match is None or self.closed or (seat := match.to_act) < 1 or match.bot_to_act:
            return None
        return self.holdings[seat - 1].person

    @property
    def rematch_due(self) -> bool:
        """Whether all players want a rematch, and there is no table for it yet."""
        if self.remade is not None or not self.wanted:
            return False
        return {one.person for one in self.holdings if one.person} <= self.wanted


def _begun(begun: Begun, secret: bytes) -> Match:
    return Match.open(Header.from_json(begun.header), secret).apply_all(begun.events)
