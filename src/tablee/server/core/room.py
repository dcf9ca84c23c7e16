"""A room: one table at the server, as a value. Entries make it; commands are decided on it.

`decide` says what a command would write into the log, or refuses; it changes nothing. `apply` gives
the room after an entry, wherever that was decided. So any process can serve any table: the store
lets only one entry have a number, and who comes second reads on and decides again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from msgspec import Struct, field
from msgspec.structs import replace

from tablee.bots.levels import LEVELS
from tablee.discovery import game as find_game
from tablee.position import Position, check_seat
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.names import clean_name
from tablee.server.sanitize import clean
from tablee.table import (
    CHANCE,
    ClockSetting,
    Event,
    Header,
    Holder,
    Match,
    Origin,
    Stage,
    commitment,
)
from tablee.table.events import AnyEvent
from tablee.table.header import BOT, FORFEIT

from .entries import (
    FREE,
    Begun,
    Closed,
    Entry,
    Forgotten,
    Holding,
    Identity,
    Opened,
    Payload,
    Played,
    Remade,
    SeatChanged,
    Spoke,
    Wanted,
    nameless,
)


class RoomRefusal(Refusal):
    """Something that is not done at this table, or not by this person."""


class Stale(RoomRefusal):
    """The client did not know the latest."""


class Happening(NamedTuple):
    """An event of the last entry, with the positions before and after it."""

    number: int
    event: Event
    before: Position
    after: Position


class Room(Struct, frozen=True, eq=False):
    """A table after entry number `seq`."""

    table: str
    seq: int
    at: int
    settings: wire.Settings
    host: str
    secret: bytes
    commitment: str  # what everybody may know of the secret
    holdings: tuple[Holding, ...]
    created: int
    branch: dict[str, Any] | None = None
    match: Match | None = None
    closed: bool = False
    wanted: frozenset[str] = frozenset()
    remade: str | None = None
    story: tuple[Happening, ...] = ()
    shown: dict[Any, Any] = field(default_factory=dict)  # see `seen`

    def __repr__(self) -> str:
        return f"<room {self.table} after entry {self.seq}>"  # not its secret

    # --- entries -----------------------------------------------------------------------------

    @classmethod
    def opened(cls, table: str, entry: Entry) -> Room:
        """The room after its first entry."""
        what = entry.what
        assert isinstance(what, Opened)
        secret = bytes.fromhex(what.secret)
        return cls(
            table,
            entry.seq,
            entry.at,
            what.settings,
            what.host.id,
            secret,
            commitment(secret),
            tuple(what.holdings),
            entry.at,
            what.branch,
        )

    def apply(self, entry: Entry) -> Room:
        """The room after one more entry."""
        assert entry.seq == self.seq + 1, (self.table, self.seq, entry.seq)
        if isinstance(entry.what, Played):
            return self._told(entry, entry.what.events)
        room = replace(self, seq=entry.seq, at=entry.at, story=(), shown={})
        match entry.what:
            case SeatChanged(seat, holding):
                seats = self.holdings
                return replace(room, holdings=(*seats[: seat - 1], holding, *seats[seat:]))
            case Begun(header, events):
                begun = Match.open(Header.from_json(header), self.secret)
                return replace(room, match=begun)._told(entry, events)
            case Wanted(person):
                return replace(room, wanted=self.wanted | {person})
            case Remade(table):
                return replace(room, remade=table)
            case Closed():
                return replace(room, closed=True)
            case Forgotten(person):
                held = tuple(one.without(person) for one in self.holdings)
                settings = nameless(self.settings) if self.host == person else self.settings
                return replace(room, holdings=held, settings=settings)
        return room

    def lighten(self) -> None:
        """Forgets what it was shown by: many rooms are kept, and few are looked at again."""
        self.shown.clear()
        for told in self.story:
            told.before.lighten()

    def _told(self, entry: Entry, events: list[AnyEvent]) -> Room:
        match, story = self.match, []
        assert match is not None
        for event in events:
            after = match.apply(event)
            number = len(after.events)
            story.append(Happening(number, after.events[-1], match.position, after.position))
            match = after
        seq, at = entry.seq, entry.at
        return replace(self, seq=seq, at=at, match=match, story=tuple(story), shown={})

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

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that are somebody's, also while a bot plays them."""
        if person is None:
            return []
        return [seat for seat, one in enumerate(self.holdings, 1) if one.person == person]

    @property
    def persons(self) -> tuple[str, ...]:
        """Everybody whose table it is: the host, and who has a seat; the host first."""
        seated = (one.person for one in self.holdings if one.person)
        return tuple(dict.fromkeys((self.host, *seated)))

    @property
    def deadline(self) -> int | None:
        """When somebody runs out of time; a bot never does."""
        deadline = self.match.deadline if self.match else None
        return None if deadline is None or self.bot_to_act else deadline

    @property
    def bot_to_act(self) -> tuple[int, str] | None:
        """The seat and the level of the bot that is to act, if one is."""
        return self.match.bot_to_act if self.match else None

    @property
    def person_to_act(self) -> str | None:
        """The person who is to act, if one is."""
        match = self.match
        if match is None or (seat := match.to_act) < 1 or match.bot_to_act:
            return None
        return self.holdings[seat - 1].person

    # --- commands ----------------------------------------------------------------------------

    def decide(self, command: wire.Command, who: Identity, now: int) -> Payload:
        """What a command of somebody writes into the log; a refusal if it is not done."""
        at = max(now, self.at)
        match command:
            case wire.Speak():
                return self._speak(command, who)
            case wire.Rematch():
                return self._rematch(who)
            case wire.Sit() | wire.Stand() | wire.SeatBot() | wire.CloseTable() | wire.Begin():
                return self._in_lobby(command, who, at)
        return self._in_play(command, who, at)

    def _in_lobby(self, command: wire.Command, who: Identity, at: int) -> Payload:
        if self.closed:
            raise RoomRefusal("server.closed")
        if self.match is not None:
            raise RoomRefusal("server.begun")
        match command:
            case wire.Begin():
                self._check_host(who)
                return self.begun(at)
            case wire.CloseTable():
                self._check_host(who)
                return Closed()
            case wire.Sit(seat=seat):
                if not self._holding(seat).free:
                    raise RoomRefusal("server.seat_taken", seat=seat)
                if self.settings.rated and self.seats_of(who.id):
                    raise RoomRefusal("server.rated_one_seat")
                name = clean_name(command.name, "name") if command.name else who.name
                held = Holding(who.id, name, who.avatar, entropy=command.entropy)
                return SeatChanged(seat, held)
            case wire.SeatBot(seat=seat, level=level):
                self._check_host(who)
                self._check_bots_play()
                if self._holding(seat).person not in (None, who.id):
                    raise RoomRefusal("server.seat_taken", seat=seat)
                return SeatChanged(seat, Holding(name=level, level=level))
            case wire.Stand(seat=seat):
                if self._holding(seat).free:
                    raise RoomRefusal("server.seat_free", seat=seat)
                if who.id not in (self.host, self._holding(seat).person):
                    raise RoomRefusal("server.not_your_seat", seat=seat)
                return SeatChanged(seat, FREE)
        raise AssertionError(command)

    def _in_play(self, command: wire.Command, who: Identity, at: int) -> Payload:
        match = self._unhurried(at)
        seat: int = command.seat  # type: ignore[attr-defined]
        left = self._holding(seat).person is not None and match.holder(seat) is None
        if isinstance(command, wire.HandToBot) and left and self.seats_of(who.id):
            if self._holding(seat).person == who.id:
                self._check_bots_play()
            return self._events(match.hand_to_bot(seat, command.level, at))
        if self._holding(seat).person != who.id:
            raise RoomRefusal("server.not_your_seat", seat=seat)
        if match.state.seats[seat - 1].out:
            raise RoomRefusal("table.seat_out", seat=seat)
        holder = match.holder(seat)
        bot_plays = holder is not None and holder.is_bot
        if bot_plays and self.settings.rated:  # nobody comes back to what a bot has won
            raise RoomRefusal("server.rated_bot_plays", seat=seat)
        if isinstance(command, wire.TakeSeatBack):
            return self._events(match.take_back_seat(seat, at=at))
        if holder is None or bot_plays:
            lost = match.state.seats[seat - 1].untimed and self.settings.clock.kind == "fischer"
            raise RoomRefusal("table.no_time_left" if lost else "server.seat_not_held", seat=seat)
        match command:
            case wire.Move(move=text, after=known):
                if known != self.event:
                    raise Stale("server.stale", known=known, event=self.event)
                return self._events(match.play(seat, text, at))
            case wire.Undo(event=event):
                return self._events(match.undo(seat, event, at))
            case wire.AskUndo(event=event):
                if self.settings.rated and _somebody_is_away(match):
                    raise RoomRefusal("server.rated_undo")  # nobody agrees for who has left
                return self._events(match.ask_undo(seat, event, at))
            case wire.Answer(yes=yes, event=event):
                if event is not None and (match.asked is None or match.asked.event != event):
                    raise Stale("server.stale", known=event, event=self.event)
                return self._events(match.answer(seat, yes, at))
            case wire.Resign():
                return self._events(self._agreed_to_nothing(match, seat).resign(seat, at))
            case wire.HandToBot(level=level):
                self._check_bots_play()
                return self._events(match.hand_to_bot(seat, level, at))
            case wire.Leave():
                return self._events(self._agreed_to_nothing(match, seat).leave(seat, at))
            case wire.AskHint():
                if match.stage == Stage.OVER:
                    raise RoomRefusal("table.over")
                if match.to_act != seat:
                    raise RoomRefusal("server.hint_not_now", seat=seat)
                return self._events(match.hint(seat, at))
        raise AssertionError(command)

    def begun(self, at: int) -> Begun:
        """Play begins, if every seat is held."""
        free = [seat for seat, one in enumerate(self.holdings, 1) if one.free]
        if free:
            raise RoomRefusal("server.seats_free", seats=", ".join(map(str, free)))
        match = Match.open(self.header(), self.secret)
        for seat, held in enumerate(self.holdings, 1):
            if held.entropy and held.person:
                match = match.add_entropy(seat, bytes.fromhex(held.entropy), at)
        match = dealt(match.begin(at), at)
        return Begun(match.header.to_json(), _listed(match.events))

    def header(self) -> Header:
        """The header of the match, as the settings and the seats want it."""
        wanted = self.settings
        clock = ClockSetting(wanted.clock.kind, wanted.clock.first, wanted.clock.increment)
        timed = clock.kind != "none" and wanted.time_out != FORFEIT
        seats = [
            Holder.bot(one.level) if one.level else Holder("person", one.name)
            for one in self.holdings
        ]
        branch: dict[str, Any] = {}
        if self.branch is not None:
            origin = Origin(*self.branch["origin"])
            branch = {"origin": origin, "given": tuple(self.branch["given"])}
        return Header.of(
            wanted.game,
            seats,
            table=self.table,
            commitment=self.commitment,
            options=wanted.options,
            clock=clock,
            time_out=f"{BOT}{wanted.time_out}" if timed else FORFEIT,
            undo=wanted.undo,
            hints=wanted.hints,
            **branch,
        )

    def bot_move(self, event: int, move: str, now: int) -> Payload:
        """The move of the bot that was to act after that event."""
        at = max(now, self.at)
        match = self._unhurried(at)
        if self.bot_to_act is None or event != self.event:
            raise Stale("server.stale", known=event, event=self.event)
        return self._events(match.play(match.to_act, move, at))

    def overdue(self, now: int) -> Payload | None:
        """What the time has brought, if somebody has run out of it."""
        match, deadline = self.match, self.deadline
        if match is None or deadline is None or now < deadline:
            return None
        return self._events(self._agreed_to_nothing(match, match.to_act).tick(now))

    def slept(self, since: int, until: int) -> Payload | None:
        """Nobody's time is spent while no server was there; None if no clock ran."""
        match = self.match
        if match is None or match.deadline is None:
            return None
        since = max(since, match.state.last_at)
        if not since < min(until, match.deadline):
            return None
        return self._events(match.pause(since).resume(until))

    def forget(self, person: str) -> Payload:
        """Somebody is called by name no more; in the record of a match he stays."""
        if self.match is not None and self.seats_of(person):
            raise RoomRefusal("server.begun")
        return Forgotten(person)

    def _unhurried(self, at: int) -> Match:
        """The match; a bot that is late had to wait for the machine, and is given the time back."""
        match = self._playing()
        if match.deadline is None or at < match.deadline or match.bot_to_act is None:
            return match
        return match.pause(match.state.last_at).resume(at)

    def _agreed_to_nothing(self, match: Match, seat: int) -> Match:
        """At a rated table what was asked is declined by who goes: it is not granted by that."""
        asked = match.asked
        if not self.settings.rated or asked is None or seat not in asked.waiting:
            return match
        return match.answer(seat, False, match.state.last_at)

    def _speak(self, command: wire.Speak, who: Identity) -> Payload:
        seats = self.seats_of(who.id)
        if (command.phrase is None) == (command.text is None):
            raise RoomRefusal("server.phrase_or_text")
        if command.channel == "players" and not seats:
            raise RoomRefusal("server.channel_players")
        if command.channel == "spectators" and seats:
            raise RoomRefusal("server.channel_spectators")
        seat = seats[0] if seats else None
        text = None if command.text is None else clean(command.text, "text")
        return Spoke(who, seat, command.channel, command.phrase, text)

    def _rematch(self, who: Identity) -> Payload:
        if self.stage != "over":
            raise RoomRefusal("server.rematch_early")
        if not self.seats_of(who.id):
            raise RoomRefusal("server.no_seat")
        if self.remade is not None:
            raise RoomRefusal("server.rematch_made", table=self.remade)
        if who.id in self.wanted:
            raise RoomRefusal("server.rematch_wanted")
        return Wanted(who.id)

    @property
    def rematch_due(self) -> bool:
        """Whether everybody who sat here wants to play again, and there is no table for it yet."""
        if self.remade is not None or not self.wanted:
            return False
        return {one.person for one in self.holdings if one.person} <= self.wanted

    def _playing(self) -> Match:
        if self.match is None:
            raise RoomRefusal("server.not_begun")
        return self.match

    def _events(self, after: Match) -> Played:
        """The events of a command, with what chance then brings."""
        before = self._playing()
        last = after.events[-1].at
        after = dealt(after, last)
        return Played(_listed(after.events[len(before.events) :]))

    def _holding(self, seat: int) -> Holding:
        check_seat(seat, len(self.holdings))
        return self.holdings[seat - 1]

    def _check_bots_play(self) -> None:
        """At a rated table nobody lets a bot play for him.

        A seat that was left the others may give to a bot, so that they can finish.
        """
        if self.settings.rated:
            raise RoomRefusal("server.rated_bots")

    def _check_host(self, who: Identity) -> None:
        if who.id != self.host:
            raise RoomRefusal("server.not_host")


def _listed(events: Sequence[Event]) -> list[AnyEvent]:
    return cast(list[AnyEvent], list(events))


def dealt(match: Match, at: int | None) -> Match:
    """The match after all that chance brings before somebody decides."""
    while match.to_act == CHANCE and not match.clock.paused:
        match = match.deal(at)
    return match


def _somebody_is_away(match: Match) -> bool:
    """Whether a seat that can still win was left, or is played by a bot since."""
    holders = (state.holder for state in match.state.seats if not state.out)
    return any(holder is None or holder.is_bot for holder in holders)


def open_room(settings: wire.Settings, host: Identity, secret: bytes) -> Opened:
    """The first entry of a table; a refusal if game, seats, options or clock do not fit."""
    game = find_game(settings.game)
    game.read_seats(len(settings.seats))
    mine = [seat for seat, wish in enumerate(settings.seats) if wish == "me"]
    if len(settings.names) > len(settings.seats):
        raise RoomRefusal("server.names", count=len(settings.seats))
    settings = replace(settings, names=[clean_name(name, "names") for name in settings.names])
    holdings = []
    for seat, wish in enumerate(settings.seats):
        if wish in LEVELS:
            holdings.append(Holding(name=wish, level=wish))
        elif seat in mine:
            named = seat < len(settings.names)
            name = settings.names[seat] if named else host.name
            holdings.append(Holding(host.id, name, host.avatar))
        else:
            holdings.append(FREE)
    if settings.rated:
        settings = replace(settings, time_out=FORFEIT)  # else a bot would play for who waits
    opened = Opened(settings, host, secret.hex(), holdings)
    # What does not fit is refused now, and not when play begins.
    seats = tuple(Holding("?", "?") if one.free else one for one in holdings)
    replace(Room.opened("00" * 16, Entry(1, 0, "", opened)), holdings=seats).header()
    return opened


def rematch_table(table: str) -> str:
    """The id of the table at which those of another one play again: the same in every process."""
    return hashlib.sha256(f"tablee again {table}".encode()).hexdigest()[:32]


__all__ = [
    "Happening", "Remade", "Room", "RoomRefusal", "Stale", "dealt", "open_room", "rematch_table",
]  # fmt: skip
