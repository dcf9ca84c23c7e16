"""Permissions: every route and message for every role; a route without a row fails.

Ada (seat 1) and Bob (seat 2) are at the table; Hana, its host, plays no seat. The *actor* is
whichever of Ada and Bob is to act, the *other* is the other one. A *spectator* watches, a
*stranger* does not, and *anonymous* has no token.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute, WebSocketRoute

from samples import OPEN
from server.auth.authenticator import Authenticator
from server.auth.test_passkeys import add_passkey
from server.http.scenes import (
    KNOWN,
    ROLES,
    Scene,
    asked,
    full,
    in_lobby,
    in_play,
    left,
    over,
)
from server.live import House, InstantThinkers, Json, Visitor
from server.ws.test_handshake import handshake
from tablee.server import wire
from tablee.server.app import create_app
from tablee.server.runtime.config import Config
from tablee.server.service import Service
from tablee.server.store import open_store

# --- routes --------------------------------------------------------------------------------------

Status = int | dict[str, int]


@dataclass(frozen=True)
class Route:
    """What a route answers to each role; `known` is everyone but the anonymous."""

    anonymous: int
    known: Status
    body: Json | Callable[[], Json] | None = None
    query: str = ""

    def status(self, role: str) -> int:
        if role == "anonymous":
            return self.anonymous
        return self.known if isinstance(self.known, int) else self.known[role]


def same_for_all(status: int, **more: Any) -> Route:
    return Route(status, status, **more)


numbers = count(1)
SETTINGS = {"game": OPEN, "seats": ["me", "gentle"]}
NO_PASSKEY = {"credential": {"id": "x", "response": {}}}
ONLY_ACTOR = {role: 200 if role == "actor" else 403 for role in KNOWN}
ACTORS_OWN = {role: 204 if role == "actor" else 404 for role in KNOWN}
ROUTES: dict[tuple[str, str], Route] = {
    ("GET", "/"): same_for_all(200),
    ("GET", "/{path}"): same_for_all(200),
    ("GET", "/healthz"): same_for_all(200),
    ("GET", "/api/openapi.json"): same_for_all(200),
    ("GET", "/api/schema.json"): same_for_all(200),
    ("GET", "/api/games"): same_for_all(200),
    ("GET", "/api/rules/{game}/{language}"): same_for_all(200),
    ("GET", "/api/words/{game}/{language}"): same_for_all(404),  # the page may have more games
    ("GET", "/api/print/{name}"): same_for_all(200),
    ("GET", "/api/me"): Route(401, 200),
    ("PATCH", "/api/me"): Route(401, 200, {"name": "X"}),
    ("DELETE", "/api/me"): Route(401, 204),
    ("GET", "/api/me/export"): Route(401, 200),
    ("GET", "/api/me/tables"): Route(401, 200),
    ("POST", "/api/me/offline"): Route(401, 400, {"transcript": "?"}),
    ("POST", "/api/me/password"): Route(
        401, 200, lambda: {"login": f"login-{next(numbers)}", "password": "long enough"}
    ),
    ("POST", "/api/guest"): same_for_all(201, body={"name": "Eve"}),
    ("POST", "/api/login"): same_for_all(401, body={"login": "nobody", "password": "nothing"}),
    ("POST", "/api/logout"): same_for_all(204),
    ("GET", "/api/me/devices"): Route(401, 200),
    ("DELETE", "/api/me/devices/{device}"): Route(401, ACTORS_OWN),
    ("POST", "/api/me/proof"): Route(401, 403, {"password": "a guess"}),
    ("GET", "/api/me/passkeys"): Route(401, 200),
    ("DELETE", "/api/me/passkeys/{passkey}"): Route(401, ACTORS_OWN),
    ("POST", "/api/passkey/register/begin"): Route(401, 200),
    ("POST", "/api/passkey/register/finish"): Route(401, 400, NO_PASSKEY),
    ("POST", "/api/passkey/login/begin"): same_for_all(200),
    ("POST", "/api/passkey/login/finish"): same_for_all(400, body=NO_PASSKEY),
    ("POST", "/api/passkey/proof/begin"): Route(401, 200),
    ("POST", "/api/passkey/proof/finish"): Route(401, 400, NO_PASSKEY),
    ("GET", "/api/tables"): same_for_all(200),
    ("POST", "/api/tables"): Route(401, 201, SETTINGS),
    ("GET", "/api/tables/{table}"): same_for_all(200),
    ("GET", "/api/tables/{table}/replay"): Route(403, ONLY_ACTOR, query="?seat={actor}"),
    ("GET", "/api/tables/{table}/transcript"): same_for_all(409),
    ("GET", "/api/tables/{table}/verify"): same_for_all(409),
    ("POST", "/api/tables/{table}/branch"): Route(
        401, 409, {"event": 1, "seats": ["me", "gentle", "gentle"]}
    ),
    ("GET", "/api/tables/{table}/review"): same_for_all(409),
    ("POST", "/api/tables/{table}/review"): Route(401, 409),
    ("GET", "/api/leaderboard/{game}"): same_for_all(200),
    ("GET", "/api/people/{person}"): same_for_all(200),
    ("POST", "/api/reports"): Route(
        401, 404, {"table": "0" * 32, "person": "1" * 32, "about": "spam"}
    ),
    ("GET", "/api/admin/find"): same_for_all(404, query="?text=a"),  # this server has no operators
    ("GET", "/api/admin/reports"): same_for_all(404),
    ("GET", "/api/admin/sanctions"): same_for_all(404),
    ("GET", "/api/admin/log"): same_for_all(404),
    ("POST", "/api/admin/acts"): same_for_all(404, body={"deed": "ban", "target": "x"}),
}
AFTER_THE_END = {
    "transcript": same_for_all(200),
    "verify": same_for_all(200),
    "review": same_for_all(200),
    "replay?seat=1": same_for_all(200),
}


def all_routes() -> set[tuple[str, str]]:
    """Return every route of the application."""
    app = create_app(Service(Config(), open_store("memory:"), InstantThinkers()))
    found = set()
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            found |= {(str(method), route.path_format) for method in methods_of(route)}
        else:
            assert isinstance(route, WebSocketRoute)
            assert route.path == "/ws"
    return found


def methods_of(route: HTTPRoute) -> set[str]:
    return {str(method) for method in route.methods} - {"OPTIONS", "HEAD"}


def test_every_route_has_a_row() -> None:
    assert all_routes() == set(ROUTES)


def ask(scene: Scene, house: House, role: str, method: str, path: str, body: Any) -> httpx.Response:
    client = house.client() if role == "anonymous" else scene.people[role].http
    return client.request(method, path, json=body) if body else client.request(method, path)


def with_passkey(visitor: Visitor) -> str:
    """Give a person another passkey."""
    for _ in range(2):
        assert add_passkey(visitor, Authenticator(visitor.house.address)).status_code == 200
    return str(visitor.http.get("/api/me/passkeys").json()[0]["id"])


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_each_route_answers_each_role(house: House, method: str, path: str) -> None:
    row = ROUTES[method, path]
    harmful = method != "GET" and not path.startswith("/api/tables")
    scene = in_play(house, harmful)
    someone = house.guest().id
    devices = scene.people["actor"].http.get("/api/me/devices").json()
    passkey = with_passkey(scene.people["actor"]) if "{passkey}" in path else ""
    for role in ROLES:
        filled = (path + row.query).format_map(
            {
                "game": OPEN, "language": "fr", "table": scene.table,
                "person": someone, "path": "somewhere", "actor": scene.seats["actor"],
                "name": f"{OPEN}.pdf", "device": devices[0]["id"], "passkey": passkey,
            }
        )  # fmt: skip
        body = row.body() if callable(row.body) else row.body
        answer = ask(scene, house, role, method, filled.replace("//", "/"), body)
        assert answer.status_code == row.status(role), (role, answer.text)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"why", "paragraph", "instead"}


@pytest.mark.parametrize("path", AFTER_THE_END)
def test_nothing_is_hidden_after_the_end(house: House, path: str) -> None:
    scene = over(house)
    for role in ROLES:
        answer = ask(scene, house, role, "GET", f"/api/tables/{scene.table}/{path}", None)
        assert answer.status_code == AFTER_THE_END[path].status(role)


# --- messages ------------------------------------------------------------------------------------

SEATED = ("other", "actor")
UNSEATED = ("stranger", "spectator", "host")


@dataclass(frozen=True)
class Message:
    """The roles that may send a message, and the refusal for the others."""

    scene: Callable[[House], Scene]
    fields: Callable[[Scene], Json]
    may: tuple[str, ...]
    refusal: str = ""
    answer: str = "done"


def actors_seat(scene: Scene) -> Json:
    return {"seat": scene.seats["actor"]}


def nothing(_: Scene) -> Json:
    return {}


NOT_YOURS = "server.not_your_seat"
MESSAGES: dict[tuple[str, str], Message] = {
    ("ping", ""): Message(in_lobby, lambda _: {"n": 1}, KNOWN, answer="pong"),
    ("watch", ""): Message(in_play, nothing, KNOWN, answer="update"),
    ("watch", "through the actor's eyes"): Message(
        in_play, actors_seat, ("actor",), NOT_YOURS, answer="update"
    ),
    ("unwatch", ""): Message(in_play, nothing, KNOWN, answer=""),
    ("sit", ""): Message(in_lobby, lambda _: {"seat": 3}, KNOWN),
    ("sit", "on a seat that is taken"): Message(
        in_lobby, lambda _: {"seat": 1}, (), "server.seat_taken"
    ),
    ("entropy", ""): Message(
        in_lobby, lambda scene: {**actors_seat(scene), "entropy": "c0ffee"}, ("actor",), NOT_YOURS
    ),
    ("stand", ""): Message(in_lobby, actors_seat, ("actor", "host"), NOT_YOURS),
    ("seat_bot", ""): Message(
        in_lobby, lambda _: {"seat": 3, "level": "club"}, ("host",), "server.not_host"
    ),
    ("begin", ""): Message(full, nothing, ("host",), "server.not_host"),
    ("close", ""): Message(in_lobby, nothing, ("host",), "server.not_host"),
    ("move", ""): Message(
        in_play,
        lambda scene: {**actors_seat(scene), "move": scene.move, "after": scene.room["event"]},
        ("actor",),
        NOT_YOURS,
    ),
    ("undo", ""): Message(in_play, actors_seat, (), NOT_YOURS),
    ("ask_undo", ""): Message(in_play, actors_seat, (), NOT_YOURS),
    ("answer", ""): Message(
        asked, lambda scene: {"seat": scene.seats["other"], "yes": True}, ("other",), NOT_YOURS
    ),
    ("resign", ""): Message(in_play, actors_seat, ("actor",), NOT_YOURS),
    ("hand_to_bot", ""): Message(
        in_play, lambda scene: {**actors_seat(scene), "level": "club"}, ("actor",), NOT_YOURS
    ),
    ("hand_to_bot", "a seat that was left"): Message(
        left, lambda scene: {**actors_seat(scene), "level": "club"}, SEATED, NOT_YOURS
    ),
    ("take_back_seat", ""): Message(left, actors_seat, ("actor",), NOT_YOURS),
    ("leave", ""): Message(in_play, actors_seat, ("actor",), NOT_YOURS),
    ("hint", ""): Message(in_play, actors_seat, ("actor",), NOT_YOURS),
    ("speak", "to the players"): Message(
        in_play,
        lambda _: {"channel": "players", "phrase": "hello"},
        SEATED,
        "server.channel_players",
    ),
    ("speak", "to the spectators"): Message(
        in_play,
        lambda _: {"channel": "spectators", "phrase": "hello"},
        UNSEATED,
        "server.channel_spectators",
    ),
    ("rematch", ""): Message(over, nothing, SEATED, "server.no_seat"),
}
OWNER_TOLD_OTHERWISE = {"undo": "table.undo", "ask_undo": "table.undo"}
"""Return no values: nothing has been moved yet."""


def test_every_message_has_a_row() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in wire.ClientMessageTypes}
    assert tags == {tag for tag, _ in MESSAGES}


def seq_of(scene: Scene) -> int:
    with scene.people["host"].socket() as socket:
        return int(socket.watch(scene.table)["seq"])


@pytest.mark.parametrize(("tag", "case"), MESSAGES)
def test_each_message_is_accepted_from_its_roles_only(house: House, tag: str, case: str) -> None:
    row = MESSAGES[tag, case]
    command = issubclass(kind_of(tag), wire.Command)
    for role in KNOWN:
        scene = row.scene(house)
        before = seq_of(scene)
        message = {"do": tag, **row.fields(scene)}
        if tag != "ping":
            message["table"] = scene.table
        if command:
            message["id"] = f"{role}-{scene.table}"
        with scene.people[role].socket() as socket:
            if role == "spectator":
                socket.watch(scene.table)
            socket.send(**message)
            if role in row.may and not row.answer:
                socket.send(do="ping", n=2)
                assert socket.until("pong", "refused")["do"] == "pong", role
                continue
            answer = socket.until("refused", row.answer)
        if role in row.may:
            assert answer["do"] == row.answer, (role, answer)
        elif role == "actor" and tag in OWNER_TOLD_OTHERWISE:
            assert answer["why"]["key"].startswith(OWNER_TOLD_OTHERWISE[tag])
        else:
            assert answer["do"] == "refused", role
            assert answer["why"]["key"] == row.refusal, role
            assert seq_of(scene) == before, role


def kind_of(tag: str) -> type:
    return next(kind for kind in wire.ClientMessageTypes if str(kind.__struct_config__.tag) == tag)


def test_an_anonymous_client_cannot_send_messages(house: House) -> None:
    assert handshake(house, {}) == 403
    assert handshake(house, {"Origin": house.address}) == 401
    assert handshake(house, {"Origin": house.address, "Cookie": "tablee=guessed"}) == 401
