"""Papua: the numbers of the box, the codes of moves, and all there is to know of a match."""

from __future__ import annotations

from tablee.kernel.contract import GameState
from tablee.kernel.inline import Namespace
from tablee.kernel.record import int8, int16, int64

MIN_SEATS, MAX_SEATS = 3, 6  # [P1]
ISLANDERS = 4  # of each seat [P1]
POT = 0  # [P2]
MIN_SPACES, MAX_SPACES = 20, 60  # between the pot and the canoe [P3]
SQUARES_AT_ENDS = 6  # at least, at the beginning and at the end [P3]
GODS_APART = 7  # at least [P3]
FACES = 6  # [P10]

# A set of spaces is one integer: bit x stands for space x.
NOWHERE = 64  # the "lowest space" of an empty set: beyond every canoe

# Each pair of the 24 islanders is at most one first and last of a moving group, and each of the
# seat's own four islanders moves by itself in at most one way: 276 + 4. (One in the pot is one
# move more, but 23 pairs less.) There are at most six outcomes.
MAX_MOVES = 280


class Phase(Namespace):
    """What is awaited now."""

    WHO_BEGINS, THROW, MOVE, ENDED = range(4)


class Code(Namespace):
    """Moves of seats, then outcomes of chance."""

    ALONE = 0  # + space, the pot being 0
    LEAP = 61  # + space - 1
    PASS = 121
    GROUP = 122  # + 60 * (first space - 1) + last space - 1
    FIRST = 3722  # + seat
    DIE = 3728  # + face - 1


class Why(Namespace):
    """Why a move is refused."""

    NOT_NOW = 1
    MUST_MOVE, NO_SUCH_SPACE, POT_IS_EMPTY, NOBODY_THERE, NOT_YOURS = range(2, 7)
    STUCK_ON_ROUND, MEMBER_ON_ROUND, BEYOND_CANOE, ON_SQUARE, NO_GROUP = range(7, 12)
    ENDS_ON_SQUARE, ENDS_ON_CANNIBAL, ENDS_ISOLATED = range(12, 15)
    BACKWARDS, SQUARE_WITHIN, GAP_WITHIN, NONE_OF_YOURS = range(15, 19)
    ONE_COLOUR, PART_OF_GROUP, PASSES_GOD = range(19, 22)


class Report(Namespace):
    """What happens; seats are numbered from 0, spaces as on the board, the pot being 0."""

    BEGINS = 1  # a seat begins [P4]
    DIE = 2  # a seat rolls a face [P10]
    PASSES = 3  # a seat can't move [P11]
    MOVES_FROM = 4  # a seat's islander leaves a space, and goes forward by the die [P10]
    SENT_BACK = 5  # a seat's islander leaves a space where another lands [P30]
    CAUGHT = 6  # a seat's islander lands on a space of cannibals [P32]
    IN_CANOE = 7  # a seat's islander lands in the canoe, whose number comes next [P41]


class State(GameState):
    """A match of Papua. Spaces come as sets of bits; islanders not on the path are in the pot."""

    squares: int = int64()  # of the board [P2]; what is neither a square nor a cannibal
    gods: int = int64()  # space is round, god spaces too [P21]
    cannibals: int = int64()
    canoe: int = int8()  # its number, the one after the last space
    family: int = int8()  # option [P50]
    turn_limit: int = int16()  # option, turns for each seat [P42]
    phase: int = int8()
    turn: int = int8()  # the seat whose turn it is
    die: int = int8()  # the number to move by; 0 until it is thrown
    turns: int = int16()  # turns done, passes included [P42]
    islanders: list[int] = int64(MAX_SEATS)  # the spaces of each seat's islanders on the path


FIXED = ("squares", "gods", "cannibals", "canoe", "family", "turn_limit")  # set by the options
