r"""Quote names and values in transcripts, readable and unambiguous.

>>> quoted("Zoé")
'"Zoé"'
>>> quoted("two\nlines, \u202ebackwards")
'"two\\nlines, \\u202ebackwards"'
"""

from __future__ import annotations

import json
import re
from typing import Any

# Invisible and bidirectional characters are written as \uXXXX. The ranges are listed here and
# not taken from `unicodedata`: that changes with Python, and a file has one form for ever.
UNSEEN = re.compile(
    "[\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
SURROGATE = re.compile("[\ud800-\udfff]")


def quoted(value: Any) -> str:
    """Return a value as JSON on one line; there is exactly one form."""
    return UNSEEN.sub(_escaped, json.dumps(value, ensure_ascii=False))


def unquoted(text: str) -> Any:
    """Read a value that `quoted` wrote, or raise ValueError."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _escaped(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]


def is_hex(value: object, fewest: int, most: int) -> bool:
    """Return whether a value is a text of so many bytes in lower-case hexadecimal digits.

    >>> is_hex("00ff", 1, 2), is_hex("00FF", 1, 2), is_hex("0", 0, 2)
    (True, False, False)
    """
    return (
        isinstance(value, str)
        and re.fullmatch("([0-9a-f]{2})*", value) is not None
        and 2 * fewest <= len(value) <= 2 * most
    )


def is_whole(value: object, lowest: int, highest: int) -> bool:
    """Return whether a value is an integer within bounds; a bool is not."""
    return type(value) is int and lowest <= value <= highest
