"""No seat is special: rotating the seats of a table rotates the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import tablee
from tablee.games.mahe.rules import turtles_each
from tables import OPTIONS, play


@dataclass(frozen=True)
class Fields:
    """The fields of a state that refer to seats, and how."""

    rows: dict[str, int]  # rows by seat: how many numbers each seat has
    seats: tuple[str, ...]  # a seat
    seats_from_one: tuple[str, ...] = ()  # a seat + 1, 0 for no seat
    bits: tuple[str, ...] = ()  # a set of seats
    places: dict[str, int] | None = None  # a place of the whole table: so many for each seat
    outcomes: tuple[str, ...] = ("first",)  # outcomes that name a seat


FIELDS = {
    "mahe": Fields(
        {"won": 6, "played": 1}, ("first", "turn"), ("beach",)
    ),  # turtles are rotated below
    "maamut": Fields(
        {"hunter": 1, "trap": 1, "stock": 1, "hand": 3, "held": 1},
        ("first", "turn"), ("winner",), ("frightened",),
    ),
    "papua": Fields({"islanders": 1}, ("first", "turn")),
    "maroceau": Fields(
        {"grid": 12, "last_points": 1, "totals": 1},
        ("first", "turn"), ("ended_by", "last_ended_by"), places={"place": 12}, outcomes=("start",),
    ),
}  # fmt: skip


def turned(game: tablee.Game, state: Any, by: int) -> Any:
    """Return the same table with every seat renumbered."""
    fields, seats, twin = FIELDS[game.name], state.seats, state.copy()
    for name, each in fields.rows.items():
        row = getattr(state, name)
        for seat in range(seats):
            to = (seat + by) % seats
            getattr(twin, name)[to * each : (to + 1) * each] = row[seat * each : (seat + 1) * each]
    for name in fields.seats:
        setattr(twin, name, (getattr(state, name) + by) % seats)
    for name in fields.seats_from_one:
        value = getattr(state, name)
        setattr(twin, name, (value - 1 + by) % seats + 1 if value else 0)
    for name in fields.bits:
        value = getattr(state, name)
        setattr(twin, name, sum(1 << (s + by) % seats for s in range(seats) if value >> s & 1))
    if game.name == "mahe":
        each = turtles_each(state)
        new = [0, *((t - 1 + by * each) % (seats * each) + 1 for t in range(1, seats * each + 1))]
        for turtle in range(1, seats * each + 1):
            twin.space[new[turtle]] = state.space[turtle]
            twin.rider[new[turtle]] = new[state.rider[turtle]]
        twin.mover = new[state.mover]
    for name, each in (fields.places or {}).items():
        awaited = {"REPLACED", "ONE_CARD", "TWO_CARD", "REVEAL"}
        if state.phase in {getattr(phases_of(game), phase) for phase in awaited}:
            setattr(twin, name, (getattr(state, name) + by * each) % (seats * each))
    return twin


def phases_of(game: tablee.Game) -> Any:
    """Return what a game may be waiting for, by name."""
    state: Any = game.state
    return state.Phase


def turned_code(game: tablee.Game, code: int, seats: int, by: int) -> int:
    """Return the same move or outcome at the rotated table."""
    notation = game.notation.NOTATION
    verb, _, rest = notation.text(code).partition(" ")
    if verb in FIELDS[game.name].outcomes:
        turned_one = notation.code(f"{verb} {(int(rest) - 1 + by) % seats + 1}")
        assert turned_one is not None
        return int(turned_one)
    return code


# In these phases seats come in the order of their numbers, or the first player is not drawn yet.
IN_SEAT_ORDER = {
    "mahe": (),
    "papua": ("WHO_BEGINS",),
    "maamut": ("WHO_BEGINS", "LAY_TILE", "DEAL_HANDS"),
    "maroceau": ("TURN_TWO", "TWO_CARD", "OPEN_DISCARD", "REVEAL"),
}


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_a_rotated_table_plays_the_rotated_game(game: tablee.Game) -> None:
    rules, checked = game.rules, 0
    phases = phases_of(game)
    ordered = {getattr(phases, name) for name in IN_SEAT_ORDER[game.name]}
    for number, options in enumerate(OPTIONS[game.name]):
        for seats in (game.seats[0], game.seats[-1]):
            for position, code in play(game, seats, options, seed=number + seats, limit=900):
                state: Any = position.state
                by = 1 + number % (seats - 1)
                if state.phase in ordered:
                    continue
                other = tablee.Position(game, position.options, turned(game, state, by))
                assert game.sound.sound(other.state) == 0
                if code < 0:
                    result, turned_result = position.result(), other.result()
                    for seat in range(seats):
                        to = (seat + by) % seats
                        assert turned_result.scores[to] == result.scores[seat]
                        assert turned_result.ranks[to] == result.ranks[seat]
                    continue
                expected = (position.to_act - 1 + by) % seats + 1
                assert other.to_act == (expected if position.to_act > 0 else position.to_act)
                assert set(other.codes()) == set(position.codes())
                assert {
                    turned_code(game, one, seats, by): weight
                    for one, weight in position.chance_codes().items()
                } == other.chance_codes()
                following: Any = state.copy()
                rules.apply(following, code)
                other_state = other.state
                rules.apply(other_state, turned_code(game, code, seats, by))
                if following.phase not in ordered:
                    assert turned(game, following, by) == other_state
                    checked += 1
    assert checked > 500
