"""Every promise of the threat model names tests, and they exist."""

from __future__ import annotations

import re

from .pages import ROOT

PAGE = (ROOT / "docs" / "explanation" / "threat-model.md").read_text("utf-8")
PROMISED = PAGE.partition("## What is promised")[2].partition("## What is not promised")[0]


def test_every_promise_names_a_test() -> None:
    rows = [line for line in PROMISED.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    for row in rows:
        assert re.search(r"\| `test_\w+`", row), row


def test_every_named_test_exists() -> None:
    defined = set[str]()
    for file in (ROOT / "tests").rglob("test_*.py"):
        defined.update(re.findall(r"^(?:async )?def (test_\w+)", file.read_text("utf-8"), re.M))
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= defined
