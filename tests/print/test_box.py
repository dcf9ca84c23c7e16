"""What is in a box: as many cards, tiles and pieces as the rulebook says."""

from __future__ import annotations

from collections import Counter

import pytest

import tablee
from tablee.games.papua.box import drawn
from tablee.print.contents import box_of
from tablee.print.drawings import FOLDER
from tablee.print.sheets import PAPERS, Piece

BOTH = pytest.mark.parametrize("paper", PAPERS)


def pieces(
    game: str, paper: str, seats: int | None = None, board: str | None = None
) -> list[Piece]:
    box = box_of(tablee.game(game)).contents(PAPERS[paper], seats, board)
    return [piece for sheet in box.sheets for piece in sheet.front.pieces]


def counted(game: str, paper: str, seats: int | None = None) -> Counter[str]:
    """How often each thing can be cut out; a tent shows it twice, upright and upside down."""
    board = "standard" if game == "papua" else None
    return Counter(p.drawing for p in pieces(game, paper, seats, board) if not p.upside_down)


@BOTH
def test_M4_the_24_clutch_cards(paper: str) -> None:
    found = counted("mahe", paper)
    assert [found[f"mahe-{eggs}"] for eggs in range(1, 7)] == [3, 3, 5, 5, 5, 3]


@BOTH
def test_M1_turtles_for_every_number_of_seats(paper: str) -> None:
    def turtles(seats: int | None) -> list[str]:
        names = counted("mahe", paper, seats).elements()
        return sorted(name.rsplit("-", 1)[1] for name in names if "turtle" in name)

    assert turtles(2) == ["1a", "1b", "2a", "2b"]
    assert turtles(3) == ["1a", "1b", "2a", "2b", "3a", "3b"]
    assert turtles(5) == ["1", "2", "3", "4", "5"]
    assert turtles(None) == ["1", "1a", "1b", "2", "2a", "2b", "3", "3a", "3b", "4", "5", "6", "7"]


@BOTH
def test_H2_the_37_tiles(paper: str) -> None:
    found = Counter(name.split("-")[1] for name in counted("maamut", paper).elements())
    assert {kind: found[kind] for kind in ("cross", "rock", "grass", "snow")} == {
        "cross": 1, "rock": 7, "grass": 18, "snow": 11,
    }  # fmt: skip


@BOTH
def test_H4_the_36_movement_cards(paper: str) -> None:
    found = counted("maamut", paper)
    assert [found[f"maamut-card-{steps}"] for steps in (1, 2, 3)] == [12, 16, 8]


@BOTH
@pytest.mark.parametrize("seats", [2, 3, 4, None])
def test_H8_a_hunter_and_four_traps_a_seat(paper: str, seats: int | None) -> None:
    found = counted("maamut", paper, seats)
    assert found["maamut-mammoth"] == 1
    for seat in range(1, 5):
        there = seat <= (seats or 4)
        assert found[f"maamut-hunter-{seat}"] == there
        assert found[f"maamut-trap-{seat}"] == 4 * there


@BOTH
@pytest.mark.parametrize("seats", [3, 5, None])
def test_P1_four_islanders_a_seat(paper: str, seats: int | None) -> None:
    found = counted("papua", paper, seats)
    for seat in range(1, 7):
        assert found[f"papua-islander-{seat}"] == 4 * (seat <= (seats or 6))


@BOTH
def test_W1_the_150_cards(paper: str) -> None:
    found = counted("maroceau", paper)
    numbers = [found[f"maroceau-{value}"] for value in range(-2, 13)]
    assert numbers == [5, 10, 15] + 12 * [10]
    assert sum(numbers) == 150


def test_a_score_sheet_has_a_column_for_each_seat() -> None:
    for seats in (2, 8):
        scores = (
            box_of(tablee.game("maroceau")).contents(PAPERS["a4"], seats, None).sheets[-1].front
        )
        assert [piece.drawing for piece in scores.pieces] == [
            f"seat-{n}" for n in range(1, seats + 1)
        ]


@pytest.mark.parametrize("game", [game.name for game in tablee.all_games()])
def test_everything_that_is_printed_is_drawn(game: str) -> None:
    board = "standard" if game == "papua" else None
    box = box_of(tablee.game(game)).contents(PAPERS["a4"], None, board)
    names = {
        p.drawing for s in box.sheets for page in (s.front, s.back) if page for p in page.pieces
    }
    for name in (names | set(box.lid)) - box.made.keys():
        assert (FOLDER / f"{name}.svg").is_file(), name


@pytest.mark.parametrize("name", ["standard", "short", "long"])
def test_P2_a_board_has_its_spaces_in_their_kinds(name: str) -> None:
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


def test_P3_every_length_of_board_is_drawn() -> None:
    for spaces in range(20, 61):
        board = {
            "name": "Any", "squares": ["1-6", f"{spaces - 5}-{spaces}"],
            "gods": [], "cannibals": [9], "canoe": spaces + 1,
        }  # fmt: skip
        svg = drawn(board)
        assert svg.count('href="#papua-round"') == spaces - 13
