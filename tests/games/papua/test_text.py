"""Papua: the board as text, views, messages, and impossible positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tablee
from tablee.games.papua import notation, rules, sound, view
from tablee.games.papua.state import Code, Phase, State, Why
from tablee.kernel.compile.arrays import dtype_of
from tablee.kernel.dice import dice_for
from tablee.words import LANGUAGES, catalogue

from .draw import PAPUA, cites, draw, state_of

PICTURE = """
    space     1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16
    kind      s   s   s   s   s   s   o   o   o   !   o   o   o   G   o   o
              .   B   .   .   A   .   .   A   A   .   C   B   B   A   .   .
    space    35  36
    kind      s   s
              .   C
"""

BOARD = r"""
pot: B  CC  DDDD

  1    2    3    4    5    6    7    8    9   10   11   12   13
 [ ]  [B]  [ ]  [ ]  [A]  [ ]  ( )  (A)  (A)  /!\  (C)--(B)--(B)-

 14   15   16   17   18   19   20   21   22   23   24   25   26
-<A>  ( )  ( )  ( )  /!\  ( )  ( )  ( )  ( )  < >  ( )  ( )  /!\

 27   28   29   30   31   32   33   34   35   36   37
 ( )  ( )  ( )  ( )  [ ]  [ ]  [ ]  [ ]  [ ]  [C]  \_/

[ ] square   ( ) round   < > god   /!\ cannibals   \_/ canoe
(A)--(B) group   A–D islanders of seats 1 to 4

turn 1 of at most 1200: seat 3 (C) has rolled a 1
""".strip()


def test_the_board_shows_the_pot_the_path_and_its_groups() -> None:
    assert draw(PICTURE, turn="C", die=1).board() == BOARD


def test_the_winner_sits_in_the_canoe() -> None:
    over = draw(PICTURE, turn="C", die=1).after("alone 36")
    assert r"\C/" in over.board()
    assert "after 1 turns an islander has reached the canoe" in over.board()
    assert str(over).endswith("Winners: seat 3.")


def test_the_board_shows_the_seat_to_roll_and_the_turn_limit() -> None:
    start = PAPUA.start(seats=5, turn_limit=10)
    assert start.board().endswith("50 turns at most")
    assert "pot: AAAA  BBBB  CCCC  DDDD  EEEE" in start.board()
    assert start.after("first 5").board().endswith("turn 1 of at most 50: seat 5 (E) is to roll")
    assert start.after("first 5").board("fr").endswith("à la place 5 (E) de lancer")


def test_an_empty_pot_and_a_game_that_is_stuck() -> None:
    over = draw(
        """
        7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
        o o o  !  o  o  o  G  o  o  o  !  o  o  o  o  G  o  o  !  o  o  o  o
        A A .  .  B  B  .  .  C  .  A  .  C  C  .  B  .  A  .  .  B  .  C  .
        """,
        turn="A",
        die=2,
        seats=3,
    ).after("pass")
    assert "pot: nobody" in over.board()
    assert "marmite : personne" in over.board("fr")
    assert "nobody can move with any number" in over.board()
    limit = draw("", turn="C", die=1, seats=3, turns=2, turn_limit=1).after("alone 0")
    assert "after 3 turns the limit of turns is reached" in limit.board()


def boards() -> list[Any]:
    sizes = [
        {
            "name": "x",
            "squares": ["1-6", f"{canoe - 6}-{canoe - 1}"],
            "gods": [8],
            "cannibals": [10, 12],
            "canoe": canoe,
        }
        for canoe in range(21, 62)
    ]
    return ["standard", "short", "long", *sizes]


@pytest.mark.parametrize("board", boards(), ids=lambda board: str(board)[-4:])
def test_a_board_of_any_length_fits_eighty_columns(board: Any) -> None:
    dice = random.Random(1)
    pos = PAPUA.start(seats=6, board=board)
    state = state_of(pos)
    path = [space for space in range(1, state.canoe) if not state.cannibals >> space & 1]
    for place, space in enumerate(dice.sample(path, min(len(path), 24))):
        state.islanders[place % 6] |= 1 << space
    state.phase, state.die = Phase.MOVE, 6
    full = tablee.Position(PAPUA, pos.options, state)
    for language in LANGUAGES:
        lines = full.board(language).splitlines()
        assert max(map(len, lines)) <= 80
        numbers = [word for line in lines for word in line.split() if word.isdigit()]
        assert set(map(str, range(1, state.canoe + 1))) <= set(numbers)
        assert all(line == line.rstrip() for line in lines)


# --- views and words -----------------------------------------------------------------------------


def test_nothing_is_hidden() -> None:
    pos = draw(PICTURE, turn="C", die=1)
    for seat in (None, 1, 2, 3, 4):
        assert pos.view(seat).state == pos.state
    assert pos.view(3).moves() == pos.moves()
    state = state_of(pos)
    view.resample(state, 0, dice_for(1))
    assert state == pos.state
    assert [view.sees(state, seat) for seat in (-1, 0, 3)] == [1, 1, 1]


def test_both_languages_have_the_same_messages_with_the_same_values() -> None:
    english, french = catalogue("en"), catalogue("fr")
    own = {key for key in english if key.startswith("papua.")}
    assert own == {key for key in french if key.startswith("papua.")}
    for key in own:
        for text in (english[key], french[key]):
            assert "native" not in text.lower()
            assert "indigène" not in text.lower()


def test_a_move_when_none_is_due_is_refused() -> None:
    state = state_of(draw(PICTURE, turn="C"))
    assert state.phase == Phase.THROW
    assert rules.why_not(state, Code.PASS) == Why.NOT_NOW
    assert rules.legal(state, [0] * 9) == 0
    assert notation.refusal(state, Code.PASS, Why.NOT_NOW) == (
        "P10",
        "papua.not_now",
        {"die": 0, "canoe": 37, "end": 36},
    )
    rolled = state_of(draw(PICTURE, turn="C", die=1))
    assert rules.why_not(rolled, -1) == Why.NOT_NOW
    assert rules.why_not(rolled, Code.FIRST) == Why.NOT_NOW
    assert rules.why_not(rolled, Code.FIRST - 1) == Why.NO_SUCH_SPACE


def test_the_first_code_of_each_kind_of_move_has_its_own_reason() -> None:
    pos = draw(PICTURE, turn="C", die=1)
    assert cites(pos, "alone 1") == "P12: nobody stands on space 1."
    assert cites(pos, "leap 1") == "P29: nobody stands on space 1."
    assert cites(pos, "group 1-1").startswith("P21: space 1 is a square")


def test_no_outcome_is_left_when_a_seat_is_to_move() -> None:
    assert rules.chance(state_of(draw(PICTURE, turn="C", die=1)), [0] * 6, [0] * 6) == 0


# --- impossible positions ------------------------------------------------------------------------


NOBODY_YET = {"phase": 0, "die": 0, "islanders": {0: 0, 1: 0, 2: 0}}


def broken(**fields: Any) -> int:
    """Return what `sound` says of the picture with some fields changed; islanders by seat."""
    state = state_of(draw(PICTURE, turn="C", die=1))
    for name, value in fields.items():
        if isinstance(value, dict):
            for seat, spaces in value.items():
                getattr(state, name)[seat] = spaces
        else:
            setattr(state, name, value)
    return sound.sound(state)


@pytest.mark.parametrize(
    ("paragraph", "fields"),
    [
        (0, {}),
        (0, {"die": 6}),
        (0, {"first": 1, "turns": 1}),
        (1, {"islanders": {3: 0b1011 << 20 | 0b11 << 27}}),  # five islanders
        (1, {"islanders": {4: 1 << 20}}),  # of a seat that does not exist
        (2, {"islanders": {3: 1 << 38}}),  # beyond the canoe
        (2, {"islanders": {3: 1}}),  # the pot is no space of the path
        (2, {"islanders": {3: -(1 << 63)}}),
        (5, {"islanders": {3: 1 << 36}}),  # where C stands
        (32, {"islanders": {3: 1 << 18}}),  # on a cannibal space
        (41, {"islanders": {3: 1 << 37}}),  # in the canoe, and the game goes on
        (10, {"phase": -1}),
        (10, {"phase": 4}),
        (10, {"phase": -1, "die": 0}),
        (10, {"phase": 4, "die": 0}),
        (10, {"die": 0}),
        (10, {"die": 7}),
        (10, {"die": -1}),
        (10, {"phase": Phase.THROW}),  # with a number rolled
        (4, {"phase": 0, "die": 0, "turn": 0, "first": 0}),  # before the draw, but on the path
        (4, {"phase": 0, "die": 0, "turn": 2, "first": 2}),
        (4, {**NOBODY_YET, "turn": 1, "first": 1}),
        (4, {**NOBODY_YET, "turn": 0, "first": 0, "turns": 4}),
        (0, {**NOBODY_YET, "turn": 0, "first": 0}),
        (4, {"first": 4, "turns": 2}),
        (4, {"first": -2, "turns": 4}),
        (4, {"first": 3, "turns": -1}),
        (4, {"first": 4}),
        (4, {"first": -1}),
        (4, {"turn": 1}),
        (4, {"turn": 4}),
        (4, {"turns": -1}),
        (4, {"turns": 1}),
        (42, {"turns": 1200}),  # the limit is reached, and the game goes on
        (42, {"turns": 1204}),
        (4, {"phase": 3, "die": 0}),  # over before the first turn
        (42, {"phase": 3, "die": 0, "turns": 1204, "first": 3}),  # over too late
        (41, {"phase": 3, "die": 0, "turns": 1}),  # over without a reason
        (0, {"phase": 3, "die": 0, "turns": 1, "islanders": {3: 1 << 37}}),
        (0, {"phase": 3, "die": 0, "turns": 1200, "first": 3}),
    ],
)
def test_an_impossible_position_is_not_sound(paragraph: int, fields: dict[str, Any]) -> None:
    assert broken(**fields) == paragraph


def test_an_impossible_position_is_refused() -> None:
    pos = draw(PICTURE, turn="C", die=1)
    state = state_of(pos)
    state.islanders[3] = 1 << 18
    text = tablee.Position(PAPUA, pos.options, state).to_json()
    with pytest.raises(tablee.UnreadablePosition) as refusal:
        tablee.Position.from_json(text)
    assert refusal.value.paragraph == "P32"
    for field in ("squares", "gods", "cannibals", "canoe", "family", "turn_limit"):
        changed = state_of(pos)
        setattr(changed, field, getattr(changed, field) ^ 1)
        with pytest.raises(tablee.UnreadablePosition):
            tablee.Position.from_json(tablee.Position(PAPUA, pos.options, changed).to_json())


def test_the_record_is_small() -> None:
    assert dtype_of(State).itemsize <= 96
