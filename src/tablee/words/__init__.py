"""The message catalogue: every sentence of the program in French and English, by key.

Keys are dotted, `file.name`; parameters stand in braces. Where a sentence changes with a value its
forms stand behind a colon, and `#` in them is the value itself:

- `{count:# card|# cards}`: singular or plural;
- `{seat:you win|# wins}`: the page says the first form to that player, everyone else
  gets the second;
- `{you:roll|rolls}`: the same for the player who acts, whose name stands before the sentence.

The page, the terminal and the refusals all read these files; code holds keys only. What is said in
one game alone stands in the folder of that game, in files of the same names: `words/en/tell.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "fr")
GAMES = Path(__file__).parents[1] / "games"
Files = dict[str, dict[str, str]]
"""Messages by file and key."""
_installed: dict[str, tuple[Path, Files]] = {}


def add_folder(game: str, folder: Path, unless: Files) -> None:
    """Add the words of an installed game, and those that are said unless it brings its own."""
    _installed[game] = folder / "words", unless
    catalogue.cache_clear()


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return all messages of a language by key."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
    folders = [Path(__file__).parent / language, *sorted(GAMES.glob(f"*/words/{language}"))]
    parts = [*map(_read, folders), *(words_of(game, language) for game in _installed)]
    return {
        f"{file}.{key}": message
        for part in parts
        for file, messages in part.items()
        for key, message in messages.items()
    }


def words_of(game: str, language: str) -> Files:
    """Return the messages of an installed game, in English where they are not in this language."""
    if game not in _installed:
        return {}
    folder, unless = _installed[game]
    files = [unless, _read(folder / "en"), _read(folder / language)]
    names = {name for part in files for name in part}
    return {name: {k: v for part in files for k, v in part.get(name, {}).items()} for name in names}


def _read(folder: Path) -> Files:
    return {
        file.stem: json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))
    }


@dataclass(frozen=True)
class Said:
    """A message to be put into another one, in whatever language that is said."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


def seat_name(seat: int) -> Said:
    """Return the player of a seat, from 1, as a value: the page shows their name."""
    return Said("tell.seat", {"seat": seat})


def say(key: str, language: str = "en", **values: object) -> str:
    """Return the message of a key with its values put in.

    >>> say("common.and_so_on", "fr", count=3)
    '… et 3 autres'
    >>> say("tell.count_eggs", count=1), say("tell.begins")
    ('1 egg', 'goes first')
    """
    spoken = {
        name: say(value.key, language, **value.values) if isinstance(value, Said) else value
        for name, value in values.items()
    }
    return FORMATTERS[language].vformat(catalogue(language)[key], (), {"you": "", **spoken})


class MessageFormatter(Formatter):
    """Fill in a message, choosing among its forms."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return the value as written, or the form that goes with it."""
        written = decimal(value, self.language) if isinstance(value, float) else str(value)
        if "|" not in format_spec:
            return written
        first, second = format_spec.split("|")
        counted = isinstance(value, int | float)
        form = first if counted and singular(value, self.language) else second
        return form.replace("#", written)


FORMATTERS = {language: MessageFormatter(language) for language in LANGUAGES}


def singular(number: float, language: str) -> bool:
    """Return whether a noun counted by this number is singular; in French it is below two."""
    return abs(number) < 2 if language == "fr" else abs(number) == 1


def decimal(value: float, language: str, digits: int = 1, sign: bool = False) -> str:
    """Return a number with so many decimals: 3.5, or 3,5 in French."""
    text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    text = text.replace("-", "\N{MINUS SIGN}")
    return text.replace(".", ",") if language == "fr" else text
