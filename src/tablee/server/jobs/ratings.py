"""Ratings: Plackett–Luce over all rated matches of a game, in the order in which they ended.

They are computed from the results in the store and stored nowhere else, so that they can always be
recomputed. Each process continues from the last result it has seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce

from tablee.server.bodies import GameStatistics, Ranked
from tablee.server.store.contract import EventStore, Person, Result

BATCH = 500  # results, before the event loop runs something else
LISTED = 100  # people on a leaderboard


@dataclass
class PlayerRating:
    """The rating of a person in one game."""

    rating: Any
    games: int = 0
    wins: float = 0.0


@dataclass
class Ladder:
    """The ratings of one game."""

    last: int = 0  # the number of the last result that is counted
    matches: int = 0
    people: dict[str, PlayerRating] = field(default_factory=dict)
    model: Any = field(default_factory=PlackettLuce, repr=False, compare=False)

    def count(self, results: Iterable[Result]) -> None:
        """Add results, in order."""
        for result in results:
            self.last = result.number
            if is_rated(result):
                self._rate(result)

    def _rate(self, result: Result) -> None:
        persons = [person for person in result.persons if person is not None]
        ratings_of_seats = [
            self.people.setdefault(person, PlayerRating(self.model.rating())) for person in persons
        ]
        new = self.model.rate(
            [[player.rating] for player in ratings_of_seats],
            ranks=[float(rank) for rank in result.ranks],
        )
        for player, team, share in zip(ratings_of_seats, new, shares(result), strict=True):
            player.rating = team[0]
            player.games += 1
            player.wins += share
        self.matches += 1

    def lower_bound(self, person: str) -> float | None:
        """Return what a person is almost surely better than; None if they haven't played."""
        player = self.people.get(person)
        return None if player is None else float(player.rating.ordinal())


def is_rated(result: Result) -> bool:
    """Return whether a match counts: it was rated, between different people."""
    persons = result.persons
    whole = all(persons) and len(set(persons)) == len(persons) >= 2
    return result.rated and whole and len(result.ranks) == len(persons)


def shares(result: Result) -> list[float]:
    """Return each seat's share of the victory."""
    winners = result.ranks.count(1)
    return [1 / winners if rank == 1 else 0.0 for rank in result.ranks]


class Ratings:
    """The ratings of all games, as far as this process has read the results."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._ladders: dict[str, Ladder] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def of(self, game: str) -> Ladder:
        """Return the ratings of a game, with everything in the store by now."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            ladder = self._ladders.setdefault(game, Ladder())
            while results := await self._store.results(game, ladder.last, BATCH):
                ladder.count(results)
                await asyncio.sleep(0)
            return ladder

    async def leaderboard(self, game: str) -> list[Ranked]:
        """Return the best of a game, best first, without deleted accounts."""
        ladder = await self.of(game)
        order = sorted(ladder.people.items(), key=lambda pair: (-pair[1].rating.ordinal(), pair[0]))
        there: list[tuple[Person, PlayerRating]] = []
        while order and len(there) < LISTED:
            some, order = order[:LISTED], order[LISTED:]
            known = await self._store.people([person for person, _ in some])
            there += [(known[id], one) for id, one in some if id in known and not known[id].deleted]
        return [
            _ranked(place, person, player)
            for place, (person, player) in enumerate(there[:LISTED], 1)
        ]

    async def statistics(self, person: str) -> list[GameStatistics]:
        """Return a person's statistics by game; only matches in which they had one seat count.

        Of those that were played offline only their number: nobody else saw them played.
        """
        played: dict[str, list[Result]] = {}
        for result in await self._store.results_of(person):
            if result.persons.count(person) == 1 and result.ranks:
                played.setdefault(result.game, []).append(result)
        found = []
        for game, every in sorted(played.items()):
            results = [one for one in every if not one.offline]
            seats = [result.persons.index(person) for result in results]
            ranks = [result.ranks[seat] for result, seat in zip(results, seats, strict=True)]
            won = sum(shares(result)[seat] for result, seat in zip(results, seats, strict=True))
            rating = (await self.of(game)).lower_bound(person)
            mean = sum(ranks) / max(1, len(ranks))
            offline = len(every) - len(results)
            found.append(GameStatistics(game, len(results), won, mean, rating, offline))
        return found


def _ranked(place: int, person: Person, player: PlayerRating) -> Ranked:
    rating = player.rating
    return Ranked(
        place=place,
        person=person.id,
        name=person.name,
        avatar=person.avatar,
        rating=float(rating.ordinal()),
        mu=float(rating.mu),
        sigma=float(rating.sigma),
        games=player.games,
        wins=player.wins,
    )
