"""What must hold when the sky is clear again."""

from __future__ import annotations

import json
from typing import Any, cast

import msgspec

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core import seen
from tablee.server.core.entries import Played, entry_of
from tablee.server.core.hall import Hall, key_of
from tablee.server.core.room import Room
from tablee.server.store.memory import Broken
from tablee.table import Moved

from .loop import Stuck, run
from .world import World, Wrong, story


def without_time(room: dict[str, Any]) -> str:
    """A room as JSON, but for what clocks have left at this moment."""
    seats = [{**seat, "left_ms": None} for seat in room["seats"]]
    return json.dumps({**room, "seats": seats})


async def check(world: World) -> None:
    """Everything acknowledged is there once, every log holds, everybody sees the same."""
    if world.problems:
        raise Wrong(world.problems[0])
    done: dict[str, list[tuple[str, int]]] = {}
    moves: dict[str, tuple[str, int]] = {}  # the text, and how many events there were before
    for table, rows in world.disk.entries.items():
        room: Room | None = None
        for number, row in enumerate(rows, 1):
            if row.seq != number:
                raise Wrong(f"entry {row.seq} of {table} stands at place {number}")
            done.setdefault(row.command, []).append((table, row.seq))
            entry = entry_of(row.seq, row.at, row.command, row.body)
            first = entry.what.events[0] if isinstance(entry.what, Played) else None
            if isinstance(first, Moved):
                moves[row.command] = first.move, room.event if room else 0
            if room is not None and entry.at < room.at:
                raise Wrong("time runs backwards")
            try:
                room = Room.opened(table, entry) if room is None else room.apply(entry)
            except Refusal as refusal:
                raise Wrong(f"entry {row.seq} cannot have happened: {refusal}") from None
        assert room is not None
        now = world.quiet_at or 0
        if room.bot_to_act is not None and now - room.at > 20_000:
            raise Wrong("a bot is waited for")
        if room.deadline is not None and room.deadline < now - 20_000:
            raise Wrong("nobody noticed that the time is up")
    twice = [command for command, places in done.items() if len(places) > 1]
    if twice:
        raise Wrong(f"done twice: {twice[0]}")
    for client in world.clients:
        for identifier, place in client.acknowledged.items():
            sent = client.sent[identifier]
            command = msgspec.convert(sent, cast(Any, wire.FromClient))
            key = key_of(command, client.who)
            if done.get(key) != [place]:
                raise Wrong(f"acknowledged, and not there: {identifier} {place}")
            if sent["do"] == "move" and moves[key] != (
                sent["move"],
                sent["after"],
            ):
                raise Wrong(f"another move than was meant, or later: {sent}")
        if client.pending:
            raise Wrong(f"never answered: {client.pending}")
        for table, known in client.known.items():
            assert world.processes[0].hall is not None
            room = await world.processes[0].hall.room(table)
            viewer = seen.viewer_of(room, client.who.id, None, client.form)
            seq, seen_now, news = await story(world, table, viewer)
            if known.seq != seq or without_time(known.room) != without_time(seen_now):
                raise Wrong(f"{client.who.name} does not see {table} as it is")
            told = [one for one in known.news if '"is": "chat"' not in one]
            if told_alike(told, viewer) != told_alike(
                [one for one in news if '"is": "chat"' not in one], viewer
            ):
                raise Wrong(f"{client.who.name} was told another story of {table}")


def told_alike(news: list[str], viewer: seen.Viewer) -> list[str]:
    """News without the words of outcomes, which are shown to everybody only after the end."""
    found = []
    for one in map(json.loads, news):
        if one["is"] == "event":
            one = {key: one[key] for key in ("seq", "at", "number", "what", "seat")}
        found.append(json.dumps(one))
    return found


def simulate(
    seed: int,
    events: int = 1000,
    broken: frozenset[Broken] = frozenset(),
    hall_class: type[Hall] = Hall,
) -> tuple[str, int]:
    """One world from its seed: the hash of its trace, and how many frames arrived."""

    async def life() -> tuple[str, int]:
        world = World(seed, broken=broken, hall_class=hall_class)
        await world.run(events)
        await check(world)
        return world.trace.hexdigest(), world.events

    try:
        result: tuple[str, int] = run(life())
    except Stuck:
        raise Wrong("everybody waits for something that never happens") from None
    return result
