"""Backups, and moving between stores: everything arrives unchanged."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from server.store.contract.checks_people import content, dumped, fill, filled
from server.store.making import an_id, write
from tablee.server.ops import backup as moving
from tablee.server.store import dump as portable
from tablee.server.store import open_store
from tablee.server.store.contract import StoreRefused
from tablee.server.store.memory.store import MemoryStore
from tablee.server.store.sql import statements as sql
from tablee.server.store.sqlite import store as sqlite
from tablee.server.store.sqlite.store import SqliteStore


async def test_moving_to_postgres_and_back_changes_nothing(
    tmp_path: Path, postgres_address: str
) -> None:
    """The dumps of all three are the same, byte for byte."""
    first, second, third = str(tmp_path / "1.db"), postgres_address, str(tmp_path / "2.db")
    before = await filled(first)
    assert await moving.move(first, second) == len(before)
    assert await moving.move(second, third) == len(before)
    for n, address in enumerate((first, second, third)):
        await moving.backup(address, tmp_path / f"{n}.jsonl")
    texts = [(tmp_path / f"{n}.jsonl").read_bytes() for n in range(3)]
    assert texts[0] == texts[1] == texts[2]
    assert len(texts[0].splitlines()) == len(before) + 2
    async with moving.opened(open_store(third)) as store:  # and the last one can be played on
        await write(store, "a", 4)
        assert [head.table for head in await store.tables_of(an_id("ana"), ["playing"], 9)] == [
            an_id("b")
        ]


@pytest.mark.parametrize("name", ["b.db", "b.jsonl", "b.jsonl.gz"])
async def test_a_backup_restores_everything(name: str, tmp_path: Path) -> None:
    before = await filled(str(tmp_path / "x.db"))
    await moving.backup(str(tmp_path / "x.db"), tmp_path / name)
    await moving.restore(tmp_path / name, str(tmp_path / "y.db"))
    assert await content(str(tmp_path / "y.db")) == before
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("name", ["b.db", "b.jsonl.gz"])
async def test_any_backup_restores_into_postgres(
    name: str, tmp_path: Path, postgres_address: str
) -> None:
    before = await filled(str(tmp_path / "x.db"))
    await moving.backup(str(tmp_path / "x.db"), tmp_path / name)
    await moving.restore(tmp_path / name, postgres_address)
    assert await content(postgres_address) == before


async def test_a_backup_of_postgres_is_a_dump(tmp_path: Path, postgres_address: str) -> None:
    before = await filled(postgres_address)
    await moving.backup(postgres_address, tmp_path / "b")
    await moving.restore(tmp_path / "b", str(tmp_path / "y.db"))
    assert await content(str(tmp_path / "y.db")) == before


@pytest.mark.parametrize("name", ["b.db", "b.jsonl"])
async def test_a_backup_during_writes_is_a_consistent_snapshot(name: str, tmp_path: Path) -> None:
    """Each table is complete up to some entry, with the head of that entry."""
    async with moving.opened(open_store(str(tmp_path / "x.db"))) as store:
        await fill(store)

        async def play(table: str) -> None:
            for seq in range(1, 100):
                await write(store, table, seq)

        async def back_up() -> None:
            await asyncio.sleep(0.05)
            await moving.backup(str(tmp_path / "x.db"), tmp_path / name)

        await asyncio.gather(*(play(f"t{n}") for n in range(10)), back_up())
    await moving.restore(tmp_path / name, str(tmp_path / "y.db"))
    async with moving.opened(open_store(str(tmp_path / "y.db"))) as copy:
        for table in range(10):
            log = await copy.read(an_id(f"t{table}"))
            head = await copy.head(an_id(f"t{table}"))
            assert [row.seq for row in log] == list(range(1, len(log) + 1))
            assert (head.seq if head else 0) == len(log)


async def test_nothing_is_overwritten(tmp_path: Path) -> None:
    await filled(str(tmp_path / "x.db"))
    await moving.backup(str(tmp_path / "x.db"), tmp_path / "b.db")
    for name in ("b.db", "b.jsonl"):
        (tmp_path / name).touch()
        with pytest.raises(StoreRefused, match="not overwritten"):
            await moving.backup(str(tmp_path / "x.db"), tmp_path / name)
    with pytest.raises(StoreRefused, match="not empty"):
        await moving.restore(tmp_path / "b.db", str(tmp_path / "x.db"))
    with pytest.raises(StoreRefused, match="not empty"):
        await moving.move(str(tmp_path / "b.db"), str(tmp_path / "x.db"))


async def test_a_file_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    async def refused(path: Path) -> str:
        with pytest.raises(StoreRefused) as refusal:
            await moving.restore(path, str(tmp_path / "y.db"))
        return refusal.value.key

    text, torn, other = tmp_path / "text", tmp_path / "torn.jsonl", tmp_path / "other.db"
    text.write_text("Dear diary\n")
    torn.write_bytes(portable.FIRST_LINE + b'{"is":"person","id":}\n')
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    assert await refused(text) == "store.no_dump"
    assert await refused(torn) == "store.bad_line"
    assert await refused(other) == "store.foreign_file"
    with pytest.raises(StoreRefused, match="no file"):
        await moving.backup(str(tmp_path / "nothing.db"), tmp_path / "b.db")
    assert await content(str(tmp_path / "y.db")) == []


async def test_an_incomplete_dump_is_refused(tmp_path: Path) -> None:
    """Cut off anywhere, or with a record too few or too many, it restores nothing."""
    target = tmp_path / "y.db"

    async def refused(name: str, content: bytes) -> str:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(StoreRefused) as refusal:
            await moving.restore(tmp_path / name, str(target))
        assert not target.exists()
        return refusal.value.key

    await filled(str(tmp_path / "x.db"))
    for name in ("b.jsonl", "b.jsonl.gz"):
        await moving.backup(str(tmp_path / "x.db"), tmp_path / name)
    whole = (tmp_path / "b.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    for kept in range(1, len(lines)):
        assert await refused("t.jsonl", b"".join(lines[:kept])) == "store.cut_off"
    assert await refused("t.jsonl", whole[:-5]) == "store.cut_off"
    assert await refused("t.jsonl", b"".join(lines[:2] + lines[3:])) == "store.cut_off"
    assert await refused("t.jsonl", whole + lines[1]) == "store.bad_line"
    packed = (tmp_path / "b.jsonl.gz").read_bytes()
    for end in (len(packed) // 2, len(packed) - 20, len(packed) - 1):
        assert await refused("t.gz", packed[:end]) == "store.cut_off"
    assert await refused("t.gz", packed[:-8] + b"12345678") == "store.bad_line"
    assert await refused("t.gz", whole) == "store.no_dump"


async def test_a_store_in_use_is_not_moved(tmp_path: Path) -> None:
    async with moving.opened(SqliteStore(tmp_path / "x.db")):
        with pytest.raises(StoreRefused, match="in use"):
            await moving.move(str(tmp_path / "x.db"), str(tmp_path / "y.db"))
        await moving.backup(str(tmp_path / "x.db"), tmp_path / "b.db")
        with pytest.raises(StoreRefused, match="in use"):
            await moving.restore(tmp_path / "b.db", str(tmp_path / "x.db"))


async def test_a_store_in_memory_can_be_backed_up(tmp_path: Path) -> None:
    store = MemoryStore()
    await store.open()
    await fill(store)
    before = await dumped(store)
    await store.backup(tmp_path / "b.jsonl")
    await moving.restore(tmp_path / "b.jsonl", str(tmp_path / "y.db"))
    assert await content(str(tmp_path / "y.db")) == before


@pytest.mark.parametrize("how", ["backup", "move"])
async def test_a_full_disk_while_reading_from_postgres_is_reported(
    how: str,
    tmp_path: Path,
    postgres_address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The command ends, though reading was still in progress."""
    told = "no room left"

    class FullDisk:
        """A disk that is full at the third record."""

        written = 0

        def __call__(self, *given: Any) -> Any:
            self.written += 1
            if self.written == 3:
                raise OSError(errno.ENOSPC, told)
            return write_one(*given)

    async def copy() -> None:
        await filled(postgres_address)
        if how == "backup":
            await moving.backup(postgres_address, tmp_path / "all.jsonl")
        else:
            await moving.move(postgres_address, str(tmp_path / "all.db"))

    if how == "backup":
        write_one: Any = portable.ENCODER.encode
        monkeypatch.setattr(portable, "ENCODER", SimpleNamespace(encode=FullDisk()))
    else:
        write_one = vars(sqlite)["carry_out"]
        monkeypatch.setattr(sql, "AT_ONCE", 2)
        monkeypatch.setattr(sqlite, "carry_out", FullDisk())
    with pytest.raises((OSError, StoreRefused), match=told):
        await asyncio.wait_for(copy(), 60)
