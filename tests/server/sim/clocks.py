"""Worlds on one machine whose clock jumps forwards and back, by seconds or days.

No player may lose on time with real time left; no bot may be overdue; the log of every table must
still replay, and all clients must agree in the end.
"""

from __future__ import annotations

from collections import Counter

from tablee.server.core.hall import Hall
from tablee.server.core.rooms.room import Room
from tablee.server.store.memory.store import MemoryStore
from tablee.table.events import TimeRanOut

from .checks import check, log_of
from .loop import Deadlock, run
from .seen import Wrong
from .world import World

SECOND, DAY = 1_000, 86_400_000
SHORTEST = 10 * SECOND  # a shorter jump is taken for a busy machine
PATIENCE = 20.0  # seconds after which a bot is overdue
TOLERANCE = 100  # milliseconds that an entry may take


class JumpingWorld(World):
    """A world without other faults, on a clock that nothing can rely on."""

    def __init__(self, seed: int, hall_class: type[Hall] = Hall) -> None:
        super().__init__(seed, hall_class=hall_class)
        self.storms = dict.fromkeys(self.storms, 0.0)
        self.loss = 0.0
        self.jumps = 0
        self.written: dict[tuple[str, int], float] = {}  # the real time of each entry
        self._asleep: dict[str, float] = {}  # people, and the times until which they are idle

    async def run(self, events: int) -> None:
        """Record the real times of entries, and run the world."""
        witness = MemoryStore(self.disk)
        await witness.open()
        stop = witness.listen(self._noted)
        await super().run(events)
        stop()
        await witness.close()

    @property
    def quiet_since(self) -> float:
        """Return when bots were last told to stop."""
        assert self.quiet_at is not None
        return self.loop.time() - (self.processes[0].now() - self.quiet_at) / SECOND

    def _noted(self, table: str, seq: int, _: object) -> None:
        self.written.setdefault((table, seq), self.loop.time())

    def _disturb(self) -> None:
        """Sometimes let the clock jump, or restart the only process."""
        dice = self.random.random()
        if dice < 0.01:
            size = int(SHORTEST * (DAY / SHORTEST) ** self.random.random())
            offset = self.processes[0].offset + size * self.random.choice((1, -1))
            for process in self.processes:
                process.offset = offset
            self.jumps += 1
        elif dice < 0.03:
            self.loop.create_task(self.random.choice(self.processes).restart())
        elif dice < 0.04:
            sleeper = self.random.choice(self.clients)
            self._asleep[sleeper.who.id] = self.loop.time() + 10 * self.random.random()

    def _let_act(self) -> None:
        for client in self.clients:
            client.reconnect()
            client.retry()
            awake = self._asleep.get(client.who.id, 0.0) <= self.loop.time()
            if awake and self.random.random() < 0.5:
                client.act()

    async def _final_fault(self) -> None:
        """Let the clock jump a last time, with nothing afterwards that could repair the damage."""
        self._disturb()


def simulate_jumps(seed: int, events: int = 1000, hall_class: type[Hall] = Hall) -> Counter[str]:
    """Run a world from its seed, and count what happened; raise `Wrong` if anything was unfair."""

    async def life() -> Counter[str]:
        world = JumpingWorld(seed, hall_class)
        await world.run(events)
        await check(world)
        counts = Counter(worlds=1, jumps=world.jumps)
        for table in world.disk.entries:
            counts += check_times(world, table)
        return counts

    try:
        result: Counter[str] = run(life())
    except Deadlock:
        raise Wrong("all tasks wait for something that never happens") from None
    return result


def check_times(world: JumpingWorld, table: str) -> Counter[str]:
    """Compare who lost on time at a table with the real time that passed."""
    log = log_of(table, world.disk.entries[table])
    counts = Counter[str]()
    real = [world.written[table, room.seq] for room in log]
    began: dict[int, float] = {}  # the real time at which each clock started
    before: Room | None = None
    for number, room in enumerate(log):
        counts["moves"] += room.event - (before.event if before else 0)
        for step in room.steps:
            if isinstance(step.event, TimeRanOut) and before is not None and before.match:
                counts["timeouts"] += 1
                clock = before.match.clock
                spent = SECOND * (real[number] - began[clock.running]) + TOLERANCE
                if spent < clock.left(clock.running, clock.since):
                    raise Wrong(f"seat {clock.running} lost on time after {spent / SECOND:.1f} s")
        now = room.match.clock if room.match else None
        was = before.match.clock if before and before.match else None
        if (
            now
            and now.running
            and (not was or (now.running, now.since) != (was.running, was.since))
        ):
            began[now.running] = real[number]
        before = room
    if before and before.bot_to_act and world.quiet_since - real[-1] > PATIENCE:
        raise Wrong(f"a bot is waited for at {table}")
    return counts
