"""Mâamut, by Alain Epron: hunters who drive a timid mammoth over the steppe into their traps."""

from tablee.kernel.options import Choice, Number

from . import notation, rules, sound, state, view

NAME = "maamut"
TITLE = "Mâamut"
RULES_VERSION = 1
SEATS_PARAGRAPH = "H1"
HIDES = True  # [H50]
OPTIONS = (
    Choice("fallen_traps", "H31", ("removed", "stay")),
    Number("hunt_limit", "H43", default=50, lowest=1, highest=state.MAX_HUNT_LIMIT),
)

__all__ = [
    "HIDES",
    "NAME",
    "OPTIONS",
    "RULES_VERSION",
    "SEATS_PARAGRAPH",
    "TITLE",
    "notation",
    "rules",
    "sound",
    "state",
    "view",
]
