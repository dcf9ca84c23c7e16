"""The worked examples of the printed rules, and the pictures of docs/rules/papua."""

from __future__ import annotations

import pytest

from tablee import rulebook
from tablee.words import LANGUAGES

from .draw import PAPUA, draw, pot, shows, where

SIX = """
    space    10  11  12  13  14  15  16  17  18
    kind      !   o   o   o   G   o   o   o   !
              .   A   B   C   A   D   B   .   .
"""


def test_six_islanders_on_six_neighbouring_spaces_form_a_group_of_six() -> None:
    """The example under *Se déplacer sur les cases rondes*."""
    for turn in "ABCD":
        pos = draw(SIX, turn=turn, die=1)
        assert "group 11-16" in pos.moves()
        assert len(where(pos.after("group 11-16"))) == 6


def test_the_first_islander_moves_by_the_die_and_the_others_follow() -> None:
    """*Le moyen le plus simple de déplacer un groupe*, in the same section."""
    assert shows(
        draw(SIX, turn="D", die=1).after("group 11-16"),
        """
        space    10  11  12  13  14  15  16  17  18
        kind      !   o   o   o   G   o   o   o   !
                  .   .   A   B   C   A   D   B   .
        """,
    )
    assert shows(
        draw(SIX, turn="D", die=3).after("group 11-16"),  # D lands on 18 and is caught
        """
        space    10  11  12  13  14  15  16  17  18  19
        kind      !   o   o   o   G   o   o   o   !   o
                  .   .   .   .   A   B   C   A   .   B
        """,
    )


def test_several_of_one_colour_are_no_group() -> None:
    """*Plusieurs de la même couleur*, in the same section."""
    pos = draw(
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  A   A   A   A   .   .
        """,
        turn="A",
        die=1,
    )
    assert pos.moves() == ["pass"]


def test_c_from_the_middle_of_the_group_to_its_front_and_the_group_splits() -> None:
    """*En amenant un pion du milieu du groupe sur la première case*: move c) of the original."""
    pos = draw(
        """
        space    19  20  21  22  23  24  25
        kind      o   o   o   o   G   o   o
                  B   C   A   D   B   .   .
        """,
        turn="A",
        die=3,
    )
    after = pos.after("leap 21")
    assert shows(
        after,
        """
        space    19  20  21  22  23  24  25
        kind      o   o   o   o   G   o   o
                  B   C   .   D   B   A   .
        """,
    )
    moves = after.after("die 1").moves()
    assert "group 19-20" in moves
    assert "group 22-24" in moves
    assert "group 19-24" not in moves


def test_d_a_member_alone_or_a_part_goes_to_a_group_further_on() -> None:
    """*Seul, mais aussi un sous-groupe*: move d) of the original."""
    picture = """
        space    11  12  13  14  15  16  17  18
        kind      o   o   o   G   o   o   o   !
                  A   B   C   .   .   .   D   .
    """
    alone = draw(picture, turn="A", die=5)
    assert where(alone.after("leap 11")) == {12: "B", 13: "C", 16: "A", 17: "D"}
    part = draw(picture, turn="B", die=2)
    assert where(part.after("group 12-13")) == {11: "A", 14: "B", 15: "C", 17: "D"}


def test_a_single_islander_may_cross_a_god_space_to_join_another_group() -> None:
    """*Franchir seul cette case sans s'y arrêter*: the exception under *Cases Dieux*."""
    pos = draw(
        """
        space    11  12  13  14  15  16  17  18
        kind      o   o   o   G   o   o   o   !
                  .   A   B   .   .   C   D   .
        """,
        turn="A",
        die=3,
    )
    assert "leap 12" in pos.moves()
    assert "group 12-13" not in pos.moves()


def test_a_group_may_send_back_several_even_own_ones() -> None:
    """*Renvoyer plusieurs*, and *un de ses propres pions*: under *Arriver sur une case occupée*."""
    pos = draw(
        """
        space    19  20  21  22  23  24  25
        kind      o   o   o   o   G   o   o
                  A   B   .   A   C   .   .
        """,
        turn="A",
        die=3,
    )
    after = pos.after("group 19-20")
    assert where(after) == {22: "A", 23: "B"}
    assert (pot(after, "A"), pot(after, "C")) == (3, 4)


def test_an_islander_on_a_square_moves_alone_from_then_on() -> None:
    """*Dès qu'il arrive sur une case carrée, il peut se déplacer seul*: under *Fin du jeu*."""
    pos = draw(
        """
        space    29  30  31  32  33  34  35  36  37
        kind      o   o   s   s   s   s   s   s   K
                  A   B   .   .   .   .   .   .   .
        """,
        turn="A",
        die=6,
    )
    pos = pos.after("group 29-30").after("die 1")
    assert pos.to_act == 2
    assert pos.moves() == ["alone 0", "alone 36"]
    assert pos.after("alone 36").result().winners == (2,), "no matter who moved it that far"


def test_family_groups_may_still_be_split_by_special_spaces_and_by_members_alone() -> None:
    """*Séparés par des cases spéciales et des déplacements individuels*: the family variant."""
    caught = draw(
        """
        space    23  24  25  26  27  28
        kind      G   o   o   !   o   o
                  A   B   C   .   .   .
        """,
        turn="A",
        die=2,
        family=True,
    )
    assert where(caught.after("group 23-25")) == {25: "A", 27: "C"}, "B was caught between them"
    joining = draw(
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  B   A   C   .   D   .
        """,
        turn="A",
        die=2,
        family=True,
    )
    assert where(joining.after("leap 20")) == {19: "B", 21: "C", 22: "A", 23: "D"}


def test_the_beginning_of_a_match() -> None:
    pos = PAPUA.start(seats=3)
    for move in ("first 2", "die 4", "alone 0", "die 4", "alone 0", "die 2", "alone 0", "die 3"):
        pos = pos.after(move)
    assert where(pos) == {2: "A", 4: "C"}, "seat 3 has sent seat 2 back"
    assert pos.to_act == 2
    assert pos.moves() == ["alone 0"]


# --- the pictures of the pages -------------------------------------------------------------------


def pictures(language: str) -> list[list[str]]:
    """Yield the lines of every picture on the page that shows islanders."""
    blocks = rulebook.page("papua", language).split("```text\n")[1:]
    found = [block.split("\n\n")[0].splitlines() for block in blocks]
    return [lines for lines in found if len(lines) > 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_show_the_real_board(language: str) -> None:
    shown = pictures(language)
    assert len(shown) >= 14
    for lines in shown:
        for islanders in lines[2:]:
            draw("\n".join([*lines[:2], islanders]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_legal_move_leads_from_each_picture_before_to_the_one_after(language: str) -> None:
    pairs = [lines for lines in pictures(language) if len(lines) == 4]
    assert len(pairs) >= 8
    for spaces, kinds, before, after in pairs:
        assert any(
            shows(pos.after(move), "\n".join([spaces, kinds, after]))
            for turn in "ABC"
            for die in range(1, 7)
            for pos in [draw("\n".join([spaces, kinds, before]), turn=turn, die=die)]
            for move in pos.moves()
        ), after
