"""Databases of earlier versions are read, verified and played on."""

from __future__ import annotations

import sqlite3
from itertools import count
from pathlib import Path

import pytest

from server.replays.bot_games import InstantThinkers
from server.store.archive import ADA, BOB, described, names, recorded, unpack
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.summaries import listed
from tablee.server.ops.recompute import recompute_store
from tablee.server.store import open_store

pytestmark = pytest.mark.parametrize("name", names())


def test_the_archive_is_not_empty(name: str) -> None:
    stages = {what.split()[0] for what in recorded(name).values()}
    assert stages == {"lobby", "playing", "over", "closed"}


async def test_every_table_replays_to_the_same_transcript(name: str, tmp_path: Path) -> None:
    store = open_store(str(unpack(name, tmp_path)))
    await store.open()
    try:
        assert {table: await described(store, table) for table in recorded(name)} == recorded(name)
        for table, what in recorded(name).items():
            head = await store.head(table)
            assert head is not None
            assert [head.stage, str(head.seq)] == what.split()[:2]
            assert listed(head, ADA.id).table == table
    finally:
        await store.close()


async def test_results_match_the_logs(name: str, tmp_path: Path) -> None:
    path = unpack(name, tmp_path)
    found = await recompute_store(str(path))
    assert (found.wrong, found.broken) == ([], {})


async def test_a_damaged_log_is_caught(name: str, tmp_path: Path) -> None:
    path = unpack(name, tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE entries SET body = '{}' WHERE seq = 2")
    database.close()
    assert (await recompute_store(str(path))).broken


async def test_people_keep_their_accounts(name: str, tmp_path: Path) -> None:
    store = open_store(str(unpack(name, tmp_path)))
    await store.open()
    try:
        guest, player = await store.person(ADA.id), await store.person_by_login("bob")
        assert guest is not None
        assert player is not None
        assert (guest.name, guest.login, player.id) == ("Ada", None, BOB.id)
        assert [token.label for token in await store.tokens_of(BOB.id)] == ["Firefox"]
        assert [key.name for key in await store.passkeys_of(BOB.id)] == ["Key"]
    finally:
        await store.close()


async def test_unfinished_games_can_be_continued(name: str, tmp_path: Path) -> None:
    store = open_store(str(unpack(name, tmp_path)))
    await store.open()
    ticks = count(2_100_000)
    hall = Hall(store, InstantThinkers(), process="9a" * 16, now=lambda: next(ticks), random=bytes)
    played = 0
    try:
        for table in recorded(name):
            room = await hall.rooms.current(table)
            if room.person_to_act and room.match:
                seat = room.match.to_act
                move = room.match.view(seat).moves()[0]
                command = wire.Move(f"{table[:16]}-more", table, seat, move, room.event)
                seq = await hall.commits.do(command, ADA if seat % 2 else BOB)
                assert seq == room.seq + 1
                played += 1
        await hall.tasks.finished()
    finally:
        await store.close()
    assert played >= 2
