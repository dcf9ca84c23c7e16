"""Mâamut on paper."""

from __future__ import annotations

from tablee.print.contents import Board, Contents, cards_of
from tablee.print.sheets import Paper, Sheet, tile_sheets
from tablee.print.tokens import Tent, Token, spread

from .state import CARDS, GRASS, MAX_SEATS, OF_KIND, ROCK, SNOW, TRAPS

CARD = 36.0  # mm wide
TILE = 26.0  # from the middle of a tile to its corners
TILE_NAMES = {ROCK: "rock", GRASS: "grass", SNOW: "snow"}
WHOLE_IS_FOR_MOST = True


def contents(paper: Paper, seats: int | None, _: Board) -> Contents:
    """Return the tiles [H2], the cards [H4], mammoth, hunters and their traps [H8]."""
    tiles = ["maamut-cross-1"] + [
        f"maamut-{TILE_NAMES[kind]}-{number}"
        for kind, count in enumerate(OF_KIND)
        for number in range(1, count + 1)
    ]
    cards = [f"maamut-card-{value}" for value, count in enumerate(CARDS, 1) for _ in range(count)]
    hunters = range(1, (seats or MAX_SEATS) + 1)
    tents = [Tent("maamut-mammoth", 42, 30, 10)]
    tents += [Tent(f"maamut-hunter-{seat}", 21, 28, 8) for seat in hunters]
    traps = [[Token(f"maamut-trap-{seat}", 30, 30, outlined=False)] * TRAPS for seat in hunters]
    return Contents(
        ("maamut-hunter-1", "maamut-mammoth", "maamut-hunter-2"),
        [
            *tile_sheets("tiles", paper, TILE, tiles, "maamut-tile"),
            *cards_of(paper, CARD, cards, "maamut-card-back"),
            Sheet("hunters", spread(paper, tents, *traps)),
        ],
    )
