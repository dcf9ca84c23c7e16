"""Maroc'eau: how moves are written, what is awaited, and why a move is refused."""

from __future__ import annotations

from tablee.kernel.notation import Form, Notation

from .state import (
    ALREADY_TURNED,
    CARD,
    CHOOSE,
    DRAW,
    DRAWN,
    DROP,
    ENDED,
    FLIP,
    HIGHEST,
    LOWEST,
    MAX_SEATS,
    MUST_PLACE,
    NOT_NOW,
    ONE_CARD,
    OPEN_DISCARD,
    PLACE_DRAWN,
    PLACE_TAKEN,
    PLACES,
    REPLACED,
    REVEAL,
    START,
    SWAP,
    TAKE,
    TURN_ONE,
    TURN_TWO,
    TWO_CARD,
    WHO_BEGINS,
    State,
)

GRID = tuple(f"{column}{row}" for column in "abcd" for row in (1, 2, 3))  # [W10]

NOTATION = Notation(
    moves=[
        Form(TAKE, "take"),
        Form(DRAW, "draw"),
        Form(DROP, "drop"),
        Form(FLIP, "flip {place}", place=GRID),
        Form(SWAP, "swap {place}", place=GRID),
    ],
    outcomes=[
        Form(CARD, "card {value}", value=range(LOWEST, HIGHEST + 1)),
        Form(START, "start {seat}", seat=range(1, MAX_SEATS + 1)),
    ],
)

AWAITED = {
    TURN_TWO: ("W11", "maroceau.turn_two"),
    CHOOSE: ("W20", "maroceau.choose"),
    PLACE_TAKEN: ("W21", "maroceau.place_taken"),
    PLACE_DRAWN: ("W22", "maroceau.place_drawn"),
    TURN_ONE: ("W22", "maroceau.turn_one"),
    TWO_CARD: ("W11", "maroceau.card_turned"),
    OPEN_DISCARD: ("W12", "maroceau.open_discard"),
    WHO_BEGINS: ("W14", "maroceau.who_begins"),
    DRAWN: ("W20", "maroceau.drawn"),
    REPLACED: ("W21", "maroceau.replaced"),
    ONE_CARD: ("W22", "maroceau.card_turned"),
    REVEAL: ("W32", "maroceau.reveal"),
    ENDED: ("W40", "maroceau.ended"),
}

NOT_NOW_BUT = {
    TURN_TWO: "maroceau.not_now_turn_two",
    CHOOSE: "maroceau.not_now_choose",
    PLACE_TAKEN: "maroceau.not_now_place_taken",
    PLACE_DRAWN: "maroceau.not_now_place_drawn",
    TURN_ONE: "maroceau.not_now_turn_one",
}


def awaited(s: State) -> tuple[str, str]:
    """The paragraph and the message that say what has to happen now."""
    if s.phase == ENDED and s.rounds:
        return "W42", "maroceau.ended"
    return AWAITED[s.phase]


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """The paragraph, the message and its values for a move that `why_not` refuses."""
    paragraph, _ = awaited(s)
    if reason == NOT_NOW:
        return paragraph, NOT_NOW_BUT[s.phase], {"card": s.hand}
    if reason == MUST_PLACE:
        return "W21", "maroceau.must_place", {"card": s.hand}
    index = (code - FLIP) if code < DROP else (code - SWAP)
    place = GRID[index]
    if reason == ALREADY_TURNED:
        card = s.grid[s.turn * PLACES + index]
        return paragraph, "maroceau.already_turned", {"place": place, "card": card}
    return "W23", "maroceau.column_gone", {"place": place, "column": place[0]}
