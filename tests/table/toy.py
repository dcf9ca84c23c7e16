"""A toy game for the proof of undo: seat 1 holds a card, which its moves reveal in every way."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import tablee
from tablee.kernel.contract import GameState
from tablee.kernel.dice import pick
from tablee.kernel.record import int8


class State(GameState):
    phase: int = int8()  # 1: the card is face up
    card: int = int8()  # 1 or 2; 0 if hidden
    whispered: int = int8()  # 1: seat 2 has been shown the card
    board: int = int8()
    deck: list[int] = int8(2)


WAVE, COPY, OPEN, GLANCE, WHISPER, ONLY_WITH_ONE = range(6)


def observe(s: Any, seat: int) -> None:
    if seat == 0 or s.phase == 1 or (s.whispered == 1 and seat == 1):
        return
    s.card = 0


def resample(s: Any, seat: int, dice: Any) -> None:
    if s.card == 0:
        s.card = 1 + pick(dice, s.deck, 2)


def to_act(s: Any) -> int:
    return 0


def why_not(s: Any, code: int) -> int:
    return 1 if code == ONLY_WITH_ONE and s.card != 1 else 0


def apply(s: Any, code: int) -> None:
    if code == WAVE:
        s.board = 5
    elif code == COPY:
        s.board = s.card
    elif code == OPEN:
        s.phase = 1
    elif code == GLANCE:
        s.board = 7 if s.card > 0 else 8
    elif code == WHISPER:
        s.whispered = 1


class Toy:
    """The parts of a game that a position needs."""

    name, hides = "toy", True
    state = SimpleNamespace(State=State)
    rules = SimpleNamespace(to_act=to_act, why_not=why_not, apply=apply)
    view = SimpleNamespace(observe=observe, resample=resample)


TOY: Any = Toy()


def position(card: int) -> tablee.Position:
    """Return a position of two seats, the first of which holds this card."""
    state = State()
    state.seats, state.card, state.deck = 2, card, [1, 1]
    return tablee.Position(TOY, {}, state)
