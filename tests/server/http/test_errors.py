"""When something breaks inside: the answer tells nothing, the log all, and people come back."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import pytest

from samples import ROUNDS
from server.live import AtOnce, House, Json
from tablee.server import wire
from tablee.server.core.bots import WorkFailed
from tablee.server.store.contract import StoreDown
from tablee.server.store.memory.store import MemoryStore
from tablee.view import View


def fail_with(problem: Exception) -> Any:
    async def fail(*_: Any, **__: Any) -> Any:
        raise problem

    return fail


def test_an_error_of_the_program_is_not_told(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada = house.guest()
    monkeypatch.setattr(MemoryStore, "open_tables", fail_with(ValueError("a secret")))
    answer = ada.http.get("/api/tables")
    assert answer.status_code == 500
    assert answer.json()["why"]["key"] == "serve.broken"
    assert "secret" not in answer.text
    assert any("a secret" in str(line.exc_info) for line in caplog.records)


def test_a_store_that_is_gone_is_said(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = house.guest()
    monkeypatch.setattr(MemoryStore, "open_tables", fail_with(StoreDown()))
    answer = ada.http.get("/api/tables")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert answer.json()["why"]["key"] == "serve.store_down"
    assert house.client().get("/healthz").status_code == 503


def test_a_connection_without_a_store_is_asked_to_come_back(
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


def test_a_message_that_breaks_something_ends_the_connection(
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


def test_a_coach_who_fails_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AtOnce, "advise", fail_with(WorkFailed("?")))
    ada = house.guest()
    table = ada.table(ROUNDS, ("me",) * 2)
    with ada.socket() as socket:
        seat = socket.watch(table)["room"]["to_act"]
        socket.send(do="hint", id="please-help", table=table, seat=seat)
        assert socket.until("refused")["why"]["key"] == "serve.no_advice"


def test_a_second_question_is_refused_while_the_coach_thinks(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And nothing else on that connection waits for him."""
    advise, thought = AtOnce.advise, threading.Event()

    async def slow(self: AtOnce, view: View, seed: int, whose: str) -> wire.Advice:
        while not thought.is_set():
            await asyncio.sleep(0.01)
        return await advise(self, view, seed, whose)

    monkeypatch.setattr(AtOnce, "advise", slow)
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
