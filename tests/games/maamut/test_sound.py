"""Positions from outside: impossible ones are refused, others can be played on."""

from __future__ import annotations

import json
import random

import pytest

import tablee
from campaigns import sizes
from tablee.games.maamut import rules
from tablee.games.maamut.sound import sound
from tablee.games.maamut.state import MAX_MOVES, NOWHERE, Phase, State
from tables import play as play_out

from .draw import MAAMUT, play, record, steppe
from .paragraphs.test_table import FIVE_ROCKS, dealt, laid, tiles

BEGUN = MAAMUT.start(seats=3)
LAYING = play(BEGUN, "first 2", "tile rock", "tile snow", "tile grass")
DEALING = play(laid(seats=3, first=2), *["deal 2"] * 4)
PLACING = play(dealt(3, first=2), "place a1", "place g1")
HUNTING = steppe("c1:1 d2:t1 d4:M d7:2 b1:t3 g1:3t2", turns=30)
SPENT = HUNTING.after("discard 1")
FRIGHT = steppe("d1:1 d3:M d4:23 c1:t1").after("move 3 E")
WON = steppe("d3:1 d4:M d5:t2 g1:2").after("move 1 E")
SURVIVED = steppe("e5:1 g3:M c4:2").after("move 2 SW")
ALL = (BEGUN, LAYING, DEALING, PLACING, HUNTING, SPENT, FRIGHT, WON, SURVIVED)


@pytest.mark.parametrize("pos", ALL)
def test_sound_positions_round_trip(pos: tablee.Position) -> None:
    assert sound(record(pos)) == 0
    assert MAAMUT.from_json(pos.to_json()) == pos


Change = tuple[str, int | None, int]


@pytest.mark.parametrize(
    ("pos", "changes", "paragraph"),
    [
        (HUNTING, [("seats", None, 1)], 1),
        (HUNTING, [("fallen_traps", None, 2)], 31),
        (HUNTING, [("hunt_limit", None, 0)], 43),
        (HUNTING, [("phase", None, 9)], 7),
        (HUNTING, [("phase", None, -1)], 7),
        (HUNTING, [("turn", None, 3)], 7),
        (HUNTING, [("first", None, -1)], 7),
        (BEGUN, [("turn", None, 1)], 7),
        (LAYING, [("phase", None, 0)], 7),
        (LAYING, [("tiles", 0, 7)], 2),
        (LAYING, [("tiles", 0, 8)], 2),
        (LAYING, [("rock", None, 1 << 30)], 2),
        (LAYING, [("grass", None, 1)], 2),
        (LAYING, [("rock", None, -1)], 2),
        (LAYING, [("region", None, 1)], 42),
        (HUNTING, [("tiles", 2, 1)], 2),
        (HUNTING, [("grass", None, 0)], 2),
        (HUNTING, [("region", None, 0)], 42),
        (HUNTING, [("mammoth", None, 37)], 5),
        (PLACING, [("mammoth", None, 17)], 5),
        (HUNTING, [("mammoth", None, 2)], 9),  # rock
        (HUNTING, [("hunter", 0, 2)], 9),
        (HUNTING, [("hunter", 0, 37)], 6),
        (HUNTING, [("hunter", 0, -2)], 6),
        (HUNTING, [("hunter", 3, 0)], 6),
        (PLACING, [("hunter", 0, 0)], 6),
        (PLACING, [("hunter", 1, NOWHERE)], 6),
        (PLACING, [("hunter", 1, 23)], 6),  # not an outer tile
        (PLACING, [("hunter", 2, 0)], 6),  # both on a1
        (HUNTING, [("hunter", 0, NOWHERE)], 30),
        (HUNTING, [("hunter", 1, 18)], 26),  # beside the mammoth, which is not running
        (HUNTING, [("pile", 0, 11)], 4),
        (HUNTING, [("pile", 0, -1), ("discards", 0, 10)], 4),
        (HUNTING, [("hand", 0, -1), ("pile", 0, 11)], 4),
        (HUNTING, [("held", 0, 2)], 4),
        (HUNTING, [("hand", 0, 0), ("held", 0, 2), ("pile", 0, 10)], 4),
        (HUNTING, [("hand", 9, 1), ("held", 3, 1), ("pile", 0, 8)], 4),
        (HUNTING, [("pile", 0, 0), ("pile", 1, 0), ("pile", 2, 0), ("discards", 0, 9),
                   ("discards", 1, 13), ("discards", 2, 5)], 16),
        (PLACING, [("pile", 0, 11), ("discards", 0, 1)], 4),
        (DEALING, [("turn", None, 2)], 4),
        (SPENT, [("phase", None, Phase.HUNT)], 4),
        (HUNTING, [("trap", 0, 1)], 12),  # snow
        (HUNTING, [("trap", 0, -1)], 12),
        (HUNTING, [("trap", 0, 1 << 4 | 1 << 16), ("stock", 0, 2)], 12),  # two on b1
        (HUNTING, [("stock", 0, 4)], 8),
        (HUNTING, [("stock", 3, 4)], 8),
        (PLACING, [("trap", 0, 1 << 4), ("stock", 0, 3)], 12),
        (HUNTING, [("mammoth", None, 16)], 25),  # in a trap, and the hunt goes on
        (HUNTING, [("winner", None, 1)], 40),
        (WON, [("winner", None, 3)], 40),
        (WON, [("winner", None, 1)], 25),
        (WON, [("winner", None, 0)], 25),
        (HUNTING, [("run", None, 1)], 20),
        (HUNTING, [("flight", None, 1)], 20),
        (HUNTING, [("landing", None, 1)], 20),
        (FRIGHT, [("flight", None, 6)], 20),
        (FRIGHT, [("run", None, 3)], 20),
        (FRIGHT, [("run", None, -1)], 20),
        (FRIGHT, [("frightened", None, 2)], 26),
        (FRIGHT, [("flight", None, 5)], 22),
        (FRIGHT, [("flight", None, 0)], 29),
        (FRIGHT, [("landing", None, 0)], 29),
        (FRIGHT, [("landing", None, NOWHERE)], 29),
        (FRIGHT, [("hunter", 0, 16)], 29),
        (FRIGHT, [("run", None, 0), ("flight", None, 2)], 29),
        (HUNTING, [("turns", None, -1)], 43),
        (HUNTING, [("turns", None, 150)], 43),
        (HUNTING, [("turns", None, 151)], 43),
        (PLACING, [("turns", None, 1)], 43),
        (HUNTING, [("phase", None, Phase.ENDED)], 41),
        (SURVIVED, [("phase", None, 6)], 42),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(
    pos: tablee.Position, changes: list[Change], paragraph: int
) -> None:
    data = json.loads(pos.to_json())
    for field, index, value in changes:
        if index is None:
            data["state"][field] = value
        else:
            data["state"][field][index] = value
    assert sound(State.from_dict(data["state"])) == paragraph
    with pytest.raises(tablee.UnreadablePosition):
        MAAMUT.from_json(json.dumps(data))


def test_five_rocks_around_the_cross_are_refused() -> None:
    state = record(HUNTING)
    outcomes = [""] * 37
    outcomes[:18], outcomes[19:] = tiles(FIVE_ROCKS)[:18], tiles(FIVE_ROCKS)[18:]
    state.rock = sum(1 << tile for tile, kind in enumerate(outcomes) if kind == "tile rock")
    state.grass = sum(1 << tile for tile, kind in enumerate(outcomes) if kind == "tile grass")
    assert sound(state) == 3


def test_traps_of_the_fallen_are_gone_or_stay() -> None:
    stayed = steppe("c1:1 d4:M d7:2 b1:t3", seats=3, fallen_traps="stay")
    state = record(stayed)
    state.fallen_traps = 0
    assert sound(state) == 31


def corrupt(state: State, choose: random.Random) -> None:
    """Put a likely or any other valid number into some field."""
    name, field = choose.choice(list(State.fields.items()))
    value = choose.choice(
        (choose.randint(-2, 5), choose.randint(0, 36), choose.randint(field.lowest, field.highest))
    )
    value = max(field.lowest, min(field.highest, value))
    if field.length is None:
        setattr(state, name, value)
    else:
        getattr(state, name)[choose.randrange(field.length)] = value


def play_a_while(state: State, choose: random.Random) -> None:
    """Play random plies; check that positions are sound and the player to act has a choice."""
    codes, weights = [0] * MAX_MOVES, [0] * MAX_MOVES
    for _ in range(40):
        actor = rules.to_act(state)
        if actor == tablee.OVER:
            rules.score(state, weights, weights)
            return
        if actor == tablee.CHANCE:
            count = rules.chance(state, codes, weights)
        else:
            count = rules.legal(state, codes)
        assert count > 0
        rules.apply(state, choose.choice(codes[:count]))
        assert sound(state) == 0


@pytest.mark.slow
@pytest.mark.parametrize("tries", sizes(5_000, 25_000))
def test_accepted_positions_can_be_played_on(tries: int) -> None:
    choose = random.Random(20)
    passed = 0
    pool = [record(pos) for pos in ALL]
    for seed in range(6):
        game = play_out(MAAMUT, 2 + seed % 3, {"fallen_traps": "stay"}, seed=50 + seed)
        pool += [record(pos) for ply, (pos, _) in enumerate(game) if ply % 5 == 0]
    for _ in range(tries):
        state = choose.choice(pool).copy()
        for _ in range(choose.choice((1, 1, 2))):
            corrupt(state, choose)
        if sound(state) == 0:
            passed += 1
            play_a_while(state, choose)
    assert passed > tries // 50
