"""Names and sayings as others may see them: in one line, without what hides or turns it around."""

from __future__ import annotations

import unicodedata

from tablee.refusals import Refusal

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that are drawn as nothing
JOINER = "\u200d"  # makes one emoji of two
STYLES = "\ufe0e\ufe0f"  # black on white, or coloured
UNSEEN = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + STYLES + JOINER)  # by themselves


def clean(text: str, field: str) -> str:
    r"""What can be seen of a text; a refusal that names the field if that is nothing.

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
    kept = kept[: len(text)].strip()  # composed it may be longer than it was allowed to be
    if not any(_is_emoji(char) or unicodedata.category(char)[0] in "LNSP" for char in kept):
        raise Refusal("server.blank", field=field)
    return kept


def _is_seen(char: str) -> bool:
    """Whether a character is drawn, or changes how the one before it is drawn."""
    if char in UNSEEN or char >= "\U000e0000":  # from there on there is nothing to see
        return False
    return _is_emoji(char) or unicodedata.category(char)[0] != "C"


def _belongs(char: str, before: str, following: str) -> bool:
    """Whether an unseen character is a part of an emoji."""
    if char == JOINER:
        return (_is_emoji(before) or before in tuple(STYLES)) and _is_emoji(following)
    return char in STYLES and (_is_emoji(before) or unicodedata.category(before or "a")[0] in "NPS")


def _is_emoji(char: str) -> bool:
    """Also those that are newer than the tables of this Python."""
    return "\U0001f000" <= char <= "\U0001faff" or unicodedata.category(char or "a") == "So"
