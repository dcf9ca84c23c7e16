"""Patterns of messages, bodies and addresses match the whole text, also a final line end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import from_regex

from tablee.server import wire
from tablee.server.app import api_description

QUICKLY = settings(max_examples=40, derandomize=True, database=None)


def patterns_in(schema: Any) -> Iterator[str]:
    """Return all patterns of a JSON Schema, or of an OpenAPI document that contains some."""
    if isinstance(schema, dict):
        if isinstance(pattern := schema.get("pattern"), str):
            yield pattern
        schema = list(schema.values())
    if isinstance(schema, list):
        for one in schema:
            yield from patterns_in(one)


MESSAGES = msgspec.json.schema_components((wire.FromClient, wire.FromServer))
PATTERNS = sorted({*patterns_in(list(MESSAGES)), *patterns_in(api_description())})


def test_all_patterns_are_found() -> None:
    assert wire.TABLE_ID in PATTERNS
    assert len(PATTERNS) >= 6


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_refuse_a_final_line_end(pattern: str) -> None:
    with pytest.raises(NoSuchExample):
        find(from_regex(pattern), lambda text: "\n" in text, settings=QUICKLY)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_means_the_same_in_a_browser(pattern: str) -> None:
    r"""JSON Schema uses JavaScript's regular expressions, which have no `\Z`."""
    assert not re.search(r"\\[AZz]|\(\?P|\(\?[a-zA-Z#]", pattern)


def test_a_pattern_that_allows_a_line_end_is_detected() -> None:
    assert "\n" in find(from_regex("^[a-z]{3}$"), lambda text: "\n" in text, settings=QUICKLY)
