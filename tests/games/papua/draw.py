"""Papua positions drawn as text, like the pictures in docs/rules/papua.

    space    11  12  13  14  15
    kind      o   o   o   G   o
              .   A   B   .   .

Three lines make a picture of a stretch of the path: the spaces, their kinds (s square, o round,
G god, ! cannibal, K canoe), and the islanders (A of seat 1, … F of seat 6). Several stretches may
follow each other. Islanders that are not drawn are in the pot.
"""

from __future__ import annotations

from typing import Any

import pytest

import tablee
from tablee.games.papua.state import Phase, State

LETTERS = "ABCDEF"
PAPUA = tablee.game("papua")


def rows(picture: str) -> list[list[str]]:
    """Return the words of each line, without the label in front."""
    split = [line.split() for line in picture.splitlines() if line.strip()]
    return [words[1:] if len(words[0]) > 1 and words[0].isalpha() else words for words in split]


def drawn(picture: str, board: State) -> dict[int, str]:
    """Return the islanders in a picture by space; its kinds of spaces must match the board."""
    lines = rows(picture)
    assert len(lines) % 3 == 0, "a picture is made of spaces, kinds and islanders"
    where = {}
    for spaces, kinds, letters in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        assert len(spaces) == len(kinds) == len(letters), "each space has a kind and a content"
        for space, kind, letter in zip(map(int, spaces), kinds, letters, strict=True):
            assert kind == kind_on(board, space), f"{space} is {kind_on(board, space)}"
            if letter != ".":
                where[space] = letter
    return where


def kind_on(board: State, space: int) -> str:
    """Return the sign of a space on a board."""
    signs = {"s": board.squares, "G": board.gods, "!": board.cannibals, "K": 1 << board.canoe}
    return next((sign for sign, spaces in signs.items() if spaces >> space & 1), "o")


def draw(
    picture: str,
    *,
    turn: str = "A",
    die: int = 0,
    seats: int = 4,
    turns: int = 0,
    over: bool = False,
    **options: Any,
) -> tablee.Position:
    """Return the position of a picture; the seat to act has rolled `die`, or is about to roll."""
    start = PAPUA.start(seats=seats, **options)
    state = start.state
    assert isinstance(state, State)
    for space, letter in drawn(picture, state).items():
        state.islanders[LETTERS.index(letter)] |= 1 << space
    state.turn = LETTERS.index(turn)
    state.turns = turns
    state.first = (state.turn - turns + over) % seats
    state.die = die
    state.phase = Phase.ENDED if over else Phase.MOVE if die else Phase.THROW
    position = tablee.Position(PAPUA, start.options, state)
    return tablee.Position.from_json(position.to_json())


def where(position: tablee.Position) -> dict[int, str]:
    """Return the islanders on the path by space."""
    state = state_of(position)
    return {
        space: LETTERS[seat]
        for space in range(state.canoe + 1)
        for seat in range(state.seats)
        if state.islanders[seat] >> space & 1
    }


def state_of(position: tablee.Position) -> State:
    state = position.state
    assert isinstance(state, State)
    return state


def shows(position: tablee.Position, picture: str) -> bool:
    """Return whether the path has exactly the islanders of the picture, where it has spaces."""
    return where(position) == drawn(picture, state_of(position))


def pot(position: tablee.Position, letter: str) -> int:
    """Return how many islanders of a seat are in the pot."""
    return 4 - list(where(position).values()).count(letter)


def refused(position: tablee.Position, move: str) -> tablee.IllegalMove:
    """Return the refusal of a move, which must leave the position unchanged."""
    before = position.to_json()
    with pytest.raises(tablee.IllegalMove) as caught:
        position.after(move)
    refusal = caught.value
    assert position.to_json() == before
    assert move not in position.moves()
    assert refusal.instead == tuple(position.moves())
    assert refusal.text("fr") != refusal.text("en")
    return refusal


def cites(position: tablee.Position, move: str) -> str:
    """Return the paragraph and reason of a refusal, without the possible moves."""
    return str(refused(position, move)).split(" Possible:")[0]
