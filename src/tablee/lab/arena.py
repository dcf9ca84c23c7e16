"""Tournaments between players: every seating, the same dice for each of them, honest intervals.

A *block* is one match number played once in every seating of the players, with the same dice. What
a player wins beyond an even share is averaged over a block first, since its games are not
independent; the interval is over blocks.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, astuple, dataclass, field
from itertools import islice, permutations
from typing import Any

import tablee
from tablee.bots.levels import player as find_player
from tablee.bots.players import Player
from tablee.discovery import game as find_game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.dice import dice_for, pick
from tablee.lab.estimate import Estimate, mean_of
from tablee.lab.ranges import Processes, Progress, Range, Runner, in_order, play_ranges
from tablee.lab.simulate import check_number
from tablee.lab.sprt import Hypotheses, Running, Sequential
from tablee.position import Position
from tablee.refusals import Refusal

PLAYERS_STREAM = 0x9E3779B97F4A7C15  # keeps players' dice apart from those of chance
MOST_SEATINGS = 24
ENGINES = ("processes", "ray")


@dataclass(frozen=True)
class Game:
    """One finished game: its seating (player index by seat) and result."""

    block: int
    seating: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    @staticmethod
    def read(values: Sequence[Any]) -> Game:
        """Return a game from its values, as they are sent and kept."""
        block, *rows = values
        return Game(block, *(tuple(row) for row in rows))


@dataclass(frozen=True)
class Standing:
    """The results of one player."""

    name: str
    wins: Estimate  # share of victories won, per game
    even: float  # what it would be if all played alike
    edge: Estimate  # the difference; above even where its lower end is above 0
    rating: float  # openskill: mu
    rating_error: float  # openskill: sigma
    score: float


@dataclass(frozen=True)
class Tournament:
    """The result of an arena."""

    game: str
    options: dict[str, Any]
    seats: int
    games: int
    blocks: int
    seed: int
    nobody: int
    standings: list[Standing]
    sprt: Sequential | None = None
    played: list[Game] = field(repr=False, default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the standings as plain data for JSON, without the single games."""
        return {name: value for name, value in asdict(self).items() if name != "played"}


def play_match(start: Position, players: Sequence[Player], seed: int, match: int) -> Position:
    """Play one game to its end; chance has its own random stream, the same for every seating."""
    position = start
    chance_dice = dice_for(seed, match)
    own = [dice_for(seed ^ PLAYERS_STREAM, match * 8 + seat) for seat in range(len(players))]
    while position.to_act != OVER:
        if position.to_act == CHANCE:
            outcomes = position.chance_codes()
            code = list(outcomes)[pick(chance_dice, list(outcomes.values()), len(outcomes))]
            position = position.after_code(code)
        else:
            seat = position.to_act
            position = position.after(players[seat - 1].choose(position.view(seat), own[seat - 1]))
    return position


def seatings(players: int, seats: int) -> list[tuple[int, ...]]:
    """Return all seatings in which players have equally many seats, or one more.

    >>> seatings(2, 2)
    [(0, 1), (1, 0)]
    >>> len(seatings(2, 4)), len(seatings(2, 3))
    (6, 6)
    """
    each, left = divmod(seats, players)
    found: dict[tuple[int, ...], None] = {}
    for extra in range(players) if left else (0,):
        filled = [p for p in range(players) for _ in range(each)]
        filled += [(extra + i) % players for i in range(left)]
        for order in islice(permutations(filled), 5040):
            found[order] = None
    everything = list(found)
    if len(everything) <= MOST_SEATINGS:
        return everything
    step = len(everything) / MOST_SEATINGS  # spread evenly over all of them
    chosen = [everything[int(i * step)] for i in range(MOST_SEATINGS)]
    return _balanced(chosen, players, seats)


def _balanced(chosen: list[tuple[int, ...]], players: int, seats: int) -> list[tuple[int, ...]]:
    """Close seatings under rotation, so that every player has every seat equally often."""
    closed: dict[tuple[int, ...], None] = {}
    for seating in chosen[: max(1, MOST_SEATINGS // seats)]:
        for turn in range(seats):
            for shift in range(players):
                rotated = seating[turn:] + seating[:turn]
                closed[tuple((p + shift) % players for p in rotated)] = None
    return list(closed)


def play_block(
    name: str, options: dict[str, Any], bots: Sequence[str], seats: int, seed: int, block: int
) -> list[Game]:
    """Play one match number in every seating."""
    start = find_game(name).start(seats=seats, **options)
    players = [find_player(bot, name) for bot in bots]
    games = []
    for seating in seatings(len(bots), seats):
        end = play_match(start, [players[p] for p in seating], seed, block)
        result = end.result()
        games.append(Game(block, seating, result.ranks, result.scores))
    return games


def arena(
    name: str,
    *,
    bots: Sequence[str],
    games: int,
    seats: int,
    seed: int = 0,
    workers: int | None = None,
    engine: str = "processes",
    cluster: str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    sprt: Hypotheses | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> Tournament:
    """Play at least that many games, in whole blocks, and rank the players.

    With hypotheses about two bots it stops as soon as one of them is accepted, after that many
    games at the latest. Engines are "processes" of this machine and "ray"; cluster and checkpoint
    are those of `simulate`. The result is the same on each.
    """
    game = find_game(name)
    chosen = game.read_options(options)
    seats = game.read_seats(seats)
    check_number("games", games, 1, 10**9)
    check_number("seed", seed, 0, 2**64 - 1)
    if workers is not None:
        check_number("workers", workers, 1, 1024)
    if not 2 <= len(bots) <= seats or len(set(bots)) != len(bots):
        raise Refusal("bots.how_many_players", seats=seats, count=len(bots))
    if sprt is not None and len(bots) != 2:
        raise Refusal("bots.sprt_two", count=len(bots))
    for bot in bots:
        find_player(bot, name)
    task = Blocks(name, chosen, tuple(bots), seats, seed)
    runner = runner_for(engine, cluster, workers)
    blocks = math.ceil(games / task.block_size)
    run = play_ranges(
        task, blocks, runner, run=task.run(), checkpoint=checkpoint,
        progress=progress and (lambda count: progress(count * task.block_size)),
    )  # fmt: skip
    test = Running(sprt) if sprt else None
    played = collect(run, test)
    return Tournament(
        game=game.name,
        options=chosen,
        seats=seats,
        games=len(played),
        blocks=len(played) // task.block_size,
        seed=seed,
        nobody=sum(1 not in one.ranks for one in played),
        standings=standings(bots, seats, played),
        sprt=test.result() if test else None,
        played=played,
    )


def blocks_of(run: Iterable[tuple[Range, Any]]) -> Iterator[list[Game]]:
    """Yield the blocks of a tournament in their order."""
    for _, portions in in_order(run):
        for portion in portions:
            yield [Game.read(one) for one in portion]


def collect(run: Generator[tuple[Range, Any]], test: Running | None) -> list[Game]:
    """Return the games of the blocks, until a test is decided."""
    played: list[Game] = []
    with closing(run):
        for block in blocks_of(run):
            played += block
            if test is not None:
                test.add(score_of(block))
                if test.decided:
                    break
    return played


def runner_for(engine: str, cluster: str | None, workers: int | None) -> Runner:
    """Return what plays the blocks."""
    if engine not in ENGINES:
        raise Refusal("common.unknown_engine", instead=ENGINES, engine=repr(engine))
    if engine == "ray" or cluster is not None:
        from tablee.lab.cluster import Cluster

        return Cluster(cluster, workers=workers, size=1)
    return Processes(workers or os.cpu_count() or 1, size=1)


@dataclass(frozen=True)
class Blocks:
    """The blocks of a tournament as a task: a range of them can be played in any process."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seats: int
    seed: int

    @property
    def block_size(self) -> int:
        """The number of games in a block."""
        return len(seatings(len(self.bots), self.seats))

    def __call__(self, first: int, count: int, progress: Progress | None = None) -> list[Any]:
        """Play a range of blocks."""
        blocks = []
        for block in range(first, first + count):
            games = play_block(self.game, self.options, self.bots, self.seats, self.seed, block)
            blocks.append([astuple(one) for one in games])
            if progress is not None:
                progress(1)
        return blocks

    def run(self) -> dict[str, Any]:
        """Return what the games depend on, to tell one tournament from another."""
        game = find_game(self.game)
        return asdict(self) | {"rules": game.rules_version, "version": tablee.__version__}


def score_of(block: Sequence[Game]) -> float:
    """Return the score of the first of two bots in a block, 0.5 if both played alike."""
    edges = []
    for one in block:
        winners = [seat for seat, rank in enumerate(one.ranks) if rank == 1]
        if winners:
            share = sum(one.seating[seat] == 0 for seat in winners) / len(winners)
            edges.append(share - one.seating.count(0) / len(one.seating))
    return 0.5 + sum(edges) / len(block)


def standings(bots: Sequence[str], seats: int, played: Sequence[Game]) -> list[Standing]:
    """Return wins with intervals over blocks, and openskill ratings in order of play."""
    ratings = rate(len(bots), played)
    found = []
    for index, bot in enumerate(bots):
        shares: dict[int, list[float]] = {}
        evens: dict[int, list[float]] = {}
        edges: dict[int, list[float]] = {}
        scores: list[int] = []
        for one in played:
            winners = [seat for seat, rank in enumerate(one.ranks) if rank == 1]
            share = sum(one.seating[seat] == index for seat in winners) / max(1, len(winners))
            even = one.seating.count(index) / seats if winners else 0.0
            shares.setdefault(one.block, []).append(share)
            evens.setdefault(one.block, []).append(even)
            edges.setdefault(one.block, []).append(share - even)
            scores += [
                score for p, score in zip(one.seating, one.scores, strict=True) if p == index
            ]
        found.append(
            Standing(
                name=bot,
                wins=_over_blocks(shares),
                even=_over_blocks(evens).mean,
                edge=_over_blocks(edges),
                rating=ratings[index][0],
                rating_error=ratings[index][1],
                score=sum(scores) / max(1, len(scores)),
            )
        )
    return found


def _over_blocks(values: dict[int, list[float]]) -> Estimate:
    return mean_of([sum(block) / len(block) for block in values.values()])


def rate(players: int, played: Sequence[Game]) -> list[tuple[float, float]]:
    """Return Plackett–Luce ratings (openskill); a player with several seats has its best rank."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(players)]
    for one in played:
        best = [
            min(rank for p, rank in zip(one.seating, one.ranks, strict=True) if p == index)
            for index in range(players)
        ]
        new = model.rate([[rating] for rating in ratings], ranks=[float(rank) for rank in best])
        ratings = [team[0] for team in new]
    return [(rating.mu, rating.sigma) for rating in ratings]
