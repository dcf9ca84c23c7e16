"""Sentences with numbers in them, put into a language only where they are shown.

>>> said = Saying("coach.about", {"move": "roll", "fact": Chance(1 / 6)})
>>> said.text("en")
'roll: 17%'
>>> said.text("fr").replace(chr(160), " ")
'roll : 17 %'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tablee.words import Said, decimal, say

THIN = "\N{NO-BREAK SPACE}"

# All of these travel as they are: a program that has the catalogue finds `{"seat": 2}` where the
# name of a seat belongs, `{"count": "eggs", "number": 1}` where `1 egg` does.


class Chance(Struct, frozen=True):
    """A probability, said in percent."""

    chance: float


class Wins(Struct, frozen=True):
    """A chance to win, said with a decimal."""

    wins: float


class Each(Struct, frozen=True):
    """Several things that all are meant: 1, 2 and 3."""

    each: tuple[object, ...]


class Either(Struct, frozen=True):
    """Several things of which one is meant: 1, 2 or 3."""

    either: tuple[object, ...]


class Seat(Struct, frozen=True):
    """A player in a sentence, by seat from 1; what shows the sentence puts the name in."""

    seat: int

    def text(self, language: str) -> str:
        """Return the number of the seat, where no name is known."""
        return say("tell.seat", language, seat=self.seat)


class Count(Struct, frozen=True):
    """So many things, or as many on average, with the word in its right number."""

    count: str
    number: float

    def text(self, language: str) -> str:
        """Count things: `1 egg`, `2 eggs`, `1.5 eggs`."""
        number = int(self.number) if self.number == int(self.number) else self.number
        return say(f"tell.count_{self.count}", language, count=number)


class Saying(Struct, frozen=True):
    """A message of the catalogue with its values, in no language yet."""

    key: str
    values: Mapping[str, Any] = {}

    def text(self, language: str = "en") -> str:
        """Return the sentence."""
        spoken = {name: spell(value, language) for name, value in self.values.items()}
        return say(self.key, language, **spoken)

    def to_dict(self) -> dict[str, Any]:
        """Return the key and the plain values, ready for JSON."""
        return {"key": self.key, "values": {k: _plain(v) for k, v in self.values.items()}}


class Odd(Saying, frozen=True):
    """Something that can be counted about a position or a move, and how much it matters."""

    weight: float = 0.0  # above 0 it speaks for the move, below 0 against it
    exact: bool = True  # False: from simulations

    def to_dict(self) -> dict[str, Any]:
        """Return the saying as plain values for JSON."""
        return {**Saying.to_dict(self), "exact": self.exact}


def spell(value: object, language: str) -> object:
    """Return a value as it is written in a sentence."""
    if isinstance(value, Wins):
        return percent(value.wins, language, 1)
    if isinstance(value, Chance):
        return percent(value.chance, language)
    if isinstance(value, float):
        return decimal(value, language)
    if isinstance(value, Saying | Count | Seat):
        return value.text(language)
    if isinstance(value, Said):
        return say(value.key, language)
    if isinstance(value, Each):
        return listed(value.each, language, "coach.and")
    if isinstance(value, Either):
        return listed(value.either, language, "coach.or")
    return value


def listed(items: tuple[object, ...], language: str, joined_by: str) -> str:
    """Join things in a row, the last one by a word."""
    words = [str(spell(item, language)) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {say(joined_by, language)} {words[-1]}"


def whole(number: int, language: str) -> str:
    """Return a large number in groups of three digits."""
    return f"{number:,}".replace(",", THIN) if language == "fr" else f"{number:,}"


def percent(share: float, language: str, digits: int | None = None, *, sign: bool = False) -> str:
    """Return a share in percent; with a decimal near 0 and 100 unless one says how many."""
    hundred = 100 * share
    if digits is None:
        digits = 1 if 0.05 <= abs(hundred) < 9.95 or 90.05 < abs(hundred) < 99.95 else 0
    space = THIN if language == "fr" else ""
    return f"{decimal(hundred, language, digits, sign)}{space}%"


def on_the_wire(saying: Saying) -> dict[str, Any]:
    """Return a sentence for a program that has the catalogue.

    >>> on_the_wire(Saying("coach.about", {"move": Seat(2), "fact": Count("cards", 1)}))["values"]
    {'move': {'seat': 2}, 'fact': {'count': 'cards', 'number': 1}}
    """
    found: dict[str, Any] = msgspec.to_builtins(Saying(saying.key, saying.values))
    return found


def from_the_wire(told: Mapping[str, Any], names: Sequence[str] = ()) -> Saying:
    """Read a sentence written by `on_the_wire`, with the names of the seats put in if given.

    >>> told = on_the_wire(Saying("coach.about", {"move": Seat(2), "fact": Count("cards", 1)}))
    >>> from_the_wire(told, ["Ada", "Bob"]).text("en")
    'Bob: 1 card'
    """
    values = told.get("values", {})
    return Saying(told["key"], {name: _marked(value, names) for name, value in values.items()})


def _marked(value: Any, names: Sequence[str]) -> object:
    """Return a value with its mark, if it has one."""
    match value:
        case {"key": str()}:
            return from_the_wire(value, names)
        case {"seat": int(seat)}:
            return names[seat - 1] if seat <= len(names) else Seat(seat)
        case {"count": str(things), "number": int() | float() as number}:
            return Count(things, number)
        case {"chance": share}:
            return Chance(share)
        case {"wins": share}:
            return Wins(share)
        case {"each": items}:
            return Each(tuple(_marked(item, names) for item in items))
        case {"either": items}:
            return Either(tuple(_marked(item, names) for item in items))
    return value


def _plain(value: object) -> object:
    if isinstance(value, Saying):
        return value.to_dict()
    if isinstance(value, Each):
        return [_plain(item) for item in value.each]
    if isinstance(value, Either):
        return [_plain(item) for item in value.either]
    if isinstance(value, Count):
        return value.number
    if isinstance(value, Seat):
        return value.seat
    if isinstance(value, Chance):
        return value.chance
    if isinstance(value, Wins):
        return value.wins
    return value.key if isinstance(value, Said) else value
