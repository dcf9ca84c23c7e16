"""docs/reference/protocol.md: run its examples, and compare its tables with the structs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.live import House, Socket, Visitor
from tablee.server import bodies, wire

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "protocol.md").read_text("utf-8")
EXAMPLES = re.findall(r"```talk\n(.*?)```", PAGE, re.S)
NAMED = re.compile(r"[A-Z]{2,}")
ANYTHING = "…"


def table_of(kinds: tuple[type[msgspec.Struct], ...]) -> str:
    """Return the table of messages as the page has it."""
    lines = ["| `do` | fields | |", "|---|---|---|"]
    for kind in kinds:
        told = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
        fields = ", ".join(
            f"`{one.encode_name}`" if one.required else f"[`{one.encode_name}`]"
            for one in msgspec.structs.fields(kind)
        )
        lines.append(f"| `{kind.__struct_config__.tag}` | {fields} | {told} |")
    return "\n".join(lines)


@pytest.mark.parametrize("kinds", [wire.ClientMessageTypes, wire.ServerMessageTypes])
def test_the_tables_match_the_structs(kinds: tuple[type[msgspec.Struct], ...]) -> None:
    assert table_of(kinds) in PAGE


def test_the_table_of_calls_matches_the_bodies() -> None:
    calls = re.search(r"\| call \|.*?\n\n", bodies.__doc__ or "", re.S)
    assert calls is not None
    assert calls[0].strip() in PAGE


def test_the_table_of_calls_is_complete(house: House) -> None:
    """It has the calls of OpenAPI, whose path parameters have other names, but not of operators."""
    told = re.findall(r"^\| `([A-Z]+ /\S+)` \|", bodies.__doc__ or "", re.M)
    described = house.client().get("/api/openapi.json").json()["paths"]
    calls = [
        f"{method.upper()} {path}"
        for path, all_of in described.items()
        for method in all_of
        if not path.startswith("/api/admin/")
    ]
    assert sorted(map(unnamed, told)) == sorted(map(unnamed, calls))


def unnamed(call: str) -> str:
    return re.sub(r"\{\w+\}", "{}", call)


class ExampleRunner:
    """Plays the examples against a server, and compares its answers."""

    def __init__(self, house: House, socket: Socket | None = None) -> None:
        self.house = house
        self.ada: Visitor | None = None
        self.socket = socket
        self.names: dict[str, Any] = {}
        self.lines = 0

    def said(self, text: str) -> str:
        """Fill the names into a line."""
        return re.sub(
            r"\b([A-Z]{2,})\b", lambda found: str(self.names.get(found[1], found[1])), text
        )

    def fits(self, expected: Any, found: Any) -> bool:
        """Return whether an answer matches what the page specifies of it."""
        if expected == ANYTHING:
            return True
        if isinstance(expected, str) and NAMED.fullmatch(expected):
            return bool(self.names.setdefault(expected, found) == found)
        if isinstance(expected, dict):
            return isinstance(found, dict) and all(
                name in found and self.fits(value, found[name]) for name, value in expected.items()
            )
        return bool(expected == found)

    def call(self, line: str, answer: str) -> None:
        method, path, body = [*self.said(line).split(" ", 2), ""][:3]
        client = self.ada.http if self.ada else self.house.client()
        found = client.request(method, path, content=body.encode() or None)
        status, expected = answer.split(" ", 1)
        assert found.status_code == int(status), (line, found.text)
        assert self.fits(json.loads(expected), found.json()), (line, found.text)
        if path == "/api/guest":
            token = found.cookies["tablee"]
            client = self.house.client(headers={"Authorization": f"Bearer {token}"})
            self.ada = Visitor(self.house, found.json()["id"], "Ada", token, client)

    def expect(self, answer: str) -> None:
        expected = json.loads(answer)
        assert self.socket is not None
        while True:
            found = self.socket.receive()
            if found["do"] == expected["do"]:
                assert self.fits(expected, found), (expected, found)
                return

    def read(self, example: str) -> None:
        """Run an example line by line; messages sent without a request may come in between."""
        lines = example.strip().splitlines()
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            self.lines += 1
            arrow, text = line.split(" ", 1)
            if arrow == "→" and not text.startswith("{"):
                self.call(text, following.removeprefix("← "))
            elif arrow == "→":
                assert self.socket is not None
                self.socket.connection.send(self.said(text))
            elif text.startswith("{"):
                self.expect(text)


def test_the_examples_work(house: House) -> None:
    reader = ExampleRunner(house)
    for example in EXAMPLES:
        if reader.ada is None or reader.socket is not None or "welcome" not in example:
            reader.read(example)
            continue
        headers = {"Authorization": f"Bearer {reader.ada.token}"}
        with house.connect(headers) as connection:
            reader.socket = Socket(connection)
            for one in EXAMPLES[EXAMPLES.index(example) :]:
                reader.read(one)
        break
    assert reader.lines >= 30
    assert {"ADA", "TABLE", "SEQ", "BRANCH"} <= set(reader.names)


def test_a_wrong_example_is_detected(house: House) -> None:
    with pytest.raises(AssertionError):
        ExampleRunner(house).read('→ GET /api/me\n← 200 {"name": "Ada"}')
    with pytest.raises(AssertionError):
        ExampleRunner(house).read('→ POST /api/guest {"name": "Ada"}\n← 201 {"name": "Bob"}')
