"""A game as one meets it: its name, its seats and options, its rules, and the start of a match.

>>> mahe = game("mahe")
>>> mahe.title, mahe.seats
('Mahé', range(2, 8))
>>> mahe.start(seats=4).chances()
{'first 1': 1, 'first 2': 1, 'first 3': 1, 'first 4': 1}
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tablee import rulebook
from tablee.kernel.options import Option
from tablee.refusals import SeatsOutOfRange, UnknownGame, UnknownOption

if TYPE_CHECKING:
    from tablee.position import Position

NAMES = ("mahe", "maamut", "papua", "maroceau")


def all_games() -> list[Game]:
    """Return all games."""
    return [game(name) for name in NAMES]


@cache
def game(name: str) -> Game:
    """Return the game of that name, or raise UnknownGame with the list of names."""
    if name not in NAMES:
        raise UnknownGame("common.unknown_game", instead=NAMES, name=repr(name))
    return Game(import_module(f"tablee.games.{name}"))


class Game:
    """One of the four games."""

    def __init__(self, package: ModuleType) -> None:
        self.package = package
        self.name: str = package.NAME
        self.title: str = package.TITLE
        self.rules_version: int = package.RULES_VERSION
        self.hides: bool = package.HIDES  # whether somebody may know what another may not
        self.seats = range(package.state.MIN_SEATS, package.state.MAX_SEATS + 1)
        self.options: dict[str, Option] = {option.name: option for option in package.OPTIONS}

    def __repr__(self) -> str:
        return f"tablee.game({self.name!r})"

    def start(self, *, seats: int, **options: Any) -> Position:
        """Return the position before the first event of a match."""
        from tablee.position import Position

        chosen = self.read_options(options)
        state = self.package.state.State()
        self.package.rules.setup(state, self.read_seats(seats), self.integers(chosen))
        return Position(self, chosen, state)

    def from_json(self, text: str) -> Position:
        """Read a position that `Position.to_json` wrote, or raise UnreadablePosition."""
        from tablee.position import read_position

        return read_position(self, text)

    def paragraphs(self, language: str = "en") -> dict[str, rulebook.Paragraph]:
        """Return the paragraphs of the rules by id."""
        return rulebook.paragraphs(self.name, language)

    def read_seats(self, seats: object) -> int:
        """Return a valid number of seats, or raise SeatsOutOfRange."""
        paragraph = self.package.SEATS_PARAGRAPH
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise SeatsOutOfRange(
                "common.seats_not_a_number", paragraph=paragraph, seats=repr(seats)
            )
        if seats not in self.seats:
            raise SeatsOutOfRange(
                "common.seats_out_of_range",
                paragraph=paragraph,
                title=self.title,
                fewest=self.seats[0],
                most=self.seats[-1],
                seats=seats,
            )
        return seats

    def read_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return all options with their values, with defaults for those not given."""
        for name in options:
            if name not in self.options:
                raise UnknownOption(
                    "common.unknown_option",
                    instead=list(self.options),
                    title=self.title,
                    name=repr(name),
                )
        return {
            name: option.read(options.get(name, option.default))
            for name, option in self.options.items()
        }

    def recall_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Read options from saved data, without opening any file they might name."""
        return self.read_options(
            {
                name: self.options[name].recall(value) if name in self.options else value
                for name, value in options.items()
            }
        )

    def integers(self, options: dict[str, Any]) -> list[int]:
        """Return the options as the integers that the rules are given."""
        return [
            number
            for name, option in self.options.items()
            for number in option.integers(options[name])
        ]
