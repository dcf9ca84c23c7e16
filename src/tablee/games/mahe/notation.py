"""Mahé: how moves are written, what is awaited, and why a move is refused."""

from __future__ import annotations

from tablee.kernel.notation import Form, Notation

from .rules import total
from .state import (
    CARD,
    CARD_ALREADY_PLAYED,
    CARD_BUSTS,
    CARD_VALUES,
    DECIDE,
    DIE,
    ENDED,
    FACES,
    FIRST,
    FLIP,
    MAX_SEATS,
    NO_CARDS_HERE,
    NOT_NOW,
    NOT_YOUR_CARD,
    ROLL,
    SEVEN_FORBIDS,
    STOP,
    THROW,
    TURN_CARD,
    TURTLE,
    WHICH_TURTLE,
    WHO_BEGINS,
    State,
)

NOTATION = Notation(
    moves=[
        Form(ROLL, "roll"),
        Form(STOP, "stop"),
        Form(CARD, "card {value}", value=range(1, CARD_VALUES + 1)),
        Form(TURTLE, "turtle {number}", number=(1, 2)),
    ],
    outcomes=[
        Form(FIRST, "first {seat}", seat=range(1, MAX_SEATS + 1)),
        Form(FLIP, "flip {value}", value=range(1, CARD_VALUES + 1)),
        Form(DIE, "die {face}", face=range(1, FACES + 1)),
    ],
)

AWAITED = {
    WHO_BEGINS: ("M6", "mahe.who_begins"),
    TURN_CARD: ("M30", "mahe.turn_card"),
    WHICH_TURTLE: ("M40", "mahe.which_turtle"),
    THROW: ("M10", "mahe.throw"),
    DECIDE: ("M10", "mahe.decide"),
    ENDED: ("M33", "mahe.ended"),
}

REASONS = {
    SEVEN_FORBIDS: ("M13", "mahe.seven_forbids"),
    NO_CARDS_HERE: ("M60", "mahe.no_cards_here"),
    NOT_YOUR_CARD: ("M64", "mahe.not_your_card"),
    CARD_ALREADY_PLAYED: ("M62", "mahe.card_already_played"),
    CARD_BUSTS: ("M61", "mahe.card_busts"),
}


def awaited(s: State) -> tuple[str, str]:
    """The paragraph and the message that say what has to happen now."""
    return AWAITED[s.phase]


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """The paragraph, the message and its values for a move that `why_not` refuses."""
    if reason == NOT_NOW:
        paragraph, _ = awaited(s)
        return paragraph, f"mahe.not_now_{'turtle' if s.phase == WHICH_TURTLE else 'decide'}", {}
    paragraph, key = REASONS[reason]
    value = code - CARD + 1
    return paragraph, key, {"value": value, "sum": total(s) + value}
