"""Mahé as numbers, for learners."""

from __future__ import annotations

from tablee.kernel.encoding import Feature, counted_from, places, seat_after
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .rules import eggs, to_act, total, turtles_each
from .state import (
    BEACH,
    CARD_VALUES,
    CARDS,
    DICE,
    FACES,
    MAX_SEATS,
    MAX_TURTLES,
    PILE,
    Code,
    Phase,
    State,
)

MOST_EGGS = 100  # of one seat, more than all cards and the beach

FEATURES = (
    Feature("seats", 2, MAX_SEATS, "players at the table"),
    Feature("third_die_at_seven", 0, 1, "option [M13]"),
    Feature("cards_as_dice", 0, 1, "option [M60]"),
    Feature(
        "phase",
        0,
        Phase.ENDED,
        "what is awaited: who begins, a card, a turtle, a throw, a decision, nothing",
    ),
    Feature("to_act", -2, MAX_SEATS - 1, "the seat to act; -1: chance, -2: the game is over"),
    Feature("turn", 0, MAX_SEATS - 1, "the seat whose turn it is"),
    Feature("second", 0, 1, "the second of two turtles moves [M40]"),
    Feature("mover", 0, MAX_TURTLES, "the turtle that moves, as in `space`, from 1; 0: none yet"),
    Feature("thrown", 0, DICE, "dice thrown and cards played in this move"),
    Feature("faces", 0, FACES, "what they show", DICE),
    Feature("total", 0, 7, "their sum"),
    Feature("face_up", 0, CARD_VALUES, "value of the card to be won; 0: none"),
    Feature("pile", 0, PILE, "cards of the pile not turned yet"),
    Feature("unseen", 0, max(CARDS), "unseen cards, by value", CARD_VALUES),
    Feature("eggs", 0, MOST_EGGS, "of each seat", MAX_SEATS),
    Feature("played", 0, 1, "whether each seat has played its card in this turn [M62]", MAX_SEATS),
    Feature("cards", 0, max(CARDS), "cards of each seat, by value", MAX_SEATS * CARD_VALUES),
    Feature(
        "space",
        -1,
        BEACH,
        "where each turtle is, those of a seat side by side; -1: no turtle",
        MAX_TURTLES,
    ),
    Feature("rider", 0, MAX_TURTLES, "the turtle that sits on each, from 1; 0: none", MAX_TURTLES),
)
ACTIONS = Code.FIRST  # the codes of moves

AT = places(FEATURES)
SEATS, THIRD_DIE, CARDS_AS_DICE = AT["seats"], AT["third_die_at_seven"], AT["cards_as_dice"]
PHASE, TO_ACT, TURN, SECOND, MOVER = (
    AT[name] for name in ("phase", "to_act", "turn", "second", "mover")
)
THROWN, FACE, TOTAL, FACE_UP = AT["thrown"], AT["faces"], AT["total"], AT["face_up"]
LEFT, UNSEEN, EGGS, PLAYED = AT["pile"], AT["unseen"], AT["eggs"], AT["played"]
HELD, SPACE, RIDER = AT["cards"], AT["space"], AT["rider"]


@rule
def turtle_from(own: int, turtle: int, turtles: int) -> int:
    """Return a turtle as counted from a seat's own first one; 0 stays 0."""
    return counted_from(own, turtle, turtles) + 1 if turtle != 0 else 0


@rule
def encode(s: State, seat: int, out: Ints) -> None:
    """Write the observation of a seat; in Mahé nothing is hidden."""
    actor = to_act(s)
    seats = s.seats
    turtles = seats * turtles_each(s)
    own = seat * turtles_each(s) + 1
    out[SEATS] = seats
    out[THIRD_DIE] = s.third_die_at_seven
    out[CARDS_AS_DICE] = s.cards_as_dice
    out[PHASE] = s.phase
    out[TO_ACT] = counted_from(seat, actor, seats) if actor >= 0 else actor
    out[TURN] = counted_from(seat, s.turn, seats)
    out[SECOND] = s.second
    out[MOVER] = turtle_from(own, s.mover, turtles)
    out[THROWN] = s.thrown
    for i in range(DICE):
        out[FACE + i] = s.faces[i]
    out[TOTAL] = total(s)
    out[FACE_UP] = s.face_up
    out[LEFT] = PILE - s.turned
    for i in range(CARD_VALUES):
        out[UNSEEN + i] = s.unseen[i]
    for near in range(seats):
        other = seat_after(seat, near, seats)
        out[EGGS + near] = eggs(s, other)
        out[PLAYED + near] = s.played[other]
        for i in range(CARD_VALUES):
            out[HELD + near * CARD_VALUES + i] = s.won[other * CARD_VALUES + i]
    for near in range(seats, MAX_SEATS):
        out[EGGS + near] = 0
        out[PLAYED + near] = 0
        for i in range(CARD_VALUES):
            out[HELD + near * CARD_VALUES + i] = 0
    for i in range(turtles):
        turtle = seat_after(own - 1, i, turtles) + 1
        out[SPACE + i] = s.space[turtle]
        out[RIDER + i] = turtle_from(own, s.rider[turtle], turtles)
    for i in range(turtles, MAX_TURTLES):
        out[SPACE + i] = -1
        out[RIDER + i] = 0


@rule
def action_of(s: State, code: int) -> int:
    """Return the action of a move is its code."""
    return code


@rule
def code_of(s: State, action: int) -> int:
    """Return the code of an action."""
    return action if action >= 0 and action < ACTIONS else -1
