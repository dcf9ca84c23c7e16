"""Mahé: the numbers of the box, the codes of moves, and all there is to know of a match."""

from __future__ import annotations

from tablee.kernel.contract import GameState
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

# What is awaited now.
WHO_BEGINS, TURN_CARD, WHICH_TURTLE, THROW, DECIDE, ENDED = range(6)

# Codes: moves of seats, then outcomes of chance.
ROLL, STOP = 0, 1
CARD = 2  # + value - 1
TURTLE = 8  # + 0 or 1
FIRST = 10  # + seat
FLIP = 17  # + value - 1
DIE = 23  # + face - 1
CODES = 29
MAX_MOVES = 8

# Why a move is refused.
NOT_NOW, SEVEN_FORBIDS, NO_CARDS_HERE, NOT_YOUR_CARD, CARD_BUSTS, CARD_ALREADY_PLAYED = range(1, 7)


class State(GameState):
    """A match of Mahé. Turtles are numbered from 1, so that 0 means none."""

    third_die_at_seven: int = int8()  # option [M13]
    cards_as_dice: int = int8()  # option [M60]
    phase: int = int8()
    turn: int = int8()  # the seat whose turn it is
    mover: int = int8()  # the turtle that moves; 0 while it is being chosen [M40]
    second: int = int8()  # 1 when the second of two turtles moves [M40]
    space: list[int] = int8(MAX_TURTLES + 1)  # where each turtle is
    rider: list[int] = int8(MAX_TURTLES + 1)  # who sits directly on her; 0: nobody
    thrown: int = int8()  # dice thrown and cards played in this move
    faces: list[int] = int8(DICE)
    face_up: int = int8()  # value of the card to be won; 0: none
    turned: int = int8()  # cards of the pile turned so far
    unseen: list[int] = int8(CARD_VALUES)  # by value, pile and box together [M70]
    won: list[int] = int8(MAX_SEATS * CARD_VALUES)  # by seat and value
    spent: list[int] = int8(CARD_VALUES)  # cards played as dice [M63]
    played: list[int] = int8(MAX_SEATS)  # 1: this seat has played its card in this turn [M62]
    beach: int = int8()  # seat + 1 that won the eggs of the beach; 0: nobody yet [M33]


FIXED = ("third_die_at_seven", "cards_as_dice")  # fields that the options set for good
