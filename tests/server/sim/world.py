"""A small simulated world: processes that serve tables, people who play, and faults.

Frames get lost, duplicated and reordered; connections break; processes crash, freeze and restart;
clocks jump; the store fails before and after it has written; a process is cut off from the store,
or a client from a process. All of it follows from a seed, and so does the trace: every frame that
arrived, where and when. Once the faults stop, all clients must agree, and everything that was
acknowledged must be there, once.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from random import Random
from typing import Any, get_args

from samples import SAMPLES
from server.sim.process import Process
from server.sim.seen import Known, Shown, moves_in
from server.store.faulty import Broken, FaultyDisk
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.entries import Identity
from tablee.server.core.session import Session
from tablee.server.store.contract import StoreDown

FORMS = get_args(wire.Form)
CLOCKS = (
    wire.Clock(),
    wire.Clock("move", 4_000),
    wire.Clock("fischer", 60_000, 1_000),
)
SEATS = {name: sample.players for name, sample in SAMPLES.items()}
CUT = 8.0  # seconds at most; long enough that bots are taken over and processes count as gone
SILENCE = 2.0  # seconds after which a page disconnects


class Client:
    """A person with a page: it reconnects, retries what was not answered, and plays."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.who = Identity(f"{number:032x}", f"Player {number}")
        self.form: wire.Form = FORMS[number % len(FORMS)]
        self.known: dict[str, Known] = {table: Known() for table in world.tables}
        self.process: Process | None = None
        self.session: Session | None = None
        self.line = 0  # the number of the connection
        self.unreachable: set[Process] = set()
        self.again_at = 0.0  # when it was told to reconnect
        self.pending: dict[str, tuple[dict[str, Any], float]] = {}
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.updates: list[Shown] = []  # all that it has accepted
        self.count = 0
        self.running: set[asyncio.Task[None]] = set()

    # --- connection --------------------------------------------------------------------------

    def connect(self) -> None:
        there = [one for one in self.world.processes if one.hall and one not in self.unreachable]
        if not there:
            return
        self.line += 1
        self.process = self.world.random.choice(there)
        line, hall = self.line, self.process.hall
        assert hall is not None
        self.session = Session(hall, self.who, lambda frame: self._carry_back(line, frame))
        self.session.begin()
        for table in self.known:
            self.watch(table)
        for message, _ in list(self.pending.values()):
            self.carry(message)

    def reconnect(self) -> None:
        """Connect, if disconnected and the announced delay is over."""
        if self.session is None and self.world.loop.time() >= self.again_at:
            self.connect()

    def cut_off(self, process: Process, seconds: float) -> None:
        """Drop all frames between the client and a process; neither is told."""
        self.unreachable.add(process)
        self.world.loop.call_later(seconds, self.unreachable.discard, process)
        if self.process is process:
            self.world.loop.call_later(SILENCE, self._hang_up, self.line)

    def _hang_up(self, line: int) -> None:
        """Disconnect after long silence; the process finds out much later."""
        if line == self.line and self.session is not None:
            self.world.loop.call_later(self.world.random.random() * CUT, self.session.end)
            self.session = None
            self.lost()

    def lost(self, process: Process | None = None) -> None:
        if process is None or self.process is process:
            if self.session is not None:
                self.session.end()
            self.process = self.session = None
            self.line += 1

    def watch(self, table: str) -> None:
        known = self.known[table]
        self.carry({"do": "watch", "table": table, "since": known.seq, "form": self.form})

    def carry(self, message: dict[str, Any]) -> None:
        """Send a message, which may get lost or duplicated."""
        random, line = self.world.random, self.line
        frame = json.dumps(message)
        for _ in range(self.world.copies()):
            self.world.loop.call_later(random.random() * 0.1, self._arrive, line, frame)

    def _arrive(self, line: int, frame: str) -> None:
        """Deliver a frame, even of an earlier connection if it was still on its way."""
        session = self.session
        if session is None or (line != self.line and self.world.clear):
            return
        if self.process in self.unreachable:
            return
        self.world.traced("in", self.who.id, frame)
        task = self.world.loop.create_task(session.receive(frame))
        self.running.add(task)
        task.add_done_callback(self._received)

    def _received(self, task: asyncio.Task[None]) -> None:
        self.running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.world.problems.append(repr(task.exception()))

    def _carry_back(self, line: int, frame: bytes) -> None:
        if line == self.line:
            for _ in range(self.world.copies()):
                wait = self.world.random.random() * 0.1
                self.world.loop.call_later(wait, self._told, line, frame)

    # --- what the page does ------------------------------------------------------------------

    def _told(self, line: int, frame: bytes) -> None:
        if line != self.line or self.process in self.unreachable:
            return
        self.world.traced("out", self.who.id, frame.decode())
        message = json.loads(frame)
        match message["do"]:
            case "update":
                self._update(message, frame)
            case "done":
                self.pending.pop(message["id"], None)
                before = self.acknowledged.setdefault(
                    message["id"], (message["table"], message["seq"])
                )
                if before != (message["table"], message["seq"]):
                    self.world.problems.append(f"acknowledged twice: {before} and {message}")
            case "refused" if message["id"]:
                self.pending.pop(message["id"], None)
            case "bye":
                self.lost()
                self.again_at = self.world.loop.time() + message["again_ms"] / 1000

    def _update(self, message: dict[str, Any], frame: bytes) -> None:
        known = self.known[message["table"]]
        if message["seq"] < known.seq:
            return
        if message["since"] > known.seq:  # something in between was lost
            self.watch(message["table"])
            return
        news = (one for one in message["news"] if one["seq"] > known.seq)
        known.events += [one["number"] for one in news if one["is"] == "event"]
        known.seq, known.room = message["seq"], message["room"]
        self.updates.append(Shown.of(message, frame))

    def act(self) -> None:
        """Do something that a person might do now."""
        random = self.world.random
        table = random.choice(list(self.known))
        room = self.known[table].room
        if not room or len(self.pending) > 2:
            return
        seats = [seat["seat"] for seat in room["seats"] if seat["mine"]]
        free = [seat["seat"] for seat in room["seats"] if seat["kind"] == "open"]
        message: dict[str, Any] | None = None
        dice = random.random()
        moves = moves_in(room)
        if moves and dice < 0.8:
            move = random.choice(moves)
            message = {"do": "move", "seat": room["seat"], "move": move, "after": room["event"]}
        elif room["stage"] == "lobby":
            if free and not seats:
                message = {"do": "sit", "seat": random.choice(free)}
            elif room["host"] == self.who.id and not free:
                message = {"do": "begin"}
        elif dice < 0.83:
            channel = "players" if seats else "spectators"
            message = {"do": "speak", "channel": channel, "text": f"{self.who.name} {self.count}"}
        elif seats and room["stage"] == "over" and dice < 0.9:
            message = {"do": "rematch"}
        elif seats and dice < 0.96:
            seat = random.choice(seats)
            message = random.choice(
                [
                    {"do": "undo", "seat": seat},
                    {"do": "ask_undo", "seat": seat},
                    {"do": "answer", "seat": seat, "yes": random.random() < 0.7},
                    {"do": "hand_to_bot", "seat": seat, "level": "casual"},
                    {"do": "take_back_seat", "seat": seat},
                    {"do": "take_back_seat", "seat": seat},
                    {"do": "leave", "seat": seat},
                    {"do": "hint", "seat": seat},
                ]
            )
        if message is None:
            return
        self.count += 1
        message |= {"table": table, "id": f"{self.who.id[-4:]}-{self.count:06d}"}
        self.sent[message["id"]] = message
        self.pending[message["id"]] = (message, self.world.loop.time())
        self.carry(message)

    def retry(self) -> None:
        """Send again what has not been answered for long."""
        now = self.world.loop.time()
        for key, (message, since) in list(self.pending.items()):
            if now - since > 1.0:
                self.pending[key] = (message, now)
                self.carry(message)


class World:
    """The processes, their store, the clients and the faults."""

    def __init__(
        self,
        seed: int,
        *,
        broken: frozenset[Broken] = frozenset(),
        hall_class: type[Hall] = Hall,
    ) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.loop = asyncio.get_running_loop()
        self.disk = FaultyDisk(broken)
        self.hall_class = hall_class
        self.trace = hashlib.sha256()
        self.events = 0
        self.problems: list[str] = []
        self.clear = False
        self.quiet_at: int | None = None  # no bot moves afterwards
        self.loss = self.random.choice([0.0, 0.0, 0.02, 0.1])
        self.storms = {
            "lost": self.random.choice([0.0, 0.1, 0.5]),
            "doubled": self.random.choice([0.0, 0.1]),
            "late": self.random.choice([0.0, 0.1]),
            "down_before": self.random.choice([0.0, 0.01]),
            "down_after": self.random.choice([0.0, 0.01]),
        }
        self.tables: list[str] = []
        self.processes = [Process(self, number) for number in range(self.random.choice([1, 2, 3]))]
        self.clients: list[Client] = []

    def traced(self, way: str, who: str, frame: str) -> None:
        """Record in the trace that a frame has arrived."""
        self.events += 1
        self.trace.update(f"{self.loop.time():.6f} {way} {who} {frame}\n".encode())

    def copies(self) -> int:
        """Return how many copies of a frame arrive."""
        if self.clear:
            return 1
        dice = self.random.random()
        return 0 if dice < self.loss else 2 if dice < 2 * self.loss else 1

    async def run(self, events: int) -> None:
        """Run the world for so many frames, then stop the faults, and let everything recover."""
        for process in self.processes:
            await process.start()
        hall = self.processes[0].hall
        assert hall is not None
        host = Identity(f"{0:032x}", "Player 0")
        for _ in range(self.random.choice([1, 2])):
            game = self.random.choice(list(SEATS))
            seats = self.random.randint(*SEATS[game])
            wishes = ["me", *(self.random.choice(["open", "casual"]) for _ in range(seats - 1))]
            clock = self.random.choice(CLOCKS)
            settings = wire.Settings(
                game,
                wishes,  # type: ignore[arg-type]
                clock=clock,
                time_out=self.random.choice(["forfeit", "casual"]),
            )
            while True:
                try:
                    self.tables.append(await hall.tables.open(settings, host))
                    break
                except StoreDown:
                    continue
        self.clients = [Client(self, number) for number in range(self.random.choice([2, 3, 4]))]
        for client in self.clients:
            client.connect()
        while self.events < events and self.loop.time() < 3600:
            await asyncio.sleep(self.random.random() * 0.05)
            self._disturb()
            self._let_act()
        await self._final_fault()
        await self._recover()

    def _let_act(self) -> None:
        for client in self.clients:
            client.reconnect()
            client.retry()
            if self.random.random() < 0.5:
                client.act()

    def _disturb(self) -> None:
        """Sometimes cause a fault."""
        dice, process = self.random.random(), self.random.choice(self.processes)
        if dice < 0.004:
            self.loop.create_task(process.restart())
        elif dice < 0.008:
            process.awake.clear()
            self.loop.call_later(self.random.random() * 3, process.awake.set)
        elif dice < 0.012:
            process.offset = self.random.randint(-5000, 5000)
        elif dice < 0.03:
            self.random.choice(self.clients).lost()
        elif dice < 0.033:
            process.cut_off()
            self.loop.call_later(self._cut_seconds(), process.heal)
        elif dice < 0.036:
            client = self.random.choice(self.clients)
            client.cut_off(process, self._cut_seconds())

    def _cut_seconds(self) -> float:
        """Return how long a fault lasts: often briefly, so that much happens afterwards, too."""
        return CUT * self.random.random() ** 2

    async def _final_fault(self) -> None:
        """Often cause a fault at the very end, with nothing afterwards to repair the damage.

        All processes crash at once, whatever they were doing; or all but one are cut off, and hear
        nothing of what people do at that one.
        """
        dice = self.random.random()
        if dice < 0.2:
            for process in self.processes:
                self.loop.create_task(process.restart())
        elif dice < 0.4:
            for process in self.processes[1:]:
                process.cut_off()
            for _ in range(20):
                await asyncio.sleep(self.random.random() * 0.1)
                self._let_act()

    async def _recover(self) -> None:
        self.clear = True
        for name in self.storms:
            self.storms[name] = 0.0
        for process in self.processes:
            process.heal()
        for client in self.clients:
            client.unreachable.clear()
        await asyncio.sleep(15)  # processes that were starting have started
        for process in self.processes:
            process.awake.set()
            if process.store is not None:
                for name in self.storms:
                    setattr(process.store.weather, name, 0.0)
            if process.hall is None:
                await process.start()
        end = self.loop.time() + 60
        for client in self.clients:
            client.lost()
            client.connect()
        while self.loop.time() < end and any(client.pending for client in self.clients):
            await asyncio.sleep(0.5)
            for client in self.clients:
                client.retry()
                client.reconnect()
        await asyncio.sleep(15)
        self.quiet_at = self.processes[0].now()
        await asyncio.sleep(10)  # everyone gets the rest
