r"""Papua: sets of spaces, and the groups that islanders form on them.

A set of spaces is one integer, and bit x of it stands for space x: `1 << x` is the set of space x
alone, `|` unites sets, `&` is what they share, and `<< die` moves all of a set forward by the die.
Here are the sets of a piece of path, with the lowest space on the left, as on the board:

    space                      5    6    7    8    9   10   11   12   13
                              [ ]  (A)--(A)--(B)  ( )  (C)  /!\  (B)--(A)
    mine (A's)                 .    1    1    .    .    .    .    .    1
    others                     .    .    .    1    .    1    .    1    .
    all_round = mine | others  .    1    1    1    .    1    .    1    1
    all_round << 1             .    .    1    1    1    .    1    .    1
    starts of the runs         .    1    .    .    .    1    .    1    .

The runs start at `all_round & ~(all_round << 1)`: with an islander, and none just before.
6 to 8 and 12 to 13 are groups: runs of neighbours on round spaces, of at least two colours [P20].
C at 10 is a run of one colour, so it is stuck. A group may move as a whole or in part, say 7 to 8,
as long as those that move are of two colours [P24]: the pairs (first, last) of a run are its moves.

Bits below or above a space are found by arithmetic on the integer:

    (2 << last) - (1 << first)     the spaces from `first` to `last`
    -(1 << first)                  `first` and all spaces after it
    spaces & -spaces               the lowest space of a set, as a set; `lowest` gives its number
    spaces & (spaces - 1)          the set without its lowest space
"""

from __future__ import annotations

from tablee.kernel.compile.bits import count_bits, lowest_bit
from tablee.kernel.rule import rule

from .state import ISLANDERS, MAX_SPACES, POT, Code, State

# --- sets of spaces ------------------------------------------------------------------------------


@rule
def lowest(spaces: int) -> int:
    """Return the lowest of a set of spaces; NOWHERE if there is none."""
    return lowest_bit(spaces)


@rule
def everyone(s: State) -> int:
    """Return the spaces of all islanders on the path; never two on one [P5]."""
    spaces = 0
    for seat in range(s.seats):
        spaces |= s.islanders[seat]
    return spaces


@rule
def in_pot(s: State, seat: int) -> int:
    """Return how many islanders of a seat are in the pot."""
    return ISLANDERS - count_bits(s.islanders[seat])


@rule
def foremost(s: State, seat: int) -> int:
    """Return the space of a seat's most advanced islander; the pot if all are there."""
    space = POT
    spaces = s.islanders[seat]
    while spaces != 0:
        space = lowest(spaces)
        spaces &= spaces - 1
    return space


# --- which islanders move ------------------------------------------------------------------------


@rule
def movers_of(code: int) -> int:
    """Return the spaces whose islanders a move takes forward (the pot is 0); none if it passes."""
    if code >= Code.GROUP:
        first = (code - Code.GROUP) // MAX_SPACES + 1
        last = (code - Code.GROUP) % MAX_SPACES + 1
        return (2 << last) - (1 << first)
    if code == Code.PASS:
        return 0
    return 1 << (code - Code.LEAP + 1 if code >= Code.LEAP else code - Code.ALONE)


# --- groups --------------------------------------------------------------------------------------


@rule
def in_group(mine: int, others: int, space: int) -> bool:
    """[P20] Return whether an own islander on a round space is in a run of two colours or more.

    The sets are those on round spaces. Walking through my own islanders on either side leads to
    another's, or to the end of the run; a cannibal space, always empty, is such an end [P21].
    """
    ahead = 2 << space
    while mine & ahead != 0:
        ahead <<= 1
    behind = 1 << space >> 1
    while mine & behind != 0:
        behind >>= 1
    return others & (ahead | behind) != 0


@rule
def god_on_the_way(s: State, first: int) -> int:
    """Return the god space that a move from `first` on must include; 0 if there is none.

    [P34] Islanders that start before a god space and end beyond it need one that starts or ends on
    it. Those that move together are neighbours, so none of them is there exactly if the last one
    starts before it and the first one ends beyond it. There is at most one such space: god spaces
    are at least seven apart [P3].
    """
    god = lowest(s.gods & -(2 << first))
    return god if god < first + s.die else 0


@rule
def shortest_group(s: State, mine: int, others: int, first: int) -> int:
    """Return the last space of the shortest group that may move from `first` on.

    The sets are those on round spaces. If no group may, it lies beyond the run.
    """
    from_first = -(1 << first)
    last = max(lowest(mine & from_first), lowest(others & from_first))  # [P24]
    return max(last, god_on_the_way(s, first))  # [P33]
