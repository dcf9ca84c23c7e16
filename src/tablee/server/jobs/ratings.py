"""Ratings: Plackett–Luce over all rated matches of a game, in the order in which they ended.

They are computed from the results in the store and kept nowhere else, so that they can always be
computed again. Each process goes on from the last result it has seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce

from tablee.server.bodies import GameStatistics, Ranked
from tablee.server.store.contract import EventStore, Person, Result

PORTION = 500  # results, before somebody else may go on
LISTED = 100  # people on a leaderboard


@dataclass
class Standing:
    """What somebody has reached in one game."""

    rating: Any
    games: int = 0
    wins: float = 0.0


@dataclass
class Ladder:
    """Everybody who has played rated matches of one game."""

    last: int = 0  # the number of the last result that is counted
    matches: int = 0
    people: dict[str, Standing] = field(default_factory=dict)
    model: Any = field(default_factory=PlackettLuce, repr=False, compare=False)

    def count(self, results: Iterable[Result]) -> None:
        """Takes results into account, in their order."""
        for result in results:
            self.last = result.number
            if is_rated(result):
                self._rate(result)

    def _rate(self, result: Result) -> None:
        persons = [person for person in result.persons if person is not None]
        standings = [
            self.people.setdefault(person, Standing(self.model.rating())) for person in persons
        ]
        rated = self.model.rate(
            [[standing.rating] for standing in standings],
            ranks=[float(rank) for rank in result.ranks],
        )
        for standing, team, share in zip(standings, rated, shares(result), strict=True):
            standing.rating = team[0]
            standing.games += 1
            standing.wins += share
        self.matches += 1

    def safe(self, person: str) -> float | None:
        """What somebody is almost surely better than; None if nothing is known of him."""
        standing = self.people.get(person)
        return None if standing is None else float(standing.rating.ordinal())


def is_rated(result: Result) -> bool:
    """Whether a match counts: it was to, and everybody in it was a different person."""
    persons = result.persons
    whole = all(persons) and len(set(persons)) == len(persons) >= 2
    return result.rated and whole and len(result.ranks) == len(persons)


def shares(result: Result) -> list[float]:
    """The part of the victory that each seat has: a shared one counts by its share."""
    winners = result.ranks.count(1)
    return [1 / winners if rank == 1 else 0.0 for rank in result.ranks]


class Ratings:
    """The ladders of all games, as far as this process has read."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._ladders: dict[str, Ladder] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def of(self, game: str) -> Ladder:
        """The ladder of a game, with all that is in the store by now."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            ladder = self._ladders.setdefault(game, Ladder())
            while results := await self._store.results(game, ladder.last, PORTION):
                ladder.count(results)
                await asyncio.sleep(0)
            return ladder

    async def leaderboard(self, game: str) -> list[Ranked]:
        """The best of a game, the best first; who wants to be forgotten is not on it."""
        ladder = await self.of(game)
        order = sorted(ladder.people.items(), key=lambda pair: (-pair[1].rating.ordinal(), pair[0]))
        there: list[tuple[Person, Standing]] = []
        while order and len(there) < LISTED:
            some, order = order[:LISTED], order[LISTED:]
            known = await self._store.people([person for person, _ in some])
            there += [(known[id], one) for id, one in some if id in known and not known[id].deleted]
        return [
            _ranked(place, person, standing)
            for place, (person, standing) in enumerate(there[:LISTED], 1)
        ]

    async def statistics(self, person: str) -> list[GameStatistics]:
        """What somebody has done, game by game; only matches in which he had one seat."""
        played: dict[str, list[Result]] = {}
        for result in await self._store.results_of(person):
            if result.persons.count(person) == 1 and result.ranks:
                played.setdefault(result.game, []).append(result)
        found = []
        for game, results in sorted(played.items()):
            seats = [result.persons.index(person) for result in results]
            ranks = [result.ranks[seat] for result, seat in zip(results, seats, strict=True)]
            won = sum(shares(result)[seat] for result, seat in zip(results, seats, strict=True))
            rating = (await self.of(game)).safe(person)
            mean = sum(ranks) / len(ranks)
            found.append(GameStatistics(game, len(results), won, mean, rating))
        return found


def _ranked(place: int, person: Person, standing: Standing) -> Ranked:
    rating = standing.rating
    return Ranked(
        place=place,
        person=person.id,
        name=person.name,
        avatar=person.avatar,
        rating=float(rating.ordinal()),
        mu=float(rating.mu),
        sigma=float(rating.sigma),
        games=standing.games,
        wins=standing.wins,
    )
