"""The record of a match of Pig, and its numbers."""

from tablee.kernel.contract import GameState
from tablee.kernel.inline import Namespace
from tablee.kernel.record import int8, int16

MIN_SEATS, MAX_SEATS = 2, 8  # [G1]
GOAL = 100  # [G4]
FACES = 6
FIXED: tuple[str, ...] = ()  # fields that options set for good
MAX_MOVES = 6  # the longest list that legal or chance writes


class Phase(Namespace):  # what is awaited now
    DECIDE, THROW, ENDED = range(3)


class Code(Namespace):  # moves of seats, then outcomes of chance
    ROLL, HOLD = 0, 1
    DIE = 2  # + face - 1


class State(GameState):
    """A match of Pig; `seats`, and `first` who began, are there already."""

    phase: int = int8()
    turn: int = int8()  # the seat whose turn it is, from 0
    pot: int = int16()  # points of this turn
    points: list[int] = int16(MAX_SEATS)  # points of each seat
