"""Logs: what is logged, and that every line is machine-readable."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import tablee
from samples import OPEN
from server.live import PATIENCE, Json, Socket, eventually, open_house, sqlite_file
from server.ops.test_commands import served
from tablee.server import wire
from tablee.server.runtime.logs import JsonLines
from tablee.server.store.sqlite.store import SqliteStore
from tablee.server.workers.jobs import Choose, Failed
from tablee.server.workers.pool import Pool
from tablee.server.workers.queue import MOVES, Share
from tablee.show.saying import Saying

pytestmark = pytest.mark.slow

BAD = "postgresql://me:secret@127.0.0.1:notaport/x"


def lines_of(told: str) -> list[Json]:
    """Parse the lines, and check that each has the common fields."""
    lines: list[Json] = [json.loads(line) for line in told.splitlines()]
    assert all({"at", "level", "logger", "process", "message"} <= set(line) for line in lines)
    return lines


def line_with(lines: list[Json], **fields: object) -> Json:
    """Return the only line with these fields."""
    (found,) = [line for line in lines if fields.items() <= line.items()]
    return found


def refused_start(*flags: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if "TABLEE" not in key}
    return subprocess.run(
        [sys.executable, "-m", "tablee", "-l", "fr", "serve", "--port", "0", *flags],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**environment, **variables},
    )


def flood(address: str) -> str:
    """Flood the server as a guest; return the guest's token."""
    with httpx.Client(base_url=address) as client:
        token = client.post("/api/guest", json={"name": "Ada"}).cookies["tablee"]
    headers = {"Authorization": f"Bearer {token}"}
    with connect(f"{address}/ws".replace("http", "ws"), additional_headers=headers) as connection:
        socket = Socket(connection)
        with suppress(ConnectionClosed):
            for i in range(20):
                socket.send(do="ping", n=i)
        assert socket.code() == 1008
    return token


def test_start_stop_and_floods_are_logged_as_json(tmp_path: Path) -> None:
    flags = ("--log-format", "json", "--message-rate", "1", "--message-burst", "2")
    with served(sqlite_file(tmp_path), *flags) as (process, address):
        token = flood(address)
        httpx.get(address, headers={"Connection": "Upgrade", "Upgrade": "foo"})
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=PATIENCE)
    assert token not in told
    lines = lines_of(told)
    line_with(lines, logger="tablee.store", before=0, level="info")
    start = line_with(lines, version=tablee.__version__)
    assert (start["address"], start["database"], start["bot_workers"]) == (address, "sqlite", 1)
    assert line_with(lines, why="flood")["address"] in ("127.0.0.1", "::")
    assert not [line for line in lines if line["logger"].startswith("uvicorn")]
    assert lines[-1]["seconds"] > 0
    assert lines[-1]["level"] == "info"


def test_start_and_stop_are_logged_as_text(tmp_path: Path) -> None:
    with served(sqlite_file(tmp_path)) as (process, address):
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=PATIENCE)
    assert "has started: sqlite, bot workers: 1" in told
    assert address not in told  # printed already
    assert "has stopped" in told
    assert "{" not in told


@pytest.mark.parametrize(
    ("flags", "variables", "key"),
    [
        (["--log-format", "json", "--database", BAD], {}, "store.wrong_address"),
        (["--log-format", "json", "--database", "file:x.db"], {}, "store.no_address"),
        (["--host", "192.0.2.1"], {"TABLEE_LOG_FORMAT": "json"}, "host.no_host"),
        (["--port", "many"], {"TABLEE_LOG_FORMAT": "json"}, "host.wrong_setting"),
        (["--config", "no.toml"], {"TABLEE_LOG_FORMAT": "json"}, "host.no_config_file"),
        (["--log-format", "json"], {"TABLEE_PROT": "9"}, "host.unknown_variable"),
    ],
)
def test_a_refused_start_is_logged_as_json(
    flags: list[str], variables: dict[str, str], key: str, tmp_path: Path
) -> None:
    database = [] if "--database" in flags else ["--database", sqlite_file(tmp_path)]
    done = refused_start(*flags, *database, **variables)
    assert done.returncode == 2
    line = lines_of(done.stderr)[-1]
    assert (line["level"], line["key"], line["status"]) == ("error", key, 2)
    assert "secret" not in done.stderr


def test_the_settings_file_can_choose_json(tmp_path: Path) -> None:
    file = tmp_path / "tablee.toml"
    file.write_text('log_format = "json"\nprot = 9\n')
    done = refused_start("--config", str(file))
    assert lines_of(done.stderr)[-1]["key"] == "host.unknown_setting"
    done = refused_start(TABLEE_CONFIG=str(file))
    assert lines_of(done.stderr)[-1]["key"] == "host.unknown_setting"


async def test_creating_a_database_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "tablee.sqlite")
    with caplog.at_level(logging.INFO, "tablee"):
        await store.open()
        await store.close()
        assert "a new database is made" in caplog.text
        caplog.clear()
        await store.open()
        await store.close()
        assert not caplog.records


# --- other processes ------------------------------------------------------------------------------


async def test_workers_log_like_the_server(
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = [logging.NullHandler()]  # this process would log its part as well
    monkeypatch.setattr(logging.getLogger(), "handlers", own)
    pool = Pool(1, 0, log_format="json")
    pool.start()
    try:
        search = Choose(f'{{"game": "{OPEN}"}}', "master", 1, 1)  # fails
        assert isinstance(await pool.ask(MOVES, Share("", "t"), search), Failed)
    finally:
        pool.close()
    lines = lines_of(capfd.readouterr().err)
    job = line_with(lines, message="a job failed", job="choose")
    assert job["process"] != os.getpid()
    assert "Traceback" in job["exception"]


PRINTING = """
import sys, threading, warnings
from tablee.server.runtime import logs
logs.set_up("json")
logs.set_up("json")
print("two\\nlines", file=sys.stderr)
warnings.warn("a warning")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
raise ValueError("the end")
"""


def test_prints_warnings_and_exceptions_become_log_lines() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRINTING], capture_output=True, text=True, check=False
    )
    lines = lines_of(done.stderr)
    assert [line["message"] for line in lines[:2]] == ["two", "lines"]
    assert "a warning" in lines[2]["message"]
    assert "ZeroDivisionError" in lines[3]["exception"]
    assert "ValueError: the end" in lines[4]["exception"]
    assert len(lines) == 5


WITHOUT_ERROR_OUTPUT = """
import logging, resource, sys, warnings
resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
from tablee.server.runtime import logs
assert sys.stderr is None
logs.set_up(sys.argv[1])
logging.getLogger("tablee.serve").info("nobody hears it")
warnings.warn("nor that")
logs.set_up(sys.argv[1])
print("still there")
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_server_without_stderr_runs_silently(form: str) -> None:
    """Some service managers start processes like that."""
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-c", WITHOUT_ERROR_OUTPUT, form],
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout == "still there\n"


# --- lines ---------------------------------------------------------------------------------------


def test_extra_fields_become_members_of_the_line() -> None:
    logger = logging.getLogger("tablee.test")
    fields = {"table": "t", "seconds": 0.5, "level": "mine", "path": Path("x")}
    record = logger.makeRecord(logger.name, 20, "", 0, "é\n%d", (1,), None, extra=fields)
    text = JsonLines().format(record)
    assert text.isascii()
    line = json.loads(text)
    assert (line["table"], line["seconds"], line["path"]) == ("t", 0.5, "x")
    assert (line["level"], line["message"]) == ("info", "é\n1")
    assert list(line)[:5] == ["at", "level", "logger", "process", "message"]
    assert len(line) == 8


def test_slow_readers_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Connections closed for other reasons are not."""
    with open_house() as house:
        ada = house.guest()
        for why in ("slow_reader", "logged_out"):
            with ada.socket() as socket:
                (line,) = house.service.connections
                house.loop.call_soon_threadsafe(
                    line.hang_up, wire.Bye(Saying(f"serve.{why}"), 1000)
                )
                assert socket.code() == 1008
            eventually(lambda: not house.service.connections)
    (told,) = [vars(one) for one in caplog.records if hasattr(one, "why")]
    assert (told["levelname"], told["why"]) == ("WARNING", "slow_reader")
    assert told["address"] in told["message"]
