"""Papua: how moves are written, what is awaited, and why a move is refused."""

from __future__ import annotations

from tablee.kernel.notation import Form, Notation
from tablee.words import seat_name

from .groups import everyone, god_on_the_way, lowest
from .state import FACES, MAX_SEATS, MAX_SPACES, Code, Phase, State, Why

SPACES = range(1, MAX_SPACES + 1)

NOTATION = Notation(
    moves=[
        Form(Code.ALONE, "alone {space}", space=(0, *SPACES)),
        Form(Code.GROUP, "group {first}-{last}", first=SPACES, last=SPACES),
        Form(Code.LEAP, "leap {space}", space=SPACES),
        Form(Code.PASS, "pass"),
    ],
    outcomes=[
        Form(Code.FIRST, "first {seat}", seat=range(1, MAX_SEATS + 1)),
        Form(Code.DIE, "die {face}", face=range(1, FACES + 1)),
    ],
)

AWAITED = {
    Phase.WHO_BEGINS: ("P4", "papua.who_begins"),
    Phase.THROW: ("P10", "papua.throw"),
    Phase.MOVE: ("P10", "papua.move"),
}

REASONS = {
    Why.NOT_NOW: ("P10", "papua.not_now"),
    Why.MUST_MOVE: ("P10", "papua.must_move"),
    Why.NO_SUCH_SPACE: ("P2", "papua.no_such_space"),
    Why.POT_IS_EMPTY: ("P12", "papua.pot_is_empty"),
    Why.NOBODY_THERE: ("P12", "papua.nobody_there"),
    Why.NOT_YOURS: ("P12", "papua.not_yours"),
    Why.STUCK_ON_ROUND: ("P14", "papua.stuck_on_round"),
    Why.MEMBER_ON_ROUND: ("P14", "papua.member_on_round"),
    Why.BEYOND_CANOE: ("P40", "papua.beyond_canoe"),
    Why.ON_SQUARE: ("P21", "papua.on_square"),
    Why.NO_GROUP: ("P20", "papua.no_group"),
    Why.ENDS_ON_SQUARE: ("P28", "papua.ends_on_square"),
    Why.ENDS_ON_CANNIBAL: ("P28", "papua.ends_on_cannibal"),
    Why.ENDS_ISOLATED: ("P27", "papua.ends_isolated"),
    Why.BACKWARDS: ("P22", "papua.backwards"),
    Why.SQUARE_WITHIN: ("P21", "papua.square_within"),
    Why.GAP_WITHIN: ("P20", "papua.gap_within"),
    Why.NONE_OF_YOURS: ("P24", "papua.none_of_yours"),
    Why.ONE_COLOUR: ("P24", "papua.one_colour"),
    Why.PART_OF_GROUP: ("P50", "papua.part_of_group"),
    Why.PASSES_GOD: ("P33", "papua.passes_god"),
}


def awaited(s: State) -> tuple[str, str]:
    """Return paragraph and message of what has to happen now, or why it is all over."""
    if s.phase != Phase.ENDED:
        return AWAITED[s.phase]
    if everyone(s) >> s.canoe & 1:
        return "P41", "papua.ended_in_canoe"
    if s.turns == s.turn_limit * s.seats:
        return "P42", "papua.ended_by_limit"
    return "P42", "papua.ended_stuck"


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """Return the paragraph, the message and its values for a move that `why_not` refuses."""
    paragraph, key = REASONS[reason]
    values: dict[str, object] = {"die": s.die, "canoe": s.canoe, "end": s.canoe - 1}
    if Code.GROUP <= code < Code.FIRST:
        first, last = divmod(code - Code.GROUP, MAX_SPACES)
        values |= group_values(s, first + 1, last + 1)
        if reason == Why.ONE_COLOUR and first == last:
            key = "papua.one_islander"
    elif code != Code.PASS:
        space = code - Code.LEAP + 1 if code >= Code.LEAP else code - Code.ALONE
        owners = [seat + 1 for seat in range(s.seats) if s.islanders[seat] >> space & 1]
        values |= {
            "space": space,
            "arrival": space + s.die,
            "owner": seat_name(max(owners, default=0)),
        }
        values["needed"] = s.canoe - space
        if code >= Code.LEAP and paragraph == "P12":
            paragraph = "P29"  # it is about an own islander here, too
    return paragraph, key, values


def group_values(s: State, first: int, last: int) -> dict[str, object]:
    """Return what a refusal may have to say of the islanders from `first` to `last`."""
    all_round = everyone(s) & ~s.squares
    wanted = (2 << last) - (1 << first)
    start, end = first, last
    while all_round >> (start - 1) & 1:
        start -= 1
    while all_round >> (end + 1) & 1:
        end += 1
    return {
        "spaces": first if first == last else f"{first}-{last}",
        "first": first,
        "last": last,
        "space": last,
        "square": lowest(wanted & s.squares),
        "gap": lowest(wanted & ~all_round),
        "whole": f"{start}-{end}",
        "god": god_on_the_way(s, first),
    }
