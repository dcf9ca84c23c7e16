"""Sentences with numbers in them, said in any language only when somebody listens.

>>> Saying("coach.mahe_bust", {"chance": Chance(1 / 6)}).text("en")
'The next die busts with 17%.'
>>> Saying("coach.mahe_bust", {"chance": Chance(1 / 6)}).text("fr").replace(chr(160), " ")
'Le prochain dé fait chavirer avec 17 %.'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablee.words import Said, say

THIN = "\N{NO-BREAK SPACE}"


class Chance(float):
    """A probability, said in percent."""

    __slots__ = ()


class Wins(Chance):
    """A chance to win, said with a decimal."""

    __slots__ = ()


class Each(tuple[object, ...]):
    """Several things that all are meant: 1, 2 and 3."""

    __slots__ = ()


class Either(tuple[object, ...]):
    """Several things of which one is meant: 1, 2 or 3."""

    __slots__ = ()


@dataclass(frozen=True)
class Seat:
    """A seat in a sentence, numbered from 1; who shows the sentence knows its name."""

    number: int


@dataclass(frozen=True)
class Count:
    """So many things, or as many on average, with the word in its right number."""

    what: str
    number: float

    def text(self, language: str) -> str:
        """`1 egg`, `2 eggs`; in French all that is less than two is singular: `1,5 œuf`."""
        single = abs(self.number) < 2 if language == "fr" else abs(self.number) == 1
        form = "one" if single else "many"
        whole_number = self.number == int(self.number)
        count = int(self.number) if whole_number else decimal(self.number, language)
        return say(f"tell.count_{self.what}_{form}", language, count=count)


@dataclass(frozen=True)
class Saying:
    """A message of the catalogue with its values, in no language yet."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """The sentence."""
        spoken = {name: spell(value, language) for name, value in self.values.items()}
        return say(self.key, language, **spoken)

    def to_dict(self) -> dict[str, Any]:
        """The key and the plain values, ready for JSON."""
        return {"key": self.key, "values": {k: _plain(v) for k, v in self.values.items()}}


@dataclass(frozen=True)
class Odd(Saying):
    """Something that can be counted about a position or a move, and how much it matters."""

    weight: float = 0.0  # above 0 it speaks for the move, below 0 against it
    exact: bool = True  # False: from simulations

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {**super().to_dict(), "exact": self.exact}


def spell(value: object, language: str) -> object:
    """A value as it is written in a sentence."""
    if isinstance(value, Wins):
        return percent(value, language, 1)
    if isinstance(value, Chance):
        return percent(value, language)
    if isinstance(value, float):
        return decimal(value, language)
    if isinstance(value, Saying | Count):
        return value.text(language)
    if isinstance(value, Said):
        return say(value.key, language)
    if isinstance(value, Each | Either):
        return listed(value, language)
    return value


def listed(items: Each | Either, language: str) -> str:
    """Things in a row, the last one joined by a word."""
    words = [str(spell(item, language)) for item in items]
    if len(words) < 2:
        return "".join(words)
    last = say("coach.and" if isinstance(items, Each) else "coach.or", language)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def decimal(value: float, language: str, digits: int = 1, sign: bool = False) -> str:
    """A number with so many decimals: 3.5, or 3,5 in French."""
    text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    text = text.replace("-", "\N{MINUS SIGN}")
    return text.replace(".", ",") if language == "fr" else text


def whole(number: int, language: str) -> str:
    """A large number in groups of three digits."""
    return f"{number:,}".replace(",", THIN) if language == "fr" else f"{number:,}"


def percent(share: float, language: str, digits: int | None = None, *, sign: bool = False) -> str:
    """A share in percent; with a decimal near 0 and 100 unless one says how many."""
    hundred = 100 * share
    if digits is None:
        digits = 1 if 0.05 <= abs(hundred) < 9.95 or 90.05 < abs(hundred) < 99.95 else 0
    space = THIN if language == "fr" else ""
    return f"{decimal(hundred, language, digits, sign)}{space}%"


def on_the_wire(saying: Saying) -> dict[str, Any]:
    """A sentence for a program that has the catalogue: values that need a word are marked.

    >>> on_the_wire(Saying("tell.mahe_lays", {"seat": Seat(2), "eggs": Count("eggs", 1)}))["values"]
    {'seat': {'seat': 2}, 'eggs': {'count': 'eggs', 'number': 1}}
    """
    return {"key": saying.key, "values": marked(saying.values)}


def marked(values: Mapping[str, object]) -> dict[str, object]:
    """The values of a sentence for such a program."""
    return {
        name: value if type(value) is int or type(value) is str else _marked(value)
        for name, value in values.items()
    }


def _marked(value: object) -> object:
    if isinstance(value, Saying):
        return on_the_wire(value)
    if isinstance(value, Said):
        return {"key": value.key, "values": {}}
    if isinstance(value, Seat):
        return {"seat": value.number}
    if isinstance(value, Count):
        return {"count": value.what, "number": value.number}
    if isinstance(value, Wins):
        return {"wins": float(value)}
    if isinstance(value, Chance):
        return {"chance": float(value)}
    if isinstance(value, Each):
        return {"each": [_marked(item) for item in value]}
    if isinstance(value, Either):
        return {"either": [_marked(item) for item in value]}
    return value


def _plain(value: object) -> object:
    if isinstance(value, Saying):
        return value.to_dict()
    if isinstance(value, Each | Either):
        return [_plain(item) for item in value]
    if isinstance(value, Count):
        return value.number
    return value.key if isinstance(value, Said) else value
