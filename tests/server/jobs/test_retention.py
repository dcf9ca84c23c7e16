"""Retention: old data are deleted on time, and deletion never delays moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import fields
from pathlib import Path

import pytest
from msgspec.structs import replace

from samples import OPEN
from server.core.helpers import ADA, BOB, EVE
from server.jobs.years import Server, years
from tablee.server import wire
from tablee.server.core.chat import chat_of
from tablee.server.core.rooms.entries import ERASED
from tablee.server.core.session import Session
from tablee.server.jobs import retention
from tablee.server.jobs.retention import DAY_MS, STEP, Cutoffs, Pruned, count_prunable
from tablee.server.runtime.config import Config
from tablee.server.store.contract import Person, Row
from tablee.server.store.memory.store import Disk
from tablee.server.store.moderation import Act


@pytest.fixture(autouse=True)
def short_periods(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PAUSE_SECONDS", 0)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with Server().running() as server:
        yield server


async def test_games_of_guests_are_deleted_on_time(server: Server) -> None:
    await server.come(ADA)
    over = await server.finished_game()
    last = await server.finished_game()
    lobby = await server.hall.tables.open(wire.Settings(OPEN, ["me", "open"]), ADA)
    assert await server.prune(29) == Pruned()
    assert await server.prune(2) == Pruned(unfinished=1)
    assert await server.prune(58) == Pruned()
    assert [await server.exists(table) for table in (over, lobby)] == [True, False]
    assert await server.prune(2) == Pruned(guest_games=1)
    assert not await server.exists(over)
    assert await server.exists(last)  # otherwise the number of its result would be reused


async def test_games_of_accounts_are_kept_by_default(server: Server) -> None:
    await server.come(ADA, password="#")
    tables = [
        await server.finished_game(),
        await server.finished_game(),
        await server.hall.tables.open(wire.Settings(OPEN, ["me", "open"]), ADA),
    ]
    assert await server.prune(3_000) == Pruned()
    assert all([await server.exists(table) for table in tables])
    disk: Disk = server.store.disk  # type: ignore[attr-defined]
    async with Server(disk, settings={"keep_games": "10"}).running() as other:
        other.time.now = server.time.now
        assert await other.prune() == Pruned(games=1)


async def test_a_watched_table_is_not_deleted(server: Server) -> None:
    table = await server.finished_game()
    await server.finished_game()
    session = Session(server.hall, BOB, lambda _: None)
    await session.receive(f'{{"do":"watch","table":"{table}"}}')
    assert await server.prune(100) == Pruned()
    session.end()
    assert await server.prune() == Pruned(guest_games=1)


async def test_old_chat_is_erased_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    await server.come(ADA, password="#")
    table = await server.finished_game()
    said = wire.Speak("speak-000001", table, "players", text="hello")
    await server.hall.commits.do(said, ADA)
    assert await server.prune(364) == Pruned()
    assert await server.prune(2) == Pruned(messages=1)
    ((_, spoke),) = await chat_of(server.store, ADA.id)
    assert (spoke.text, spoke.who.id, spoke.who.name) == (ERASED, ADA.id, ERASED)
    async with Server(server.store.disk).running() as again:  # type: ignore[attr-defined]
        again.time.now = server.time.now

        async def rewrite(rows: object) -> None:
            pytest.fail("nothing is left to erase")

        monkeypatch.setattr(again.store, "rewrite", rewrite)
        assert await again.prune() == Pruned()


async def test_inactive_guests_are_deleted(server: Server) -> None:
    for who in (ADA, BOB):
        await server.come(who)
    table = await server.finished_game()
    session = Session(server.hall, BOB, lambda _: None)
    session.begin()
    assert await server.prune(89) == Pruned()
    assert await server.prune(92) == Pruned(guests=1)
    assert await server.store.person(ADA.id) == Person(
        ADA.id, "", "", 1_000_000, deleted=server.time.now
    )
    await server.come(EVE)
    await server.finished_game(host=EVE)
    assert await server.prune() == Pruned(guest_games=1, people=1)
    assert not await server.exists(table)
    assert await server.store.person(ADA.id) is None
    assert await server.store.person(BOB.id) is not None  # a connected guest
    session.end()


async def test_a_period_of_0_deletes_nothing() -> None:
    kept = [one.name for one in fields(Config) if one.name.startswith("keep_")]
    async with Server(settings=dict.fromkeys(kept, "0")).running() as server:
        await server.come(ADA)
        await server.finished_game()
        assert await server.prune(30_000) == Pruned()


async def test_the_audit_log_is_deleted_on_time_but_for_bans(server: Server) -> None:
    await server.come(ADA)
    ban = Act("a" * 16, server.time.now, "olga", "ban", "192.0.2.0/24", "spam")
    for act in (ban, replace(ban, id="b" * 16, deed="close", target="0" * 32)):
        await server.store.record_act(act)
    assert (await server.prune(729)).acts == 0
    assert (await server.prune(2)).acts == 1
    assert await server.store.acts(9) == [ban]


async def test_a_dry_run_counts_what_would_be_deleted(server: Server) -> None:
    for who in (ADA, BOB):
        await server.come(who)
    for _ in range(4):
        table = await server.finished_game()
    await server.hall.commits.do(wire.Speak("speak-000001", table, "players", text="hi"), ADA)
    await server.hall.tables.open(wire.Settings(OPEN, ["me", "open"]), ADA)
    server.time.now += 400 * DAY_MS
    found = await count_prunable(
        server.store, Cutoffs.at(server.time.now, server.config), server.time.now
    )
    assert found == Pruned(unfinished=1, guest_games=3, messages=1, guests=2)
    done = await server.prune()
    assert (done.unfinished, done.guest_games, done.guests) == (1, 3, 2)


async def test_a_table_deleted_by_another_process_is_dropped_here() -> None:
    disk = Disk()
    async with Server(disk).running() as one, Server(disk).running() as other:
        table = await one.finished_game()
        await one.finished_game()
        other.time.now = one.time.now
        assert await other.prune(100) == Pruned(guest_games=1)
        assert await one.exists(table)
        await one.hall.upkeep.catch_up()
        assert not await one.exists(table)


async def test_moves_are_not_delayed_by_deletion(tmp_path: Path) -> None:
    async with Server(database=str(tmp_path / "tablee.sqlite")).running() as server:
        for _ in range(41):
            await server.finished_game()
        server.time.now += 100 * DAY_MS
        await server.hall.heartbeat.beat()
        table = await server.hall.tables.open(wire.Settings(OPEN, ["me", "me"]), ADA)
        pruning = asyncio.create_task(server.service.pruner.prune())
        for number in range(5):
            assert not pruning.done()
            await server.hall.commits.do(
                wire.Speak(f"speak-{number:06}", table, "players", text="still here"), ADA
            )
        assert await pruning == Pruned(guest_games=40)
        assert await server.exists(table)


async def test_chat_is_erased_in_small_steps(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.come(ADA, password="#")
    table = await server.finished_game()
    for number in range(2 * STEP + 1):
        said = wire.Speak(f"speak-{number:06}", table, "players", text="hi")
        await server.hall.commits.do(said, ADA)
    steps, rewrite = [], server.store.rewrite

    async def counted(rows: Sequence[Row]) -> None:
        steps.append(len(rows))
        await rewrite(rows)

    monkeypatch.setattr(server.store, "rewrite", counted)
    assert (await server.prune(366)).messages == 2 * STEP + 1
    assert steps == [STEP, STEP, 1]


@pytest.mark.slow
async def test_a_database_stops_growing(tmp_path: Path) -> None:
    """Run the campaign `year` with a year of four weeks."""
    kept = {"keep_unfinished": "2", "keep_guest_games": "4", "keep_guests": "6"}
    found = await years(tmp_path, 1, days=28, visitors=3, settings=kept)
    assert found.entries > 28 * 3
    assert found.pruned.guest_games > 20
    assert found.growth < 1.1


@pytest.mark.slow
async def test_growth_without_retention_is_detected(tmp_path: Path) -> None:
    kept = dict.fromkeys(("keep_unfinished", "keep_guest_games", "keep_guests"), "0")
    assert (await years(tmp_path, 1, days=28, visitors=3, settings=kept)).growth > 1.2
