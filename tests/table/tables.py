"""Helpers that set up a match in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

import tablee
from samples import OPEN
from tablee.table import CHANCE, OVER, Header, Holder, Match, commitment

from .campaign import OPTIONS

SECRET = bytes(range(32))
TABLE = "5f" * 16
AT = 1_000_000


def header(game: str = OPEN, kinds: Iterable[str] = ("person",) * 2, **settings: Any) -> Header:
    """Return a header with seats of these kinds, named A, B, C, …"""
    seats = [Holder(kind, name) for kind, name in zip(kinds, "ABCDEFGH", strict=False)]
    return Header.of(game, seats, **{"table": TABLE, "commitment": commitment(SECRET), **settings})


def begun(game: str = OPEN, kinds: Iterable[str] = ("person",) * 2, **settings: Any) -> Match:
    """Return a match that has begun, at 1,000,000 ms if there is a clock."""
    timed = "clock" in settings
    return Match.start(header(game, kinds, **settings), SECRET, at=AT if timed else None)


def dealt(match: Match, at: int | None = None) -> Match:
    """Deal all pending outcomes of chance."""
    while match.to_act == CHANCE:
        match = match.deal(at=at)
    return match


def first_moves(match: Match, moves: int, at: int | None = None) -> Match:
    """Play so many moves, each the first legal one, and deal all chance."""
    match = dealt(match, at)
    for _ in range(moves):
        match = dealt(match.play(match.to_act, match.position.moves()[0], at=at), at)
    return match


def sentences(match: Match, after: int = 0) -> list[str]:
    """Return the events after a number as sentences."""
    return [event.sentence() for event in match.events[after:]]


def assert_refused(kind: Any, words: str, *commands: Callable[[], object]) -> None:
    """Assert that every one of these commands is refused in that way."""
    for command in commands:
        with pytest.raises(kind, match=words):
            command()


def world(position: tablee.Position, state: Any) -> tablee.Position:
    """Return a position with another state."""
    return tablee.Position(position.game, position.options, state)


def random_matches(name: str, seeds: range, limit: int = 250) -> Any:
    """Yield matches of random moves, whenever a seat is to move."""
    game = tablee.game(name)
    for seed in seeds:
        random = Random(seed)
        seats = random.randint(game.seats[0], min(4, game.seats[-1]))
        options = random.choice(OPTIONS[name])
        match = Match.start(
            header(name, ["person"] * seats, options=options, table=random.randbytes(16).hex()),
            SECRET,
        )
        for _ in range(limit):
            match = dealt(match)
            if match.to_act == OVER:
                break
            move = random.choice(match.position.moves())
            yield random, match, move
            match = match.play(match.to_act, move)
