"""Maroc'eau: twelve hidden plots in a dry land, and every crop drinks."""

from tablee.kernel.options import Choice, Number

from . import notation, rules, sound, state, view

NAME = "maroceau"
TITLE = "Maroc'eau"
RULES_VERSION = 1
SEATS_PARAGRAPH = "W2"
HIDES = True  # [W50]
OPTIONS = (
    Number("target", "W42", default=100, lowest=10, highest=1000),
    Number("rounds", "W42", default=0, lowest=0, highest=100),
    Choice("starter", "W43", ("highest_pair", "round_ender")),
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
