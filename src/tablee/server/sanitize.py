"""Clean names and chat messages: one line, without invisible or direction-changing characters."""

from __future__ import annotations

import unicodedata

from tablee.refusals import Refusal

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols drawn as nothing
JOINER = "\u200d"  # joins two emoji into one
STYLES = "\ufe0e\ufe0f"  # text style, emoji style
# Invisible on their own:
UNSEEN = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + STYLES + JOINER)


def clean(text: str, field: str) -> str:
    r"""Return the visible part of a text; refuse a text without one, naming the field.

    >>> clean(" Zoé\u200b\t\u202eLune ", "name")
    'Zoé Lune'
    """
    kept = ""
    for char, following in zip(text, text[1:] + " ", strict=True):
        if char.isspace() or char in BLANKS:
            kept += " "
        elif _is_seen(char) or _belongs(char, kept[-1:], following):
            kept += char
    kept = unicodedata.normalize("NFC", " ".join(kept.split()))
    kept = kept[: len(text)].strip()  # normalised, it may be longer than allowed
    if not any(_is_emoji(char) or unicodedata.category(char)[0] in "LNSP" for char in kept):
        raise Refusal("server.blank", field=field)
    return kept


def _is_seen(char: str) -> bool:
    """Return whether a character is drawn, or changes how the previous one is drawn."""
    if char in UNSEEN or char >= "\U000e0000":  # nothing above is visible
        return False
    return _is_emoji(char) or unicodedata.category(char)[0] != "C"


def _belongs(char: str, before: str, following: str) -> bool:
    """Return whether an invisible character is part of an emoji."""
    if char == JOINER:
        return (_is_emoji(before) or before in tuple(STYLES)) and _is_emoji(following)
    return char in STYLES and (_is_emoji(before) or unicodedata.category(before or "a")[0] in "NPS")


def _is_emoji(char: str) -> bool:
    """Return whether a character is an emoji, even if newer than this Python's tables."""
    return "\U0001f000" <= char <= "\U0001faff" or unicodedata.category(char or "a") == "So"
