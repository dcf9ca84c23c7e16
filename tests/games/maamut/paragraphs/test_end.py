"""Mâamut: the end of the hunt, and what a hunter knows, paragraph by paragraph."""

from __future__ import annotations

import pytest

import tablee
from tablee.games.maamut import rules, view
from tablee.games.maamut.sound import sound
from tablee.kernel.dice import dice_for
from tables import play as play_out

from ..draw import MAAMUT, hand, play, position, record, steppe, where
from .test_table import laid

# --- the winner ----------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", [1, 2, 3])
def test_H40_the_owner_of_the_trap_wins_whoever_drove_it(owner: int) -> None:
    end = steppe(f"d3:1 d4:M d5:t{owner} g1:2 g2:3").after("move 1 E")
    result = end.result()
    assert result.winners == (owner,)
    assert result.scores == tuple(int(seat == owner) for seat in (1, 2, 3))
    assert result.ranks == tuple(2 - int(seat == owner) for seat in (1, 2, 3))
    with pytest.raises(tablee.GameIsOver) as caught:
        end.after("trap")
    assert caught.value.paragraph == "H40"


def test_H41_when_the_mammoth_survives_nobody_wins() -> None:
    end = steppe("e5:1 g3:M c4:2").after("move 2 SW")
    assert where(end)["M"] == "g1"
    result = end.result()
    assert (result.winners, result.scores, result.ranks) == ((), (0, 0), (2, 2))
    with pytest.raises(tablee.GameIsOver) as caught:
        end.after("trap")
    assert caught.value.paragraph == "H41"


# --- survival ------------------------------------------------------------------------------------


def test_H42_no_hunter_is_left() -> None:
    end = steppe("d4:1 a4:M", seats=2).after("move 3 NE")
    assert end.to_act == tablee.OVER
    assert "no hunter is left" in end.board()


WALL = """
a        .   "   "   .
b      "   .   "   .   "
c    #   #   #   #   #   #
d  "   .   "   +   "   .   "
e    .   #   "   "   .   "
f      "   "   .   "   "
g        .   "   "   .
"""


def placed_behind_the_wall(tile: str) -> tablee.Position:
    kinds = {'"': "tile grass", ".": "tile snow", "#": "tile rock"}
    signs = [sign[0] for line in WALL.strip().splitlines() for sign in line.split()[1:]]
    pos = play(MAAMUT.start(seats=2), "first 1", *(kinds[sign] for sign in signs if sign != "+"))
    return play(pos, *["deal 2"] * 6, "place a1", f"place {tile}")


def test_H42_no_hunter_in_its_region_once_all_are_placed() -> None:
    end = placed_behind_the_wall("b5")
    assert end.to_act == tablee.OVER
    assert end.result().winners == ()
    assert "rock keeps all hunters away" in end.board()


def test_H42_one_hunter_in_its_region_is_enough() -> None:
    assert placed_behind_the_wall("d7").to_act == 1


def test_H42_the_last_hunter_of_the_region_falls() -> None:
    """Hunter 2 falls with its 2: beyond d1 and d2 is the wall. Hunter 1 is on its other side."""
    pos = position(
        """
        a        .   "1  "   .
        b      "   "   "   .   "
        c    #   #   #   #   #   #
        d  .   "   "   +   "   .   "
        e    "M  #   "   "   "   .
        f      "   "   .   "   "
        g        .2  .   .   .
        """,
        turn=2,
    )
    end = pos.after("move 2 NW")
    assert where(end) == {"M": "e1", "1": "a2"}
    assert end.to_act == tablee.OVER
    assert "rock keeps all hunters away" in end.board()


def test_H42_fewer_than_two_ways_out() -> None:
    end = steppe("e5:1 g3:M c4:2").after("move 2 SW")
    assert end.to_act == tablee.OVER
    assert "nobody can drive it out" in end.board()


def test_H42_two_ways_out_and_the_hunt_goes_on() -> None:
    pos = steppe("e3:1 b4:M c4:2", turn=2).after("move 1 NE")
    assert where(pos)["M"] == "a4"  # b4 and b5 are open, a3 is rock
    assert pos.to_act == tablee.CHANCE


def test_H42_is_decided_before_a_card_is_drawn() -> None:
    end = steppe("e5:1 g3:M c4:2").after("move 2 SW")
    assert hand(end, 1) == "1 3"
    assert end.chances() == {}


def test_H43_after_the_limit_the_mammoth_has_survived() -> None:
    pos = steppe("d3:1 d4:M g1:2 d7:3", turns=149)
    end = pos.after("discard 1")
    assert end.to_act == tablee.OVER
    assert end.result().winners == ()
    assert hand(end, 1) == "2 3"  # before a card is drawn
    assert "150 turns are over" in end.board()
    assert steppe("d3:1 d4:M g1:2 d7:3", turns=148).after("discard 1").to_act == tablee.CHANCE


def test_H43_the_limit_depends_on_the_seats_at_the_start() -> None:
    pos = steppe("d3:1 d4:M", seats=4, turns=198)
    assert play(pos, "trap").to_act == 1
    assert play(pos, "trap", "lift").to_act == tablee.OVER


def test_H43_a_fall_in_the_last_turn_counts() -> None:
    end = steppe("d3:1 d4:M d5:t1 g1:2", turns=99).after("move 1 E")
    assert end.result().winners == (1,)


def test_H43_the_limit_is_an_option() -> None:
    pos = steppe("d3:1 d4:M g1:2", hunt_limit=1)
    pos = play(pos, "trap")
    assert pos.to_act == 2
    assert pos.after("discard 1").to_act == tablee.OVER
    for limit in (0, 501, "50"):
        with pytest.raises(tablee.WrongOption, match="H43: The option hunt_limit takes"):
            MAAMUT.start(seats=2, hunt_limit=limit)


# --- what a hunter knows -------------------------------------------------------------------------


def test_H50_a_hunter_sees_its_own_cards_and_how_many_the_others_hold() -> None:
    pos = steppe("d3:1 d4:M g1:2 g2:3", hands={1: "1 1 1", 2: "2 2 2", 3: "3 3 3"}, discards="1 2")
    seen = pos.view(2).state
    assert seen.hand == [0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]  # type: ignore[attr-defined]
    assert seen.held == [3, 3, 3, 0]  # type: ignore[attr-defined]
    assert seen.discards == [1, 1, 0]  # type: ignore[attr-defined]
    assert seen.pile == [11, 12, 8]  # type: ignore[attr-defined]
    assert "hunter 1: on d3 · traps in hand: 4 · cards: ? ? ?" in str(pos.view(2))
    assert "hunter 2: on g1 · traps in hand: 4 · cards: 2 2 2" in str(pos.view(2))


def test_H50_the_view_is_the_same_whatever_the_others_hold() -> None:
    hands = {1: "1 2 3"}
    one = steppe("d3:1 d4:M g1:2", hands={**hands, 2: "1 1 1"})
    other = steppe("d3:1 d4:M g1:2", hands={**hands, 2: "3 3 3"})
    assert one.view(1) == other.view(1)
    assert one.view(1).to_json() == other.view(1).to_json()
    assert one.view(2) != other.view(2)
    assert one.view() == other.view()
    assert one.view(1).moves() == one.moves()


def test_H50_a_spectator_sees_no_hand() -> None:
    pos = steppe("d3:1 d4:M g1:2")
    assert sum(record(pos).hand) == 6
    assert sum(pos.view().state.hand) == 0  # type: ignore[attr-defined]
    assert str(pos.view()).count("? ? ?") == 2


def test_H50_a_card_is_seen_only_by_the_seat_that_gets_it() -> None:
    who_begins = record(MAAMUT.start(seats=3))
    first_card = record(laid(seats=3))
    drawn = record(steppe("d3:2 d4:M g1:1 g2:3", turn=2).after("discard 1"))
    for seat in (-1, 0, 1, 2):
        assert view.sees(who_begins, seat) == 1
        assert view.sees(first_card, seat) == int(seat == 0)
        assert view.sees(drawn, seat) == int(seat == 1)


def test_H50_worlds_are_dealt_from_the_unseen_cards() -> None:
    """Each of the 33 unseen cards is equally likely in the other's hand."""
    pos = steppe("d3:1 d4:M g1:2", hands={1: "1 1 1", 2: "2 2 2"})
    dice = dice_for(5)
    counts = [0, 0, 0]
    worlds = 4000
    for _ in range(worlds):
        world = record(pos)
        view.observe(world, 0)
        view.resample(world, 0, dice)
        assert sound(world) == 0
        for i in range(3):
            counts[i] += world.hand[3 + i]
    for i, unseen in enumerate((9, 16, 8)):
        expected = worlds * 3 * unseen / 33
        assert abs(counts[i] - expected) < 5 * (expected * (1 - unseen / 33)) ** 0.5


def test_H50_the_rules_apply_to_every_possible_world() -> None:
    dice = dice_for(8)
    for ply, (pos, code) in enumerate(play_out(MAAMUT, 4, {}, seed=12)):
        if code < 0:
            break
        if ply % 7 == 0:
            for seat in (-1, 0, 1, 2, 3):
                world = record(pos)
                view.observe(world, seat)
                seen = world.copy()
                view.resample(world, seat, dice)
                assert sound(world) == 0
                assert rules.to_act(world) == rules.to_act(seen)
                view.observe(world, seat)
                assert world == seen
