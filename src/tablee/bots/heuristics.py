"""Rules of thumb: for each game, what a good amateur would look at before he moves."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def thumb_of(name: str) -> Any:
    """The module with the rule of thumb of a game."""
    return import_module(f"tablee.bots.thumbs.{name}")


def advise_of(name: str) -> Any:
    """The rule of thumb of a game."""
    return thumb_of(name).advise
