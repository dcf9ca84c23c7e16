"""`tablee serve` as a process, and the commands for its database."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from samples import OPEN, title
from server.live import PATIENCE, Socket, open_house, sqlite_file
from tablee.cli import serve
from tablee.cli.main import main
from tablee.cli.serve import rated
from tablee.server.ops.recompute import recompute
from tablee.server.store import open_store
from tablee.server.store.addresses import path_of, shown
from tablee.server.store.contract import DumpRecord, Result, StoreRefused
from tablee.server.store.sqlite.copies import dump_database

pytestmark = pytest.mark.slow


def test_a_signal_during_start_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first process of a container gets no default handlers."""
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(serve, "run_server", lambda given: signal.raise_signal(signal.SIGTERM))
    try:
        assert main(["serve", "--port", "0"]) == 130
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def served(
    database: str, *flags: str, program: str = "server.processes.quiet", **variables: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `tablee serve`, by default without bot workers; yield the process and its address."""
    command = [sys.executable, "-m", program, "-l", "en", "serve", "--port", "0"]
    environment = {key: value for key, value in os.environ.items() if "TABLEE" not in key}
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [*command, "--database", database, "--bot-workers", "1", *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**environment, **variables},
    ) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address, process.stderr.read() if process.stderr else ""
        try:
            yield process, address[0]
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def test_a_server_stops_cleanly_on_a_signal(tmp_path: Path) -> None:
    with served(sqlite_file(tmp_path)) as (process, address):
        with httpx.Client(base_url=address) as client:
            token = client.post("/api/guest", json={"name": "Ada"}).cookies["tablee"]
        headers = {"Authorization": f"Bearer {token}"}
        where = address.replace("http", "ws") + "/ws"
        with connect(where, additional_headers=headers, proxy=None) as connection:
            socket = Socket(connection)
            assert socket.receive()["do"] == "welcome"
            process.send_signal(signal.SIGTERM)
            assert socket.code() == 1012
        _, told = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0  # everything was closed in order
        assert "Traceback" not in told


STOPPED_AT_ONCE = """
import asyncio, signal, sys
from tablee.server.ops.run import serve
from tablee.server.service import Service
from tablee.server.runtime.config import Config
from tablee.server.store import open_store
service = Service(Config(port=0), open_store(sys.argv[1]))
asyncio.run(serve(service, lambda running: signal.raise_signal(signal.SIGTERM)))
print("everything is closed")
"""


def test_a_server_can_be_stopped_as_soon_as_it_is_ready(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_AT_ONCE, sqlite_file(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "everything is closed\n")


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    with served(sqlite_file(tmp_path), program="tablee") as (process, address):
        assert httpx.get(f"{address}/healthz").status_code == 200
        process.kill()
        process.communicate(timeout=PATIENCE)  # ends once no process holds its output
    assert process.returncode == -signal.SIGKILL


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    database = sqlite_file(tmp_path)
    with served(database):
        again = subprocess.run(
            [sys.executable, "-m", "tablee", "-l", "en", "serve", "--port", "0",
             "--database", database],
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert again.returncode == 2
    assert database in again.stderr
    assert "Traceback" not in again.stderr


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Provide a database with a finished match."""
    file = tmp_path / "tablee.sqlite"
    with open_house(str(file)) as house:
        ada = house.guest()
        table = ada.table()
        with ada.socket() as socket:
            assert socket.command("resign", table, seat=1)["do"] == "done"
    return file


async def dumped(file: Path) -> list[DumpRecord]:
    return [record async for record in dump_database(file)]


def test_backup_restore_and_move(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, again, moved = (str(tmp_path / name) for name in ("copy", "again.sqlite", "moved.sqlite"))
    assert main(["backup", copy, "--database", str(played)]) == 0
    assert main(["restore", copy, "--database", again]) == 0
    assert main(["move", again, moved]) == 0
    files = (Path(moved), Path(again), played)
    first, *others = [asyncio.run(dumped(file)) for file in files]  # the commands are not async
    assert others == [first, first]
    told = capsys.readouterr().out.splitlines()
    assert [all(str(part) in line for part in named) for line, named in zip(
        told, ((played, copy), (copy, again), (moved,)), strict=True
    )] == [True] * 3  # fmt: skip


@pytest.mark.parametrize("way", ["file", "variable", "both", "flag"])
def test_commands_use_the_database_of_serve(
    way: str,
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = tmp_path / "tablee.toml"
    settings.write_text(f'port = 81\ndatabase = "{played}"\n')
    monkeypatch.setenv("TABLEE_PORT", "nonsense")  # a setting they don't use
    monkeypatch.delenv("TABLEE_DATABASE", raising=False)
    monkeypatch.delenv("TABLEE_CONFIG", raising=False)
    flags = {
        "file": ["--config", str(settings)],
        "variable": [],
        "both": ["--config", str(settings)],
        "flag": ["--config", str(settings), "--database", str(played)],
    }[way]
    if way == "variable":
        monkeypatch.setenv("TABLEE_CONFIG", str(settings))
    if way in ("both", "flag"):
        settings.write_text('database = "elsewhere"\n')
    if way == "both":
        monkeypatch.setenv("TABLEE_DATABASE", str(played))
    assert main(["backup", str(tmp_path / "copy"), *flags]) == 0
    assert main(["ratings", *flags]) == 0
    assert capsys.readouterr().out.count(str(played)) == 2
    assert main(["-l", "en", "restore", str(tmp_path / "copy"), *flags]) == 2
    assert "not empty" in capsys.readouterr().err


def test_a_damaged_table_is_named_by_ratings(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other tables are rated nevertheless."""
    with open_house(str(played)) as house:
        ada = house.guest()
        table = ada.table()
        with ada.socket() as socket:
            assert socket.command("resign", table, seat=1)["do"] == "done"
    for change, entry in (
        ("UPDATE entries SET body = X'FF' WHERE seq = 2 AND table_id = ?", 2),
        ("DELETE FROM entries WHERE seq = 1 AND table_id = ?", 2),
    ):
        with closing(sqlite3.connect(played)) as connection, connection:
            connection.execute(change, (table,))
        assert main(["-l", "en", "ratings", "--database", str(played)]) == 1
        told = capsys.readouterr().out
        assert f"Table {table}: entry {entry} is missing or damaged" in told
        assert "kept is not that" not in told
        assert f"{title(OPEN)}: 0 people, 0 rated games." in told


def test_a_damaged_database_is_refused_at_start(tmp_path: Path) -> None:
    """The damage is found on the first read, not on opening."""
    database = Path(sqlite_file(tmp_path))
    with open_house(str(database)):
        pass
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        where = "SELECT rootpage FROM sqlite_schema WHERE name = 'alive'"
        page = connection.execute(where).fetchone()[0]
    content = bytearray(database.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    database.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "-l", "en", "serve", "--port", "0",
         "--database", str(database)],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert f"{database} is damaged" in done.stderr
    assert "Traceback" not in done.stderr


def test_ratings_are_recomputed_from_the_log(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["-l", "en", "ratings", "--database", str(played)]) == 0
    assert f"{title(OPEN)}: 0 people, 0 rated games." in capsys.readouterr().out


async def test_a_result_that_contradicts_the_log_is_found(played: Path) -> None:
    records = await dumped(played)
    (kept,) = [record for record in records if isinstance(record, Result)]

    async def recomputed_with(*results: Result) -> list[str]:
        async def all_records() -> AsyncIterator[DumpRecord]:
            for record in records:
                if not isinstance(record, Result):
                    yield record
            for result in results:
                yield result

        return (await recompute(all_records())).wrong

    other = Result(
        kept.table, kept.game, kept.at, True, kept.persons, kept.ranks, kept.scores, kept.number
    )
    assert await recomputed_with(kept) == []
    assert await recomputed_with(other) == [kept.table]
    assert await recomputed_with() == [kept.table]


@pytest.mark.parametrize("top", ["-3", "1000001"])
def test_an_impossible_number_of_rows_is_refused(
    top: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["-l", "en", "ratings", "--database", str(played), "--top", top]) == 2
    told = capsys.readouterr()
    assert "--top" in told.err
    assert top in told.err
    assert not told.out


def test_counts_have_their_plural_forms() -> None:
    assert rated(title(OPEN), 1, 1, "en") == f"{title(OPEN)}: 1 person, 1 rated game."
    assert rated(title(OPEN), 2, 3, "en") == f"{title(OPEN)}: 2 people, 3 rated games."
    assert rated(title(OPEN), 0, 0, "fr") == f"{title(OPEN)} : 0 personne, 0 partie classée."
    assert rated(title(OPEN), 2, 2, "fr") == f"{title(OPEN)} : 2 personnes, 2 parties classées."


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:/localhost/tablee",
        "postgresql:localhost",
        "postgres:/me@db/tablee",
        "file:x.db",
        "sqlite:x.db",
        "memory:x",
        "POSTGRESQL://db/tablee",
    ],
)
def test_a_misspelt_address_is_not_taken_for_a_file(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreRefused):  # otherwise a server would run on it
        open_store(address)
    assert main(["-l", "en", "serve", "--database", address]) == 2
    told = capsys.readouterr().err
    assert address in told
    assert "sqlite:///path" in told
    assert "postgresql://USER@HOST/NAME" in told
    assert not list(tmp_path.iterdir())


def test_a_file_may_have_a_colon_in_its_name() -> None:
    for address in ("./a:b.db", "sqlite:///a:b.db", "C:\\a.db", "/x/a:b.db"):
        assert path_of(address) is not None


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("postgresql://u@127.0.0.1:notaport/x", 2),
        ("postgresql://u@127.0.0.1:99999/x", 2),
        ("postgresql://[bad", 2),
        ("postgresql://u@127.0.0.1:1/x?sslmode=bogus", 2),
        ("postgresql://u:top/secret@127.0.0.1:1/x", 2),
        ("postgresql://u:secret@127.0.0.1:1/x", 75),
        ("postgresql:///x?host=/nowhere", 75),
    ],
)
def test_exit_status_tells_a_bad_address_from_an_outage(
    address: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["-l", "en", "serve", "--port", "0", "--database", address]) == status
    told = capsys.readouterr().err
    assert ("--database" in told) == (status == 2)
    assert "secret" not in told
    assert "'top'" not in told


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:/me:secret@db/tablee",
        "postgresql:me:secret@db/tablee",
        "mysql://me:secret@db/tablee",
        "sqlite://me:secret@x",
        "oracle://db/x?user=me&password=secret",
    ],
)
def test_a_password_is_not_printed(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--database", address]) == 2
    told = capsys.readouterr().err
    assert "db" in told or "x" in told
    assert "secret" not in told


def test_a_file_is_shown_with_its_full_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for address in ("x.db", "sqlite:///x.db", f"sqlite:///{tmp_path}/x.db"):
        assert shown(address) == f"{tmp_path}/x.db"
    assert shown("postgresql://me:secret@db/tablee") == "postgresql://me@db/tablee"
    assert shown("memory:") == "memory:"


def test_a_store_in_memory_warns_that_nothing_is_kept() -> None:
    with served("memory:") as (process, _):
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(2)]
    assert "Everything will be gone" in told[1]
