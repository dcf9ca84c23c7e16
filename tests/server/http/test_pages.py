"""Games, rules, the built page, health, metrics, schemas and logs."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from typing import Any

import brotli
import httpx
import msgspec
import pytest
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

import tablee
from samples import BOARDS, NAMES, OPEN
from server.live import House, InstantThinkers, open_house
from tablee.server import wire
from tablee.server.app import create_app
from tablee.server.http import static
from tablee.server.http.routes.games import all_games
from tablee.server.ops.run import listen
from tablee.server.runtime.config import Config, load
from tablee.server.runtime.logs import JsonLines
from tablee.server.service import Service
from tablee.server.store import open_store
from tablee.words import LANGUAGES


def test_all_games_are_listed(house: House) -> None:
    games = house.client().get("/api/games").json()
    assert [one["name"] for one in games] == [one.name for one in tablee.all_games()]
    for one in games:
        game = tablee.game(one["name"])
        assert (one["fewest"], one["most"]) == (game.seats[0], game.seats[-1])
        for option in one["options"]:
            for value in option["choices"] or [option["lowest"], option["highest"]]:
                game.read_options({option["name"]: value})


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", f"/api/rules/{OPEN}/en"])
def test_head_requests_return_headers_only(house: House, path: str) -> None:
    whole, head = house.client().get(path), house.client().head(path)
    assert head.status_code == whole.status_code == 200
    assert head.content == b""
    for name in ("content-type", "content-length", "content-security-policy"):
        assert head.headers.get(name) == whole.headers.get(name)


def test_a_wrong_method_is_refused_with_the_allowed_ones(house: House) -> None:
    answer = house.client().delete("/api/games")
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]


def test_options_lists_all_methods() -> None:
    app = create_app(Service(Config(), open_store("memory:"), InstantThinkers()))
    with TestClient(app) as client:
        asked = 0
        for route in app.routes:
            if isinstance(route, HTTPRoute) and route.path.startswith("/api"):
                path = re.sub(r"\{.*?\}", "0" * 32, route.path)
                answer = client.options(path)
                assert answer.status_code == 204
                assert answer.headers["allow"] == ", ".join(sorted(route.methods)), path
                asked += 1
        assert asked >= 25
        assert client.options("/api/tables").headers["allow"] == "GET, OPTIONS, POST"
        assert client.options("/api/me").headers["allow"] == "DELETE, GET, OPTIONS, PATCH"


@pytest.mark.parametrize("board", ["reef", "reef.json", "….json", "/etc/reef.json"])
def test_a_board_file_cannot_be_named_over_http(house: House, board: str) -> None:
    wish = {"game": BOARDS, "seats": ["me", "club", "club"], "options": {"board": board}}
    answer = house.guest().http.post("/api/tables", json=wish)
    assert answer.status_code == 400
    assert answer.json()["why"]["values"]["field"] == "options.board"
    assert answer.json()["instead"] == ["standard", "short", "long"]


def test_no_option_offers_a_file() -> None:
    board = next(
        option for game in all_games() for option in game.options if option.name == "board"
    )
    assert board.choices == ["standard", "short", "long"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_the_rules_are_those_of_the_rulebook(house: House, game: str, language: str) -> None:
    page = house.client().get(f"/api/rules/{game}/{language}").json()
    expected = tablee.game(game).paragraphs(language)
    assert [one["id"] for one in page["paragraphs"] if one["id"]] == list(expected)
    assert page["title"] == tablee.game(game).title
    assert len(page["introduction"]) > 100
    assert "#" not in page["introduction"]


@pytest.mark.parametrize("path", ["chess/en", f"{OPEN}/de", "..%2f..%2fREADME/en", f"{OPEN}/en.md"])
def test_unknown_rules_are_not_found(house: House, path: str) -> None:
    assert house.client().get(f"/api/rules/{path}").status_code == 404


# --- the built page ------------------------------------------------------------------------------


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a page as Vite builds it, with a private file beside it."""
    found = tmp_path / "page"
    (found / "assets").mkdir(parents=True)
    (found / "index.html").write_text("<!doctype html><title>Tablée</title>" + " " * 1000)
    (found / "assets" / "index-abc123.js").write_text("console.log(1);" * 100)
    (found / "icon.png").write_bytes(b"\x89PNG")
    (tmp_path / "secret.txt").write_text("nobody's business")
    (found / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr(static, "PAGE", found)
    return found


def test_every_path_serves_the_page(house: House, page: Path) -> None:
    for path in ("/", "/index.html", "/table/" + "0" * 32, f"/rules/{OPEN}", "/a/b/c"):
        answer = house.client().get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert "Tablée" in answer.text


def test_hashed_files_are_cached_forever(house: House, page: Path) -> None:
    answer = house.client().get("/assets/index-abc123.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == "console.log(1);" * 100
    plain = house.client().get("/assets/index-abc123.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert house.client().get("/assets/gone-123.js").status_code == 404


def test_files_are_found_by_paths_of_windows(page: Path) -> None:
    request: Any = SimpleNamespace(headers={})
    found: Any = static.anything.fn(request, PureWindowsPath("/assets/index-abc123.js"))
    assert found.content == (page / "assets" / "index-abc123.js").read_bytes()


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, deflate, br", "br"),
        ("BR;q=1.0", "br"),
        ("gzip, br;q=0", "gzip"),
        ("gzip, br; q=0.0", "gzip"),
        ("br;q=0.1, gzip", "br"),
        ("gzip", "gzip"),
        ("brotli", None),
        ("", None),
    ],
)
def test_the_smallest_accepted_encoding_is_sent(
    house: House, page: Path, accepted: str, sent: str | None
) -> None:
    script = page / "assets" / "index-abc123.js"
    script.with_name(f"{script.name}.br").write_bytes(brotli.compress(script.read_bytes()))
    answer = house.client().get(
        "/assets/index-abc123.js", headers={"Accept-Encoding": accepted or "identity"}
    )
    assert answer.headers.get("content-encoding") == sent
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.text == "console.log(1);" * 100


def test_an_unchanged_file_is_not_sent_again(house: House, page: Path) -> None:
    client = house.client()
    first = client.get("/")
    again = client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    (page / "index.html").write_text("<!doctype html><title>Tablée 2</title>")
    changed = client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt",
     "//etc/passwd", "/link.txt", "/x%00y"],
)  # fmt: skip
def test_path_traversal_is_refused(house: House, page: Path, path: str) -> None:
    with httpx.Client() as client:
        answer = client.get(httpx.URL(house.address).copy_with(raw_path=path.encode()))
    assert answer.status_code < 500
    assert "nobody" not in answer.text
    assert "root:" not in answer.text


def test_a_missing_page_says_how_to_build_it(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "PAGE", tmp_path / "nowhere")
    assert "make play" in house.client().get("/").text


# --- for operators and programs ------------------------------------------------------------------


def test_health(house: House) -> None:
    answer = house.client().get("/healthz").json()
    assert answer == {"status": "ok", "version": tablee.__version__, "store": "memory"}


@pytest.mark.slow
def test_metrics_have_an_address_of_their_own() -> None:
    with listen(load({"port": "0"}, {})) as free:
        port = free.getsockname()[1]
    with open_house(metrics=f"127.0.0.1:{port}") as house:
        ada = house.guest()
        table = ada.table()
        with ada.socket() as socket:
            socket.watch(table)
            socket.command("move", table, seat=1, move="nonsense", after=0)
            text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert re.search(r"^tablee_connections 1\.0$", text, re.M)
        assert 'tablee_messages_total{kind="move",outcome="refused"} 1.0' in text
        assert 'tablee_messages_total{kind="watch",outcome="done"} 1.0' in text
        assert re.search(r"^tablee_append_seconds_count [1-9]", text, re.M)
        assert "tablee_bot_queue" in text
        assert "tablee_bot_workers 0.0" in text  # no worker processes here
        assert "tablee_worker_deaths_total 0.0" in text
        assert house.client().get("/metrics").text != text


def test_the_message_schema_matches_the_structs(house: House) -> None:
    schema = house.client().get("/api/schema.json").json()
    kinds = {str(kind.__struct_config__.tag) for kind in wire.ClientMessageTypes}
    assert set(schema["from_client"]["discriminator"]["mapping"]) == kinds
    for name in ("Move", "Update", "RoomSeen"):
        assert name in schema["$defs"]


def test_openapi_names_every_body(house: House) -> None:
    story = house.client().get("/api/openapi.json").json()
    assert "/api/tables/{table}/branch" in story["paths"]
    answers = story["paths"]["/api/tables"]["post"]["responses"]
    assert {"201", "400", "401", "429"} <= set(answers)


def test_the_log_can_be_json() -> None:
    record = logging.LogRecord("tablee.hall", 30, "", 0, "the %s is gone", ("store",), None)
    line: dict[str, Any] = json.loads(JsonLines().format(record))
    assert (line["level"], line["logger"]) == ("warning", "tablee.hall")
    assert line["message"] == "the store is gone"
    assert msgspec.json.decode(JsonLines().format(record)) == line
