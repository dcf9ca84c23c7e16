"""Maroc'eau: how moves are written, what is awaited, and why a move is refused."""

from __future__ import annotations

from tablee.kernel.notation import Form, Notation

from .state import HIGHEST, LOWEST, MAX_SEATS, PLACES, Code, Phase, State, Why

GRID = tuple(f"{column}{row}" for column in "abcd" for row in (1, 2, 3))  # [W10]

NOTATION = Notation(
    moves=[
        Form(Code.TAKE, "take"),
        Form(Code.DRAW, "draw"),
        Form(Code.DROP, "drop"),
        Form(Code.FLIP, "flip {place}", place=GRID),
        Form(Code.SWAP, "swap {place}", place=GRID),
    ],
    outcomes=[
        Form(Code.CARD, "card {value}", value=range(LOWEST, HIGHEST + 1)),
        Form(Code.START, "start {seat}", seat=range(1, MAX_SEATS + 1)),
    ],
)

AWAITED = {
    Phase.TURN_TWO: ("W11", "maroceau.turn_two"),
    Phase.CHOOSE: ("W20", "maroceau.choose"),
    Phase.PLACE_TAKEN: ("W21", "maroceau.place_taken"),
    Phase.PLACE_DRAWN: ("W22", "maroceau.place_drawn"),
    Phase.TURN_ONE: ("W22", "maroceau.turn_one"),
    Phase.TWO_CARD: ("W11", "maroceau.card_turned"),
    Phase.OPEN_DISCARD: ("W12", "maroceau.open_discard"),
    Phase.WHO_BEGINS: ("W14", "maroceau.who_begins"),
    Phase.DRAWN: ("W20", "maroceau.drawn"),
    Phase.REPLACED: ("W21", "maroceau.replaced"),
    Phase.ONE_CARD: ("W22", "maroceau.card_turned"),
    Phase.REVEAL: ("W32", "maroceau.reveal"),
    Phase.ENDED: ("W40", "maroceau.ended"),
}

NOT_NOW_BUT = {
    Phase.TURN_TWO: "maroceau.not_now_turn_two",
    Phase.CHOOSE: "maroceau.not_now_choose",
    Phase.PLACE_TAKEN: "maroceau.not_now_place_taken",
    Phase.PLACE_DRAWN: "maroceau.not_now_place_drawn",
    Phase.TURN_ONE: "maroceau.not_now_turn_one",
}


def awaited(s: State) -> tuple[str, str]:
    """Return the paragraph and the message that say what has to happen now."""
    if s.phase == Phase.ENDED and s.rounds:
        return "W42", "maroceau.ended"
    return AWAITED[s.phase]


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """Return the paragraph, the message and its values for a move that `why_not` refuses."""
    paragraph, _ = awaited(s)
    if reason == Why.NOT_NOW:
        return paragraph, NOT_NOW_BUT[s.phase], {"card": s.hand}
    if reason == Why.MUST_PLACE:
        return "W21", "maroceau.must_place", {"card": s.hand}
    index = (code - Code.FLIP) if code < Code.DROP else (code - Code.SWAP)
    place = GRID[index]
    if reason == Why.ALREADY_TURNED:
        card = s.grid[s.turn * PLACES + index]
        return paragraph, "maroceau.already_turned", {"place": place, "card": card}
    return "W23", "maroceau.column_gone", {"place": place, "column": place[0]}
