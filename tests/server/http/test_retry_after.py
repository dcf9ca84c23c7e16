"""Every temporary refusal says when to retry, in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablee
from tablee.words import LANGUAGES, say

SERVER = Path(tablee.__file__).parent / "server"
PASSING = ("TooManyRequests", "ServerBusy")
LATER = {"429", "503"}


def calls() -> Iterator[ast.Call]:
    """Yield every call in the source of the server."""
    for file in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node


def limits() -> list[str]:
    """Return the messages of all limits that the server names by their keys."""
    found = set()
    for file in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                name = node.value.removeprefix("serve.")
                if node.value != name and name.startswith(("too_m", "busy", "one_export")):
                    found.add(node.value)
    return sorted(found - {"serve.too_many_passkeys"})


def test_every_temporary_refusal_has_retry_after() -> None:
    called = [(call.func.id, call) for call in calls() if isinstance(call.func, ast.Name)]
    assert {name for name, _ in called} >= set(PASSING)
    for name, call in called:
        if name == "HttpRefusal" and call.args:
            assert ast.unparse(call.args[0]) not in LATER, ast.unparse(call)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", limits())
def test_every_limit_says_when_to_retry(key: str, language: str) -> None:
    assert "4711" in say(key, language, seconds=4711, most=3)
