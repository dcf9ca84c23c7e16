"""What the rows of a study say: means with intervals, paired by common random numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.lab.arena import Game, Standing, score_of, standings
from tablee.lab.estimate import Estimate, mean_of
from tablee.lab.sprt import elo_between
from tablee.lab.study.spec import DecisionSpec, GameSpec, Study
from tablee.lab.study.tasks import Part, Rung, setups

MATTERS = 0.05  # a decision matters if it is worth this chance to win
PHASES = 10  # that a game is cut into, from its beginning to its end
CURVE = 40  # steps of the curve of lengths
FIRST_SHARE = 3  # where the shares of the victory begin in a row of a game

Rows = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Setup:
    """Games of one policy at a number of seats."""

    seats: int
    policy: str
    games: int
    shares: tuple[Estimate, ...]  # of the victories, by place in turn order
    advantage: Estimate  # of the first in turn order, beyond an even share
    nobody: float  # share of games without a winner
    shared: float  # share of games with several
    plies: Estimate
    decisions: Estimate
    deviation: float  # of the number of decisions
    quantiles: tuple[float, ...]  # least, a tenth, half, nine tenths, most
    ended: tuple[tuple[float, float], ...]  # numbers of decisions, and the share of games over then


@dataclass(frozen=True)
class Effect:
    """What some options change, from game to game with the same dice."""

    options: dict[str, Any]
    seats: int
    policy: str
    advantage: Estimate
    decisions: Estimate
    points: Estimate  # of a seat


@dataclass(frozen=True)
class Weighed:
    """What the decisions of a game are worth."""

    spec: DecisionSpec
    decisions: int
    moves: Estimate  # legal moves of a decision
    most: int
    forced: Estimate  # share of the decisions with one legal move
    worth: Estimate  # of those with several
    matters: Estimate  # share of those that matter
    moves_by_phase: tuple[float, ...]
    worth_by_phase: tuple[float, ...]


@dataclass(frozen=True)
class RungResult:
    """A bot against the one before it on the ladder."""

    stronger: str
    weaker: str
    games: int
    standing: Standing
    elo: Estimate


@dataclass(frozen=True)
class GameFindings:
    """What a study says about a game."""

    spec: GameSpec
    setups: tuple[Setup, ...]
    effects: tuple[Effect, ...]
    weighed: Weighed | None
    ladder: tuple[RungResult, ...]


@dataclass(frozen=True)
class Findings:
    """What a study says."""

    study: Study
    games: tuple[GameFindings, ...]


def findings_of(study: Study, parts: Iterable[Part], units: Iterable[list[Any]]) -> Findings:
    """Return what the rows of all units say, given in their order."""
    flowing = iter(units)
    taken = ([next(flowing) for _ in range(part.units)] for part in parts)
    ordered = iter(list(zip(parts, taken, strict=True)))
    return Findings(study, tuple(game_findings(game, ordered) for game in study.games))


def game_findings(game: GameSpec, taken: Iterator[tuple[Part, list[Any]]]) -> GameFindings:
    """Return what the next parts say, those of a game."""
    found, effects = [], []
    for seats, policy in setups(game):
        usual = flat(next(taken)[1])
        found.append(setup_of(seats, policy, usual))
        for changed in game.variants:
            effects.append(effect_of(changed, seats, policy, usual, flat(next(taken)[1])))
    weighed = weigh(game.decisions, next(taken)[1]) if game.decisions else None
    rungs = len(game.ladder.bots) - 1 if game.ladder else 0
    steps = tuple(rung_of(*next(taken)) for _ in range(rungs))
    return GameFindings(game, tuple(found), tuple(effects), weighed, steps)


def flat(units: Iterable[list[Any]]) -> Rows:
    """Return the rows of some units."""
    return [row for unit in units for row in unit]


def beyond_even(row: Sequence[float]) -> float:
    """Return what the first in turn order won of a game beyond an even share."""
    shares = row[FIRST_SHARE:]
    return shares[0] - sum(shares) / len(shares)


def setup_of(seats: int, policy: str, rows: Rows) -> Setup:
    """Return what the games of one policy say."""
    shares = [row[FIRST_SHARE:] for row in rows]
    lengths = sorted(row[1] for row in rows)
    decisions = mean_of(lengths)
    variance = sum((one - decisions.mean) ** 2 for one in lengths) / (len(lengths) - 1)
    return Setup(
        seats=seats,
        policy=policy,
        games=len(rows),
        shares=tuple(mean_of(column) for column in zip(*shares, strict=True)),
        advantage=mean_of([beyond_even(row) for row in rows]),
        nobody=sum(not any(one) for one in shares) / len(rows),
        shared=sum(0 < max(one) < 1 for one in shares) / len(rows),
        plies=mean_of([row[0] for row in rows]),
        decisions=decisions,
        deviation=math.sqrt(variance),
        quantiles=tuple(quantile(lengths, share) for share in (0, 0.1, 0.5, 0.9, 1)),
        ended=tuple(
            (quantile(lengths, place / CURVE), place / CURVE) for place in range(CURVE + 1)
        ),
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value that this share of ordered values doesn't exceed."""
    return ordered[round((len(ordered) - 1) * share)]


def effect_of(
    options: dict[str, Any], seats: int, policy: str, usual: Rows, changed: Rows
) -> Effect:
    """Return the differences between games with the same numbers."""
    pairs = list(zip(usual, changed, strict=True))
    return Effect(
        options=options,
        seats=seats,
        policy=policy,
        advantage=mean_of([beyond_even(there) - beyond_even(here) for here, there in pairs]),
        decisions=mean_of([there[1] - here[1] for here, there in pairs]),
        points=mean_of([(there[2] - here[2]) / seats for here, there in pairs]),
    )


def weigh(spec: DecisionSpec, games: Sequence[Rows]) -> Weighed:
    """Return what the decisions of some games say; a game counts as one value."""
    rows = flat([list(game) for game in games])
    open_games = [[row for row in game if row[0] > 1] for game in games]
    chosen = [game for game in open_games if game]
    phases: list[list[Sequence[float]]] = [[] for _ in range(PHASES)]
    for game in games:
        for place, row in enumerate(game):
            phases[place * PHASES // len(game)].append(row)
    return Weighed(
        spec=spec,
        decisions=len(rows),
        moves=mean_of([average(row[0] for row in game) for game in games]),
        most=int(max(row[0] for row in rows)),
        forced=mean_of([average(row[0] == 1 for row in game) for game in games]),
        worth=mean_of([average(row[1] for row in game) for game in chosen]),
        matters=mean_of([average(row[1] >= MATTERS for row in game) for game in chosen]),
        moves_by_phase=tuple(average(row[0] for row in phase) for phase in phases),
        worth_by_phase=tuple(average(row[1] for row in phase) for phase in phases),
    )


def average(values: Iterable[float]) -> float:
    """Return the mean of some values, or 0 if there are none."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def rung_of(part: Part, blocks: Sequence[list[Any]]) -> RungResult:
    """Return how a bot did against the one before it."""
    assert isinstance(part, Rung)
    played = [[Game.read(one) for one in block] for block in blocks]
    games = [game for block in played for game in block]
    standing = standings(part.bots, part.spec.seats, games)[0]
    elo = elo_between(mean_of([score_of(block) for block in played]))
    return RungResult(*part.bots, len(games), standing, elo)
