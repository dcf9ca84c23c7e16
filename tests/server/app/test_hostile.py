"""Hostile frames and requests: everything is answered, nothing breaks, nothing changes."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from tablee.server.core.entries import Holding
from tablee.server.core.room import Room

from .hostile import attack, hostile_frames
from .house import House, Json, open_house

FRAMES = int(os.environ.get("TABLEE_HOSTILE_FRAMES", "50000"))
EXAMPLES = 12  # of each operation, right and wrong ones


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The server has nothing to complain about."""
    yield
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []


def test_hostile_frames_change_nothing() -> None:
    with open_house() as house:
        answers = attack(house, FRAMES, seed=1)
        assert sum(answers.values()) >= 0.99 * FRAMES
        assert answers["refused"] > 0.9 * FRAMES
        assert set(answers) <= {"refused", "pong", "update", "presence"}
        assert house.client().get("/healthz").status_code == 200


def test_frames_are_the_same_for_the_same_seed() -> None:
    first, again, other = (
        list(islice(hostile_frames(seed, ["0" * 32]), 100)) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_an_attack_that_succeeds_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a stranger could hand other people's seats to bots, the campaign would fail."""

    class Anybody(str):
        def __ne__(self, other: object) -> bool:
            return False

        __hash__ = str.__hash__

    holding = Room._holding

    def careless(room: Room, seat: int) -> Holding:
        return Holding(Anybody(holding(room, seat).person or ""), "?")

    monkeypatch.setattr(Room, "_holding", careless)
    with open_house() as house, pytest.raises(AssertionError):
        attack(house, 5000, seed=1)


# --- HTTP ----------------------------------------------------------------------------------------


Operation = schemathesis.APIOperation[Any, Any, Any, Any]
Case = schemathesis.Case[Any]


def operations(house: House) -> list[Operation]:
    schema = schemathesis.openapi.from_url(f"{house.address}/api/openapi.json")
    found = []
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        found.append(result.ok())
    return found


def is_problem(body: Json) -> bool:
    return set(body) == {"why", "paragraph", "instead"} and "." in body["why"]["key"]


QUICKLY = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("known", [True, False])
def test_no_request_breaks_the_server(house: House, mode: GenerationMode, known: bool) -> None:
    def check(case: Case) -> None:
        answer = case.call(base_url=house.address, headers=headers)
        assert answer.status_code < 500, case.as_curl_command()
        if answer.status_code >= 400:
            assert is_problem(answer.json()), case.as_curl_command()

    asked = 0
    for operation in operations(house):
        headers = {"Authorization": f"Bearer {house.guest().token}"} if known else {}
        with suppress(Unsatisfiable):  # where nothing is asked for, nothing can be wrong
            QUICKLY(given(case=operation.as_strategy(generation_mode=mode))(check))()
            asked += 1
    assert asked >= 9
