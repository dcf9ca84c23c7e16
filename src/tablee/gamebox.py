"""A game: its name, its numbers of players, and its parts, each loaded when first used.

>>> from tablee.discovery import all_games
>>> game = all_games()[0]
>>> game.seats, game.hides
(range(2, 8), False)
>>> game.start(seats=4).chances()
{'first 1': 1, 'first 2': 1, 'first 3': 1, 'first 4': 1}
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tablee import rulebook
from tablee.kernel.contract import NotationPart, RulesPart, SoundPart, StatePart, ViewPart
from tablee.kernel.options import Option
from tablee.refusals import BrokenGame, SeatsOutOfRange, UnknownOption

if TYPE_CHECKING:
    from tablee.position import Position


class Game:
    """A game, made by the package that holds its parts: `GAME = Game(__name__, title=…)`.

    Every game has the parts `state`, `rules`, `sound`, `view` and `notation`, which are modules
    beside the one that makes the object. All others (`encode`, `heuristic`, `odds`, `narration`,
    `scene`, `terminal`, `box`) are optional: `part` returns None for a missing one, and its
    callers have a default.
    """

    def __init__(
        self,
        package: str,
        *,
        title: str,
        seats: range,
        seats_paragraph: str,
        minutes: tuple[int, int],
        hides: bool,
        rules_version: int = 1,
        options: Sequence[Option] = (),
        low_score_wins: bool = False,
        rank: int = 100,
    ) -> None:
        self.package = package
        self.name = package.rsplit(".", 1)[-1]
        self.title = title
        self.seats = seats
        self.seats_paragraph = seats_paragraph
        self.minutes = minutes  # about how long people take, from and to
        self.hides = hides  # whether one player may know what another may not
        self.rules_version = rules_version
        self.options = {option.name: option for option in options}
        self.low_score_wins = low_score_wins
        self._parts: dict[str, Any] = {}
        self.rank = rank  # its place in lists; games of the same rank stand by title

    def __repr__(self) -> str:
        return f"tablee.game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        from tablee.discovery import game

        return game, (self.name,)

    def __deepcopy__(self, memo: object) -> Game:
        return self

    # --- the parts -----------------------------------------------------------------------------

    @cached_property
    def folder(self) -> Path:
        """The folder with the parts, the words and the rulebook of the game."""
        return Path(sys.modules[self.package].__file__ or "").parent

    @cached_property
    def state(self) -> StatePart:
        """The record of a match, and the numbers of the game."""
        return cast(StatePart, self._required("state"))

    @cached_property
    def rules(self) -> RulesPart:
        """The verbs of the rulebook."""
        return cast(RulesPart, self._required("rules"))

    @cached_property
    def sound(self) -> SoundPart:
        """Whether a record can come up at all."""
        return cast(SoundPart, self._required("sound"))

    @cached_property
    def view(self) -> ViewPart:
        """What a seat may know, and the board as text."""
        return cast(ViewPart, self._required("view"))

    @cached_property
    def notation(self) -> NotationPart:
        """Moves and outcomes in words, and why a move is refused."""
        return cast(NotationPart, self._required("notation"))

    def part(self, name: str) -> Any:
        """Return the module of an optional part, or None if the game has none."""
        if name not in self._parts:
            there = find_spec(f"{self.package}.{name}") is not None
            self._parts[name] = self._required(name) if there else None
        return self._parts[name]

    def _required(self, name: str) -> Any:
        try:
            return import_module(f"{self.package}.{name}")
        except Exception as problem:
            raise BrokenGame(
                "common.broken_game",
                name=repr(self.name),
                file=str(self.folder / f"{name}.py"),
                reason=f"{type(problem).__name__}: {problem}",
            ) from problem

    # --- matches -------------------------------------------------------------------------------

    def start(self, *, seats: int, **options: Any) -> Position:
        """Return the position before the first event of a match."""
        from tablee.position import Position

        chosen = self.read_options(options)
        state = self.state.State()
        self.rules.setup(state, self.read_seats(seats), self.integers(chosen))
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
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise SeatsOutOfRange(
                "common.seats_not_a_number", paragraph=self.seats_paragraph, seats=repr(seats)
            )
        if seats not in self.seats:
            raise SeatsOutOfRange(
                "common.seats_out_of_range",
                paragraph=self.seats_paragraph,
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
