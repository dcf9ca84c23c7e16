"""Hostile frames and requests: all are answered, nothing breaks, nothing changes."""

from __future__ import annotations

import base64
import logging
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from samples import BOARDS, OPEN
from server.auth.authenticator import Authenticator
from server.http.test_access import ROUTES
from server.live import House, Json, open_house
from server.store.postgres.server import PostgresServer
from server.ws.hostile import attack, attack_from_a_seat, hostile_frames
from tablee.server.core.rooms.entries import Holding
from tablee.server.core.rooms.room import Room

pytestmark = pytest.mark.slow

FRAMES = int(os.environ.get("TABLEE_HOSTILE_FRAMES", "15000"))
FROM_A_SEAT = 5_000  # frames
EXAMPLES = 12  # of each operation, right and wrong ones


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that the server logs no warning."""
    yield
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []


def test_hostile_frames_change_nothing(house: House) -> None:
    answers = attack(house, FRAMES, seed=1)
    assert sum(answers.values()) >= 0.99 * FRAMES
    assert answers["refused"] > 0.9 * FRAMES
    assert set(answers) <= {"refused", "pong", "update", "presence"}
    assert house.client().get("/healthz").status_code == 200


def test_hostile_frames_from_a_player_change_only_what_is_acknowledged(house: House) -> None:
    answers = attack_from_a_seat(house, FROM_A_SEAT, seed=1)
    assert answers["done"] > 10
    assert answers["refused"] > 0.8 * FROM_A_SEAT


def test_hostile_frames_are_reproducible() -> None:
    first, again, other = (
        list(islice(hostile_frames(seed, ["0" * 32]), 100)) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_an_attack_that_succeeds_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The campaign would fail if a stranger could hand other people's seats to bots."""

    class Anybody(str):
        def __ne__(self, other: object) -> bool:
            return False

        __hash__ = str.__hash__

    holding = Room.holding

    def careless(room: Room, seat: int) -> Holding:
        return Holding(Anybody(holding(room, seat).person or ""), "?")

    monkeypatch.setattr(Room, "holding", careless)
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
        with suppress(Unsatisfiable):  # operations without input have none that is wrong
            QUICKLY(given(case=operation.as_strategy(generation_mode=mode))(check))()
            asked += 1
    assert asked >= 9


# --- beyond the schemas -------------------------------------------------------------------------


def deep(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def settings_with(options: bytes) -> bytes:
    start = f'{{"game": "{BOARDS}", "seats": ["me", "club", "club"], "options": {{"board": '
    return start.encode() + options + b"}}"


BODIES = [
    b"", b"null", b"[]", b"{", b"\xff", b'{"name": "\xff"}', b'{"name": "\\ud800"}', b"[" * 30_000,
    b'{"a":' * 10_000, settings_with(b"9" * 5000), settings_with(b"1e999"), settings_with(b"NaN"),
    *(settings_with(deep(depth)) for depth in (100, 500, 900, 990, 30_000)),
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:20])
def test_an_unreadable_body_is_refused(house: House, body: bytes) -> None:
    ada = house.guest()
    for method, path in (("PATCH", "/api/me"), ("POST", "/api/tables"), ("POST", "/api/guest")):
        answer = ada.http.request(method, path, content=body)
        assert answer.status_code == 400, path
        assert is_problem(answer.json())
    assert ada.http.get("/api/me").json()["name"] == "Ada"


def test_bodies_are_validated_as_strictly_as_frames(house: House) -> None:
    ada = house.guest()
    wish: Json = {"game": OPEN, "seats": ["me", "gentle"]}
    for first in ("5", 5.0, True):
        clock = {"kind": "move", "first": first}
        answer = ada.http.post("/api/tables", json={**wish, "clock": clock})
        assert answer.status_code == 400, first
        assert answer.json()["why"]["values"]["problem"]["values"]["field"] == "clock.first"


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/api/tables/nowhere", {"key": "unreadable.pattern", "values": {"field": "table"}}),
        (
            f"/api/print/{OPEN}.pdf?paper=x",
            {"key": "unreadable.choice", "values": {"field": "paper"}},
        ),
        (
            f"/api/tables/{'0' * 32}/replay?seat=9",
            {"key": "unreadable.large", "values": {"field": "seat", "bound": 8}},
        ),
    ],
)
def test_an_invalid_path_or_query_is_refused_by_key(house: House, path: str, problem: Json) -> None:
    answer = house.client().get(path)
    why = {"key": "serve.bad_request", "values": {"problem": problem}}
    assert (answer.status_code, answer.json()["why"]) == (400, why)


@pytest.mark.parametrize(
    ("method", "path", "status", "values"),
    [
        ("GET", "/api/nowhere", 404, {}),
        ("PUT", "/api/me", 405, {}),
        ("POST", "/api/guest", 413, {"most": 64 * 1024}),
    ],
)
def test_errors_of_the_framework_are_returned_as_ours(
    house: House, method: str, path: str, status: int, values: Json
) -> None:
    answer = house.client().request(method, path, content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["why"]["values"]) == (status, values)


def test_a_missing_body_is_refused(house: House) -> None:
    answer = house.guest().http.post("/api/tables")
    assert (answer.status_code, answer.json()["why"]["key"]) == (400, "serve.no_body")


def raw(client: httpx.Client, path: str) -> httpx.URL:
    """Return a URL that httpx does not normalise."""
    return client.base_url.copy_with(raw_path=path.encode())


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/" + "a/" * 3000, "/%00", "/%ff"])
def test_impossible_file_names_are_not_found(house: House, path: str) -> None:
    client = house.client()
    assert client.get(raw(client, path)).text == client.get("/nowhere").text
    assert client.get(raw(client, f"/assets{path}")).status_code == 404


@pytest.mark.parametrize("data", [b"[" * 40_000, b"[]", b"\xff", b'{"challenge": 5}'])
def test_an_unreadable_passkey_is_refused(house: House, data: bytes) -> None:
    told = base64.urlsafe_b64encode(data).decode()
    body = {"credential": {"response": {"clientDataJSON": told}}}
    answer = house.client().post("/api/passkey/login/finish", json=body)
    assert (answer.status_code, answer.json()["why"]["key"]) == (400, "serve.passkey_failed")


def test_an_invalid_host_header_is_refused_for_passkeys(house: House) -> None:
    answer = house.client().post("/api/passkey/login/begin", headers={"Host": "[::1"})
    assert answer.status_code == 400
    problem = answer.json()["why"]["values"]["problem"]
    assert problem == {"key": "unreadable.pattern", "values": {"field": "Host"}}


@pytest.fixture(scope="module")
def on_postgres(postgres: PostgresServer) -> Iterator[House]:
    """Provide a server on PostgreSQL, which takes no NUL in any text."""
    with postgres.schema() as address, open_house(address) as found:
        yield found


@pytest.mark.xdist_group("postgres")
def test_no_id_in_a_path_breaks_the_store(on_postgres: House) -> None:
    client = on_postgres.guest().http
    asked = 0
    for method, path in ROUTES:
        if "{" not in path or not path.startswith("/api"):
            continue
        for odd in ("%00", "0" * 31 + "%00", "0" * 32 + "%0a", "%ff", "x" * 3000, "A" * 32):
            address = raw(client, re.sub(r"\{\w+\}", odd, path))
            answer = client.request(method, address, content=b"{}")
            assert answer.status_code in (400, 404), (method, path, odd)
            assert is_problem(answer.json())
            asked += 1
    assert asked >= 60


@pytest.mark.xdist_group("postgres")
def test_no_text_breaks_the_store(on_postgres: House) -> None:
    ada = on_postgres.guest()
    key = Authenticator(on_postgres.address)
    made = key.create(ada.http.post("/api/passkey/register/begin").json())
    for path, body in (
        ("login", {"login": "a\0b", "password": "long enough"}),
        ("me/password", {"login": "a\0b", "password": "long enough"}),
        ("passkey/register/finish", {"credential": made, "name": "\0"}),
    ):
        answer = ada.http.post(f"/api/{path}", json=body)
        assert answer.status_code == 400, path
        assert is_problem(answer.json())
