"""The example program sits down at a table and plays to the end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

import join
from samples import OPEN, ROUNDS
from server.live import House

pytestmark = pytest.mark.slow

JOIN = Path(__file__).parents[3] / "examples" / "join.py"


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(JOIN), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("game", [OPEN, ROUNDS])
def test_a_program_plays_to_the_end(house: House, game: str) -> None:
    host = house.guest()
    table = host.table(game, ("open", "gentle"))
    with host.socket() as socket:
        program = start(f"{house.address}/table/{table}", "--name", "Deep Egg", "--level", "gentle")
        try:
            room = socket.watch(table)["room"]
            while room["seats"][0]["kind"] == "open":
                room = socket.until("update", table=table)["room"]
            assert room["seats"][0]["name"] == "Deep Egg"
            assert socket.command("begin", table)["do"] == "done"
            said = socket.command("speak", table, channel="spectators", text="Who is that?")
            assert said["do"] == "done"  # which sends it the same position again
            while socket.latest[table]["room"]["stage"] != "over":
                socket.receive()
            output, problems = program.communicate()
        finally:
            program.kill()
    assert (program.returncode, problems) == (0, "")
    room = socket.latest[table]["room"]
    winners = [room["seats"][seat - 1]["name"] for seat in room["result"]["winners"]]
    assert output == f"Won by {', '.join(winners)}.\n"


def test_it_reconnects(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays to the end even if it loses the connection every few messages."""
    connections = []

    def short_lived(*given: Any, **named: Any) -> ClientConnection:
        connection: ClientConnection = connect(*given, **named)
        messages = iter(range(5))

        def recv() -> Any:
            if next(messages, None) is None:
                connection.close()
            return ClientConnection.recv(connection)

        monkeypatch.setattr(connection, "recv", recv)
        connections.append(connection)
        return connection

    monkeypatch.setattr(join, "connect", short_lived)
    monkeypatch.setattr(join, "PAUSE", 0.0)
    host = house.guest()
    table = host.table(OPEN, ("me", "gentle"))
    room = join.stay(house.address, host.token, table, lambda view: view.moves()[-1])
    assert room["stage"] == "over"
    assert len(connections) > 3


def test_it_gives_up_after_several_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join, "PAUSE", 0.0)
    with pytest.raises(OSError, match="refused"):
        join.stay("http://localhost:1", "token", "0" * 32, lambda view: "")


def test_it_reports_refusals(house: House) -> None:
    full = house.guest().table(OPEN, ("me", "gentle"))
    nowhere = "http://localhost:1/table/" + "0" * 32
    told = {
        "localhost": (2, "not the address of a table"),
        f"{house.address}/rules/{OPEN}": (2, "not the address of a table"),
        f"{house.address}/table/{'0' * 32}": (1, "no table"),
        nowhere: (1, "cannot be reached"),
        f"{house.address}/table/{full}": (1, "no free seat"),
    }
    for address, (code, words) in told.items():
        program = start(address)
        output, problems = program.communicate()
        assert (program.returncode, output) == (code, ""), problems
        assert words in problems
