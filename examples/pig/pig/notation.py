"""Moves and outcomes of Pig in words."""

from tablee.kernel.notation import Form, Notation

from .state import FACES, Code, Phase, State

NOTATION = Notation(
    moves=[Form(Code.ROLL, "roll"), Form(Code.HOLD, "hold")],
    outcomes=[Form(Code.DIE, "die {face}", face=range(1, FACES + 1))],
)

AWAITED = {
    Phase.DECIDE: ("G2", "pig.decide"),
    Phase.THROW: ("G2", "pig.throw"),
    Phase.ENDED: ("G4", "pig.ended"),
}


def awaited(s: State) -> tuple[str, str]:
    """Return the paragraph and the message that say what has to happen now."""
    return AWAITED[s.phase]


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """Return the paragraph, the message and its values for a move that `why_not` refuses."""
    return "G3", "pig.nothing_to_hold", {}
