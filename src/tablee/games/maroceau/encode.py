"""Maroc'eau as numbers, for learners."""

from __future__ import annotations

from tablee.kernel.encoding import Feature, counted_from, places, seat_after
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .grids import face_down, visible_points
from .rules import to_act
from .state import (
    CARDS,
    DECK,
    FACE_DOWN,
    HIGHEST,
    KINDS,
    LEAST_POINTS,
    LOWEST,
    MAX_SEATS,
    MOST_POINTS,
    NO_CARD,
    PLACES,
    ROUND_ENDER,
    Code,
    Phase,
    State,
)

# What stands for a card of which only the back is seen, and for no card.
BACK, EMPTY = HIGHEST + 1, HIGHEST + 2
MOST_TOTAL = 32767  # points and numbers above it are told as this
TURNS = 1000

FEATURES = (
    Feature("seats", 2, MAX_SEATS, "players at the table"),
    Feature("target", 10, 1000, "option: the points that end the game [W42]"),
    Feature("rounds", 0, 100, "option: rounds to be played; 0: until the target [W42]"),
    Feature("starter", 0, ROUND_ENDER, "option [W43]"),
    Feature("phase", 0, Phase.ENDED, "what is awaited, as numbered in state.py"),
    Feature("to_act", -2, MAX_SEATS - 1, "the seat to act; -1: chance, -2: the game is over"),
    Feature("turn", 0, MAX_SEATS - 1, "the seat whose turn it is"),
    Feature("hand", LOWEST, EMPTY, "the card taken or drawn; 13: hidden from this seat, 14: none"),
    Feature("top", LOWEST, EMPTY, "the top of the discard pile; 14: none"),
    Feature("stock", 0, DECK, "cards in the draw pile"),
    Feature("reshuffled", 0, 1, "the draw pile is made of former discards [W25]"),
    Feature("ended_by", 0, MAX_SEATS, "the seat that has ended this round, from 1; 0: none yet"),
    Feature("turns", 0, TURNS, "played in this round"),
    Feature("round", 0, MOST_TOTAL, "the number of the round, from 1"),
    Feature("unseen", 0, max(CARDS), "unseen cards of the deal, from -2 up", KINDS),
    Feature("pile", 0, max(CARDS), "the draw pile, once it is made of discards, from -2 up", KINDS),
    Feature("totals", -MOST_TOTAL, MOST_TOTAL, "points of each seat so far", MAX_SEATS),
    Feature("open_points", LEAST_POINTS, MOST_POINTS, "in what is face up in each grid", MAX_SEATS),
    Feature("face_down", 0, PLACES, "cards face down in each grid", MAX_SEATS),
    Feature(
        "grid",
        LOWEST,
        EMPTY,
        "the grids, by seat and place a1 a2 a3 b1 … d3; 13: face down, 14: gone",
        MAX_SEATS * PLACES,
    ),
)
ACTIONS = Code.CARD  # the codes of moves

AT = places(FEATURES)
SEATS, TARGET, ROUNDS, STARTER, PHASE = (
    AT[name] for name in ("seats", "target", "rounds", "starter", "phase")
)
TO_ACT, TURN, HAND, TOP, STOCK = (AT[name] for name in ("to_act", "turn", "hand", "top", "stock"))
RESHUFFLED, ENDED_BY, TURN_NUMBER, ROUND = (
    AT[name] for name in ("reshuffled", "ended_by", "turns", "round")
)
UNSEEN, PILE, TOTALS, OPEN, HIDDEN, GRID = (
    AT[name] for name in ("unseen", "pile", "totals", "open_points", "face_down", "grid")
)


@rule
def face(card: int) -> int:
    """Return a card as it is told: its value, BACK, or EMPTY."""
    return card if card <= HIGHEST else card - FACE_DOWN + BACK


assert face(NO_CARD) == EMPTY


@rule
def encode(s: State, seat: int, out: Ints) -> None:
    """Write the observation of a seat; a card drawn by another is a back [W50]."""
    actor = to_act(s)
    seats = s.seats
    out[SEATS] = seats
    out[TARGET] = s.target
    out[ROUNDS] = s.rounds
    out[STARTER] = s.starter
    out[PHASE] = s.phase
    out[TO_ACT] = counted_from(seat, actor, seats) if actor >= 0 else actor
    out[TURN] = counted_from(seat, s.turn, seats)
    out[HAND] = face(s.hand)
    out[TOP] = face(s.top)
    out[STOCK] = s.stock
    out[RESHUFFLED] = s.reshuffled
    out[ENDED_BY] = counted_from(seat, s.ended_by - 1, seats) + 1 if s.ended_by != 0 else 0
    out[TURN_NUMBER] = s.turns
    out[ROUND] = min(MOST_TOTAL, s.round_number)
    for i in range(KINDS):
        out[UNSEEN + i] = s.unseen[i]
        out[PILE + i] = s.pile[i]
    for near in range(seats):
        other = seat_after(seat, near, seats)
        out[TOTALS + near] = max(-MOST_TOTAL, min(MOST_TOTAL, s.totals[other]))
        out[OPEN + near] = visible_points(s, other)
        out[HIDDEN + near] = face_down(s, other)
        for place in range(PLACES):
            out[GRID + near * PLACES + place] = face(s.grid[other * PLACES + place])
    for near in range(seats, MAX_SEATS):
        out[TOTALS + near] = 0
        out[OPEN + near] = 0
        out[HIDDEN + near] = 0
        for place in range(PLACES):
            out[GRID + near * PLACES + place] = EMPTY


@rule
def action_of(s: State, code: int) -> int:
    """Return the code of a move: it is its action."""
    return code


@rule
def code_of(s: State, action: int) -> int:
    """Return the code of an action."""
    return action if action >= 0 and action < ACTIONS else -1
