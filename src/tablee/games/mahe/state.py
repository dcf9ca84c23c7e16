"""Mahé: the numbers of the box, moves and reports as numbers, and the record of a match."""

from __future__ import annotations

from tablee.kernel.contract import GameState
from tablee.kernel.inline import Namespace
from tablee.kernel.record import int8
from tablee.kernel.rule import table

MIN_SEATS, MAX_SEATS = 2, 7  # [M1]
TWO_TURTLES_UP_TO = 3  # seats [M1]
MAX_TURTLES = 7
RAFT, BEACH = 0, 21  # [M2]
LAP = 21  # spaces of the ring [M2]
CARD_VALUES = 6
CARDS = table([3, 3, 5, 5, 5, 3])  # of value 1..6 [M4]
BOX = 24  # cards in the box [M3]
PILE = 20  # cards in the pile, after four went back unseen [M3]
DICE = 3  # [M5]
FACES = 6
BUST_OVER = 7  # [M12]
BEACH_EGGS = 7  # [M33]

MAX_MOVES = 8


class Phase(Namespace):
    """What is awaited now."""

    WHO_BEGINS, TURN_CARD, WHICH_TURTLE, THROW, DECIDE, ENDED = range(6)


class Code(Namespace):
    """Moves of seats, then outcomes of chance."""

    ROLL, STOP = 0, 1
    CARD = 2  # + value - 1
    TURTLE = 8  # + 0 or 1
    FIRST = 10  # + seat
    FLIP = 17  # + value - 1
    DIE = 23  # + face - 1


class Why(Namespace):
    """Why a move is refused."""

    NOT_NOW = 1
    SEVEN_FORBIDS, NO_CARDS_HERE, NOT_YOUR_CARD, CARD_BUSTS, CARD_ALREADY_PLAYED = range(2, 7)


class Report(Namespace):
    """What happens; turtles and spaces are numbered as in the record, seats from 0."""

    BEGINS = 1  # a seat begins [M6]
    CARD_TURNED = 2  # the next card to be won, by value [M30]
    TURTLE_CHOSEN = 3  # a turtle moves first [M40]
    DIE = 4  # a die shows a face
    CARD_PLAYED = 5  # a card as a die: its value, the seat [M60]
    STOPS = 6  # a seat wants no more dice
    FALLS = 7  # a turtle goes back to the raft [M12]
    WALKS = 8  # a turtle, so many steps [M11]
    CLIMBS = 9  # a turtle, on which other [M14]
    LAYS = 10  # a seat wins so many eggs [M30]
    LAYS_LAST = 11  # a seat wins the eggs of the beach, and the game is over [M33]


class State(GameState):
    """A match of Mahé. Turtles are numbered from 1, so that 0 means none."""

    third_die_at_seven: int = int8()  # option [M13]
    cards_as_dice: int = int8()  # option [M60]
    phase: int = int8()
    turn: int = int8()  # the seat whose turn it is
    mover: int = int8()  # the turtle that moves; 0 while it is being chosen [M40]
    second: int = int8()  # 1 when the second of two turtles moves [M40]
    space: list[int] = int8(MAX_TURTLES + 1)  # where each turtle is
    rider: list[int] = int8(MAX_TURTLES + 1)  # the turtle directly on it; 0: none
    thrown: int = int8()  # dice thrown and cards played in this move
    faces: list[int] = int8(DICE)
    face_up: int = int8()  # value of the card to be won; 0: none
    turned: int = int8()  # cards of the pile turned so far
    unseen: list[int] = int8(CARD_VALUES)  # by value, pile and box together [M70]
    won: list[int] = int8(MAX_SEATS * CARD_VALUES)  # by seat and value
    spent: list[int] = int8(CARD_VALUES)  # cards played as dice [M63]
    played: list[int] = int8(MAX_SEATS)  # 1: this seat has played its card in this turn [M62]
    beach: int = int8()  # seat + 1 that won the eggs of the beach; 0: none yet [M33]


FIXED = ("third_die_at_seven", "cards_as_dice")  # fields that the options set for good
