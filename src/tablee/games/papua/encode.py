"""Papua as numbers, for learners; and its many codes as few actions.

A group that moves is named in the codes by its first and last space: 3,600 of them, almost all
impossible. As actions, islanders are counted along the path instead, from the pot: a group is a
pair of the 24, and an islander that moves alone is one of the seat's own four. The features
`island_space` and `island_seat` say which islander has which number.
"""

from __future__ import annotations

from tablee.kernel.compile.bits import count_bits
from tablee.kernel.encoding import Feature, counted_from, places, seat_after
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .groups import everyone, lowest
from .rules import to_act
from .state import FACES, ISLANDERS, MAX_SEATS, MAX_SPACES, NOWHERE, POT, Code, Phase, State

EVERYBODY = MAX_SEATS * ISLANDERS
PATH = MAX_SPACES + 1  # spaces 1 to 60, and the canoe of the longest path
NONE, ROUND, SQUARE, GOD, CANNIBAL, CANOE = range(6)
LONGEST = 32767  # turns that are told

ABOUT_ACTIONS = """
The 3,722 codes of moves name a group by its first and last space. The 286 actions count islanders
along the path, from the pot, instead; the features `island_space` and `island_seat` list them:

| actions | move |
|---|---|
| 0 | an islander out of the pot |
| 1 … 4 | the first, second, third, fourth of one's own on the path moves by itself |
| 5 … 8 | the same leaps out of its group |
| 9 | pass |
| 10 … 285 | the islanders i to j of all on the path move together: 0–1, 0–2, …, 0–23, 1–2, … |

`tablee.batch(…, encoding="codes")` has the plain codes.
"""
"""For the reference page of observations and actions."""

FEATURES = (
    Feature("seats", 3, MAX_SEATS, "players at the table"),
    Feature("family", 0, 1, "option [P50]"),
    Feature("phase", 0, Phase.ENDED, "what is awaited: who begins, a throw, a move, nothing"),
    Feature("to_act", -2, MAX_SEATS - 1, "the seat to act; -1: chance, -2: the game is over"),
    Feature("turn", 0, MAX_SEATS - 1, "the seat whose turn it is"),
    Feature("turns_left", 0, LONGEST, "turns until the game is over [P42]"),
    Feature("die", 0, FACES, "the number to move by; 0: not thrown yet"),
    Feature("canoe", 0, PATH, "the number of the canoe"),
    Feature("pot", 0, ISLANDERS, "islanders of each seat in the pot", MAX_SEATS),
    Feature(
        "kind",
        0,
        CANOE,
        "of each space from 1: 0 none, 1 round, 2 square, 3 god, 4 cannibal, 5 canoe",
        PATH,
    ),
    Feature(
        "islander",
        0,
        MAX_SEATS,
        "the seat whose islander is on each space, from 1; 0: none",
        PATH,
    ),
    Feature(
        "island_space",
        0,
        PATH,
        "the spaces of all islanders on the path, in order; then 0",
        EVERYBODY,
    ),
    Feature("island_seat", 0, MAX_SEATS, "the seats of the same, from 1; then 0", EVERYBODY),
)

# Actions: one out of the pot, one of one's own islanders alone, one that leaps, pass, a group.
OUT = 0
BY_ITSELF = 1  # + which of one's own
LEAPS = 5  # + which of one's own
PASSES = 9
PAIR = 10  # + which pair of all, by first and last
ACTIONS = PAIR + EVERYBODY * (EVERYBODY - 1) // 2  # 286

AT = places(FEATURES)
SEATS, FAMILY, PHASE, TO_ACT, TURN, TURNS_LEFT = (
    AT[name] for name in ("seats", "family", "phase", "to_act", "turn", "turns_left")
)
DIE, CANOE_AT, IN_POT = AT["die"], AT["canoe"], AT["pot"]
KIND, ISLANDER, IN_ORDER, BY_SEAT = (
    AT[name] for name in ("kind", "islander", "island_space", "island_seat")
)


@rule
def space_of(spaces: int, number: int) -> int:
    """Return the space of that number in a set, from 0; NOWHERE if there are not so many."""
    for _ in range(number):
        spaces &= spaces - 1
    return lowest(spaces)


@rule
def encode_path(s: State, out: Ints) -> None:
    """Write what each space is [P2], without islanders; no space is of two kinds."""
    squares = s.squares
    gods = s.gods
    cannibals = s.cannibals
    canoe = s.canoe
    for space in range(1, PATH + 1):
        square = (squares >> space) & 1
        god = (gods >> space) & 1
        cannibal = (cannibals >> space) & 1
        what = ROUND + (SQUARE - ROUND) * square + (GOD - ROUND) * god
        what += (CANNIBAL - ROUND) * cannibal
        out[KIND + space - 1] = what if space < canoe else NONE
        out[ISLANDER + space - 1] = 0
    out[KIND + canoe - 1] = CANOE


@rule
def encode(s: State, seat: int, out: Ints) -> None:
    """Write the observation of a seat; in Papua nothing is hidden."""
    actor = to_act(s)
    seats = s.seats
    out[SEATS] = seats
    out[FAMILY] = s.family
    out[PHASE] = s.phase
    out[TO_ACT] = counted_from(seat, actor, seats) if actor >= 0 else actor
    out[TURN] = counted_from(seat, s.turn, seats)
    out[TURNS_LEFT] = min(LONGEST, s.turn_limit * seats - s.turns)
    out[DIE] = s.die
    out[CANOE_AT] = s.canoe
    encode_path(s, out)
    for near in range(MAX_SEATS):
        out[IN_POT + near] = 0
    for near in range(seats):
        spaces = s.islanders[seat_after(seat, near, seats)]
        out[IN_POT + near] = ISLANDERS - count_bits(spaces)
        while spaces != 0:
            out[ISLANDER + lowest(spaces) - 1] = near + 1
            spaces &= spaces - 1
    spaces = everyone(s)
    there = count_bits(spaces)
    for i in range(there):
        space = lowest(spaces)
        out[IN_ORDER + i] = space
        out[BY_SEAT + i] = out[ISLANDER + space - 1]
        spaces &= spaces - 1
    for i in range(there, EVERYBODY):
        out[IN_ORDER + i] = 0
        out[BY_SEAT + i] = 0


@rule
def action_of(s: State, code: int) -> int:
    """Return the action of a legal move."""
    if code >= Code.GROUP:
        first = (code - Code.GROUP) // MAX_SPACES + 1
        last = (code - Code.GROUP) % MAX_SPACES + 1
        all_there = everyone(s)
        i = count_bits(all_there & ((1 << first) - 1))
        j = count_bits(all_there & ((1 << last) - 1))
        return PAIR + i * (2 * EVERYBODY - 1 - i) // 2 + j - i - 1
    if code == Code.PASS:
        return PASSES
    mine = s.islanders[s.turn]
    if code >= Code.LEAP:
        return LEAPS + count_bits(mine & ((1 << (code - Code.LEAP + 1)) - 1))
    return (
        OUT
        if code == Code.ALONE + POT
        else BY_ITSELF + count_bits(mine & ((1 << (code - Code.ALONE)) - 1))
    )


@rule
def code_of(s: State, action: int) -> int:
    """Return the code of an action, legal or not; -1 if that islander is not there."""
    if action < 0 or action >= ACTIONS:
        return -1
    if action == OUT:
        return Code.ALONE + POT
    if action == PASSES:
        return Code.PASS
    if action >= PAIR:
        pair = action - PAIR
        i = 0
        while pair >= EVERYBODY - 1 - i:
            pair -= EVERYBODY - 1 - i
            i += 1
        all_there = everyone(s)
        first = space_of(all_there, i)
        last = space_of(all_there, i + 1 + pair)
        if last > MAX_SPACES:
            return -1
        return Code.GROUP + MAX_SPACES * (first - 1) + last - 1
    number = action - (LEAPS if action >= LEAPS else BY_ITSELF)
    space = space_of(s.islanders[s.turn], number)
    if space > MAX_SPACES:
        return -1
    return Code.LEAP + space - 1 if action >= LEAPS else Code.ALONE + space


assert Code.ALONE + POT == 0
assert Code.FIRST > Code.GROUP
assert NOWHERE > PATH
