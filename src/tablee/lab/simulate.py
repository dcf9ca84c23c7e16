"""Games by the million, and what they say about a game: random ones, or between policies.

>>> from tablee.discovery import names
>>> from tablee.lab.simulate import simulate
>>> name = names()[0]
>>> report = simulate(name, seats=4, games=100, seed=1, engine="python")
>>> report.games, len(report.seats)
(100, 4)
>>> simulate(name, seats=4, games=100, seed=1, engine="cpu") == report
True
>>> duel = simulate(name, seats=2, games=100, engine="python", policies=["thumb", "random"])
>>> duel.seats[0].wins.low > 0.5
True
"""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from tablee.discovery import game as find_game
from tablee.kernel.engines.engine import ENGINES
from tablee.kernel.engines.playout import SHARE, Tally
from tablee.kernel.engines.policy import Cast, Policy, WrongPolicy
from tablee.lab.estimate import Estimate, Z
from tablee.lab.policies import policies_of
from tablee.lab.ranges import Here, Runner, play_ranges
from tablee.lab.tasks import Simulation, engine_for, total_of
from tablee.refusals import Refusal

MOST_GAMES = 10**12
RANGES = {"python": 1 << 10, "wasm": 1 << 17, "cpu": 1 << 18, "cuda": 1 << 24}
"""Games in a range that a checkpoint keeps: about a second of work."""
WORKER_RANGE = 1 << 16  # on one core of a cluster


@dataclass(frozen=True)
class SeatReport:
    """The results of one seat, numbered from 1; a shared victory counts by its share."""

    seat: int
    wins: Estimate
    score: Estimate
    score_deviation: float


@dataclass(frozen=True)
class Report:
    """Statistics of many random games. Equal for equal seeds, on every engine."""

    game: str
    rules_version: int
    options: dict[str, Any]
    games: int
    seed: int
    seats: list[SeatReport]
    by_order: list[Estimate]  # wins by place in turn order, the seat that begins first
    first_seat_advantage: Estimate  # wins of the first player, beyond an even share
    plies: Estimate
    plies_deviation: float
    shortest: int
    longest: int
    decisions: float  # moves of seats in a game, on average
    nobody: int  # games without a winner
    shared: int  # games with several
    trails: int  # a checksum of all moves of all games
    policies: list[str]  # by seat; empty: all moves were random
    engine: str = field(compare=False, default="cpu")
    seconds: float = field(compare=False, default=0.0)

    @property
    def moves_per_second(self) -> float:
        """Moves and outcomes of chance played per second."""
        return self.plies.mean * self.games / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        return asdict(self) | {"moves_per_second": self.moves_per_second}


def simulate(
    name: str,
    *,
    seats: int,
    games: int,
    seed: int = 0,
    engine: str = "auto",
    threads: int | None = None,
    cluster: str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[int], None] | None = None,
    policies: Sequence[str | Callable[..., Any] | Policy] | None = None,
    **options: Any,
) -> Report:
    """Play games and return a report; `progress` is called with the number of games just played.

    Without policies all moves are random. Else there is one policy for each seat, or one for all:
    functions marked with `@policy`, or names of players that need no search.

    The engine "ray" plays on a Ray cluster: one of its own on this machine, the one that runs
    here already (`cluster="auto"`), or the one at an address. A checkpoint is a file that
    keeps what is finished, so that a run that was stopped goes on where it was.
    """
    game = find_game(name)
    chosen = game.read_options(options)
    count = game.read_seats(seats)
    if engine not in ("auto", "ray", *ENGINES):
        instead = ("auto", *ENGINES, "ray")
        raise Refusal("common.unknown_engine", instead=instead, engine=repr(engine))
    check_number("games", games, 1, MOST_GAMES)
    check_number("seed", seed, 0, 2**64 - 1)
    if threads is not None:
        check_number("threads", threads, 1, 1024)
    if cluster is not None and engine == "auto":
        engine = "ray"
    if cluster is not None and engine != "ray":
        raise Refusal("lab.cluster_without_ray")
    found = () if policies is None else policies_of(name, count, policies)
    engine = engine_for(name, engine, found)
    task = Simulation(
        name, count, tuple(game.integers(chosen)), seed, found, engine=engine, threads=threads
    )
    runner, sent = runner_for(task, games, cluster, kept=checkpoint is not None)
    began = time.perf_counter()
    with compile_errors(task.cast):
        played = play_ranges(
            sent, games, runner, run=task.run(), checkpoint=checkpoint, progress=progress
        )
        tally = total_of(result for _, result in played)
    seconds = time.perf_counter() - began
    return report_of(task, chosen, tally, seconds)


def runner_for(
    task: Simulation, games: int, cluster: str | None, *, kept: bool
) -> tuple[Runner, Simulation]:
    """Return what plays the ranges of a simulation, and the task as it is given to it."""
    if task.engine == "ray":
        from tablee.lab.cluster import Cluster

        runner = Cluster(
            cluster,
            workers=task.threads,
            size=WORKER_RANGE,
            on_gpu=task.sent("cuda"),
            gpu_size=RANGES["cuda"],
        )
        return runner, task.sent("auto")
    return Here(RANGES[task.engine] if kept else games), task


def report_of(task: Simulation, options: dict[str, Any], tally: Tally, seconds: float) -> Report:
    """Return what a tally says about the game, or raise WrongPolicy if a policy went astray."""
    games, seats = tally.games, task.seats
    names = [one.name for one in task.policies]
    for policy_name, strays in zip(names, tally.strays, strict=False):
        if strays:
            raise WrongPolicy("lab.stray", name=policy_name, games=strays)
    order = [
        _estimate(tally.order_wins[i], tally.order_wins_squared[i], games, SHARE)
        for i in range(seats)
    ]
    return Report(
        game=task.game,
        rules_version=find_game(task.game).rules_version,
        options=options,
        games=games,
        seed=task.seed,
        seats=[_seat(tally, seat, games) for seat in range(seats)],
        by_order=order,
        first_seat_advantage=Estimate(order[0].mean - _even(tally, seats), order[0].margin),
        plies=_estimate(tally.plies, tally.plies_squared, games),
        plies_deviation=_deviation(tally.plies, tally.plies_squared, games),
        shortest=tally.shortest,
        longest=tally.longest,
        decisions=tally.decisions / games,
        nobody=tally.nobody,
        shared=tally.shared,
        trails=tally.trails,
        policies=names,
        engine=task.engine,
        seconds=seconds,
    )


@contextmanager
def compile_errors(cast: Cast | None) -> Iterator[None]:
    """Turn the errors of the compiler about policies into WrongPolicy."""
    try:
        yield
    except Exception as problem:
        if cast is None or not type(problem).__module__.startswith("numba."):
            raise
        names = ", ".join(one.name for one in cast.distinct)
        told = re.sub(r"\x1b\[[0-9;]*m", "", str(problem)).splitlines()
        reasons = (line for line in told if line and not line.startswith(("Failed in", "- ")))
        reason = next(reasons, type(problem).__name__).rstrip(".")
        raise WrongPolicy("lab.not_compiled", names=names, reason=reason) from problem


def check_number(name: str, value: object, lowest: int, highest: int) -> None:
    """Refuse a value by its field unless it is a whole number in the range."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise Refusal(
            "common.not_in_range", name=name, value=repr(value), lowest=lowest, highest=highest
        )


def _seat(tally: Tally, seat: int, games: int) -> SeatReport:
    points, squares = tally.points[seat], tally.points_squared[seat]
    return SeatReport(
        seat=seat + 1,
        wins=_estimate(tally.wins[seat], tally.wins_squared[seat], games, SHARE),
        score=_estimate(points, squares, games),
        score_deviation=_deviation(points, squares, games),
    )


def _even(tally: Tally, seats: int) -> float:
    """Return the share of wins each would have if the order did not matter."""
    return (1 - tally.nobody / tally.games) / seats


def _deviation(total: int, squares: int, games: int) -> float:
    """Return the standard deviation of exact integer sums, unrounded until the square root."""
    if games < 2:
        return 0.0
    return math.sqrt((games * squares - total * total) / (games * (games - 1)))


def _estimate(total: int, squares: int, games: int, unit: int = 1) -> Estimate:
    margin = Z * _deviation(total, squares, games) / math.sqrt(games)
    return Estimate(total / games / unit, margin / unit)
