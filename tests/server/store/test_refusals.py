"""Problems with database files are refused with advice, and leave nothing behind."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from server.store.contract.checks_people import fill, filled
from tablee.server.ops import backup as moving
from tablee.server.store import open_store, schema
from tablee.server.store.contract import DumpRecord, Person, StoreAway, StoreRefused
from tablee.server.store.postgres import store as postgres
from tablee.server.store.sqlite import store as sqlite
from tablee.server.store.sqlite.store import SqliteStore
from tablee.server.store.sqlite.writer import Connection
from tablee.words import LANGUAGES


async def refusal(work: Awaitable[object]) -> str:
    """Return the key of a refusal that has a text in every language."""
    with pytest.raises(StoreRefused) as refused:
        await work
    assert all(refused.value.text(language) for language in LANGUAGES)
    return refused.value.key


@pytest.fixture
async def whole(tmp_path: Path) -> Path:
    path = tmp_path / "whole.db"
    await filled(str(path))
    return path


@contextmanager
def small_disk(most: int) -> Iterator[None]:
    """Limit the size of every file."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


# --- opening -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["folder", "file/x.db", "x" * 300])
async def test_an_impossible_path(name: str, whole: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    assert await refusal(SqliteStore(tmp_path / name).open()) == "store.unusable"
    assert await refusal(moving.restore(whole, str(tmp_path / name))) == "store.unusable"


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
async def test_a_truncated_database(share: float, whole: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.db"
    content = whole.read_bytes()
    cut.write_bytes(content[: int(len(content) * share)])
    keys = ("store.damaged", "store.foreign_file")
    assert await refusal(SqliteStore(cut).open()) in keys
    for name in ("b.db", "b.jsonl"):
        assert await refusal(moving.backup(str(cut), tmp_path / name)) in keys
    assert await refusal(moving.restore(cut, str(tmp_path / "y.db"))) in keys
    assert (
        not list(tmp_path.glob("b.*"))
        + list(tmp_path.glob("y.db"))
        + list(tmp_path.glob("*.part*"))
    )


async def test_a_full_disk_at_the_start(tmp_path: Path) -> None:
    def tiny(path: Path) -> Connection:
        connection = sqlite.connect(path)
        connection.execute("PRAGMA max_page_count = 3")
        return connection

    assert await refusal(SqliteStore(tmp_path / "x.db", tiny).open()) == "store.disk_full"
    with small_disk(1000):
        assert await refusal(SqliteStore(tmp_path / "y.db").open()) == "store.unusable"


async def test_a_file_locked_by_another_program(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(whole, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        at_once = tuple(each for each in sqlite.SETTINGS if "busy" not in each)
        monkeypatch.setattr(sqlite, "SETTINGS", ("PRAGMA busy_timeout = 1", *at_once))
        assert await refusal(SqliteStore(whole).open()) == "store.locked"


async def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    with monkeypatch.context() as drive:
        drive.setattr(fcntl, "lockf", no_locks)
        assert await refusal(SqliteStore(tmp_path / "x.db").open()) == "store.no_locks"
    await filled(str(tmp_path / "x.db"))  # nothing was left behind


# --- backups -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["b.db", "b.jsonl", "b.jsonl.gz"])
async def test_an_unwritable_backup(name: str, whole: Path, tmp_path: Path) -> None:
    lost = tmp_path / "nowhere" / name
    assert await refusal(moving.backup(str(whole), lost)) == "store.unusable"
    with small_disk(100):
        assert await refusal(moving.backup(str(whole), tmp_path / name)) == "store.unusable"
    assert not list(tmp_path.glob("b.*"))


async def test_a_restore_on_a_full_disk(whole: Path, tmp_path: Path) -> None:
    await moving.backup(str(whole), tmp_path / "b.db")
    with small_disk(whole.stat().st_size - 5000):
        assert await refusal(moving.restore(tmp_path / "b.db", str(tmp_path / "y.db"))) == (
            "store.unusable"
        )
    assert not list(tmp_path.glob("y.db*.part"))
    assert not (tmp_path / "y.db").exists()


async def test_a_load_on_a_full_disk(tmp_path: Path) -> None:
    """The refusal names the first error, not the failed rollback."""

    def tiny(path: Path) -> Connection:
        connection = sqlite.connect(path)
        connection.execute("PRAGMA max_page_count = 40")
        return connection

    async def load() -> None:
        async with moving.opened(SqliteStore(tmp_path / "y.db", tiny)) as store:
            await store.load(many())

    async def many() -> AsyncIterator[DumpRecord]:
        for number in range(5000):
            yield Person(f"{number:032x}", "x" * 100, "", 0)

    assert await refusal(load()) == "store.disk_full"


async def test_a_missing_backup_or_a_folder(tmp_path: Path, whole: Path) -> None:
    target = str(tmp_path / "y.db")
    assert await refusal(moving.restore(tmp_path / "none", target)) == "store.no_file"
    assert await refusal(moving.restore(tmp_path, target)) == "store.unusable"
    assert await refusal(moving.backup(str(tmp_path), tmp_path / "b")) == "store.unusable"


async def test_moving_a_missing_database(tmp_path: Path) -> None:
    assert await refusal(moving.move(str(tmp_path / "typo"), str(tmp_path / "y.db"))) == (
        "store.no_file"
    )
    assert not list(tmp_path.iterdir())


async def test_a_newer_database(whole: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(whole)) as connection:
        connection.execute(f"PRAGMA user_version = {len(schema.STEPS) + 1}")
    for name in ("b.db", "b.jsonl"):
        assert await refusal(moving.backup(str(whole), tmp_path / name)) == "store.too_new"
    assert await refusal(moving.restore(whole, str(tmp_path / "y.db"))) == "store.too_new"


async def test_only_the_owner_can_read_the_files(whole: Path, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        async with moving.opened(SqliteStore(tmp_path / "open.db")) as store:
            await fill(store)
            for path in tmp_path.glob("open.db*"):
                assert path.stat().st_mode & 0o777 == 0o600, path
        for name in ("b.db", "b.jsonl", "b.jsonl.gz"):
            await moving.backup(str(whole), tmp_path / name)
        await moving.restore(tmp_path / "b.db", str(tmp_path / "y.db"))
    finally:
        os.umask(before)
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600, path


# --- PostgreSQL ----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["from", "to"])
async def test_postgres_stops_midway(
    way: str,
    whole: Path,
    tmp_path: Path,
    postgres_address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if way == "from":
        await filled(postgres_address)
    real = postgres.PostgresStore.connection

    async def cut(connection: Any) -> None:
        """End the session, as the server does when it is stopped."""
        other = await asyncpg.connect(postgres_address)
        pid = connection.get_server_pid()
        await other.execute("SELECT pg_terminate_backend($1)", pid)
        await other.close()

    async def cutting(self: Any) -> Any:
        async with real(self) as connection:
            await cut(connection)
            yield connection

    async def copy() -> None:
        async with moving.opened(open_store(postgres_address)) as store:
            patched = asynccontextmanager(cutting)
            monkeypatch.setattr(postgres.PostgresStore, "connection", patched)
            if way == "from":
                await store.backup(tmp_path / "b.jsonl")
            else:
                await store.load(SqliteStore(whole).dump())

    with pytest.raises(StoreAway) as refused:
        await copy()
    assert refused.value.key == "store.broke_off"
    assert not list(tmp_path.glob("b.*"))
