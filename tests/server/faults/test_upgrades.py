"""Databases of every schema version are migrated, even if the power fails meanwhile."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from server.faults.upgrades import VERSIONS, check_upgrade, contents, make_on_postgres
from server.store import archive
from tablee.server.ops import backup
from tablee.server.store import schema
from tablee.server.store.contract import StoreRefused
from tablee.server.store.sqlite.copies import APPLICATION, check
from tablee.server.store.sqlite.writer import Connection

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("version", VERSIONS)
def test_a_power_cut_during_a_migration_loses_nothing(version: int, tmp_path: Path) -> None:
    """`make soak-upgrade` does it 1,000 times."""
    counts = Counter[str]()
    for name in archive.names():
        for seed in range(3):
            counts += check_upgrade(name, version, seed, tmp_path)
    assert counts["cuts"] > 0 or version == len(schema.STEPS)


def migrate_without_transactions(connection: Connection, path: Path) -> None:
    """Migrate without a transaction around each step."""
    version = check(connection, path)
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    for number, statements in schema.steps_after(version, schema.SQLITE):
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {number}")
        for statement in statements:
            connection.execute(statement)


def test_a_migration_without_transactions_is_caught(tmp_path: Path) -> None:
    caught = 0
    for seed in range(4):
        try:
            check_upgrade(archive.names()[0], 1, seed, tmp_path, migrate_without_transactions)
        except (AssertionError, StoreRefused, sqlite3.Error):
            caught += 1
    assert caught


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", archive.names())
async def test_postgres_is_migrated_and_can_be_filled(
    name: str, version: int, postgres_address: str, tmp_path: Path
) -> None:
    await make_on_postgres(version, postgres_address)
    source = str(archive.unpack(name, tmp_path))
    await backup.move(source, postgres_address)
    assert await contents(postgres_address) == await contents(source)
