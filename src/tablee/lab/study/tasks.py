"""A study as a task: units that can be played in any process, each of which gives plain rows.

A unit is a portion of games, a game whose decisions are weighed, or a block of a tournament. What
it gives depends on its number alone, so a study can be stopped, continued and spread over machines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any, Protocol

import tablee
from tablee.bots.levels import player as find_player
from tablee.bots.players import Player
from tablee.coach.evaluate import won
from tablee.coach.sampling import Sampler
from tablee.discovery import game as find_game
from tablee.kernel.dice import Dice
from tablee.kernel.engines.playout import SHARE
from tablee.lab.arena import play_block, play_match, seatings
from tablee.lab.policies import WrongPolicy, policies_of
from tablee.lab.ranges import Progress
from tablee.lab.simulate import compile_errors
from tablee.lab.study.spec import DecisionSpec, GameSpec, LadderSpec, Study, place_of
from tablee.lab.tasks import Simulation
from tablee.view import View

PORTION = 100  # games in a unit
DECISION_STREAM = 0xA0761D6478BD642F  # keeps the dice of simulated moves apart from those of games


class Part(Protocol):
    """Units of one kind."""

    @property
    def units(self) -> int:
        """The number of units."""

    def play(self, unit: int) -> list[Any]:
        """Play a unit and return its rows."""


@dataclass(frozen=True)
class Matches:
    """Games between policies, each counted by itself.

    A row has the moves with outcomes of chance, the decisions, the points of all seats together,
    and the share of the victory of each seat in turn order.
    """

    simulation: Simulation
    games: int

    @property
    def units(self) -> int:
        return -(-self.games // PORTION)

    def play(self, unit: int) -> list[Any]:
        first = unit * PORTION
        with compile_errors(self.simulation.cast):
            return [self.row(match) for match in range(first, min(first + PORTION, self.games))]

    def row(self, match: int) -> list[float]:
        """Play one game."""
        tally = self.simulation(match, 1)
        if any(tally["strays"]):
            name = self.simulation.policies[0].name
            raise WrongPolicy("lab.stray", name=name, games=1)
        shares = [won / SHARE for won in tally["order_wins"][: self.simulation.seats]]
        return [tally["plies"], tally["decisions"], sum(tally["points"]), *shares]


@dataclass(frozen=True)
class Decisions:
    """Games of a bot against itself; a row has the legal moves and the worth of a decision."""

    game: GameSpec
    spec: DecisionSpec
    seed: int

    @property
    def units(self) -> int:
        return self.spec.games

    def play(self, unit: int) -> list[Any]:
        start = find_game(self.game.name).start(seats=self.spec.seats, **self.game.options)
        player = Weighing(
            find_player(self.spec.player, self.game.name), self.spec.simulations, self.seed, unit
        )
        play_match(start, [player] * self.spec.seats, self.seed, unit)
        return player.rows


@dataclass(frozen=True)
class Rung:
    """A bot against the one before it; a unit is a block of games, in every seating."""

    game: GameSpec
    spec: LadderSpec
    stronger: int  # its place among the bots
    seed: int

    @property
    def bots(self) -> tuple[str, str]:
        return self.spec.bots[self.stronger], self.spec.bots[self.stronger - 1]

    @property
    def units(self) -> int:
        return math.ceil(self.spec.games / len(seatings(2, self.spec.seats)))

    def play(self, unit: int) -> list[Any]:
        game, seats = self.game, self.spec.seats
        games = play_block(game.name, game.options, self.bots, seats, self.seed, unit)
        return [astuple(one) for one in games]


class Weighing:
    """A player that simulates all legal moves before it chooses one as another player does."""

    def __init__(self, player: Player, simulations: int, seed: int, match: int) -> None:
        self.player = player
        self.simulations = simulations
        self.seed = (seed ^ DECISION_STREAM) + (match << 20)
        self.rows: list[list[float]] = []

    def choose(self, view: View, dice: Dice) -> str:
        """Write down what the decision is worth, and make it."""
        codes = view.codes()
        self.rows.append([len(codes), self.worth(view, codes) if len(codes) > 1 else 0.0])
        return self.player.choose(view, dice)

    def worth(self, view: View, codes: list[int]) -> float:
        """Return the chance to win that the best move adds to that of a random one.

        The best move is chosen by one half of the simulations and measured by the other, so that
        noise doesn't look like a difference.
        """
        assert view.seat is not None
        seat = view.seat - 1
        sampler = Sampler(view.game, view.state, (self.seed + len(self.rows)) % (1 << 64))

        def wins(code: int, first: int) -> float:
            sample = sampler.sample(self.simulations, seat=seat, code=code, first=first, trees=0)
            return won(sample, seat)[0]

        one, other = ([wins(code, first) for code in codes] for first in (0, self.simulations))
        gain = one[other.index(max(other))] + other[one.index(max(one))]
        return (gain - (sum(one) + sum(other)) / len(codes)) / 2


@dataclass(frozen=True)
class StudyTask:
    """All parts of a study, one after the other; units are numbered throughout."""

    study: Study
    parts: tuple[Part, ...]

    @property
    def units(self) -> int:
        """The number of units."""
        return sum(part.units for part in self.parts)

    def __call__(self, first: int, count: int, progress: Progress | None = None) -> list[Any]:
        """Play a range of units and return the rows of each."""
        found = []
        for unit in range(first, first + count):
            part, own = self.place(unit)
            found.append(part.play(own))
            if progress is not None:
                progress(1)
        return found

    def place(self, unit: int) -> tuple[Part, int]:
        """Return the part of a unit, and its number there."""
        for part in self.parts:
            if unit < part.units:
                return part, unit
            unit -= part.units
        raise IndexError(unit)

    def run(self) -> dict[str, Any]:
        """Return what the rows depend on, to tell one study from another."""
        return {
            "study": self.study.to_dict(),
            "rules": [find_game(one.name).rules_version for one in self.study.games],
            "policies": [
                part.simulation.run()["policies"]
                for part in self.parts
                if isinstance(part, Matches)
            ],
            "version": tablee.__version__,
        }


def task_of(study: Study, engine: str = "auto") -> StudyTask:
    """Return a study as a task."""
    return StudyTask(study, tuple(parts_of(study, engine)))


def parts_of(study: Study, engine: str) -> Iterator[Part]:
    """Yield the parts of a study in their order."""
    for game in study.games:
        for seats, policy in setups(game):
            for changed in ({}, *game.variants):
                place = place_of(policy, study.folder)
                yield matches_of(game, seats, place, changed, study.seed, engine)
        if game.decisions:
            yield Decisions(game, game.decisions, study.seed)
        if game.ladder:
            for place in range(1, len(game.ladder.bots)):
                yield Rung(game, game.ladder, place, study.seed)


def setups(game: GameSpec) -> Iterator[tuple[int, str]]:
    """Yield the numbers of seats, each with every policy."""
    for seats in game.seats:
        for policy in game.policies:
            yield seats, policy


def matches_of(
    game: GameSpec, seats: int, policy: str, changed: dict[str, Any], seed: int, engine: str
) -> Matches:
    """Return the games of one policy, with some options changed."""
    box = find_game(game.name)
    options = tuple(box.integers(game.options | changed))
    policies = policies_of(game.name, seats, [policy])
    return Matches(Simulation(game.name, seats, options, seed, policies).sent(engine), game.games)
