"""The worked examples of the printed rules, and those of our page of the rules.

The drawings of the printed rules are missing from the text we have; the words beside them are
quoted, and the boards are ours.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

import tablee
from tablee.rulebook import page

from .draw import play, position, steppe, where

# --- the printed rules ---------------------------------------------------------------------------


def test_with_a_two_there_is_only_one_way() -> None:
    """« […] une carte "2 cases", il ne pourra se déplacer que dans une direction »."""
    pos = position(
        """
        a        .1  "   #   .
        b      "   #   "   .   "
        c    "   .   "   .   "   #
        d  .   "   "   +M  "   .   "
        e    "   .   "   #   "   .
        f      #   #   .   "   "
        g        "2  .   "   #
        """,
        hands={1: "2 2 2"},
    )
    assert pos.moves() == ["move 2 SW", "discard 2"]
    assert where(pos.after("move 2 SW"))["1"] == "c1"


def test_it_flees_two_tiles_straight_away_from_the_hunter() -> None:
    """« Celui-ci fuit donc de deux cases dans la direction opposée »."""
    pos = position(
        """
        a        .   "   #   .
        b      "   #   "   .   "
        c    "   .   "   .   "   #
        d  .   "1  "   +M  "   .   "
        e    "   .   "   #   "   .
        f      #   #   .   "   "
        g        "2  .   "   #
        """
    )
    assert where(pos.after("move 2 E")) == {"M": "d6", "1": "d4", "2": "g1"}


def test_directions_1_to_4_are_blocked_so_it_takes_number_5() -> None:
    """« Les positions 1, 2, 3 et 4 sont bloquées par des tuiles "rocher" et le bord du jeu »."""
    pos = position(
        """
        a        .2  "   #   .
        b      "   #   "   .   "
        c    "   .   "   .   "   #
        d  .   "   "1  +   "   .   "
        e    "   .   "   #   "   .
        f      #   #   .M  "   "
        g        "   .   "   #
        """
    )
    assert where(pos.after("move 2 SE")) == {"M": "f5", "1": "f3", "2": "a1"}


def test_a_hunter_goes_on_to_the_end_of_an_unfinished_move() -> None:
    """« Si le chasseur n'a pas fini son déplacement il le poursuit jusqu'au bout »."""
    pos = steppe("d2:1 d3:M g1:2")
    assert where(pos.after("move 3 E")) == {"M": "d6", "1": "d5", "2": "g1"}


def test_even_if_it_had_not_finished_its_run() -> None:
    """« même si le mammouth n'avait pas fini son déplacement »."""
    end = steppe("d1:1 d4:M d5:t2 g1:2").after("move 3 E")
    assert end.result().winners == (2,)  # « même si ce n'est pas lui qui a poussé le mammouth »


# --- our page of the rules -----------------------------------------------------------------------


def test_H24_with_a_three_it_stands_with_a_one_it_flees() -> None:
    assert where(steppe("d4:1 a4:M g1:2").after("move 3 NE")) == {"M": "a4", "2": "g1"}
    assert where(steppe("b4:1 a4:M g1:2").after("move 1 NE"))["M"] == "b5"


def test_H28_two_hunters_on_one_tile() -> None:
    pos = position(
        """
        a        .   "   #   .
        b      "   #   "   .   "
        c    "   .   "   .   "   #
        d  .   "1  "   +M  "23 .   "
        e    "   .   "   #   "   .
        f      #   #   .   "   "
        g        "   .   "   #
        """
    ).after("move 2 E")
    assert (pos.to_act, set(pos.moves())) == (2, {"flee NW", "flee NE", "flee E", "flee SE"})
    pos = pos.after("flee E")
    assert (pos.to_act, set(pos.moves())) == (3, {"flee NW", "flee NE", "flee SE"})
    pos = pos.after("flee SE")
    assert (pos.to_act, set(pos.moves())) == (2, {"flee NW", "flee E", "flee SE"})
    pos = pos.after("flee E")
    assert where(pos) == {"M": "d6", "1": "d4", "2": "d7", "3": "e5"}


def test_H31_a_trap_removed_in_time() -> None:
    pieces = "e5:1 f3:4 g1:3t2 g2:2 g3:M"
    end = steppe(pieces).after("move 2 SW")
    assert where(end) == {"M": "g1", "1": "g3", "4": "f3"}
    assert end.result().winners == ()
    assert steppe(pieces, fallen_traps="stay").after("move 2 SW").result().winners == (2,)


def test_H42_a_corner_with_one_way_and_one_with_two() -> None:
    assert steppe("e5:1 g3:M c4:2").after("move 2 SW").to_act == tablee.OVER
    pos = play(steppe("d4:1 c4:2 b4:M", turn=2), "move 1 NE")
    assert where(pos)["M"] == "a4"
    assert pos.to_act == tablee.CHANCE


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_board_drawn_on_the_page_is_made_of_the_37_tiles(language: str) -> None:
    drawn = re.findall(r"^a  +.*\n(?:[b-g] .*\n){6}", page("maamut", language), re.MULTILINE)
    assert len(drawn) > 10
    for board in drawn:
        signs = Counter(token[0] for line in board.splitlines() for token in line.split()[1:])
        assert signs == {'"': 18, ".": 11, "#": 7, "+": 1}
