"""What is in the box of each game, sheet by sheet; the numbers are those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablee.games.maamut import state as maamut
from tablee.games.mahe import state as mahe
from tablee.games.maroceau import state as maroceau
from tablee.games.papua import state as papua

from .drawings import drawing, papua_board, shape
from .scores import score_page
from .sheets import Paper, Sheet, card_sheets, halves, tile_sheets
from .tokens import Tent, Token, spread

MAHE_CARD = 32.0  # mm wide: as large as its place on the board
MAAMUT_CARD = 36.0
MAROCEAU_CARD = 45.0
TILE = 26.0  # from the middle of a tile to its corners
TILE_NAMES = {maamut.ROCK: "rock", maamut.GRASS: "grass", maamut.SNOW: "snow"}

Board = str | Mapping[str, Any] | None  # by name, or what its file says; only Papua has several


@dataclass(frozen=True)
class Contents:
    """The sheets of a box, what is on its lid, and the drawings made for it, by name."""

    lid: tuple[str, ...]
    sheets: list[Sheet]
    made: dict[str, str] = field(default_factory=dict)


def contents(game: str, paper: Paper, seats: int | None, board: Board) -> Contents:
    """The box of a game for so many players; the whole box serves any number of them."""
    return BOXES[game](paper, seats, board)


def cards_of(paper: Paper, width: float, fronts: list[str], back: str) -> list[Sheet]:
    """Cards of a width, as high as they are drawn."""
    return card_sheets("cards", paper, (width, width / shape(drawing(back))), fronts, back)


def mahe_box(paper: Paper, seats: int | None, _: Board) -> Contents:
    """The board, the clutch cards [M4], the turtles [M1]."""
    cards = [f"mahe-{value}" for value, count in enumerate(mahe.CARDS, 1) for _ in range(count)]
    tokens = [[Token(f"mahe-turtle-{one}", 33, 19.5) for one in group] for group in turtles(seats)]
    return Contents(
        ("mahe-turtle-2", "mahe-turtle-6", "mahe-turtle-4"),
        [
            *halves("board", paper, "mahe-board", shape(drawing("mahe-board"))),
            *cards_of(paper, MAHE_CARD, cards, "mahe-back"),
            Sheet("turtles", spread(paper, *tokens)),
        ],
    )


def turtles(seats: int | None) -> list[list[str]]:
    """One turtle a seat; where few play, two that are told apart by a letter."""
    singles = [str(seat) for seat in range(1, (seats or mahe.MAX_SEATS) + 1)]
    pairs = [[f"{seat}a", f"{seat}b"] for seat in range(1, mahe.TWO_TURTLES_UP_TO + 1)]
    if seats is None:
        return [singles, *pairs]
    return pairs[:seats] if seats <= mahe.TWO_TURTLES_UP_TO else [singles]


def maamut_box(paper: Paper, seats: int | None, _: Board) -> Contents:
    """The tiles [H2], the cards [H4], mammoth, hunters and their traps [H8]."""
    tiles = ["maamut-cross-1"] + [
        f"maamut-{TILE_NAMES[kind]}-{number}"
        for kind, count in enumerate(maamut.OF_KIND)
        for number in range(1, count + 1)
    ]
    cards = [
        f"maamut-card-{value}" for value, count in enumerate(maamut.CARDS, 1) for _ in range(count)
    ]
    hunters = range(1, (seats or maamut.MAX_SEATS) + 1)
    tents = [Tent("maamut-mammoth", 42, 30, 10)]
    tents += [Tent(f"maamut-hunter-{seat}", 21, 28, 8) for seat in hunters]
    traps = [
        [Token(f"maamut-trap-{seat}", 30, 30, outlined=False)] * maamut.TRAPS for seat in hunters
    ]
    return Contents(
        ("maamut-hunter-1", "maamut-mammoth", "maamut-hunter-2"),
        [
            *tile_sheets("tiles", paper, TILE, tiles, "maamut-tile"),
            *cards_of(paper, MAAMUT_CARD, cards, "maamut-card-back"),
            Sheet("hunters", spread(paper, tents, *traps)),
        ],
    )


def papua_box(paper: Paper, seats: int | None, board: Board) -> Contents:
    """The board [P2] and the islanders [P1]."""
    assert board is not None
    path = papua_board(board)
    islanders = [
        Tent(f"papua-islander-{seat}", 17, 24, 7)
        for seat in range(1, (seats or papua.MAX_SEATS) + 1)
        for _ in range(papua.ISLANDERS)
    ]
    rows = [islanders[at : at + 8] for at in range(0, len(islanders), 8)]  # two seats in each
    return Contents(
        tuple(f"papua-islander-{seat}" for seat in range(1, papua.MAX_SEATS + 1)),
        [
            *halves("board", paper, "papua-path", shape(path)),
            Sheet("islanders", spread(paper, *rows)),
        ],
        {"papua-path": path},
    )


def maroceau_box(paper: Paper, seats: int | None, _: Board) -> Contents:
    """The cards [W1], and a sheet for the points [W35]."""
    cards = [
        f"maroceau-{value}"
        for value, count in enumerate(maroceau.CARDS, maroceau.LOWEST)
        for _ in range(count)
    ]
    points = score_page(paper, seats or maroceau.MAX_SEATS)
    return Contents(
        ("maroceau--1", "maroceau-3", "maroceau-5", "maroceau-9", "maroceau-12"),
        [
            *cards_of(paper, MAROCEAU_CARD, cards, "maroceau-back"),
            Sheet("scores", points, points),
        ],
    )


BOXES: dict[str, Callable[[Paper, int | None, Board], Contents]] = {
    "mahe": mahe_box,
    "maamut": maamut_box,
    "papua": papua_box,
    "maroceau": maroceau_box,
}
