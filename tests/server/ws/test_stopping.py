"""Starting and stopping: readiness, close codes, and clocks while a server stops."""

from __future__ import annotations

import signal
import socket
import time
from contextlib import ExitStack

import pytest
import uvicorn

from server.live import House, eventually, open_house
from tablee.server.ops import run as running

pytestmark = pytest.mark.slow


def test_connections_are_closed_with_1012_when_the_server_stops() -> None:
    with open_house() as house:
        ada = house.guest()
        with ada.socket() as socket:
            house.running.stop()
            assert socket.code() == 1012


def test_clocks_stop_when_the_server_stops() -> None:
    """It waits for unfinished requests, while disconnected players could not move."""
    with open_house() as house:
        ada = house.guest()
        clock = {"kind": "move", "first": 1500}
        table = ada.table(seats=("me", "me"), clock=clock, time_out="forfeit")
        with ada.socket() as line, socket.create_connection(("localhost", house.port)) as slow:
            before = line.watch(table)["seq"]
            slow.sendall(
                b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
            )
            time.sleep(0.2)
            house.running.stop()
            assert line.code() == 1012
            time.sleep(2)
            seqs = house.do(house.service.store.seqs([table]))
            assert seqs == {table: before}


def test_a_second_signal_stops_at_once() -> None:
    """Whichever signal: service managers only send SIGTERM."""
    server = running.Server(uvicorn.Config(lambda: None), None)  # type: ignore[arg-type]
    server.handle_exit(signal.SIGTERM, None)
    assert (server.should_exit, server.force_exit) == (True, False)
    server.handle_exit(signal.SIGTERM, None)
    assert (server.should_exit, server.force_exit) == (True, True)


def test_connections_are_closed_gradually_if_another_process_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "CLOSED_PER_SECOND", 1)
    with open_house() as house, ExitStack() as stack:
        sockets = [stack.enter_context(house.guest().socket()) for _ in range(3)]
        house.do(house.service.store.alive("another", house.service.now()))
        house.running.stop()
        eventually(lambda: any(one.connection.close_code for one in sockets))
        (first,) = [one for one in sockets if one.connection.close_code]
        assert first.code() == 1012
        others = [socket for socket in sockets if socket is not first]
        others[0].send(do="ping", n=1)
        assert others[0].until("pong")["n"] == 1  # its player can play on
        assert house.service.hall.heartbeat.leaving  # while new players go to the other process
        house.running.server.force_exit = True  # Ctrl+C was pressed again
        assert {socket.code() for socket in others} == {1012}


def test_a_process_is_ready_once_its_tables_are_loaded(house: House) -> None:
    house.service.hall.upkeep.ready = False
    answer = house.client().get("/healthz")
    house.service.hall.upkeep.ready = True
    assert (answer.status_code, answer.json()["why"]["key"]) == (503, "serve.setting_tables")
    assert int(answer.headers["Retry-After"]) > 0
    assert house.client().get("/healthz").status_code == 200
