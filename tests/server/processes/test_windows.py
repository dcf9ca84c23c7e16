"""`tablee serve` works without what Windows lacks."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from samples import OPEN, SAMPLES
from server.live import Socket, sqlite_file
from server.processes.fleet import ServerProcess
from server.ws.test_play import play_out

pytestmark = pytest.mark.slow


def play(port: int) -> None:
    """Play a match against a bot."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
        token = http.post("/api/guest", json={"name": "Ada"}).cookies["tablee"]
        login = {"Authorization": f"Bearer {token}"}
        wanted = {"game": OPEN, "seats": ["me", "gentle"], "options": SAMPLES[OPEN].short}
        table = http.post("/api/tables", json=wanted, headers=login).json()["table"]
    with connect(f"ws://127.0.0.1:{port}/ws", additional_headers=login, proxy=None) as connection:
        socket = Socket(connection)
        socket.watch(table)
        assert play_out(socket, table, 1, random.Random(1))["result"]["ranks"]


def test_a_server_without_the_modules_of_posix(tmp_path: Path) -> None:
    program, database = "server.processes.windows", sqlite_file(tmp_path)
    server = ServerProcess(database, tmp_path / "log", program)
    server.start()
    try:
        play(server.port)
        second = ServerProcess(database, tmp_path / "second", program)
        with pytest.raises(RuntimeError, match="in use by another server"):
            second.start()
    finally:
        process = server.process
        server.end(signal.SIGTERM)
    assert process is not None
    assert process.returncode == 0, server.log.read_text()
