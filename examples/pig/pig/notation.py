"""Moves and outcomes of Pig in words."""

from tablee.kernel.notation import Form, Notation

from .state import DECIDE, DIE, ENDED, FACES, HOLD, ROLL, THROW, State

NOTATION = Notation(
    moves=[Form(ROLL, "roll"), Form(HOLD, "hold")],
    outcomes=[Form(DIE, "die {face}", face=range(1, FACES + 1))],
)

AWAITED = {
    DECIDE: ("G2", "pig.decide"),
    THROW: ("G2", "pig.throw"),
    ENDED: ("G4", "pig.ended"),
}


def awaited(s: State) -> tuple[str, str]:
    """The paragraph and the message that say what has to happen now."""
    return AWAITED[s.phase]


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """The paragraph, the message and its values for a move that `why_not` refuses."""
    return "G3", "pig.nothing_to_hold", {}
