"""Mahé: how moves are written, what is awaited, and why a move is refused."""

from __future__ import annotations

from tablee.kernel.notation import Form, Notation

from .rules import total
from .state import CARD_VALUES, FACES, MAX_SEATS, Code, Phase, State, Why

NOTATION = Notation(
    moves=[
        Form(Code.ROLL, "roll"),
        Form(Code.STOP, "stop"),
        Form(Code.CARD, "card {value}", value=range(1, CARD_VALUES + 1)),
        Form(Code.TURTLE, "turtle {number}", number=(1, 2)),
    ],
    outcomes=[
        Form(Code.FIRST, "first {seat}", seat=range(1, MAX_SEATS + 1)),
        Form(Code.FLIP, "flip {value}", value=range(1, CARD_VALUES + 1)),
        Form(Code.DIE, "die {face}", face=range(1, FACES + 1)),
    ],
)

AWAITED = {
    Phase.WHO_BEGINS: ("M6", "mahe.who_begins"),
    Phase.TURN_CARD: ("M30", "mahe.turn_card"),
    Phase.WHICH_TURTLE: ("M40", "mahe.which_turtle"),
    Phase.THROW: ("M10", "mahe.throw"),
    Phase.DECIDE: ("M10", "mahe.decide"),
    Phase.ENDED: ("M33", "mahe.ended"),
}

REASONS = {
    Why.SEVEN_FORBIDS: ("M13", "mahe.seven_forbids"),
    Why.NO_CARDS_HERE: ("M60", "mahe.no_cards_here"),
    Why.NOT_YOUR_CARD: ("M64", "mahe.not_your_card"),
    Why.CARD_ALREADY_PLAYED: ("M62", "mahe.card_already_played"),
    Why.CARD_BUSTS: ("M61", "mahe.card_busts"),
}


def awaited(s: State) -> tuple[str, str]:
    """Return the paragraph and the message that say what has to happen now."""
    return AWAITED[s.phase]


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """Return the paragraph, the message and its values for a move that `why_not` refuses."""
    if reason == Why.NOT_NOW:
        paragraph, _ = awaited(s)
        return (
            paragraph,
            f"mahe.not_now_{'turtle' if s.phase == Phase.WHICH_TURTLE else 'decide'}",
            {},
        )
    paragraph, key = REASONS[reason]
    value = code - Code.CARD + 1
    return paragraph, key, {"value": value, "sum": total(s) + value}
