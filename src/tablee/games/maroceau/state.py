"""Maroc'eau: the numbers of the box, the codes of moves, and all there is to know of a match."""

from __future__ import annotations

from tablee.kernel.contract import GameState
from tablee.kernel.inline import Namespace
from tablee.kernel.record import int8, int16, int32
from tablee.kernel.rule import table

MIN_SEATS, MAX_SEATS = 2, 8  # [W2]
LOWEST, HIGHEST = -2, 12  # values of cards [W1]
KINDS = 15
CARDS = table([5, 10, 15, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10])  # from -2 up [W1]
DECK = 150  # [W1]
COLUMNS, ROWS = 4, 3  # [W10]
PLACES = 12  # of a grid: a1 a2 a3 b1 … d3, so that a column is three neighbours [W10]
TURNED_AT_FIRST = 2  # [W11]
TURNS_A_SEAT = 60  # until a round that no seat ends is over [W36]
LEAST_POINTS = -17  # of a grid: all five -2 and seven -1 [W1]
MOST_POINTS = 142  # of a grid: all ten 12 and two 11 [W1]

# In the place of a value: a card of which only the back is seen, and no card at all.
FACE_DOWN, NO_CARD = 100, 101

# Values of the option `starter`.
HIGHEST_PAIR, ROUND_ENDER = 0, 1  # [W43]

MAX_MOVES = 15  # moves: twelve swaps and a drop; outcomes: the kinds of cards


class Phase(Namespace):
    """What is awaited now: first of the seat at turn, then of chance."""

    TURN_TWO, CHOOSE, PLACE_TAKEN, PLACE_DRAWN, TURN_ONE = range(5)
    TWO_CARD, OPEN_DISCARD, WHO_BEGINS, DRAWN, REPLACED, ONE_CARD, REVEAL, ENDED = range(5, 13)


class Code(Namespace):
    """Moves of seats, then outcomes of chance."""

    TAKE, DRAW = 0, 1
    FLIP = 2  # + place in the grid
    DROP = 14
    SWAP = 15  # + place in the grid
    CARD = 27  # + value - LOWEST
    START = 42  # + seat


class Why(Namespace):
    """Why a move is refused."""

    NOT_NOW, MUST_PLACE, ALREADY_TURNED, COLUMN_GONE = range(1, 5)


class Report(Namespace):
    """What happens; seats and the places of all grids are numbered from 0, cards are values."""

    BEGINS = 1  # a seat has the first turn of a round [W13]
    OPENS = 2  # a card opens the discard pile [W12]
    TAKES = 3  # a seat takes a card from the discard pile [W21]
    DRAWS = 4  # a seat draws a card [W22]
    SEES = 5  # a seat sees the card it has drawn; told to that seat alone [W50]
    RESHUFFLED = 6  # the discard pile becomes the draw pile [W25]
    DROPS = 7  # a seat discards the card it has drawn [W22]
    TURNS = 8  # a seat is about to turn the card in a place [W11] [W22]
    SHOWS = 9  # in a place, a card is turned
    LAYS = 10  # in a place, the card in hand is laid [W21]
    REPLACED = 11  # from a place, a card comes onto the discard pile [W21]
    COLUMN_GOES = (
        12  # from a place and the two after it, three cards of a value are discarded [W23]
    )
    ENDS_ROUND = 13  # a seat has turned its last card [W30]
    COUNTED = 14  # a round, by its number [W35]


class State(GameState):
    """A match of Maroc'eau. Cards are written by their values.

    What lies in the discard pile is not written down: it is all the cards that are nowhere else.
    Nor is its order: every turn takes at most the top card and puts at least one on top, so that
    what is below the top comes back by a reshuffle only [W25].
    """

    target: int = int16()  # option [W42]
    rounds: int = int8()  # option [W42]; 0: off
    starter: int = int8()  # option [W43]
    phase: int = int8()
    turn: int = int8()  # the seat whose turn it is
    place: int = int8()  # of the whole table: where a card is awaited; 0 when none is
    hand: int = int8()  # the card that was taken or drawn and not yet placed or refused
    top: int = int8()  # of the discard pile; NO_CARD when it was taken or is not there yet
    stock: int = int8()  # cards in the draw pile
    reshuffled: int = int8()  # 1: the draw pile is made of former discards [W25]
    ended_by: int = int8()  # seat + 1 that has ended this round; 0: none yet [W30]
    last_ended_by: int = int8()  # the same of the last round; 0: none did [W36]
    turns: int = int16()  # played in this round [W36]
    round_number: int = int32()  # from 1
    grid: list[int] = int8(MAX_SEATS * PLACES)  # by seat and place [W10]
    unseen: list[int] = int8(KINDS)  # the deal: cards not seen since [W50]
    pile: list[int] = int8(KINDS)  # the draw pile, once it is made of former discards [W50]
    last_points: list[int] = int16(MAX_SEATS)  # of the last round, before doubling [W34]
    totals: list[int] = int32(MAX_SEATS)  # [W35]


FIXED = ("target", "rounds", "starter")  # fields that the options set for good
