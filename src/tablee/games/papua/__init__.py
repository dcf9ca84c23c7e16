"""Papua, by Thilo Hutzler: islanders who need each other on the way to the canoe."""

from tablee.kernel.options import Number, YesNo

from . import boards, notation, rules, sound, state, view

NAME = "papua"
TITLE = "Papua"
RULES_VERSION = 1
SEATS_PARAGRAPH = "P1"
HIDES = False
OPTIONS = (
    boards.BoardOption("board", "P3"),
    YesNo("family", "P50"),
    Number("turn_limit", "P42", 300, 1, 1000),
)

__all__ = [
    "HIDES",
    "NAME",
    "OPTIONS",
    "RULES_VERSION",
    "SEATS_PARAGRAPH",
    "TITLE",
    "boards",
    "notation",
    "rules",
    "sound",
    "state",
    "view",
]
