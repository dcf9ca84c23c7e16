"""Tables near the end of their game, for tests that need the end but not all of the game."""

from __future__ import annotations

from functools import cache

import pytest

import tablee
from server.live import House
from tablee.server import wire
from tablee.server.core.rooms.entries import Identity
from tables import play, text

from .browsing import SEATS, SHORT, Visit

Move = tuple[int, str]  # the seat that makes it, or tablee.CHANCE
BEGINNINGS = [
    pytest.param(False, id="late"),
    pytest.param(True, id="whole", marks=pytest.mark.soak),
]
"""Values of `whole`: play a game from its start, or only its end."""


@cache
def random_game(game: str, seats: int) -> tuple[Move, ...]:
    """Return the moves of a random game with the usual options."""
    found = next(one for one in tablee.all_games() if one.name == game)
    *moves, _ = play(found, seats, SHORT[game], seed=1)
    return tuple((position.to_act, text(position, code)) for position, code in moves)


def before_the_end(game: str, seats: int, left: int) -> list[str]:
    """Return the moves up to where the first seat had `left` moves to go."""
    moves = random_game(game, seats)
    mine = [place for place, (seat, _) in enumerate(moves) if seat == 1]
    return [played for _, played in moves[: mine[-left]]]


def open_late(
    ada: Visit, house: House, game: str, seats: list[str] | None = None, left: int = 3
) -> str:
    """Open a table like `Visit.open_table`, but near the end of its game.

    It is a branch of a match in which the first seat had `left` moves to go; the dice fall
    differently,
    so it may take a little longer.
    """
    wishes = seats or ["me", *["gentle"] * (SEATS[game] - 1)]
    given = before_the_end(game, len(wishes), left)
    settings = wire.Settings(game=game, seats=wishes, options=SHORT[game])  # type: ignore[arg-type]
    branch = {"origin": ["0" * 32, "0" * 64, len(given)], "given": given}
    if not ada.context.cookies():
        ada.arrive()
    me = ada.call("GET", "/api/me")
    who = Identity(me["id"], me["name"], me["avatar"])
    table = house.do(house.service.hall.tables.open(settings, who, branch))
    ada.go(f"/table/{table}")
    return table


def open_whole_or_late(
    ada: Visit, house: House, whole: bool, game: str, seats: list[str] | None = None, left: int = 4
) -> int:
    """Open a new table, or one near its end; return the fewest moves left to the first seat."""
    if whole:
        ada.open_table(game, seats)
        return left
    open_late(ada, house, game, seats, left)
    return 1
