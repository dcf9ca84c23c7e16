"""Mâamut positions from boards drawn as text, as on the page of the rules.

    a        .   "   #   .
    b      "   #   "   .   "
    c    "   .   "   .   "t2 #
    d  .   "1  "   +M  "23 .   "
    e    "   .   "   #   "   .
    f      #   #   .   "   "
    g        "   .   "   #

" grass, . snow, # rock, + the cross; behind it M the mammoth, then hunters by seat, then t2 for a
trap of seat 2. A hunter who is not drawn is out. Each hunter holds a 1, a 2 and a 3 unless `hands`
says otherwise; all other cards that are not discarded are in the pile.
"""

from __future__ import annotations

import re
from typing import Any

import tablee
from tablee.games.maamut.ground import region_of_cross
from tablee.games.maamut.sound import sound
from tablee.games.maamut.state import CARDS, CROSS, NOWHERE, TILE_NAMES, Phase, State

MAAMUT = tablee.game("maamut")

STEPPE = """
a        .   "   #   .
b      "   #   "   .   "
c    "   .   "   .   "   #
d  .   "   "   +   "   .   "
e    "   .   "   #   "   .
f      #   #   .   "   "
g        "   .   "   #
"""
"""The board of the examples on the page of the rules."""


def position(
    drawing: str,
    *,
    seats: int = 0,
    turn: int = 1,
    first: int = 1,
    turns: int = 0,
    hands: dict[int, str] | None = None,
    discards: str = "",
    **options: Any,
) -> tablee.Position:
    """Return the drawn position; by default its seats are those up to the last drawn hunter."""
    tokens = [token for line in drawing.strip().splitlines() for token in line.split()[1:]]
    assert len(tokens) == len(TILE_NAMES)
    drawn = [re.fullmatch(r'(["#.+])(M?)(\d*)(?:t(\d))?', token) for token in tokens]
    seats = seats or max(int(seat) for found in drawn if found for seat in found[3])
    state = start_state(seats, options)
    for tile, found in enumerate(drawn):
        assert found, tokens[tile]
        assert (found[1] == "+") == (tile == CROSS)
        state.rock |= (found[1] == "#") << tile
        state.grass |= (found[1] == '"') << tile
        if found[2]:
            state.mammoth = tile
        for seat in found[3]:
            state.hunter[int(seat) - 1] = tile
        if found[4]:
            state.trap[int(found[4]) - 1] |= 1 << tile
            state.stock[int(found[4]) - 1] -= 1
    state.region = region_of_cross(state)
    state.first, state.turn, state.turns = first - 1, turn - 1, turns
    deal(state, hands or {}, discards)
    assert sound(state) == 0, f"H{sound(state)}"
    return tablee.Position(MAAMUT, MAAMUT.read_options(options), state)


def start_state(seats: int, options: dict[str, Any]) -> State:
    """Return a state without tiles, pawns and cards."""
    state = MAAMUT.start(seats=seats, **options).state
    assert isinstance(state, State)
    state.phase = Phase.HUNT
    state.tiles = [0, 0, 0]
    return state


def deal(state: State, hands: dict[int, str], discards: str) -> None:
    """Put cards into the hands of living hunters, and onto the discards."""
    for seat in range(state.seats):
        if state.hunter[seat] != NOWHERE:
            for value in hands.get(seat + 1, "1 2 3").split():
                state.hand[3 * seat + int(value) - 1] += 1
                state.held[seat] += 1
    for value in discards.split():
        state.discards[int(value) - 1] += 1
    for i in range(3):
        state.pile[i] = CARDS[i] - state.discards[i] - sum(state.hand[i::3])


def steppe(pieces: str, **more: Any) -> tablee.Position:
    """Return a position on the steppe: `d2:1 d4:M c5:23t1` lists the pieces on each tile."""
    there = dict(piece.split(":") for piece in pieces.split())
    lines = []
    for line in STEPPE.strip().splitlines():
        row, *signs = line.split()
        tokens = (sign + there.pop(f"{row}{n}", "") for n, sign in enumerate(signs, 1))
        lines.append(f"{row} {' '.join(tokens)}")
    assert not there
    return position("\n".join(lines), **more)


def play(pos: tablee.Position, *moves: str) -> tablee.Position:
    for move in moves:
        pos = pos.after(move)
    return pos


def record(pos: tablee.Position) -> State:
    """Return the record of a position, with its fields known to mypy."""
    state = pos.state
    assert isinstance(state, State)
    return state


def where(pos: tablee.Position) -> dict[str, str]:
    """Return the tiles of mammoth, hunters and traps: {"M": "d4", "1": "d2", "t1": "c5"}."""
    state = record(pos)
    found = {"M": TILE_NAMES[state.mammoth]}
    for seat in range(state.seats):
        if state.hunter[seat] != NOWHERE:
            found[str(seat + 1)] = TILE_NAMES[state.hunter[seat]]
        traps = [name for tile, name in enumerate(TILE_NAMES) if state.trap[seat] >> tile & 1]
        if traps:
            found[f"t{seat + 1}"] = " ".join(traps)
    return found


def cards(counts: list[int]) -> str:
    """Turn counts by value into cards, one by one."""
    return " ".join(str(value) for value, count in enumerate(counts, 1) for _ in range(count))


def hand(pos: tablee.Position, seat: int) -> str:
    return cards(record(pos).hand[3 * (seat - 1) : 3 * seat])


def discards(pos: tablee.Position) -> str:
    return cards(record(pos).discards)


def with_pile(pos: tablee.Position, pile: str) -> tablee.Position:
    """Return the position with only these cards in the pile, and the others discarded."""
    state = record(pos)
    for i in range(3):
        state.discards[i] += state.pile[i]
        state.pile[i] = pile.split().count(str(i + 1))
        state.discards[i] -= state.pile[i]
    assert sound(state) == 0
    return tablee.Position(pos.game, pos.options, state)
