"""Sanitising names and chat: invisible characters and direction marks are removed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablee.refusals import Refusal
from tablee.server.sanitize import clean


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("A\u0301da\u202e  x", "Áda x"),
        ("a\nb\x1b[31m\0", "a b[31m"),
        ("\u3164Ada\u2800 II", "Ada II"),
        ("Ada\u034f\u200d\u200c\ufe0f\U000e0100\U000e0041", "Ada"),
        ("\U0001f469\u200d\U0001f469", "\U0001f469\u200d\U0001f469"),
        ("\U0001f469\U0001f3fd\u200d\u2695\ufe0f", "\U0001f469\U0001f3fd\u200d\u2695\ufe0f"),
        ("\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\ufe0f\u200d\U0001f308"),
        ("\U0001fae8", "\U0001fae8"),  # newer than the oldest Python
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\U0001f469\u200d Ada", "\U0001f469 Ada"),
        ("?!", "?!"),
        ("שלום", "שלום"),
    ],
)
def test_visible_characters_are_kept(given: str, kept: str) -> None:
    assert clean(given, "name") == kept


@pytest.mark.parametrize(
    "given", [" ", "\t\n", "\0", "\x1b", "\u200b", "\u200d", "\u202e", "\u0301", "\u3164", "\u2800",
              "\u115f", "\u034f", "\ufe0f", "\U000e0041", " \u2800\u200b "],
)  # fmt: skip
def test_invisible_names_are_refused(given: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean(given, "name")
    assert (refused.value.key, refused.value.values) == ("server.blank", {"field": "name"})


@given(st.text(min_size=1, max_size=40))
@example("e\u200b\u0301")  # joins once the character in between is removed
@example("\u0958" * 40)  # longer when normalised
def test_sanitising_is_idempotent_and_never_lengthens(text: str) -> None:
    try:
        once = clean(text, "name")
    except Refusal:
        return
    assert 0 < len(once) <= len(text)
    assert clean(once, "name") == once
    odd = [char for char in once if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")]
    assert set(odd) <= {"\u200d"}
