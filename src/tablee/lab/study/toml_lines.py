r"""Find the lines of keys in a TOML document, so that an error can name them.

>>> found = lines_of('seed = 1\n[[game]]\nseats = [2,\n  3]\nladder.bots = []\n')
>>> found["seed",], found["game", 0, "seats"], found["game", 0, "ladder", "bots"]
(1, 3, 5)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, from 1, of each key and table of a valid document."""
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for number, statement in statements(text):
        header = statement.lstrip().startswith("[")
        repeated = statement.lstrip().startswith("[[")
        place: Path = () if header else table
        keys = keys_of(statement)
        for depth, key in enumerate(keys, 1):
            place = (*place, key)
            found.setdefault(place, number)
            if repeated and depth == len(keys):
                counts[place] = counts.get(place, 0) + 1
            if place in counts:
                place = (*place, counts[place] - 1)
                found.setdefault(place, number)
        if header:
            table = place
    return found


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each header, and each key with its value, with the line where it begins."""
    begun, first = "", 1
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        first = first if begun else number
        begun += line
        try:
            holds = tomllib.loads(begun)
        except tomllib.TOMLDecodeError:  # it goes on in the next line
            continue
        if holds:
            yield first, begun
        begun = ""


def keys_of(statement: str) -> list[str]:
    """Return the keys of a header, or those before the equals sign."""
    for end, sign in enumerate(statement):
        if sign == "=" and not statement.lstrip().startswith("["):
            try:
                return chain(tomllib.loads(statement[:end] + "= 0"))
            except tomllib.TOMLDecodeError:  # the sign is part of a quoted key
                continue
    return chain(tomllib.loads(statement))


def chain(inside: Any) -> list[str]:
    """Return the keys of tables within tables, one in each."""
    keys = []
    while inside and isinstance(inside, list | dict):
        if isinstance(inside, dict):
            keys.append(next(iter(inside)))
            inside = inside[keys[-1]]
        else:
            inside = inside[0]
    return keys
