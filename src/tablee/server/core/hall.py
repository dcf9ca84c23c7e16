"""The hall: all tables that a process looks after at the moment. It owns none of them.

A command is decided on the room as this process knows it and appended to the log; if another
process was faster, the hall reads on and decides again. Only then is the command acknowledged, and
everybody who watches gets what is new. Deadlines and bots work in the same way, so that whatever is
done is done once, by whichever process comes first, also after a crash.

The hall touches no network, no disk and no clock: it is given a store, thinkers and the time. The
simulator in the tests runs it in a loop whose time it makes itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec

from tablee.position import View
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.store.contract import EVERY_TABLE, EventStore, Repeated, Row, StoreDown, Taken
from tablee.table.events import HintTaken
from tablee.table.fair import seed_for

from . import redaction
from .background import BackgroundTasks, for_each, log_errors
from .broadcast import Broadcast
from .deadlines import DeadlineTimers
from .entries import Entry, Holding, Identity, Opened, Payload, Remade, entry_of
from .erasure import erase_chat, erase_name, tables_naming
from .heartbeat import LEAVE_SECONDS, Heartbeat, OutageUnknown
from .presence import Presence
from .room import Room, RoomRefusal, open_room, rematch_table
from .summaries import head_of, result_of

LOG = logging.getLogger("tablee.hall")
T = TypeVar("T")
_ENCODE = msgspec.json.Encoder().encode
POLL_SECONDS = 2.0  # how often lost hints, deadlines and bots of others are looked for
ALIVE_SECONDS = 1.0
MOST_ROOMS = 4_000  # kept in memory
JUST_MS, MOST_SET = 60_000, 1_000  # tables that are set before anybody comes
BOT_LATE_MS = 5_000  # a bot that has not moved for so long is taken over from another process
RECENT = 6  # entries kept at hand: who comes back has seldom missed more
RECENT_MS = 60_000  # since the last one
BREATH = 16  # entries, before somebody else may go on


class Thinkers(Protocol):
    """Who thinks for bots, somewhere where nobody has to wait for it.

    `whose` is the person for whom it is done: people take turns, however many tables each has.
    """

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        """The move of a bot that sees this."""

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        """What the coach says to who sees this; table, event and seat are put in afterwards."""


def idempotency_key(command: wire.Command, who: Identity) -> str:
    """A command in the log: it is the same one again if its id and all it says are the same.

    Who has said something under an id cannot have it answered as if he had done something else.
    """
    said = hashlib.blake2b(_ENCODE(command), digest_size=8).hexdigest()
    return f"{who.id}/{command.table}/{command.id}/{said}"


class Hall:
    """The tables of one process."""

    def __init__(
        self,
        store: EventStore,
        thinkers: Thinkers,
        *,
        process: str,
        now: Callable[[], int],
        random: Callable[[int], bytes],
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.process = process
        self.now = now
        self.random = random
        self.set = False  # whether the tables at which people have just played are at hand
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._recent: dict[str, deque[tuple[Room, Entry]]] = {}  # the last entries of each room
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.broadcast = Broadcast(self._rooms.get)
        self.presence = Presence(store, self.broadcast, process, now)
        self.heartbeat = Heartbeat(store, process, now, self._make_up_for, self._told_anew)
        self._thinking: dict[str, tuple[int, asyncio.Task[Any] | None]] = {}  # bots, by table
        self.tasks = BackgroundTasks()
        self.timers = DeadlineTimers(now, lambda table: self.tasks.start(self._tick(table)))
        self._stop_listening: Callable[[], None] = lambda: None

    # --- coming and going --------------------------------------------------------------------

    async def start(self) -> None:
        """Makes up for the time in which nobody was there, and begins to listen."""
        await self.heartbeat.start()
        self._stop_listening = self.store.listen(self._hinted)
        self.tasks.start(self._stay_alive())
        self.tasks.start(self._keep_in_touch())
        just = await self.store.played_since(self.now() - JUST_MS, MOST_SET)
        self.set = not just
        self.tasks.start(self._set_tables([head.table for head in just]))
        self.tasks.start(self._look_around())

    async def _set_tables(self, tables: list[str]) -> None:
        """Those at which people have just played, before they come, all at once maybe."""

        async def set_table(table: str) -> None:
            await self.room(table)
            await asyncio.sleep(0)  # who is there already goes first

        try:
            await log_errors(for_each(tables, set_table))
        finally:
            self.set = True

    async def stop(self) -> None:
        """Stops everything; what was begun to be written is written."""
        self._stop_listening()
        self.timers.stop_all()
        self.tasks.cancel()
        await self.tasks.finished()
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                self.broadcast.part_all()
                await self.presence.share()
                await self.heartbeat.leave()
        except (StoreDown, TimeoutError):
            LOG.warning("the store was gone when the hall closed")

    async def _make_up_for(self, last: int) -> None:
        """No clock ran since then."""

        async def make_up(table: str) -> None:
            async with self._lock(table):
                while True:
                    room = await self._read_on(table)
                    what = room.slept(last, self.now())
                    if what is None:
                        break
                    command = f"slept/{self.process}/{room.table}/{room.seq}"
                    try:
                        await self._append(room, what, command)
                        break
                    except Taken:
                        continue

        due = await self.store.due(2**53, 1_000_000)
        await for_each([head.table for head in due], make_up)

    def _told_anew(self) -> None:
        self.broadcast.change(self.broadcast.tables())  # others have forgotten them, maybe

    # --- commands ----------------------------------------------------------------------------

    async def open(
        self,
        settings: wire.Settings,
        who: Identity,
        branch: dict[str, Any] | None = None,
        table: str | None = None,
    ) -> str:
        """A new table; if nobody has to be waited for, play begins."""
        opened = open_room(settings, who, self.random(32))
        if branch is not None:
            opened = Opened(settings, who, opened.secret, opened.holdings, branch)
        return await self._open(opened, table or self.random(16).hex())

    async def _open(self, opened: Opened, table: str) -> str:
        async with self._lock(table):
            entry = Entry(1, self.now(), f"open/{table}", opened)
            room = Room.opened(table, entry)
            try:
                await self._keep(room, entry)
            except (Taken, Repeated):
                room = await self._read_on(table)  # who opened it may have come no further
            while room.stage == "lobby" and not any(held.free for held in room.holdings):
                try:
                    room = await self._append(room, room.begun(room.at), f"begin/{table}")
                except (Taken, Repeated):
                    room = await self._read_on(table)
        return table

    async def do(self, command: wire.Command, who: Identity) -> int:
        """Carries out a command; the number of its entry, once it is durable."""

        def decide(room: Room) -> Payload:
            return room.decide(command, who, self.now())

        return await self._settle(command.table, idempotency_key(command, who), decide)

    async def _settle(self, table: str, key: str, decide: Callable[[Room], Payload]) -> int:
        """Decides and appends until it is done, refused, or found to be done already."""

        async def settle(room: Room) -> int:
            while True:
                room = await self._on_time(room)
                try:
                    what = decide(room)
                except Refusal:
                    done = await self.store.last_command(key)
                    if done is not None:
                        return done[1]
                    latest = await self._read_on(table)
                    if latest.seq == room.seq:
                        raise
                    room = latest  # it was refused on an old room
                    continue
                try:
                    return (await self._append(room, what, key)).seq
                except Repeated as repeated:
                    await self._read_on(table)
                    return repeated.seq
                except Taken:
                    room = await self._read_on(table)

        return await self._in_touch(table, settle)

    async def _in_touch(self, table: str, work: Callable[[Room], Awaitable[T]]) -> T:
        """Does something with a table that nobody here changes meanwhile.

        Before anybody's time is found to be up, it is made up for what nobody could play in: the
        store may have gone while one waited for the table.
        """
        if self.heartbeat.overdue:
            await self.heartbeat.beat()
        while True:
            async with self._lock(table):
                try:
                    return await work(await self._known(table))
                except OutageUnknown:
                    pass
            await self.heartbeat.beat()  # it needs the locks of all tables

    async def _on_time(self, room: Room) -> Room:
        """The room once everybody who has run out of time has been told so."""
        while not self.heartbeat.leaving and (what := room.overdue(self.now())) is not None:
            if room.deadline is not None and not self.heartbeat.covers(room.deadline):
                raise OutageUnknown
            try:
                room = await self._append(room, what, f"clock/{room.table}/{room.event}")
            except (Taken, Repeated):
                room = await self._read_on(room.table)
        return room

    async def advise(self, table: str, seq: int) -> redaction.Redacted:
        """What the coach says to the seat whose question is the entry of that number.

        He looks at the position in which he was asked, and only while the seat is still in it.
        """
        asked, _ = (await self.history(table, seq - 1))[0]
        seat = next(step.event.seat for step in asked.story if isinstance(step.event, HintTaken))
        then, now = asked.match, (await self.room(table)).match
        assert then is not None
        assert now is not None
        if now.to_act != seat or now.position != then.position:
            raise RoomRefusal("server.hint_not_now", seat=seat)
        seed = seed_for(asked.secret, f"coach {asked.event}")
        whose = asked.holdings[seat - 1].person or asked.host
        advice = await self.thinkers.advise(then.view(seat), seed, whose)
        return redaction.advice(advice, table, asked.event, seat)

    async def forget_person(self, person: str) -> None:
        """Nobody is shown any more what somebody has said, or how he was called where he did not
        play; other processes forget it soon.
        """
        for table in await erase_chat(self.store, person):
            self._recent.pop(table, None)
            if room := self._rooms.get(table):
                room.shown.clear()

        async def forget(table: str) -> None:
            key = f"forgotten/{table}/{person}"
            await self._settle(table, key, lambda room: room.forget(person))
            await erase_name(self.store, table, person)
            self._recent.pop(table, None)

        await for_each(await tables_naming(self.store, person), forget)

    # --- rooms -------------------------------------------------------------------------------

    async def room(self, table: str, since: int = 0) -> Room:
        """A table as it is now; a refusal if there is none.

        Who has been told of entry `since`, maybe by another process, is not shown an older room.
        """
        async with self._lock(table):
            room = await self._known(table)
            return room if room.seq >= since else await self._read_on(table)

    async def history(self, table: str, since: int = 0) -> list[tuple[Room, Entry]]:
        """All entries after a number, each with the room after it."""
        recent = self._recent.get(table)
        if recent and recent[0][1].seq <= since + 1 <= recent[-1][1].seq:
            return [(after, entry) for after, entry in recent if entry.seq > since]
        entries: list[tuple[Room, Entry]] = []
        room = None
        while rows := await self.store.read(table, room.seq if room else 0):
            for number, row in enumerate(rows):
                entry = entry_of(row.seq, row.at, row.command, row.body)
                room = Room.opened(table, entry) if room is None else room.apply(entry)
                if entry.seq > since:
                    entries.append((room, entry))
                if number % BREATH == BREATH - 1:
                    await asyncio.sleep(0)
            if len(rows) < BREATH:
                break  # it was quick: else more may have been written meanwhile
        return entries

    async def _known(self, table: str) -> Room:
        room = self._rooms.get(table)
        return room if room is not None else await self._read_on(table)

    async def _read_on(self, table: str, since: int | None = None) -> Room:
        """Takes up what is in the log and not known here yet, and shows it to who watches.

        Of a table that was not known here at all nothing is news, but what came after `since`.
        """
        room = self._rooms.get(table)
        if room is not None:
            since = room.seq
        news: list[tuple[Room, Entry]] = []
        for row in await self.store.read(table, room.seq if room else 0):
            entry = entry_of(row.seq, row.at, row.command, row.body)
            room = Room.opened(table, entry) if room is None else room.apply(entry)
            news.append((room, entry))
        if room is None:
            raise RoomRefusal("server.no_table", table=table)
        if news:
            self._take_up(room, news)
            fresh = [one for one in news if since is not None and one[1].seq > since]
            self.broadcast.notify(room, fresh)
        return room

    async def _append(self, room: Room, what: Payload, command: str) -> Room:
        """Writes an entry; the room after it."""
        entry = Entry(room.seq + 1, max(self.now(), room.at), command, what)  # type: ignore[arg-type]
        after = room.apply(entry)
        await self._keep(after, entry)
        return after

    async def _keep(self, after: Room, entry: Entry) -> None:
        row = Row(after.table, entry.seq, entry.at, entry.command, entry.body())
        await self.store.append(row, head_of(after), result_of(after))
        self._take_up(after, [(after, entry)])
        self.broadcast.notify(after, [(after, entry)])
        self._follow_up(after)

    def _take_up(self, room: Room, news: list[tuple[Room, Entry]]) -> None:
        table = room.table
        self._rooms[table] = room
        self._rooms.move_to_end(table)
        while len(self._rooms) > MOST_ROOMS:
            idle = next((one for one in self._rooms if not self.broadcast.at(one)), None)
            if idle is None or idle == table:
                break
            self._forget(idle)
        self._recent.setdefault(table, deque(maxlen=RECENT)).extend(news)
        self.broadcast.show(room, news)
        self.timers.set(table, room.deadline)
        event, bot = self._thinking.get(table, (room.event, None))
        if bot is not None and event != room.event and bot is not asyncio.current_task():
            bot.cancel()  # it thinks of what was taken back, or played by another process

    def _forget(self, table: str) -> None:
        self._rooms.pop(table, None)
        self._recent.pop(table, None)
        self.timers.stop(table)

    def _lock(self, table: str) -> asyncio.Lock:
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    # --- what happens by itself --------------------------------------------------------------

    def _follow_up(self, room: Room) -> None:
        """What this process sees to, since it wrote the last entry."""
        if room.bot_to_act is not None:
            self.tasks.start(self._let_bot_move(room.table, room.event))
        if room.rematch_due:
            self.tasks.start(self._play_again(room.table))

    async def _let_bot_move(self, table: str, event: int) -> None:
        if table in self._thinking and self._thinking[table][0] == event:
            return
        mine = self._thinking[table] = event, asyncio.current_task()
        try:
            room = await self.room(table)
            match, bot = room.match, room.bot_to_act
            if match is None or bot is None or room.event != event:
                return
            seat, level = bot
            seed = seed_for(room.secret, f"bot {seat}")
            move = await self.thinkers.choose(match.view(seat), level, seed, event, room.host)
            await self._settle(
                table, f"bot/{table}/{event}", lambda now: now.bot_move(event, move, self.now())
            )
        except RoomRefusal:
            pass  # somebody else was faster
        except StoreDown:
            LOG.warning("the store was gone when a bot had moved; it moves again")
        finally:
            if self._thinking.get(table) is mine:  # else a bot thinks of the next move
                del self._thinking[table]

    async def _play_again(self, table: str) -> None:
        """A new table with the same settings and people; the first to sit is the next one."""
        room, again = await self.room(table), rematch_table(table)
        by_id = {held.person: held for held in room.holdings}
        host = by_id.get(room.host)
        name, avatar = (host.name, host.avatar) if host else ("?", "")
        held = [Holding(one.person, one.name, one.avatar, one.level) for one in room.holdings]
        who = Identity(room.host, name, avatar)
        await self._open(Opened(room.settings, who, self.random(32).hex(), held), again)
        await self._settle(table, f"again/{table}", lambda now: Remade(again))

    async def _tick(self, table: str) -> None:
        """Somebody may have run out of time."""

        async def look(room: Room) -> None:
            self.timers.set(table, (await self._on_time(room)).deadline)

        if not self.heartbeat.leaving:  # else others see to it, or whoever comes next
            await self._in_touch(table, look)

    def _hinted(self, table: str, seq: int, persons: Sequence[str]) -> None:
        if table == EVERY_TABLE:
            self.tasks.start(self._catch_up())
            return
        room = self._rooms.get(table)
        if room is None:
            if self.broadcast.knows(persons):  # they may be at another table, and are told here
                self.tasks.start(self._go_on(table, seq - 1))
        elif room.seq < seq:
            self.tasks.start(self._go_on(table))

    async def _go_on(self, table: str, since: int | None = None) -> None:
        async with self._lock(table):
            await self._read_on(table, since)

    async def _catch_up(self) -> None:
        """Compares all rooms with the log."""
        known = await self.store.seqs(list(self._rooms))
        rooms = self._rooms
        late = [one for one, seq in known.items() if one in rooms and rooms[one].seq < seq]
        await for_each(late, self._go_on)

    async def _stay_alive(self) -> None:
        while True:
            await asyncio.sleep(ALIVE_SECONDS)
            await log_errors(self.heartbeat.beat())

    async def _keep_in_touch(self) -> None:
        """Apart from saying that it lives: that must not wait until others are told of people."""
        while True:
            await asyncio.sleep(ALIVE_SECONDS)
            await log_errors(self.presence.share())

    async def _look_around(self) -> None:
        """The slow poll that makes lost hints, and processes that died, harmless."""
        while True:
            await log_errors(self._poll())
            await asyncio.sleep(POLL_SECONDS)

    async def _poll(self) -> None:
        await self._catch_up()
        now = self.now()
        await for_each([head.table for head in await self.store.due(now, 1000)], self._tick)
        bots = await self.store.bots_due(1000)  # if they are late, whose they were is gone
        # Also if it was last changed in the future: then the clock was set back meanwhile.
        late = [head.table for head in bots if abs(now - head.changed) > BOT_LATE_MS]
        await for_each(late, self._take_over)
        again = [table for table, room in self._rooms.items() if room.rematch_due]
        await for_each(again, self._play_again)  # who was to make that table is gone
        for table in [one for one in self._recent if self._rooms[one].at < now - RECENT_MS]:
            del self._recent[table]

    async def _take_over(self, table: str) -> None:
        room = await self.room(table)
        self.tasks.start(self._let_bot_move(table, room.event))
