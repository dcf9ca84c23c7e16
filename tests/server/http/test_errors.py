"""Internal errors: the answer reveals nothing, the log has it all, and clients reconnect."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import pytest

from samples import ROUNDS
from server.live import House, InstantThinkers, Json
from tablee.server import wire
from tablee.server.core.bots import WorkFailed
from tablee.server.store.contract import StoreDown
from tablee.server.store.memory.store import MemoryStore
from tablee.view import View


def fail_with(problem: Exception) -> Any:
    async def fail(*_: Any, **__: Any) -> Any:
        raise problem

    return fail


def test_an_internal_error_is_not_revealed(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada = house.guest()
    monkeypatch.setattr(MemoryStore, "open_tables", fail_with(ValueError("a secret")))
    answer = ada.http.get("/api/tables")
    assert answer.status_code == 500
    assert answer.json()["why"]["key"] == "serve.broken"
    assert "secret" not in answer.text
    assert any("a secret" in str(line.exc_info) for line in caplog.records)


def test_an_outage_of_the_store_is_reported(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = house.guest()
    monkeypatch.setattr(MemoryStore, "open_tables", fail_with(StoreDown()))
    answer = ada.http.get("/api/tables")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert answer.json()["why"]["key"] == "serve.store_down"
    assert house.client().get("/healthz").status_code == 503


def test_a_connection_during_an_outage_is_asked_to_reconnect(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada = house.guest()
    table = ada.table()
    with ada.socket() as socket:
        monkeypatch.setattr(MemoryStore, "append", fail_with(StoreDown()))
        socket.send(do="resign", id="enough-of-it", table=table, seat=1)
        assert socket.code() == 1013
        assert farewell(socket.heard) == ("server.store_down", 1000)
    monkeypatch.undo()
    with ada.socket() as socket:
        assert socket.command("resign", table, id="enough-of-it", seat=1)["do"] == "done"


def test_an_internal_error_closes_the_connection(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada = house.guest()
    table = ada.table()
    with ada.socket() as socket:
        monkeypatch.setattr(MemoryStore, "append", fail_with(ValueError("a secret")))
        socket.send(do="resign", id="enough-of-it", table=table, seat=1)
        assert socket.code() == 1011
        assert farewell(socket.heard) == ("serve.broken", 1000)
        assert "secret" not in str(socket.heard)
    assert any(line.levelno == logging.ERROR for line in caplog.records)


def test_a_failing_coach_is_reported(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(InstantThinkers, "advise", fail_with(WorkFailed("?")))
    ada = house.guest()
    table = ada.table(ROUNDS, ("me",) * 2)
    with ada.socket() as socket:
        seat = socket.watch(table)["room"]["to_act"]
        socket.send(do="hint", id="please-help", table=table, seat=seat)
        assert socket.until("refused")["why"]["key"] == "serve.no_advice"


def test_a_second_hint_is_refused_while_the_coach_thinks(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The connection stays responsive meanwhile."""
    advise, thought = InstantThinkers.advise, threading.Event()

    async def slow(self: InstantThinkers, view: View, seed: int, whose: str) -> wire.Advice:
        while not thought.is_set():
            await asyncio.sleep(0.01)
        return await advise(self, view, seed, whose)

    monkeypatch.setattr(InstantThinkers, "advise", slow)
    ada = house.guest()
    table = ada.table(ROUNDS, ("me",) * 2)
    with ada.socket() as socket:
        seat = socket.watch(table)["room"]["to_act"]
        socket.send(do="hint", id="please-help", table=table, seat=seat)
        socket.send(do="hint", id="please-help-again", table=table, seat=seat)
        refused = socket.until("refused")
        assert (refused["id"], refused["why"]["key"]) == ("please-help-again", "serve.one_hint")
        socket.send(do="ping", n=7)
        assert socket.until("pong")["n"] == 7
        thought.set()
        assert socket.until("advice")["seat"] == seat


def farewell(heard: list[Json]) -> tuple[str, int]:
    bye = heard[-1]
    assert bye["do"] == "bye"
    return bye["why"]["key"], bye["again_ms"]
