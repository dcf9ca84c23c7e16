"""Mahé as numbers, for learners."""

from __future__ import annotations

from tablee.kernel.encoding import Feature, places
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
def turtle_from(s: State, seat: int, turtle: int) -> int:
    """Return a turtle relative to this seat, its own first; 0 stays 0."""
    each = turtles_each(s)
    return (turtle - 1 + (s.seats - seat) * each) % (s.seats * each) + 1 if turtle != 0 else 0


@rule
def encode(s: State, seat: int, out: Ints) -> None:
    """Write the observation of a seat; in Mahé nothing is hidden."""
    actor = to_act(s)
    out[SEATS] = s.seats
    out[THIRD_DIE] = s.third_die_at_seven
    out[CARDS_AS_DICE] = s.cards_as_dice
    out[PHASE] = s.phase
    out[TO_ACT] = (actor - seat + s.seats) % s.seats if actor >= 0 else actor
    out[TURN] = (s.turn - seat + s.seats) % s.seats
    out[SECOND] = s.second
    out[MOVER] = turtle_from(s, seat, s.mover)
    out[THROWN] = s.thrown
    for i in range(DICE):
        out[FACE + i] = s.faces[i]
    out[TOTAL] = total(s)
    out[FACE_UP] = s.face_up
    out[LEFT] = PILE - s.turned
    for i in range(CARD_VALUES):
        out[UNSEEN + i] = s.unseen[i]
    for near in range(MAX_SEATS):
        other = (seat + near) % s.seats
        there = 1 if near < s.seats else 0
        out[EGGS + near] = there * eggs(s, other)
        out[PLAYED + near] = there * s.played[other]
        for i in range(CARD_VALUES):
            out[HELD + near * CARD_VALUES + i] = there * s.won[other * CARD_VALUES + i]
    for i in range(MAX_TURTLES):
        out[SPACE + i] = -1
        out[RIDER + i] = 0
    for turtle in range(1, s.seats * turtles_each(s) + 1):
        i = turtle_from(s, seat, turtle) - 1
        out[SPACE + i] = s.space[turtle]
        out[RIDER + i] = turtle_from(s, seat, s.rider[turtle])


@rule
def action_of(s: State, code: int) -> int:
    """Return the action of a move is its code."""
    return code


@rule
def code_of(s: State, action: int) -> int:
    """Return the code of an action."""
    return action if action >= 0 and action < ACTIONS else -1
