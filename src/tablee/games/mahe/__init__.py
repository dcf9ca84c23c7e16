"""Mahé, by Alex Randolph: turtles that ride on each other round an island."""

from tablee.kernel.options import YesNo

from . import notation, rules, sound, state, view

NAME = "mahe"
TITLE = "Mahé"
RULES_VERSION = 1
SEATS_PARAGRAPH = "M1"
HIDES = False  # [M70]
OPTIONS = (YesNo("third_die_at_seven", "M13"), YesNo("cards_as_dice", "M60"))

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
