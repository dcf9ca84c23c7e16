"""Maroc'eau positions from grids drawn as text.

    3  9  ?  .  |  ?  ?  ?  ?        ?: face down, .: removed
    ?  ?  5  .  |  ?  7  ?  ?
    ?  9  ?  .  |  ?  ?  ? -1
    discard: 4 3 9                   the last one on top
    turn: 2                          seat 1 by default
    round: 3                         the first by default
    totals: 34 61
    turns: 119                       played in this round
    ended by: 1                      the others play their last turn
    hidden: 4 11 -1                  only these are face down: the deal is used up
    pile: 8 3 9 9 9                  the draw pile, made of former discards

Every seat has one grid; the seat to act is about to take or draw. Cards that are not drawn are in
the draw pile, or below in the discard pile if `hidden` lists the other unseen ones.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tablee
from tablee.games.maroceau.sound import sound
from tablee.games.maroceau.state import (
    CARDS,
    FACE_DOWN,
    KINDS,
    LOWEST,
    NO_CARD,
    PLACES,
    ROWS,
    Phase,
    State,
)

GAME = tablee.game("maroceau")
FACES = {"?": FACE_DOWN, ".": NO_CARD}


def position(drawing: str, **options: Any) -> tablee.Position:
    """Return the drawn position, which must be sound."""
    rows: list[list[str]] = []
    said: dict[str, list[int]] = {}
    for line in drawing.strip().splitlines():
        what, colon, rest = line.partition(":")
        if colon:
            said[what.strip()] = [int(word) for word in rest.split()]
        else:
            rows.append(line.split("|"))
    assert len(rows) == ROWS
    seats = len(rows[0])
    state = state_of(GAME.start(seats=seats, **options))
    for seat in range(seats):
        for row in range(ROWS):
            words = rows[row][seat].split()
            assert len(words) == PLACES // ROWS, rows[row]
            for column, word in enumerate(words):
                card = FACES[word] if word in FACES else int(word)
                state.grid[seat * PLACES + column * ROWS + row] = card
    state.top = said["discard"][-1]
    state.turn = said.get("turn", [1])[0] - 1
    state.first = state.turn
    state.turns = said.get("turns", [0])[0]
    state.ended_by = said.get("ended by", [0])[0]
    state.totals[:seats] = said.get("totals", [0] * seats)
    state.round_number = said.get("round", [1])[0]
    state.phase = Phase.CHOOSE
    fill_pools(state, said)
    assert sound(state) == 0, sound(state)
    return tablee.Position(GAME, GAME.read_options(options), state)


def fill_pools(state: State, said: dict[str, list[int]]) -> None:
    """Fill the pools of cards that are not face up."""
    open_cards = Counter(card for card in state.grid if card < FACE_DOWN)
    removed = state.grid[: state.seats * PLACES].count(NO_CARD)
    seen = open_cards + Counter(said["discard"])
    state.unseen = [CARDS[i] - seen[LOWEST + i] for i in range(KINDS)]
    if "hidden" in said:
        state.unseen = counts(said["hidden"])
        state.pile = counts(said.get("pile", []))
        state.reshuffled = int("pile" in said)
        state.stock = sum(state.pile)
    else:
        assert removed == 0 or len(said["discard"]) >= removed, "removed cards are discards"
        state.stock = sum(state.unseen) - state.grid.count(FACE_DOWN)


def counts(cards: list[int]) -> list[int]:
    """Count the cards by value."""
    counter = Counter(cards)
    return [counter[LOWEST + i] for i in range(KINDS)]


def state_of(pos: tablee.Position) -> State:
    """Return a copy of the record, with its type."""
    state = pos.state
    assert isinstance(state, State)
    return state


def play(pos: tablee.Position, *moves: str) -> tablee.Position:
    """Play moves and outcomes; several in a text are separated by commas."""
    for move in ",".join(moves).split(","):
        pos = pos.after(move)
    return pos


def grid(pos: tablee.Position, seat: int) -> str:
    """Return a grid as it is drawn, rows separated by slashes: "3 9 ? . / ? ? 5 . / ? 9 ? ."."""
    names = {card: word for word, card in FACES.items()}
    cards = [names.get(card, str(card)) for card in state_of(pos).grid]
    first = (seat - 1) * PLACES
    return " / ".join(" ".join(cards[first + row : first + PLACES : ROWS]) for row in range(ROWS))


def top(pos: tablee.Position) -> int | None:
    """Return the top of the discard pile; None if it shows no card."""
    card = state_of(pos).top
    return None if card == NO_CARD else card


def opened(*pairs: tuple[int, int], **options: Any) -> tablee.Position:
    """Play a round up to its first discard; the seats turn these pairs at a1 and b1."""
    pos = GAME.start(seats=len(pairs), **options)
    for one, other in pairs:
        pos = play(pos, f"flip a1,card {one},flip b1,card {other}")
    return pos


def refused(pos: tablee.Position, move: str) -> tablee.Refusal:
    """Return the refusal of a move, which must leave the position unchanged."""
    before = pos.to_json()
    with pytest.raises(tablee.Refusal) as caught:
        pos.after(move)
    assert pos.to_json() == before
    return caught.value
