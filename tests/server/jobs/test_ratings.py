"""Ratings: recomputed from the log, they are the same as match by match."""

from __future__ import annotations

from random import Random

import pytest

from samples import BOARDS, OPEN
from tablee.server.jobs import ratings
from tablee.server.jobs.ratings import Ladder, Ratings, is_rated, shares
from tablee.server.store.contract import Head, Person, Result, Row
from tablee.server.store.memory.store import MemoryStore

PEOPLE = [f"{number:032x}" for number in range(6)]


def result(number: int, dice: Random, **changes: object) -> Result:
    seats = dice.randint(2, 5)
    fields: dict[str, object] = {
        "table": f"{number:032x}",
        "game": OPEN,
        "at": number,
        "rated": True,
        "persons": tuple(dice.sample(PEOPLE, seats)),
        "ranks": tuple(dice.randint(1, 2) if seat else 1 for seat in range(seats)),
        "scores": (0,) * seats,
        **changes,
    }
    return Result(**fields)  # type: ignore[arg-type]


@pytest.fixture
async def store(store: MemoryStore) -> MemoryStore:
    """Provide a store with the rated players."""
    for person in PEOPLE:
        await store.create_person(Person(person, f"Person {person[-1]}", "", 1))
    return store


async def add(store: MemoryStore, *results: Result) -> None:
    for one in results:
        head = Head(one.table, 1, one.game, "over", False, one.at, one.at)
        await store.append(Row(one.table, 1, one.at, f"end/{one.table}", b"{}"), head, one)


def standings(ladder: Ladder) -> dict[str, tuple[float, float, int, float]]:
    return {
        person: (one.rating.mu, one.rating.sigma, one.games, one.wins)
        for person, one in ladder.people.items()
    }


async def test_deleted_accounts_leave_no_gap_on_the_leaderboard(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "LISTED", 1)
    for number in range(5):
        await add(
            store, result(number, Random(1), persons=(PEOPLE[number], PEOPLE[5]), ranks=(1, 2))
        )
    best = await Ratings(store).leaderboard(OPEN)
    for _ in range(4):
        await store.forget_person(best[0].person, 1)
        best = await Ratings(store).leaderboard(OPEN)
    assert len(best) == 1


async def test_recomputed_ratings_equal_incremental_ones(store: MemoryStore) -> None:
    dice = Random(1)
    results = [result(number, dice) for number in range(120)]
    growing = Ratings(store)
    for one in results:
        await add(store, one)
        await growing.of(OPEN)
    recomputed = await Ratings(store).of(OPEN)
    assert standings(await growing.of(OPEN)) == standings(recomputed)
    assert recomputed.matches == 120
    assert recomputed.last == (await growing.of(OPEN)).last


@pytest.mark.parametrize(
    "changes",
    [
        {"rated": False},
        {"persons": (PEOPLE[0], None), "ranks": (1, 2)},
        {"persons": (PEOPLE[0], PEOPLE[0]), "ranks": (1, 2)},
        {"persons": (PEOPLE[0],), "ranks": (1,)},
        {"persons": (PEOPLE[0], PEOPLE[1]), "ranks": ()},
    ],
)
def test_only_matches_between_different_people_count(changes: dict[str, object]) -> None:
    assert not is_rated(result(1, Random(1), **changes))


def test_a_shared_victory_counts_as_a_fraction() -> None:
    assert shares(result(1, Random(1), ranks=(1, 1, 3))) == [0.5, 0.5, 0.0]


async def test_the_leaderboard_ranks_winners_higher_and_omits_deleted_accounts(
    store: MemoryStore,
) -> None:
    pairs = [(PEOPLE[0], PEOPLE[1]), (PEOPLE[0], PEOPLE[2]), (PEOPLE[1], PEOPLE[2])]
    results = [
        result(number, Random(number), persons=pairs[number % 3], ranks=(1, 2))
        for number in range(30)
    ]
    await add(store, *results)
    ratings = Ratings(store)
    board = await ratings.leaderboard(OPEN)
    assert [one.person for one in board] == PEOPLE[:3]
    assert [one.place for one in board] == [1, 2, 3]
    assert [one.games for one in board] == [20, 20, 20]
    assert [one.wins for one in board] == [20.0, 10.0, 0.0]
    await store.forget_person(PEOPLE[0], 1)
    assert [one.person for one in await ratings.leaderboard(OPEN)] == PEOPLE[1:3]
    (found,) = await ratings.statistics(PEOPLE[1])
    assert (found.played, found.won, found.mean_rank) == (20, 10.0, 1.5)
    assert await ratings.leaderboard(BOARDS) == []
