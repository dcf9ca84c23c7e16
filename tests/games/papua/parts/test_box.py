"""The printed box of Papua has the pieces of the rulebook, and every board."""

from __future__ import annotations

import pytest

from print.pieces import BOTH, counted
from tablee.games.papua.box import drawn


@BOTH
@pytest.mark.parametrize("seats", [3, 5, None])
def test_P1_four_islanders_a_seat(paper: str, seats: int | None) -> None:
    found = counted("papua", paper, seats)
    for seat in range(1, 7):
        assert found[f"papua-islander-{seat}"] == 4 * (seat <= (seats or 6))


@pytest.mark.parametrize("name", ["standard", "short", "long"])
def test_P2_a_printed_board_has_the_right_kinds_of_spaces(name: str) -> None:
    svg = drawn(name)
    where = {
        "standard": {
            "god": [14, 23], "cannibal": [10, 18, 26], "square": [*range(1, 7), *range(31, 37)],
        },
        "short": {"god": [15], "cannibal": [11, 19], "square": [*range(1, 7), *range(25, 31)]},
        "long": {
            "god": [15, 24, 33],
            "cannibal": [11, 18, 22, 28, 31, 37, 40],
            "square": [*range(1, 7), *range(43, 49)],
        },
    }[name]  # fmt: skip
    assert "kind-" not in svg
    texts = [part.split(">")[0:2] for part in svg.split("<text ")[1:]]
    kinds = {
        int(text.split("<")[0]): attributes.split('"')[1].split()[0] for attributes, text in texts
    }
    for kind, spaces in where.items():
        assert [space for space, found in kinds.items() if found == kind] == spaces
        assert svg.count(f'href="#papua-{kind}"') == len(spaces)


def test_P3_boards_of_every_length_are_drawn() -> None:
    for spaces in range(20, 61):
        board = {
            "name": "Any", "squares": ["1-6", f"{spaces - 5}-{spaces}"],
            "gods": [], "cannibals": [9], "canoe": spaces + 1,
        }  # fmt: skip
        svg = drawn(board)
        assert svg.count('href="#papua-round"') == spaces - 13
