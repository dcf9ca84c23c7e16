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

MAHE_CARD = (32.0, 42.6)  # mm: as large as its place on the board
MAAMUT_CARD = (36.0, 50.6)
MAROCEAU_CARD = (45.0, 63.0)
TILE = 26.0  # from the middle of a tile to its corners
TILE_NAMES = {maamut.ROCK: "rock", maamut.GRASS: "grass", maamut.SNOW: "snow"}

Board = str | Mapping[str, Any]


@dataclass(frozen=True)
class Contents:
    """The sheets of a box, and the drawings that were made for it, by name."""

    sheets: list[Sheet]
    made: dict[str, str] = field(default_factory=dict)


def contents(game: str, paper: Paper, seats: int | None, board: Board) -> Contents:
    """The box of a game for so many players; the whole box serves any number of them."""
    return BOXES[game](paper, seats, board)


def mahe_box(paper: Paper, seats: int | None, _: Board) -> Contents:
    """The board, the clutch cards [M4], the turtles [M1]."""
    cards = [f"mahe-{value}" for value, count in enumerate(mahe.CARDS, 1) for _ in range(count)]
    tokens = [Token(f"mahe-turtle-{one}", 40, 23) for one in turtles(seats)]
    return Contents(
        [
            *halves("board", paper, "mahe-board", shape(drawing("mahe-board"))),
            *card_sheets("cards", paper, MAHE_CARD, cards, "mahe-back"),
            Sheet("turtles", spread(paper, tokens)),
        ]
    )


def turtles(seats: int | None) -> list[str]:
    """One turtle a seat; where few play, two that are told apart by a letter."""
    most = mahe.TWO_TURTLES_UP_TO
    pairs = [f"{seat}{letter}" for seat in range(1, most + 1) for letter in "ab"]
    if seats is None:
        return [*map(str, range(1, mahe.MAX_SEATS + 1)), *pairs]
    return pairs[: 2 * seats] if seats <= most else [str(seat) for seat in range(1, seats + 1)]


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
        Token(f"maamut-trap-{seat}", 30, 30, outlined=False)
        for seat in hunters
        for _ in range(maamut.TRAPS)
    ]
    return Contents(
        [
            *tile_sheets("tiles", paper, TILE, tiles, "maamut-tile"),
            *card_sheets("cards", paper, MAAMUT_CARD, cards, "maamut-card-back"),
            Sheet("hunters", spread(paper, tents, traps)),
        ]
    )


def papua_box(paper: Paper, seats: int | None, board: Board) -> Contents:
    """The board [P2] and the islanders [P1]."""
    path = papua_board(board)
    islanders = [
        [Tent(f"papua-islander-{seat}", 17, 24, 7)] * papua.ISLANDERS
        for seat in range(1, (seats or papua.MAX_SEATS) + 1)
    ]
    return Contents(
        [
            *halves("board", paper, "papua-path", shape(path)),
            Sheet("islanders", spread(paper, [one for four in islanders for one in four])),
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
        [
            *card_sheets("cards", paper, MAROCEAU_CARD, cards, "maroceau-back"),
            Sheet("scores", points, points),
        ]
    )


BOXES: dict[str, Callable[[Paper, int | None, Board], Contents]] = {
    "mahe": mahe_box,
    "maamut": maamut_box,
    "papua": papua_box,
    "maroceau": maroceau_box,
}
