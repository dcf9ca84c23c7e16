"""The games of a simulation as a task: a range of them is played on any engine, in any process."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tablee.discovery import game as find_game
from tablee.kernel.engines.engine import tally_matches
from tablee.kernel.engines.instance import usual_engine
from tablee.kernel.engines.playout import Tally, begin_tally, merge
from tablee.kernel.engines.policy import Cast, Policy, fingerprint
from tablee.lab.policies import PolicySource, send_policy
from tablee.lab.ranges import Progress


@dataclass(frozen=True)
class Simulation:
    """What is played; the same on every engine."""

    game: str
    seats: int
    options: tuple[int, ...]
    seed: int
    policies: tuple[Policy | PolicySource, ...] = ()  # by seat; none: all moves are random
    engine: str = "auto"
    threads: int | None = None

    def __call__(self, first: int, count: int, progress: Progress | None = None) -> dict[str, Any]:
        """Play a range of games and return their tally."""
        game = find_game(self.game)
        tally = tally_matches(
            game, self.seats, self.options, count,
            seed=self.seed, first=first, engine=engine_for(self.game, self.engine, self.policies),
            threads=self.threads, progress=progress, cast=self.cast,
        )  # fmt: skip
        return {name: getattr(tally, name) for name in Tally.fields}

    @property
    def cast(self) -> Cast | None:
        """The policies, ready to play; None if all moves are random."""
        return cast_from(self.game, self.policies) if self.policies else None

    def run(self) -> dict[str, Any]:
        """Return what the tally depends on, to tell one run from another."""
        cast = self.cast
        return {
            "game": self.game,
            "rules": find_game(self.game).rules_version,
            "seats": self.seats,
            "options": list(self.options),
            "seed": self.seed,
            "policies": [f"{one.name} {fingerprint(one)}" for one in cast.policies] if cast else [],
        }

    def sent(self, engine: str) -> Simulation:
        """Return the task for a worker of a cluster, on one thread."""
        policies = tuple(
            send_policy(one) if isinstance(one, Policy) else one for one in self.policies
        )
        return replace(self, policies=policies, engine=engine, threads=1)


def engine_for(game: str, engine: str, policies: object) -> str:
    """Return the engine with this name."""
    if engine == "auto":
        engine = usual_engine(find_game(game))
        if policies and engine == "wasm":
            engine = "python"  # a module has no policies
    return engine


@cache
def cast_from(game: str, policies: tuple[Policy | PolicySource, ...]) -> Cast:
    """Return policies, ready to play; they are compiled once."""
    return Cast(
        find_game(game),
        [one.load(game) if isinstance(one, PolicySource) else one for one in policies],
    )


def total_of(parts: Iterable[dict[str, Any]]) -> Tally:
    """Return the sum of the tallies of all ranges."""
    total = Tally()
    begin_tally(total)
    for values in parts:
        part = Tally()
        for name, value in values.items():
            setattr(part, name, value)
        merge(total, part)
    return total
