"""Mahé positions from boards drawn as text.

    7: red blue      (blue on top)
    21: yellow
    raft: green
    turn: red
    dice: 2 4
    face up: 5

Colours are seats in the order of COLOURS; with two turtles a seat they are red1 and red2. Turtles
that are not drawn are on the raft. `dice` are thrown one after another by the turtle that moves.
"""

from __future__ import annotations

import re
from typing import Any

import tablee
from tablee.games.mahe.rules import turtles_each
from tablee.games.mahe.state import CARD_VALUES, PILE, Phase, State

COLOURS = ("red", "yellow", "blue", "green", "white", "black", "pink")


def position(drawing: str, *, seats: int = 4, **options: Any) -> tablee.Position:
    """Return the drawn position."""
    game = tablee.game("mahe")
    state = game.start(seats=seats, **options).after("first 1").after("flip 5").state
    assert isinstance(state, State)
    for line in drawing.strip().splitlines():
        what, _, rest = re.sub(r"\(.*\)", "", line).strip().partition(":")
        words = rest.split()
        if what == "turn":
            state.turn = COLOURS.index(words[0].rstrip("12"))
            moving = turtle(state, words[0]) if words[0][-1] in "12" else 0
            state.mover = moving or (state.turn + 1 if turtles_each(state) == 1 else 0)
            state.phase = Phase.THROW if state.mover else Phase.WHICH_TURTLE
            state.second = int("second" in words)
        elif what == "dice":
            state.thrown = len(words)
            state.faces[: len(words)] = [int(word) for word in words]
            state.phase = Phase.DECIDE
        elif what == "face up":
            turn_face_up(state, int(words[0]))
        elif what.endswith("cards"):
            give(state, COLOURS.index(what.split()[0]), [int(word) for word in words])
        elif what == "raft":
            pass
        else:
            place(state, int(what), words)
    return tablee.Position(game, game.read_options(options), state)


def turtle(state: State, name: str) -> int:
    """Return the number of a turtle from her colour."""
    seat = COLOURS.index(name.rstrip("12"))
    return seat * turtles_each(state) + (int(name[-1]) if name[-1] in "12" else 1)


def place(state: State, space: int, names: list[str]) -> None:
    below = 0
    for name in names:
        number = turtle(state, name)
        state.space[number] = space
        if below:
            state.rider[below] = number
        below = number


def turn_face_up(state: State, value: int) -> None:
    state.unseen[state.face_up - 1] += 1
    state.face_up = value
    state.unseen[value - 1] -= 1


def give(state: State, seat: int, values: list[int]) -> None:
    """Give a seat cards that it has won."""
    for value in values:
        state.unseen[value - 1] -= 1
        state.won[seat * CARD_VALUES + value - 1] += 1
        state.turned += 1


def pile_is_empty(pos: tablee.Position) -> tablee.Position:
    """Return the position with the last card of the pile won by seat 1, and none left to win."""
    state = pos.state
    assert isinstance(state, State)
    state.won[state.face_up - 1] += 1
    state.face_up = 0
    for i in range(CARD_VALUES):
        while state.turned < PILE and state.unseen[i]:
            state.unseen[i] -= 1
            state.won[i] += 1
            state.turned += 1
    return tablee.Position(pos.game, pos.options, state)


def stacks(pos: tablee.Position) -> dict[str, str]:
    """Return the stacks on the track from bottom to top, by space: {"7": "red blue"}."""
    state = pos.state
    assert isinstance(state, State)
    each = turtles_each(state)
    names = {
        number: COLOURS[(number - 1) // each] + (str((number - 1) % each + 1) if each == 2 else "")
        for number in range(1, pos.seats * each + 1)
    }
    drawn: dict[str, str] = {}
    for number in names:
        if number in state.rider or state.space[number] == 0:
            continue
        stack = [number]
        while state.rider[stack[-1]]:
            stack.append(state.rider[stack[-1]])
        space = str(state.space[number])
        assert space not in drawn, "two stacks on one space"
        drawn[space] = " ".join(names[turtle] for turtle in stack)
    return drawn


def cards(pos: tablee.Position, colour: str) -> list[int]:
    """Return the cards a seat has won."""
    state = pos.state
    assert isinstance(state, State)
    row = state.won[COLOURS.index(colour) * CARD_VALUES :][:CARD_VALUES]
    return [value for value, count in enumerate(row, 1) for _ in range(count)]
