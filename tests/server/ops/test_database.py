"""`tablee db`: sizes, pruning, dry runs and vacuum."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.live import open_house, sqlite_file
from server.store.making import a_head, a_row, an_id
from tablee.cli.main import main
from tablee.server.ops import database as ops
from tablee.server.store import open_store
from tablee.server.store.contract import EventStore

GAME_BYTES = 40_000


async def fill(store: EventStore, games: int = 5) -> None:
    """Write old unfinished games of a guest."""
    await store.open()
    for number in range(games):
        row = a_row(str(number), 1, body=bytes(GAME_BYTES))
        await store.append(row, a_head(row, stage="lobby", persons=(an_id("ana"),)))
    await store.close()


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = sqlite_file(tmp_path)
    asyncio.run(fill(open_store(path)))
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["db", *arguments]) == 0
    return capsys.readouterr().out


def bytes_of(what: str, said: str) -> int:
    return next(int(line.split()[0].replace(",", "")) for line in said.split("\n") if what in line)


def test_size_lists_every_table(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "size", "--database", database)
    assert bytes_of("entries", said) > 5 * GAME_BYTES
    assert bytes_of(database, said) == Path(database).stat().st_size
    assert said.split("\n")[0].split()[1:] == ["entries", "5"]


def test_a_sqlite_that_does_not_know_sizes_is_refused(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ops, "KNOWS_SIZES", "SELECT 1 WHERE false")  # as on Windows
    assert main(["-l", "en", "db", "size", "--database", database]) == 2
    assert "look at the copy on a machine with Linux" in capsys.readouterr().err


def test_pruning_and_vacuum_shrink_the_file(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bytes_of("that nobody", run(capsys, "prune", "--dry-run", "--database", database)) == 5
    kept = run(capsys, "prune", "--database", database, "--keep-unfinished", "0")
    assert bytes_of("that nobody", kept) == 0
    assert bytes_of("that nobody", run(capsys, "prune", "--database", database)) == 5
    said = run(capsys, "size", "--database", database)
    assert bytes_of("unused", said) > 5 * GAME_BYTES
    before = Path(database).stat().st_size
    run(capsys, "vacuum", "--database", database)
    assert Path(database).stat().st_size < before - 5 * GAME_BYTES
    assert "unused" not in run(capsys, "size", "--database", database)


@pytest.mark.slow
def test_a_running_server_allows_size_and_dry_run_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = sqlite_file(tmp_path)
    with open_house(path) as house:
        house.guest().table(seats=("me", "open"))
        assert "entries" in run(capsys, "size", "--database", path)
        assert "invités" in run(capsys, "prune", "--dry-run", "--database", path, "-l", "fr")
        for action in ("prune", "vacuum"):
            assert main(["db", action, "--database", path]) == 2
            assert "in use" in capsys.readouterr().err


def test_a_missing_database_is_not_created(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for action in ("size", "prune", "vacuum"):
        assert main(["db", action, "--database", sqlite_file(tmp_path)]) == 2
        assert "no file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert main(["db", "size", "--database", "memory:"]) == 2


@pytest.mark.slow
def test_a_postgres_database_has_sizes_and_can_be_pruned(
    postgres_address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(fill(open_store(postgres_address)))
    assert bytes_of("entries", run(capsys, "size", "--database", postgres_address)) > 0
    assert bytes_of("that nobody", run(capsys, "prune", "--database", postgres_address)) == 5
    run(capsys, "vacuum", "--database", postgres_address)
