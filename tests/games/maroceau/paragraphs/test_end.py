"""Maroc'eau, paragraph by paragraph: the end of a round and of the game (W30 to W43)."""

from __future__ import annotations

from itertools import product

import pytest

import tablee

from ..draw import grid, play, position, refused, state_of

LAST_CARD = """
    3  9  6  2  |  ?  ?  ?  ?  |  ?  ?  ?  ?  |  ?  ?  ?  ?
    1  7  5  ?  |  ?  7  ?  ?  |  ?  ?  ?  5  |  4  ?  ?  ?
    2  9  8  0  |  ?  ?  ? -1  |  ?  ?  ?  2  |  ?  ?  ?  6
    discard: 12
"""


def counted(pos: tablee.Position, *moves: str) -> tuple[list[int], list[int]]:
    """Return the points of the round that these moves finish, before and after doubling."""
    before = state_of(pos)
    after = state_of(play(pos, *moves))
    points = [after.totals[seat] - before.totals[seat] for seat in range(pos.seats)]
    return after.last_points[: pos.seats], points


def reveal_all(pos: tablee.Position, card: str = "card 1") -> tablee.Position:
    """Turn the cards that are face down at the end of a round."""
    number = state_of(pos).round_number
    while pos.to_act == tablee.CHANCE and state_of(pos).round_number == number:
        pos = pos.after(card if card in pos.chances() else next(iter(pos.chances())))
    return pos


# --- ending a round ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves",
    ["take,swap d2,card 1", "draw,card 5,swap d2,card 1", "draw,card 5,drop,flip d2,card 8"],
)
def test_W30_a_seat_with_no_card_face_down_has_ended_the_round(moves: str) -> None:
    pos = position(LAST_CARD)
    assert state_of(pos).ended_by == 0
    pos = play(pos, moves)
    assert state_of(pos).ended_by == 1
    for seat in (2, 3, 4):  # every other player has exactly one more turn
        assert pos.to_act == seat
        pos = play(pos, "take,swap d3")
    assert pos.to_act == tablee.CHANCE
    assert refused(pos, "take").paragraph == "W32"


def test_W30_a_turn_that_leaves_a_card_face_down_does_not_end_it() -> None:
    pos = play(position(LAST_CARD), "take,swap a1")
    assert state_of(pos).ended_by == 0
    for _ in range(4):
        pos = play(pos, "take,swap d3")
    assert pos.to_act == 2


def test_W30_seat_4_can_end_it_and_seat_1_plays_next() -> None:
    pos = position("""
        ?  ?  ?  ?  |  ?  ?  ?  ?  |  ?  ?  ?  ?  |  3  9  6  2
        ?  7  ?  ?  |  ?  ?  ?  5  |  4  ?  ?  ?  |  1  7  5  ?
        ?  ?  ? -1  |  ?  ?  ?  2  |  ?  ?  ?  6  |  2  9  8  0
        discard: 12
        turn: 4
    """)
    pos = play(pos, "take,swap d2,card 1")
    order = []
    while pos.to_act != tablee.CHANCE:
        order.append(pos.to_act)
        pos = play(pos, "take,swap d3")
    assert order == [1, 2, 3]


def test_W31_a_removed_column_counts_as_revealed() -> None:
    pos = position("""
        3  9  6  2  |  ?  ?  ?  ?
        1  7  5  2  |  ?  7  ?  ?
        2  9  8  ?  |  ?  ?  ? -1
        discard: 12
    """)
    pos = play(pos, "draw,card 4,drop,flip d3,card 2")
    assert grid(pos, 1) == "3 9 6 . / 1 7 5 . / 2 9 8 ."
    assert state_of(pos).ended_by == 1
    assert pos.to_act == 2


def test_W31_a_player_without_cards_has_no_points() -> None:
    pos = position("""
        .  .  .  2  |  5  6  7  8
        .  .  .  2  |  1  7  5  ?
        .  .  .  ?  |  0  0  0 -1
        discard: 4 4 4 5 5 5 6 6 6
    """)
    pos = play(pos, "draw,card 4,drop,flip d3,card 2")
    assert grid(pos, 1) == ". . . . / . . . . / . . . ."
    assert state_of(pos).ended_by == 1
    before, points = counted(pos, "take,swap d2,card 12")
    assert before == points == [0, 40]


def test_W32_the_face_down_cards_are_turned_seat_by_seat_and_column_by_column() -> None:
    pos = position("""
        3  9  6  ?  |  1  ?  3  4  |  0  0  0  0
        ?  7  5  3  |  5  6  8  8  |  2  2  2  2
        2  9  ?  0  |  ?  9  7 -1  |  1  1  1  1
        discard: 12
        ended by: 3
    """)
    pos = play(pos, "take,swap a1,take,swap a1")
    order = []
    for card in range(4, 9):
        assert pos.to_act == tablee.CHANCE
        old = state_of(pos).grid
        order.append(state_of(pos).place)
        pos = pos.after(f"card {card}")
        assert old[order[-1]] == 100
    a2, c3, d1 = 1, 8, 9  # of seat 1
    assert order == [a2, c3, d1, 12 + 2, 12 + 3]  # then a3 and b1 of seat 2
    assert state_of(pos).round_number == 2


def test_W32_equal_columns_are_removed_before_counting() -> None:
    pos = position("""
        4  9  6  2  |  1  2  3  4
        4  7  5  3  |  5  6  8  8
        ?  9  8  0  |  8  9  7 -1
        discard: 12 12
        turn: 1
        ended by: 2
    """)
    before, _ = counted(pos, "take,swap b1,card 4")
    assert before[0] == 12 + 7 + 9 + 6 + 5 + 8 + 2 + 3 + 0
    before, _ = counted(pos, "take,swap b1,card 5")
    assert before[0] == 12 + 7 + 9 + 6 + 5 + 8 + 2 + 3 + 0 + 4 + 4 + 5


def test_W32_columns_stay_until_all_cards_are_turned() -> None:
    pos = position("""
        4  9  6  ?  |  1  2  3  4
        4  7  5  3  |  5  6  8  8
        ?  9  8  0  |  8  9  7 -1
        discard: 12 12
        ended by: 2
    """)
    pos = play(pos, "take,swap b1,card 4")
    assert grid(pos, 1) == "4 12 6 ? / 4 7 5 3 / 4 9 8 0"


def test_W33_no_other_seat_ends_the_round_in_the_last_lap() -> None:
    pos = position("""
        3  9  6  2  |  3  0  1  2  |  ?  ?  ?  ?
        1  7  5  ?  |  1  4  1  ?  |  ?  ?  ?  5
        2  9  8  0  |  2  1  0  0  |  ?  ?  ?  2
        discard: 12
    """)
    pos = play(pos, "take,swap d2,card 1,take,swap d2,card 8")
    assert state_of(pos).ended_by == 1
    assert pos.to_act == 3
    pos = reveal_all(play(pos, "take,swap a1,card 0"), "card 11")
    assert state_of(pos).last_ended_by == 1
    low, high = state_of(pos).last_points[1], state_of(pos).last_points[0]
    assert (state_of(pos).totals[0], state_of(pos).totals[1]) == (2 * high, low)


# --- scoring -------------------------------------------------------------------------------------


def ends_with(points: int, *others: int) -> tuple[list[int], list[int]]:
    """Return the points when seat 1 has ended the round; the last seat's last card completes its
    points.

        .  .  .  3  |  .  .  .  8  |  .  .  .  4
        .  .  .  3  |  .  .  .  8  |  .  .  .  3
        .  .  .  4  |  .  .  .  8  |  .  .  .  ?
    """
    columns = [column_of(number) for number in (points, *others)]
    drawn = [[f". . . {card}" for card in column] for column in columns]
    drawn[-1][2] = ". . . ?"
    rows = "\n".join(" | ".join(row) for row in zip(*drawn, strict=True))
    piles = f"discard: {columns[-1][2]}\nhidden: 6\nended by: 1\nturn: {len(columns)}"
    return counted(position(f"{rows}\n{piles}", target=1000), "take,swap d3,card 6")


def column_of(points: int) -> tuple[int, ...]:
    """Return three unequal cards with so many points together."""
    triples = (cards for cards in product(range(-2, 13), repeat=3) if sum(cards) == points)
    return min(
        (cards for cards in triples if len(set(cards)) > 1),
        key=lambda cards: max(cards) - min(cards),
    )


@pytest.mark.parametrize(
    ("points", "others", "scored"),
    [
        (10, (24, 10), 20),  # a tie doubles
        (8, (9, 24), 8),
        (9, (8, 24), 18),
        (1, (0, 2), 2),
        (0, (-1, 15), 0),
        (0, (0, 0), 0),
        (-3, (-5, 15), -3),
        (-3, (-3, 15), -3),
        (5, (6, 7), 5),
        (5, (30, 5), 10),
    ],
)
def test_W34_haste_is_doubled_unless_strictly_lowest(
    points: int, others: tuple[int, ...], scored: int
) -> None:
    before, after = ends_with(points, *others)
    assert before == [points, *others]
    assert after == [scored, *others]


def test_W34_no_other_seat_doubles() -> None:
    before, after = ends_with(3, 20, 25, 20)
    assert before == after == [3, 20, 25, 20]


def test_W35_points_are_added_with_their_sign() -> None:
    pos = position("""
        1  0  0  0  |  1  2  3  4
        0 -1 -1  0  |  5  6  8  8
        0  0 -1 -1  |  8  9  7  ?
        discard: -1 -2
        ended by: 1
        turn: 2
        round: 4
        totals: 34 -5
    """)
    pos = play(pos, "take,swap d3,card 7")
    assert state_of(pos).last_points[:2] == [-3, 59]
    assert state_of(pos).totals[:2] == [31, 54]


STALLED = """
    3  9  6  2  |  ?  ?  ?  1  |  0  0  ?  ?
    1  7  5  ?  |  ?  7  ?  ?  |  ?  ?  ?  5
    2  9  8  0  |  ?  ?  ? -1  |  ?  ?  ?  2
    discard: 12
    turns: 179
"""


def test_W36_a_round_of_60_turns_a_seat_is_over() -> None:
    pos = play(position(STALLED), "take,swap a1")
    assert pos.to_act == tablee.CHANCE
    assert state_of(pos).turns == 180
    assert state_of(pos).ended_by == 0
    pos = reveal_all(pos)
    state = state_of(pos)
    assert state.last_ended_by == 0
    assert state.last_points == state.totals[:3] + [0] * 5  # nobody's points double
    assert "last round (ended by nobody): " in pos.board("en")
    assert "fin : personne" in pos.board("fr")


def test_W36_equal_columns_are_removed_then_too() -> None:
    pos = play(
        position(STALLED.replace("6  2  |", "6  1  |").replace("8  0", "8  1")), "take,swap a1"
    )
    before = state_of(reveal_all(pos, "card 1")).last_points[0]
    assert before == 12 + 1 + 2 + 9 + 7 + 9 + 6 + 5 + 8  # d1 d2 d3 are 1 1 1


def test_W36_not_before_and_not_if_it_was_ended_in_time() -> None:
    early = play(position(STALLED.replace("179", "178")), "take,swap a1")
    assert early.to_act == 2
    ended = play(position(STALLED), "take,swap d2,card 4")
    assert state_of(ended).ended_by == 1
    assert ended.to_act == 2
    ended = play(ended, "take,swap d3")
    assert ended.to_act == 3  # the last lap is played to its end
    ended = play(ended, "take,swap d3")
    assert state_of(ended).turns == 182
    assert state_of(reveal_all(ended)).last_ended_by == 1


# --- the end of the game -------------------------------------------------------------------------


def finish(totals: str, number: int = 2, **options: object) -> tablee.Position:
    """Play a round that gives 6 points to seat 1, 36 to seat 2 and 40 to seat 3."""
    pos = position(f"""
        1  0  1  0  |  0  2  3  4  |  4  2  3  4
        0  1  1  0  |  5  6  1  0  |  5  6  1  0
        1  0  0  1  |  8  0  7  0  |  8  0  7  ?
        discard: 0
        ended by: 1
        turn: 3
        round: {number}
        totals: {totals}
    """, **options)  # fmt: skip
    return play(pos, "take,swap d3,card 12")


@pytest.mark.parametrize(
    ("totals", "over"),
    [("0 0 59", False), ("0 0 60", True), ("93 63 59", False), ("94 0 0", True), ("0 64 0", True)],
)
def test_W40_the_game_ends_after_a_round_with_100_or_more(totals: str, over: bool) -> None:
    pos = finish(totals)
    assert (pos.to_act == tablee.OVER) == over
    if over:
        assert isinstance(refused(pos, "take"), tablee.GameIsOver)
        assert refused(pos, "take").paragraph == "W40"


def test_W40_the_lowest_total_wins() -> None:
    result = finish("98 25 60").result()
    assert result.scores == (104, 61, 100)
    assert result.ranks == (3, 1, 2)
    assert result.winners == (2,)


def test_W40_no_result_before_the_end() -> None:
    with pytest.raises(tablee.GameNotOver):
        finish("0 0 59").result()


def test_W41_equal_lowest_totals_share_the_victory() -> None:
    result = finish("80 50 64").result()
    assert result.scores == (86, 86, 104)
    assert result.ranks == (1, 1, 3)
    assert result.winners == (1, 2)
