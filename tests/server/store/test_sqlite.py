"""What only the SQLite store does."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from server.store.making import a_head, a_row, an_id, outcome, write
from tablee.server.ops.backup import opened
from tablee.server.store import open_store, schema
from tablee.server.store.contract import EventStore, Gap, Repeated, StoreDown, StoreRefused, Taken
from tablee.server.store.sqlite import writer
from tablee.server.store.sqlite.appending import Append, append_together
from tablee.server.store.sqlite.store import SqliteStore, connect, prepare


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[EventStore]:
    async with opened(SqliteStore(tmp_path / "x.db")) as store:
        yield store


async def refusal(store: SqliteStore) -> str:
    with pytest.raises(StoreRefused) as refused:
        await store.open()
    return refused.value.key


def _open_in_child(path: Path, answers: multiprocessing.SimpleQueue[str]) -> None:
    answers.put(asyncio.run(refusal(SqliteStore(path))))


@pytest.mark.slow
async def test_a_file_is_locked_by_one_process(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    store = SqliteStore(path)
    await store.open()
    (tmp_path / "alias.db").symlink_to(path)
    for name in ("x.db", "alias.db"):
        assert await refusal(SqliteStore(tmp_path / name)) == "store.in_use"
    context = multiprocessing.get_context("spawn")
    answers = context.SimpleQueue()
    child = context.Process(target=_open_in_child, args=(path, answers))
    child.start()
    assert await asyncio.to_thread(answers.get) == "store.in_use"
    await asyncio.to_thread(child.join)
    await store.close()
    async with opened(SqliteStore(path)):
        pass


SERVER = """
import asyncio, os, sys
from pathlib import Path
from tablee.server.store.sqlite.store import SqliteStore

asyncio.run(SqliteStore(Path(sys.argv[1])).open())
if os.fork():
    os.write(1, b"dies")
else:
    os.read(0, 1)  # the worker lives until the test ends
os._exit(0)
"""


async def test_a_forked_worker_does_not_keep_the_lock(tmp_path: Path) -> None:
    """If the server dies and its worker survives, the next server can start."""
    path = tmp_path / "x.db"
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        assert server.stdout.read(4) == b"dies"
        server.wait()
        async with opened(SqliteStore(path)):
            pass


async def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    store = SqliteStore(path)
    await store.open()
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(schema.STEPS) + 1}")
    assert await refusal(store) == "store.too_new"
    assert await refusal(store) == "store.too_new"  # and the lock was released


async def test_a_foreign_file_is_left_alone(tmp_path: Path) -> None:
    text, other = tmp_path / "text", tmp_path / "other.db"
    text.write_text("This is no database. " * 100)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    before = [text.read_bytes(), other.read_bytes()]
    for path in (text, other):
        assert await refusal(SqliteStore(path)) == "store.foreign_file"
    assert [text.read_bytes(), other.read_bytes()] == before


async def test_a_schema_is_migrated_in_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old file gets the steps it lacks, each completely or not at all."""
    path = tmp_path / "x.db"
    store = SqliteStore(path)
    await store.open()
    await write(store, "t", 1)
    await store.close()
    first = schema.STEPS
    good, bad = ("CREATE TABLE more (n BIGINT)",), ("CREATE TABLE most (n BIGINT)", "NONSENSE")
    monkeypatch.setattr(schema, "STEPS", (*first, good, bad))
    with pytest.raises(sqlite3.OperationalError):
        await store.open()
    with closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        assert "more" in tables
        assert "most" not in tables
    monkeypatch.setattr(schema, "STEPS", (*first, good))
    await store.open()
    assert [row.seq for row in await store.read(an_id("t"))] == [1]
    await store.close()


async def test_a_migrated_file_keeps_its_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step rewrites the table of entries, and a retry is still recognised."""
    path, steps = tmp_path / "x.db", schema.STEPS

    def layout() -> str:
        with closing(sqlite3.connect(path)) as connection:
            found = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'entries'")
            return str(found.fetchone()[0]).rpartition(")")[2].strip()

    monkeypatch.setattr(schema, "STEPS", steps[:2])
    store = SqliteStore(path)
    await store.open()
    for seq in (1, 2, 3):
        for table in ("b", "a"):
            await write(store, table, seq)
    before = [record async for record in store.dump()]
    await store.close()
    assert layout() == "WITHOUT ROWID"
    monkeypatch.setattr(schema, "STEPS", steps)
    await store.open()
    assert layout() == ""
    assert [record async for record in store.dump()] == before
    assert await outcome(store, a_row("a", 3, "another")) == "Taken 3"
    assert await outcome(store, a_row("a", 3)) == "Repeated 3"
    with pytest.raises(Gap):
        await write(store, "a", 5)
    await write(store, "a", 4)
    assert [row.seq for row in await store.read(an_id("a"))] == [1, 2, 3, 4]
    await store.close()


async def test_appends_share_commits(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []
    real = writer.commit

    def counting(
        connection: writer.Connection, jobs: list[writer.Job], together: writer.Together
    ) -> list[writer.Outcome]:
        batches.append(len(jobs))
        return real(connection, jobs, together)

    monkeypatch.setattr(writer, "commit", counting)
    await asyncio.gather(*(write(store, f"t{n}", 1) for n in range(600)))
    assert sum(batches) == 600
    assert len(batches) < 60
    assert max(batches) <= writer.MOST_AT_ONCE


@pytest.mark.parametrize("count", [2, 3, 100, writer.MOST_AT_ONCE])
def test_a_batch_of_any_size_is_written_by_one_statement(tmp_path: Path, count: int) -> None:
    connection = connect(tmp_path / "x.db")
    prepare(connection, tmp_path / "x.db")
    rows = [a_row(f"t{n}", 1) for n in range(count)]
    jobs = [Append(row, a_head(row, persons=("ab" * 16,))) for row in rows]
    assert append_together(connection, jobs) == set(range(count))
    for table in ("entries", "heads"):
        found = connection.execute(f"SELECT table_id FROM {table}").fetchall()
        assert {one for (one,) in found} == {row.table for row in rows}
    connection.close()


@pytest.mark.parametrize("together", [True, False])
def test_a_refused_append_does_not_affect_others_in_its_commit(
    tmp_path: Path, together: bool
) -> None:
    """Some appends write, others repeat, collide or leave a gap."""
    connection = connect(tmp_path / "x.db")
    prepare(connection, tmp_path / "x.db")
    way = append_together if together else lambda *_: set[int]()
    first = [a_row(f"t{n}", 1) for n in range(20)]
    done = writer.commit(connection, [Append(row, a_head(row)) for row in first], way)
    assert [outcome.error for outcome in done] == [None] * 20

    second = [a_row(f"t{n}", 2) for n in range(20)]
    taken = a_row("t3", 1, "another")
    repeated = a_row("t4", 2, first[0].command)
    gap = a_row("t5", 4)
    twice = a_row("t6", 2, "the other one")
    rows = [*second[:4], taken, repeated, gap, *second[4:], twice]
    done = writer.commit(connection, [Append(row, a_head(row)) for row in rows], way)
    errors = {row.command: outcome.error for row, outcome in zip(rows, done, strict=True)}
    assert isinstance(errors.pop(taken.command), Taken)
    assert isinstance(errors.pop(repeated.command), Repeated)
    assert isinstance(errors.pop(gap.command), Gap)
    assert isinstance(errors.pop(twice.command), Taken)
    assert set(errors.values()) == {None}

    written = connection.execute("SELECT command FROM entries ORDER BY 1").fetchall()
    assert {row.command for row in (*first, *second)} == {command for (command,) in written}
    heads = connection.execute("SELECT table_id, seq FROM heads").fetchall()
    assert dict(heads) == {row.table: 2 for row in first}
    connection.close()


async def test_an_unwritable_entry_fails_alone(store: EventStore) -> None:
    """A text that is not valid Unicode fails, and the rest of the commit is written."""
    commands = ["" if n % 7 else f"\ud800{n}" for n in range(60)]
    rows = [a_row(f"t{n}", 1, command) for n, command in enumerate(commands)]
    told = await asyncio.gather(
        *(store.append(row, a_head(row)) for row in rows), return_exceptions=True
    )
    good = [error is None for error in told]
    assert good == [not command for command in commands]
    assert [isinstance(error, UnicodeEncodeError) for error in told] == [not g for g in good]
    there = await store.seqs([row.table for row in rows])
    assert there == {row.table: 1 for row, right in zip(rows, good, strict=True) if right}


async def test_the_write_ahead_log_is_checkpointed(
    store: EventStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not grow without bound."""
    monkeypatch.setattr(writer, "CHECKPOINT_AFTER", 20)
    for seq in range(1, 301):
        await write(store, "t", seq)
    assert (tmp_path / "x.db-wal").stat().st_size < 100 * 8 * 4096


class NoCheckpoint:
    """A connection on which checkpoints fail."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path)

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> writer.Cursor:
        if "wal_checkpoint" in statement:
            raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(statement, values)

    def close(self) -> None:
        self._connection.close()


async def test_a_failed_checkpoint_does_not_stop_appends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT_AFTER", 2)
    async with opened(SqliteStore(tmp_path / "x.db", NoCheckpoint)) as store:
        for seq in range(1, 9):
            await write(store, "t", seq)
    assert "could not be copied" in caplog.text


async def test_a_closed_store_is_down(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "x.db")
    with pytest.raises(StoreDown):
        await store.read(an_id("t"))
    await store.open()
    last = asyncio.ensure_future(outcome(store, a_row("t", 1)))
    await asyncio.sleep(0)
    await store.close()
    assert await last == "done"  # a running append is finished
    for question in (outcome(store, a_row("t", 2)), store.read(an_id("t")), store.due(1, 1)):
        with pytest.raises(StoreDown):
            await question
    await store.close()


def test_addresses(tmp_path: Path) -> None:
    for address in (str(tmp_path / "x.db"), f"sqlite:///{tmp_path / 'x.db'}"):
        store = open_store(address)
        assert isinstance(store, SqliteStore)
        assert store.path == tmp_path.resolve() / "x.db"
    for wrong in ("", "mysql://x", "sqlite:x", "sqlite:///"):
        with pytest.raises(StoreRefused, match="no store at"):
            open_store(wrong)
