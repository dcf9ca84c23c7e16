"""Unreadable input is refused by keys and values, never in the words of msgspec."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from samples import OPEN
from tablee.refusals import Refusal
from tablee.server import bodies, wire
from tablee.server.core.views.redaction import refusal_said
from tablee.server.validation_errors import FORMS, KINDS, UNREADABLE, not_fitting, unreadable
from tablee.show.saying import Saying
from tablee.words import LANGUAGES, catalogue, say

TABLE = "0" * 32
CLOCK = f'{{"game": "{OPEN}", "seats": ["me", "me"], "clock": %s}}'
PASSWORD = '{"login": %s, "password": %s}'
LONG = "x" * 60_000
CASES: list[tuple[Any, str | bytes, str, dict[str, Any]]] = [
    # not even JSON
    (wire.FromClient, "", "not_json", {}),
    (wire.FromClient, "{", "not_json", {}),
    (wire.FromClient, '{"do": "ping", "n": NaN}', "not_json", {}),
    (wire.FromClient, '{"do": "ping", "n": 1} x', "not_json", {}),
    (wire.FromClient, b'{"do": "ping\xff"}', "not_utf8", {}),
    (wire.FromClient, '{"a":' * 5000, "too_deep", {}),
    (bodies.PasskeyUsed, '{"credential": {"a": ' + "[" * 5000, "too_deep", {}),
    # another type altogether
    (wire.FromClient, "[]", "kind_of_whole", {"wanted": "object"}),
    (bodies.Login, "null", "kind_of_whole", {"wanted": "object"}),
    (wire.FromClient, "9" * 4000, "whole", {}),
    # missing and unknown fields
    (wire.FromClient, "{}", "missing", {"field": "do"}),
    (wire.FromClient, '{"do": "ping"}', "missing", {"field": "n"}),
    (bodies.NewPassword, '{"login": "ada"}', "missing", {"field": "password"}),
    (wire.FromClient, '{"do": "ping", "n": 1, "x": 1}', "unknown", {"field": "x"}),
    (wire.Settings, CLOCK % '{"speed": 1}', "unknown", {"field": "clock.speed"}),
    (bodies.NewGuest, '{"": 1}', "unknown", {"field": "?"}),
    (bodies.NewGuest, '{"\\u202e\\n a": 1}', "unknown", {"field": "a"}),
    (bodies.NewGuest, f'{{"{LONG}": 1}}', "unknown", {"field": "x" * 40 + "…"}),
    # another type of value
    (wire.FromClient, '{"do": 5}', "kind_wanted", {"field": "do", "wanted": "str"}),
    (wire.FromClient, '{"do": "ping", "n": "1"}', "kind_not",
     {"field": "n", "wanted": "int", "got": "str"}),
    (wire.FromClient, '{"do": "ping", "n": 1.5}', "kind_wanted", {"field": "n", "wanted": "int"}),
    (wire.Settings, CLOCK % '{"first": "5"}', "kind_not",
     {"field": "clock.first", "wanted": "int", "got": "str"}),
    (wire.Settings, CLOCK % "[]", "kind_not",
     {"field": "clock", "wanted": "object", "got": "array"}),
    (wire.Settings, f'{{"game": "{OPEN}", "seats": ["me", null]}}', "kind_not",
     {"field": "seats[1]", "wanted": "str", "got": "null"}),
    (wire.FromClient, f'{{"do": "answer", "id": "12345678", "table": "{TABLE}", "yes": 1}}',
     "kind_not", {"field": "yes", "wanted": "bool", "got": "int"}),
    # too short, too long, too small, too large
    (bodies.NewPassword, PASSWORD % ('"ada"', '"short"'), "short_text",
     {"field": "password", "bound": 8}),
    (bodies.NewPassword, PASSWORD % ('"ada"', f'"{LONG}"'), "long_text",
     {"field": "password", "bound": 200}),
    (wire.Settings, f'{{"game": "{OPEN}", "seats": ["me"]}}', "short_list",
     {"field": "seats", "bound": 2}),
    (bodies.Branch, '{"event": 0, "seats": ["me"%s]}' % (8 * ', "me"'), "long_list",
     {"field": "seats", "bound": 8}),
    (wire.FromClient, '{"do": "ping", "n": -1}', "small", {"field": "n", "bound": 0}),
    (bodies.Branch, '{"event": 1000001, "seats": []}', "large",
     {"field": "event", "bound": 1_000_000}),
    (wire.FromClient, '{"do": "ping", "n": %s}' % ("9" * 30), "large",
     {"field": "n", "bound": 2**53 - 1}),
    (wire.Settings, f'{{"game": "{OPEN}", "seats": ["me", "me"], "options": {{"a": 1e999}}}}',
     "out_of_range", {"field": "options[…]"}),
    # a form, a choice
    (wire.FromClient, f'{{"do": "unwatch", "table": "{LONG}"}}', "pattern", {"field": "table"}),
    (bodies.NewPassword, PASSWORD % ('"é"', '"long enough"'), "pattern", {"field": "login"}),
    (bodies.ChangeMe, '{"avatar": "../x"}', "pattern", {"field": "avatar"}),
    (wire.FromClient, '{"do": "dance"}', "choice", {"field": "do"}),
    (wire.FromClient, f'{{"do": "{LONG} - at `$.password`"}}', "choice", {"field": "do"}),
    (wire.Settings, f'{{"game": "{OPEN}", "seats": ["me", "me"], "undo": "often"}}', "choice",
     {"field": "undo"}),
    (wire.Settings, f'{{"game": "{OPEN}", "seats": ["{LONG}"]}}', "choice",
     {"field": "seats[0]"}),
]  # fmt: skip
PROSE = re.compile(r"`|\$|regex|Expected|Invalid|Object|required|length|malformed|truncated|codec")


def refused(kind: Any, text: str | bytes) -> Refusal:
    with pytest.raises(UNREADABLE) as problem:
        msgspec.json.decode(text, type=kind)
    return unreadable(problem.value)


def values_in(said: Saying) -> Iterator[Any]:
    """Return all plain values of a saying, also those of sayings within it."""
    for value in said.values.values():
        if isinstance(value, dict):
            yield from values_in(Saying(**value))
        else:
            yield value


def in_words(said: Saying, language: str) -> str:
    spoken = {
        name: in_words(Saying(**value), language) if isinstance(value, dict) else value
        for name, value in said.values.items()
    }
    return say(said.key, language, **spoken)


@pytest.mark.parametrize(("kind", "text", "key", "values"), CASES)
def test_errors_are_returned_as_keys_and_values(
    kind: Any, text: str | bytes, key: str, values: dict[str, Any]
) -> None:
    found = refused(kind, text)
    assert found.key == f"unreadable.{key}"
    named = {name: KINDS.get(value, value) for name, value in values.items()}
    assert found.values == named


@pytest.mark.parametrize(("kind", "text"), [case[:2] for case in CASES])
def test_errors_contain_no_prose(kind: Any, text: str | bytes) -> None:
    outer = Refusal("serve.bad_request", problem=refused(kind, text))
    said = refusal_said(outer)
    for value in values_in(said):
        assert isinstance(value, int) or not PROSE.search(value), value
        assert len(str(value)) <= 60, "hostile input is not repeated at length"
    english, french = (in_words(said, language) for language in LANGUAGES)
    assert english != french
    assert max(len(english), len(french)) < 200


def test_every_reason_is_covered() -> None:
    met = {f"unreadable.{key}" for _, _, key, _ in CASES} | {"unreadable.field"}
    kinds = {said.key for said in KINDS.values()}
    assert met | kinds == {key for key in catalogue("en") if key.startswith("unreadable.")}


@pytest.mark.parametrize(
    ("prose", "key", "field"),
    [
        ("The value is much too blue - at `$.clock.first`", "unreadable.field", "clock.first"),
        ("Expected `decimal`, got `str` - at `$.n`", "unreadable.field", "n"),
        ("Expected `int | str`, got `null` - at `$.n`", "unreadable.field", "n"),
        ("Expected `str` of length > 7 - at `$.password`", "unreadable.field", "password"),
        ("Expected `str` of length >= 8 at $.password", "unreadable.whole", None),
        (LONG, "unreadable.whole", None),
        ("", "unreadable.whole", None),
    ],
)
def test_unknown_msgspec_messages_still_make_a_refusal(
    prose: str, key: str, field: str | None
) -> None:
    found = not_fitting(prose)
    assert found.key == key
    assert found.values == ({} if field is None else {"field": field})


@pytest.mark.parametrize(("form", "reason"), FORMS)
def test_reasons_work_without_a_field(form: re.Pattern[str], reason: Any) -> None:
    """A refusal without a field is about the whole message."""
    samples = [
        "Expected `str`", "Expected `str` of length >= 8", "Expected `int` <= 8", "Invalid value 5",
        "Expected `str` matching regex 'x'", "Number out of range",
    ]  # fmt: skip
    for sample in samples:
        if found := form.fullmatch(sample):
            assert reason("", found).key in ("unreadable.whole", "unreadable.kind_of_whole")


def test_a_path_parameter_is_named() -> None:
    assert not_fitting("Expected `int` <= 8", "seat").values == {"field": "seat", "bound": 8}
    assert not_fitting("what?", "seat").values == {"field": "seat"}
