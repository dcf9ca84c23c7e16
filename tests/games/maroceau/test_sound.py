"""Invariants of Maroc'eau, and positions from outside that break them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import tablee
from campaigns import sizes
from tablee.games.maroceau import rules
from tablee.games.maroceau.sound import sound
from tablee.games.maroceau.state import FACE_DOWN, MAX_MOVES, NO_CARD, Phase, State
from tablee.kernel.dice import dice_for, pick, roll
from tables import play as random_game

from .draw import GAME, opened, play, position, state_of
from .paragraphs.test_end import STALLED, finish
from .paragraphs.test_turn import PLAIN, USED_UP

LAST_LAP = """
    1  0  1  0  |  0  2  3  4  |  4  2  3  4
    0  1  1  0  |  5  6  1  0  |  5  6  1  0
    1  0  0  1  |  8  0  7  ?  |  8  0  7  ?
    discard: 5 0
    ended by: 1
    turn: 2
    round: 2
    totals: 10 20 30
"""

POSITIONS = {
    "start": GAME.start(seats=3),
    "flipping": play(GAME.start(seats=3), "flip b2"),
    "one": play(GAME.start(seats=3), "flip b2,card 3"),
    "opened": opened((1, 2), (3, 4)),
    "level": opened((3, 2), (2, 3), (1, 0)).after("card 9"),
    "plain": position(PLAIN),
    "taken": position(PLAIN).after("take"),
    "drawing": position(PLAIN).after("draw"),
    "drawn": play(position(PLAIN), "draw,card 7"),
    "dropped": play(position(PLAIN), "draw,card 7,drop"),
    "turning": play(position(PLAIN), "draw,card 7,drop,flip b2"),
    "replacing": play(position(PLAIN), "take,swap b2"),
    "replacing d1": play(position(PLAIN), "take,swap d1"),
    "reshuffled": play(position(USED_UP), "draw,card 3,swap a1"),
    "drawing again": position(USED_UP).after("draw"),
    "last lap": position(LAST_LAP),
    "reveal": play(position(LAST_LAP), "take,swap a1,take,swap a2"),
    "stalled": play(position(STALLED), "take,swap a1"),
    "ended": finish("98 25 60"),
    "two rounds": finish("0 25 60", rounds=2),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_these_positions_are_sound(name: str) -> None:
    pos = POSITIONS[name]
    assert sound(state_of(pos)) == 0
    assert GAME.from_json(pos.to_json()) == pos


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("plain", {"turn": -1}, "W16"),
    ("plain", {"turn": 2}, "W16"),
    ("plain", {"first": -1}, "W16"),
    ("plain", {"first": 2}, "W16"),
    ("plain", {"phase": -1}, "W10"),
    ("plain", {"phase": Phase.ENDED + 1}, "W10"),
    ("plain", {"place": -1}, "W10"),
    ("plain", {"place": 24}, "W10"),
    ("plain", {"place": 1}, "W10"),
    ("plain", {"ended_by": -1}, "W30"),
    ("plain", {"ended_by": 3}, "W30"),
    ("plain", {"ended_by": 2}, "W30"),  # seat 2 has cards face down
    ("plain", {"last_ended_by": -1}, "W43"),
    ("plain", {"last_ended_by": 3}, "W43"),
    ("plain", {"last_ended_by": 1}, "W43"),  # there was no round before
    ("plain", {"turns": -1}, "W36"),
    ("plain", {"turns": 122}, "W36"),
    ("plain", {"turns": 120}, "W36"),
    ("plain", {"round_number": 0}, "W42"),
    ("two rounds", {"round_number": 3}, "W42"),
    ("plain", {"totals[0]": 1}, "W35"),
    ("last lap", {"totals[0]": -18}, "W35"),
    ("last lap", {"totals[0]": 285}, "W35"),
    ("last lap", {"totals[3]": 1}, "W35"),
    ("last lap", {"last_points[0]": -18}, "W35"),
    ("last lap", {"last_points[0]": 143}, "W35"),
    ("last lap", {"last_points[3]": 1}, "W35"),
    ("last lap", {"totals[0]": 100}, "W40"),
    ("ended", {"totals[0]": 99, "totals[2]": 99}, "W40"),
    ("two rounds", {"phase": Phase.CHOOSE, "round_number": 1}, "W43"),
    ("two rounds", {"round_number": 1}, "W40"),
    ("plain", {"grid[0]": -3}, "W10"),
    ("plain", {"grid[0]": 13}, "W10"),
    ("plain", {"grid[0]": 99}, "W10"),
    ("plain", {"grid[0]": 102}, "W10"),
    ("plain", {"grid[0]": NO_CARD}, "W23"),  # a third of a column
    ("plain", {"grid[24]": FACE_DOWN}, "W23"),  # no such seat
    ("plain", {"grid[1]": 3, "grid[2]": 3}, "W23"),  # it had to be removed
    ("replacing", {"grid[1]": 3, "grid[2]": 3}, "W23"),  # the other column
    ("plain", {"unseen[0]": 6}, "W1"),
    ("plain", {"unseen[0]": -1, "unseen[1]": 10}, "W1"),
    ("plain", {"pile[0]": -1}, "W1"),
    ("plain", {"unseen[1]": 10}, "W1"),  # one of the ten is on the table
    ("taken", {"hand": 3, "unseen[5]": 9}, "W1"),
    ("plain", {"top": 3, "unseen[5]": 9}, "W1"),
    ("plain", {"unseen[0]": 4}, "W50"),
    ("plain", {"stock": 3}, "W50"),
    ("plain", {"stock": -1}, "W50"),
    ("plain", {"pile[11]": 1, "unseen[11]": 6, "stock": 123}, "W50"),
    ("plain", {"reshuffled": 1}, "W50"),
    ("reshuffled", {"reshuffled": 0}, "W50"),
    ("reshuffled", {"reshuffled": 2}, "W50"),
    ("reshuffled", {"stock": 5}, "W50"),
    ("reshuffled", {"unseen[1]": 0}, "W50"),
    ("drawing again", {"stock": 0, "pile": [0] * 15}, "W25"),
    ("plain", {"hand": 5, "unseen[7]": 8, "stock": 123}, "W22"),
    ("plain", {"hand": FACE_DOWN}, "W22"),
    ("plain", {"hand": -3}, "W22"),
    ("drawn", {"hand": FACE_DOWN}, "W22"),
    ("drawn", {"hand": FACE_DOWN, "unseen[9]": 9}, "W50"),
    ("drawn", {"hand": NO_CARD}, "W22"),
    ("taken", {"hand": 13}, "W22"),
    ("plain", {"top": NO_CARD}, "W20"),
    ("plain", {"top": FACE_DOWN}, "W20"),
    ("plain", {"top": -3}, "W20"),
    ("taken", {"top": 9, "unseen[11]": 6, "stock": 123}, "W20"),
    ("start", {"top": 9, "unseen[11]": 9, "stock": 113}, "W20"),
    ("opened", {"top": 9, "unseen[11]": 9, "stock": 125}, "W20"),
    ("level", {"top": NO_CARD}, "W20"),
    ("flipping", {"place": 12}, "W15"),  # another's card
    ("turning", {"place": 0}, "W15"),  # it is face up
    ("replacing d1", {"place": 16}, "W21"),
    ("replacing d1", {"place": 1}, "W21"),
    ("reveal", {"place": 0}, "W32"),
    ("reveal", {"place": 35}, "W32"),  # seat 2 comes first
    ("ended", {"grid[0]": FACE_DOWN, "stock": 112}, "W32"),
    ("start", {"turns": 1}, "W10"),
    ("start", {"ended_by": 1}, "W10"),
    ("start", {"reshuffled": 1, "stock": 0}, "W50"),
    ("start", {"turn": 1}, "W11"),  # seat 1 has turned nothing
    ("one", {"grid[0]": 3, "unseen[5]": 8}, "W11"),
    ("one", {"grid[12]": 3, "unseen[5]": 8}, "W11"),
    ("opened", {"grid[3]": FACE_DOWN, "unseen[4]": 10}, "W11"),
    ("opened", {"stock": 125, "unseen[9]": 9}, "W12"),
    ("level", {"stock": 112, "unseen[9]": 9}, "W14"),
    ("level", {"grid[12]": 1, "unseen[3]": 8, "unseen[4]": 9}, "W14"),  # seat 1 is ahead
    ("level", {"grid[24]": 7, "unseen[9]": 9, "unseen[3]": 10}, "W14"),  # seat 3 is ahead
    ("last lap", {"turn": 0}, "W30"),  # it has no turn left
    ("last lap", {"ended_by": 0}, "W30"),  # it has nothing face down
    ("last lap", {"ended_by": 3}, "W30"),
    ("last lap", {"grid[23]": 9, "unseen[11]": 9}, "W30"),  # seat 2 could turn no card
    ("reveal", {"turn": 1}, "W30"),
    ("stalled", {"turns": 179}, "W36"),
]


@pytest.mark.parametrize(("name", "changes", "paragraph"), BROKEN)
def test_a_broken_position_is_refused(name: str, changes: dict[str, Any], paragraph: str) -> None:
    data = json.loads(POSITIONS[name].to_json())
    for where, value in changes.items():
        field, bracket, index = where.rstrip("]").partition("[")
        if bracket:
            data["state"][field][int(index)] = value
        else:
            data["state"][field] = value
    with pytest.raises(tablee.UnreadablePosition) as caught:
        GAME.from_json(json.dumps(data))
    assert caught.value.paragraph == paragraph


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 127])
def test_a_record_with_an_impossible_number_of_seats_is_refused(seats: int) -> None:
    state = state_of(POSITIONS["plain"])
    state.seats = seats
    assert sound(state) == 2


ROWS = [("grid", 96), ("unseen", 15), ("pile", 15), ("last_points", 8), ("totals", 8)]
NUMBERS = "phase turn place hand top stock reshuffled ended_by last_ended_by turns round_number"


def damage(state: State, rng: random.Random) -> None:
    """Change one to three numbers, mostly to something plausible."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        if rng.random() < 0.5:
            field = rng.choice(NUMBERS.split())
            now = getattr(state, field)
            setattr(state, field, rng.choice((0, 1, 2, now + 1, now - 1, 100, 101)))
        else:
            field, length = rng.choice(ROWS)
            row = getattr(state, field)
            row[rng.randrange(length)] = rng.choice((rng.randint(-3, 14), row[0], 100, 101))


@pytest.mark.slow
@pytest.mark.parametrize("tries", sizes(2, 6))
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_sound_positions_stay_sound_and_end(seats: int, tries: int) -> None:
    """Damaged positions are refused, or can be played to the end like any other."""
    rng = random.Random(seats)
    dice = dice_for(seats)
    codes, weights = [0] * MAX_MOVES, [0] * MAX_MOVES
    played = refused = 0
    for number, (before, _) in enumerate(random_game(GAME, seats, {"target": 50}, seed=seats)):
        for _ in range(tries):
            state = state_of(before)
            damage(state, rng)
            if sound(state) != 0:
                refused += 1
                continue
            played += 1
            for _ in range(40 if number % 20 else 5000):
                if state.phase == Phase.ENDED:
                    break
                if rules.to_act(state) == tablee.CHANCE:
                    code = codes[pick(dice, weights, rules.chance(state, codes, weights))]
                else:
                    code = codes[roll(dice, rules.legal(state, codes))]
                rules.apply(state, code)
                assert sound(state) == 0
    assert played > 10 * tries
    assert refused > 60 * tries


def test_the_positions_cover_every_phase() -> None:
    assert {state_of(pos).phase for pos in POSITIONS.values()} == set(Phase.names)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_move_is_legal_or_refused_with_a_reason(name: str) -> None:
    pos = POSITIONS[name]
    for code in GAME.notation.NOTATION:
        possible = code in pos.codes() or code in pos.chance_codes()
        refusal = pos.refusal(code)
        assert (refusal is None) == possible
        if refusal:
            assert refusal.paragraph in GAME.paragraphs("en")
            assert refusal.text("en") != refusal.text("fr")
        if pos.to_act < 0:
            assert rules.why_not(state_of(pos), code) != 0
    moves = [0] * MAX_MOVES
    assert (rules.legal(state_of(pos), moves) > 0) == (pos.to_act > 0)
    assert (rules.chance(state_of(pos), moves, moves[:]) > 0) == (pos.to_act == tablee.CHANCE)
