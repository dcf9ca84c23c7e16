"""Papua, paragraph by paragraph. Ids in brackets are those of docs/rules/papua."""

from __future__ import annotations

from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import report, report_each
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .groups import (
    everyone,
    foremost,
    god_on_the_way,
    in_group,
    in_pot,
    lowest,
    movers_of,
    shortest_group,
)
from .state import FACES, MAX_SEATS, MAX_SPACES, POT, Code, Phase, Report, State, Why

# --- the table -----------------------------------------------------------------------------------


@rule
def setup(s: State, seats: int, options: Ints) -> None:
    """Put all islanders into the pot; the first seat is yet to be drawn."""
    s.seats = seats
    s.first = 0
    s.squares = options[0]  # [P2] [P3] the board
    s.gods = options[1]
    s.cannibals = options[2]
    s.canoe = options[3]
    s.family = options[4]
    s.turn_limit = options[5]
    s.phase = Phase.WHO_BEGINS
    s.turn = 0
    s.die = 0
    s.turns = 0
    for seat in range(MAX_SEATS):
        s.islanders[seat] = 0  # [P1]


# --- the seat to act, and its moves --------------------------------------------------------------


@rule
def to_act(s: State) -> int:
    """Return the seat to move, or CHANCE, or OVER."""
    if s.phase == Phase.MOVE:
        return s.turn
    if s.phase == Phase.ENDED:
        return OVER
    return CHANCE


@rule
def why_not(s: State, code: int) -> int:
    """Return 0 if the seat to act may play this code now, else why not."""
    if s.phase != Phase.MOVE or code < 0 or code >= Code.FIRST:
        return Why.NOT_NOW
    if code >= Code.GROUP:
        first = (code - Code.GROUP) // MAX_SPACES + 1
        last = (code - Code.GROUP) % MAX_SPACES + 1
        return why_not_group(s, first, last)
    if code == Code.PASS:
        return Why.MUST_MOVE if can_move(s) else 0  # [P10] [P11]
    return why_not_one(s, code)


@rule
def why_not_one(s: State, code: int) -> int:
    """Return why an islander may not move by itself: `alone` or `leap`."""
    if code == Code.ALONE + POT:
        return 0 if in_pot(s, s.turn) > 0 else Why.POT_IS_EMPTY
    space = code - Code.LEAP + 1 if code >= Code.LEAP else code - Code.ALONE
    if space >= s.canoe:
        return Why.NO_SUCH_SPACE
    mine = s.islanders[s.turn]
    others = everyone(s) & ~mine
    if (mine | others) & (1 << space) == 0:
        return Why.NOBODY_THERE
    if mine & (1 << space) == 0:
        return Why.NOT_YOURS  # [P12] [P29]
    if code >= Code.LEAP:
        return why_not_leap(s, mine & ~s.squares, others & ~s.squares, space)
    if s.squares & (1 << space) != 0:
        return why_not_alone(s, space)
    if in_group(mine & ~s.squares, others & ~s.squares, space):
        return Why.MEMBER_ON_ROUND  # [P14] as a member, but not so
    return Why.STUCK_ON_ROUND  # [P14]


@rule
def why_not_alone(s: State, space: int) -> int:
    """[P12] From a square an islander may end anywhere, past any god space [P35]."""
    return Why.BEYOND_CANOE if space + s.die > s.canoe else 0  # [P40]


@rule
def why_not_leap(s: State, mine: int, others: int, space: int) -> int:
    """[P25] [P26] Return why an islander may not leave its group alone, past any god space [P35].

    The sets are those on round spaces. The canoe is out of reach, six squares are before it [P3].
    """
    if s.squares & (1 << space) != 0:
        return Why.ON_SQUARE  # [P21]
    if not in_group(mine, others, space):
        return Why.NO_GROUP  # [P20]
    arrival = space + s.die
    if s.squares & (1 << arrival) != 0:
        return Why.ENDS_ON_SQUARE  # [P28]
    if s.cannibals & (1 << arrival) != 0:
        return Why.ENDS_ON_CANNIBAL  # [P28]
    # [P26a] As it is after the move: the islander is no longer where it was. Another one where it
    # arrives is gone, but the search begins beside that space and does not ask who stood there.
    if not in_group(mine & ~(1 << space), others, arrival):
        return Why.ENDS_ISOLATED  # [P27]
    return 0


@rule
def why_not_group(s: State, first: int, last: int) -> int:
    """[P22] [P23] Return why the islanders from `first` to `last` may not move together.

    The canoe is out of their reach [P40]: the last six spaces before it are squares [P3].
    """
    if first > last:
        return Why.BACKWARDS
    if last >= s.canoe:
        return Why.NO_SUCH_SPACE
    wanted = (2 << last) - (1 << first)
    mine = s.islanders[s.turn]
    all_round = everyone(s) & ~s.squares
    if wanted & s.squares != 0:
        return Why.SQUARE_WITHIN  # [P21]
    if wanted & ~all_round != 0:
        return Why.GAP_WITHIN  # [P20]
    if wanted & mine == 0:
        return Why.NONE_OF_YOURS  # [P24]
    if wanted & ~mine == 0:
        return Why.ONE_COLOUR  # [P24]
    if s.family != 0 and all_round & ((1 << first >> 1) | (2 << last)) != 0:
        return Why.PART_OF_GROUP  # [P50] others would be left out
    if last < god_on_the_way(s, first):
        return Why.PASSES_GOD  # [P33]
    return 0


@rule
def can_move(s: State) -> bool:
    """Return whether the seat to act has anything but to pass."""
    for code in range(Code.PASS):
        if why_not_one(s, code) == 0:
            return True
    for first in range(1, s.canoe):
        for last in range(first + 1, s.canoe):
            reason = why_not_group(s, first, last)
            if reason == 0:
                return True
            if Why.SQUARE_WITHIN <= reason <= Why.GAP_WITHIN:
                break  # the run is at its end
    return False


@rule
def legal(s: State, moves: Ints) -> int:
    """Write all legal moves of the seat to act, and return how many."""
    if s.phase != Phase.MOVE:
        return 0
    count = 0
    if in_pot(s, s.turn) > 0:
        moves[0] = Code.ALONE + POT  # [P12] [P13] any number will do
        count = 1
    mine = s.islanders[s.turn] & ~s.squares
    others = everyone(s) & ~s.squares & ~s.islanders[s.turn]
    spaces = s.islanders[s.turn]
    while spaces != 0:
        space = lowest(spaces)
        spaces &= spaces - 1
        if s.squares & (1 << space) != 0:
            if why_not_alone(s, space) == 0:
                moves[count] = Code.ALONE + space
                count += 1
        elif why_not_leap(s, mine, others, space) == 0:
            moves[count] = Code.LEAP + space - 1
            count += 1
    if mine != 0 and others != 0:
        count = list_groups(s, mine, others, moves, count)
    if count == 0:
        moves[0] = Code.PASS  # [P11]
        count = 1
    return count


@rule
def list_groups(s: State, mine: int, others: int, moves: Ints, count: int) -> int:
    """Return the moves of groups and parts of them: run by run [P20], each `first`, each `last`.

    The sets are those on round spaces. In a run from 6 to 8 as drawn in `groups`, the pairs are
    6 to 8 and 7 to 8; 6 to 7 is of one colour [P24]. A family moves 6 to 8 only [P50].
    """
    all_round = mine | others
    starts = all_round & ~(all_round << 1)
    while starts != 0:
        start = lowest(starts)
        starts &= starts - 1
        end = lowest(~all_round & -(1 << start))  # the space after the run
        run = (1 << end) - (1 << start)
        if run & mine != 0 and run & others != 0:  # else no part of it is of two colours [P24]
            last_first = start if s.family != 0 else end - 1  # [P50] none is left behind,
            first_last = end - 1 if s.family != 0 else start  # and none ahead
            for first in range(start, last_first + 1):
                shortest = shortest_group(s, mine, others, first)
                for last in range(max(shortest, first_last), end):
                    moves[count] = Code.GROUP + MAX_SPACES * (first - 1) + last - 1
                    count += 1
    return count


@rule
def chance(s: State, outcomes: Ints, weights: Ints) -> int:
    """Write all possible outcomes and their weights, and return how many."""
    count = 0
    if s.phase == Phase.THROW:
        for face in range(FACES):  # [P10]
            outcomes[face] = Code.DIE + face
            weights[face] = 1
        count = FACES
    elif s.phase == Phase.WHO_BEGINS:
        for seat in range(s.seats):  # [P4]
            outcomes[seat] = Code.FIRST + seat
            weights[seat] = 1
        count = s.seats
    return count


# --- what happens --------------------------------------------------------------------------------


@rule
def apply(s: State, code: int) -> None:
    """Play a legal move or a possible outcome."""
    if code >= Code.DIE:
        s.die = code - Code.DIE + 1
        report(s, Report.DIE, s.turn, s.die)
        s.phase = Phase.MOVE
    elif code >= Code.FIRST:
        s.first = code - Code.FIRST  # [P4]
        s.turn = s.first
        report(s, Report.BEGINS, s.first, 0)
        s.phase = Phase.THROW
    elif code == Code.PASS:
        report(s, Report.PASSES, s.turn, 0)
        if stuck(s):
            s.phase = Phase.ENDED  # [P42]
        end_turn(s)
    else:
        if code == Code.ALONE + POT:
            s.islanders[s.turn] |= 1 << POT  # one of mine climbs out [P13]
        go_forward(s, movers_of(code))
        end_turn(s)


@rule
def go_forward(s: State, movers: int) -> None:
    """[P10] Move those on these spaces by the die; they keep their order and land at once."""
    arrivals = movers << s.die  # [P22]
    for seat in range(s.seats):
        spaces = s.islanders[seat]
        moved = (spaces & movers) << s.die
        stayed = spaces & ~movers & ~arrivals  # [P30] [P31] sent back, own ones too
        s.islanders[seat] = stayed | (moved & ~s.cannibals)  # [P32] caught
        report_each(s, Report.MOVES_FROM, seat, spaces & movers)
        report_each(s, Report.SENT_BACK, seat, spaces & ~movers & arrivals)
        report_each(s, Report.CAUGHT, seat, moved & s.cannibals)
        report_each(s, Report.IN_CANOE, seat, moved & (1 << s.canoe))
    if arrivals & (1 << s.canoe) != 0:
        s.phase = Phase.ENDED  # [P41] whichever seat moved it


@rule
def stuck(s: State) -> bool:
    """[P42] No seat has a legal move with any number.

    It is enough to look at a 1: with it an islander in the pot, on a square or in a group can move,
    as the canoe is at hand or further off, and a group that moves by 1 as a whole passes no god.
    """
    anybody = everyone(s)
    for seat in range(s.seats):
        mine = s.islanders[seat]
        if in_pot(s, seat) > 0 or mine & s.squares != 0 or (mine << 1) & anybody & ~mine != 0:
            return False
    return True


@rule
def end_turn(s: State) -> None:
    """Count the turn, also a pass; if it has no winner, check the limit."""
    s.die = 0
    s.turns += 1
    if s.phase != Phase.ENDED:
        if s.turns == s.turn_limit * s.seats:
            s.phase = Phase.ENDED  # [P42]
        else:
            s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0  # [P4]
            s.phase = Phase.THROW


# --- the end -------------------------------------------------------------------------------------


@rule
def score(s: State, points: Ints, ranks: Ints) -> None:
    """Score where the most advanced islander is. The highest wins [P41] [P42]."""
    best = POT
    for seat in range(s.seats):
        points[seat] = foremost(s, seat)
        best = max(best, points[seat])
    for seat in range(s.seats):
        ranks[seat] = 1 if points[seat] == best else 2  # equals only if all are in the pot [P5]
