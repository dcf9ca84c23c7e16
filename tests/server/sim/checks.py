"""What must hold at the end of a simulation."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import msgspec

from server.sim.loop import Deadlock, run
from server.sim.seen import Shown, Wrong
from server.sim.world import Client, World
from server.store.faulty import Broken
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.decisions import idempotency_key
from tablee.server.core.rooms.entries import Played, entry_of
from tablee.server.core.rooms.room import Room
from tablee.server.core.views.redaction import update
from tablee.server.core.views.viewers import viewer_of
from tablee.server.store.contract import Row
from tablee.table import Moved

Log = list[Room]
"""The rooms after each entry of a table."""


async def check(world: World) -> None:
    """Check that acknowledged entries are there once, every log holds, and all clients agree."""
    if world.problems:
        raise Wrong(world.problems[0])
    logs = {table: log_of(table, rows) for table, rows in world.disk.entries.items()}
    for log in logs.values():
        check_nothing_is_overdue(log[-1], world.quiet_at or 0)
    kept = kept_commands(logs)
    for client in world.clients:
        check_acknowledged(client, kept)
        if client.pending:
            raise Wrong(f"never answered: {client.pending}")
        for shown in client.updates:
            check_shown(client, shown, logs[shown.table])
        for table, known in client.known.items():
            room = logs[table][-1]
            if known.seq != room.seq:
                raise Wrong(f"{client.who.name} does not see {table} as it is")
            if known.events != list(range(1, room.event + 1)):
                raise Wrong(f"{client.who.name} was told another story of {table}")


def log_of(table: str, rows: list[Row]) -> Log:
    """Return the rooms of a log, if it is one that can have happened."""
    log: Log = []
    room: Room | None = None
    for number, row in enumerate(rows, 1):
        if row.seq != number:
            raise Wrong(f"entry {row.seq} of {table} stands at place {number}")
        entry = entry_of(row.seq, row.at, row.command, row.body)
        if room is not None and entry.at < room.at:
            raise Wrong("time runs backwards")
        try:
            room = Room.opened(table, entry) if room is None else room.apply(entry)
        except Refusal as refusal:
            raise Wrong(f"entry {row.seq} cannot have happened: {refusal}") from None
        log.append(room)
    return log


def check_nothing_is_overdue(room: Room, now: int) -> None:
    """Check that no bot and no expired clock is overdue."""
    if room.bot_to_act is not None and now - room.at > 20_000:
        raise Wrong("a bot is overdue")
    if room.deadline is not None and room.deadline < now - 20_000:
        raise Wrong("an expired clock was not noticed")


class Kept(NamedTuple):
    """A command in the log; for a move also its text, and the number of events before it."""

    table: str
    seq: int
    move: str | None
    after: int


def kept_commands(logs: dict[str, Log]) -> dict[str, Kept]:
    """Return all commands by their keys; each must be there once."""
    kept: dict[str, Kept] = {}
    for table, log in logs.items():
        event = 0
        for room in log:
            entry = room.entry
            if entry.command in kept:
                raise Wrong(f"done twice: {entry.command}")
            first = entry.payload.events[0] if isinstance(entry.payload, Played) else None
            move = first.move if isinstance(first, Moved) else None
            kept[entry.command] = Kept(table, entry.seq, move, event)
            event = room.event
    return kept


def check_acknowledged(client: Client, kept: dict[str, Kept]) -> None:
    """Check that acknowledged commands are in the log, in place and as they were meant."""
    for identifier, place in client.acknowledged.items():
        sent = client.sent[identifier]
        command = msgspec.convert(sent, cast(Any, wire.FromClient))
        found = kept.get(idempotency_key(command, client.who))
        if found is None or (found.table, found.seq) != place:
            raise Wrong(f"acknowledged, and not there: {identifier} {place}")
        if sent["do"] == "move" and (found.move, found.after) != (sent["move"], sent["after"]):
            raise Wrong(f"another move than was meant, or later: {sent}")


def check_shown(client: Client, shown: Shown, log: Log) -> None:
    """Check that an update is, byte for byte, what follows from the log for that viewer.

    So viewers with the same view are sent the same, whatever happened to them before. The time
    counts:
    clocks depend on `now`, and outcomes and spectators' chat are shown to players only in an update
    made after the end.
    """
    if shown.seq > len(log):
        raise Wrong(f"{client.who.name} was told of an entry that is not there")
    room, person = log[shown.seq - 1], client.who.id
    # Someone who takes two seats while watching keeps the view of the first.
    own = room.seats_of(person)
    seat = shown.seat if len(own) > 1 and shown.seat in own else None
    forms = {client.form}
    if shown.since == shown.seq:
        # Here a command may overtake the request to watch. If it is stale, it is answered by the
        # table as it is, in the default form.
        forms.add("scene")
    for form in forms:
        viewer = viewer_of(room, person, seat, form)
        told = update(room, log[shown.since : shown.seq], viewer, shown.since, shown.now)
        if told.encode() == shown.frame:
            return
    raise Wrong(f"{client.who.name} was shown {shown.table} otherwise than it was")


def simulate(
    seed: int,
    events: int = 1000,
    broken: frozenset[Broken] = frozenset(),
    hall_class: type[Hall] = Hall,
) -> tuple[str, int]:
    """Run a world from its seed; return the hash of its trace and how many frames arrived."""

    async def life() -> tuple[str, int]:
        world = World(seed, broken=broken, hall_class=hall_class)
        await world.run(events)
        await check(world)
        return world.trace.hexdigest(), world.events

    try:
        result: tuple[str, int] = run(life())
    except Deadlock:
        raise Wrong("all tasks wait for something that never happens") from None
    return result
