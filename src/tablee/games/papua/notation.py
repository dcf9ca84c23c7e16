"""Papua: how moves are written, what is awaited, and why a move is refused."""

from __future__ import annotations

from tablee.kernel.notation import Form, Notation

from .rules import everyone, god_on_the_way, lowest
from .state import (
    ALONE,
    BACKWARDS,
    BEYOND_CANOE,
    DIE,
    ENDED,
    ENDS_ISOLATED,
    ENDS_ON_CANNIBAL,
    ENDS_ON_SQUARE,
    FACES,
    FIRST,
    GAP_WITHIN,
    GROUP,
    LEAP,
    MAX_SEATS,
    MAX_SPACES,
    MEMBER_ON_ROUND,
    MOVE,
    MUST_MOVE,
    NO_GROUP,
    NO_SUCH_SPACE,
    NOBODY_THERE,
    NONE_OF_YOURS,
    NOT_NOW,
    NOT_YOURS,
    ON_SQUARE,
    ONE_COLOUR,
    PART_OF_GROUP,
    PASS,
    PASSES_GOD,
    POT_IS_EMPTY,
    SQUARE_WITHIN,
    STUCK_ON_ROUND,
    THROW,
    WHO_BEGINS,
    State,
)

SPACES = range(1, MAX_SPACES + 1)

NOTATION = Notation(
    moves=[
        Form(ALONE, "alone {space}", space=(0, *SPACES)),
        Form(GROUP, "group {first}-{last}", first=SPACES, last=SPACES),
        Form(LEAP, "leap {space}", space=SPACES),
        Form(PASS, "pass"),
    ],
    outcomes=[
        Form(FIRST, "first {seat}", seat=range(1, MAX_SEATS + 1)),
        Form(DIE, "die {face}", face=range(1, FACES + 1)),
    ],
)

AWAITED = {
    WHO_BEGINS: ("P4", "papua.who_begins"),
    THROW: ("P10", "papua.throw"),
    MOVE: ("P10", "papua.move"),
}

REASONS = {
    NOT_NOW: ("P10", "papua.not_now"),
    MUST_MOVE: ("P10", "papua.must_move"),
    NO_SUCH_SPACE: ("P2", "papua.no_such_space"),
    POT_IS_EMPTY: ("P12", "papua.pot_is_empty"),
    NOBODY_THERE: ("P12", "papua.nobody_there"),
    NOT_YOURS: ("P12", "papua.not_yours"),
    STUCK_ON_ROUND: ("P14", "papua.stuck_on_round"),
    MEMBER_ON_ROUND: ("P14", "papua.member_on_round"),
    BEYOND_CANOE: ("P40", "papua.beyond_canoe"),
    ON_SQUARE: ("P21", "papua.on_square"),
    NO_GROUP: ("P20", "papua.no_group"),
    ENDS_ON_SQUARE: ("P28", "papua.ends_on_square"),
    ENDS_ON_CANNIBAL: ("P28", "papua.ends_on_cannibal"),
    ENDS_ISOLATED: ("P27", "papua.ends_isolated"),
    BACKWARDS: ("P22", "papua.backwards"),
    SQUARE_WITHIN: ("P21", "papua.square_within"),
    GAP_WITHIN: ("P20", "papua.gap_within"),
    NONE_OF_YOURS: ("P24", "papua.none_of_yours"),
    ONE_COLOUR: ("P24", "papua.one_colour"),
    PART_OF_GROUP: ("P50", "papua.part_of_group"),
    PASSES_GOD: ("P33", "papua.passes_god"),
}


def awaited(s: State) -> tuple[str, str]:
    """The paragraph and the message that say what has to happen now, or why it is all over."""
    if s.phase != ENDED:
        return AWAITED[s.phase]
    if everyone(s) >> s.canoe & 1:
        return "P41", "papua.ended_in_canoe"
    if s.turns == s.turn_limit * s.seats:
        return "P42", "papua.ended_by_limit"
    return "P42", "papua.ended_stuck"


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """The paragraph, the message and its values for a move that `why_not` refuses."""
    paragraph, key = REASONS[reason]
    values: dict[str, object] = {"die": s.die, "canoe": s.canoe, "end": s.canoe - 1}
    if GROUP <= code < FIRST:
        first, last = divmod(code - GROUP, MAX_SPACES)
        values |= group_values(s, first + 1, last + 1)
        if reason == ONE_COLOUR and first == last:
            key = "papua.one_islander"
    elif code != PASS:
        space = code - LEAP + 1 if code >= LEAP else code - ALONE
        owners = [seat + 1 for seat in range(s.seats) if s.islanders[seat] >> space & 1]
        values |= {"space": space, "arrival": space + s.die, "owner": owners[0] if owners else 0}
        values["needed"] = s.canoe - space
        if code >= LEAP and paragraph == "P12":
            paragraph = "P29"  # it is about an islander of one's own here, too
    return paragraph, key, values


def group_values(s: State, first: int, last: int) -> dict[str, object]:
    """What a refusal may have to say of the islanders from `first` to `last`."""
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
