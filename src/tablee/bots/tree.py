"""The tree search that bots and coach share: over chance, hidden cards and any number of seats.

A simulation walks down the tree (`descend`), adds one node, plays on to the end or a horizon
(`play_out`), and adds the outcome to every node it passed (`back_up`). Each seat maximises its own
outcome. No state is kept in the tree: a node stands for the moves and the *visible* outcomes that
led to it, so one tree serves all worlds that are possible for a seat. Outcomes that the seat can't
see share a node.

The move to try maximises mean + c · weight · √visits / (1 + visits of the move), where the weight
is what the heuristic gives it. Square roots are the same to the last bit on every machine, and so
is the game a bot plays.
"""

from __future__ import annotations

import math
from functools import cache
from types import new_class
from typing import cast

from tablee.bots.contract import advise, at_rest, turn_of
from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import State, apply, chance, legal, score, sees, to_act
from tablee.kernel.dice import Dice, pick, roll
from tablee.kernel.engines.playout import MAX_SEATS, SHARE
from tablee.kernel.record import Record, int8, int16, int32, int64
from tablee.kernel.rule import driver

PER_MILLE = 1000
UNIT = SHARE * PER_MILLE  # the reward of a victory
MAX_PATH = 512  # decisions and outcomes from the root to a leaf; deeper ones are rollout
TURN_PLIES = 256  # more random numbers than a turn takes

ROOT, WORLD, REST = range(3)  # the states of a simulation: where it starts, where it is, where it
STATES = 3  # came to rest


class Node(Record):
    """One place in the tree."""

    code: int = int16()  # what led here
    child: int = int32()  # the first child; 0: none
    sibling: int = int32()  # the next child of the parent; 0: none
    visits: int = int32()
    value: int = int64()  # sum of rewards of the seat that chose to come here


class Plan(Record):
    """The settings of a search, and how far it has come."""

    seat: int = int32()  # the seat that searches; -1: nothing is hidden
    informed: int = int32()  # how many rollout moves in a thousand the heuristic chooses
    horizon: int = int32()  # plies before a rollout stops and asks the outlook; 0: to the end
    exploration: int = int32()  # c, in thousandths
    ranks: int = int32()  # how much of a reward is the rank and not the victory, in thousandths
    paced: int = int32()  # 1: each turn has its own dice, however many the turns before took
    turns: int = int64()  # begun in this simulation, where it is paced
    capacity: int = int64()  # of the tree
    nodes: int = int64()  # in use; the root is node 0
    simulations: int = int64()
    plies: int = int64()  # moves and outcomes played in all simulations
    wins: list[int] = int64(MAX_SEATS)  # of every seat, in 840ths
    # What only the coach uses:
    code: int = int32()  # the move to try first; -1: none
    first: int = int64()  # the number of the first simulation
    trees: int = int32()  # how many grow; 0: none, all seats play by the heuristic
    each: int = int64()  # simulations of one tree, or all of them where none grows


class Workspace(Record):
    """The scratch rows of a simulation; those of a game are declared by `workspace_of`."""

    moves: list[int]  # codes of moves or outcomes
    weights: list[int]
    marks: list[int]  # by code; all zero between two uses
    points: list[int] = int64(MAX_SEATS)
    ranks: list[int] = int64(MAX_SEATS)
    wins: list[int] = int64(MAX_SEATS)  # in 840ths, as many times as there are continuations
    places: list[int] = int64(MAX_SEATS)  # the rank as a reward, likewise
    scores: list[int] = int64(MAX_SEATS)
    path: list[int] = int32(MAX_PATH)  # the nodes passed
    choosers: list[int] = int8(MAX_PATH)  # the seat that chose to go there
    depth: int = int64()  # how many they are
    first: int = int64()  # the index of the move taken at the root


@cache
def workspace_of(game: Game) -> type[Workspace]:
    """Return the scratch record of a game, with room for all its moves and codes."""
    size = game.state.MAX_MOVES
    rows = {
        "moves": int16(size),
        "weights": int64(size),
        "marks": int16(max(game.notation.NOTATION) + 1),
    }
    made = new_class("Workspace", (Workspace,), None, lambda body: body.update(rows))
    return cast(type[Workspace], made)


# --- the tree ------------------------------------------------------------------------------------


@driver
def clear_tree(nodes: list[Node], plan: Plan) -> None:
    """Leave nothing but a root."""
    plan.nodes = 1
    nodes[0].child = 0
    nodes[0].visits = 0


@driver
def find_child(nodes: list[Node], node: int, code: int) -> int:
    """Return the child that a code leads to; 0 if there is none yet."""
    child: int = nodes[node].child
    while child != 0 and nodes[child].code != code:
        child = nodes[child].sibling
    return child


@driver
def add_child(nodes: list[Node], plan: Plan, node: int, code: int) -> int:
    """Add a child and return it; 0 if the tree is full."""
    if plan.nodes >= plan.capacity:
        return 0
    child: int = plan.nodes
    plan.nodes = child + 1
    nodes[child].code = code
    nodes[child].child = 0
    nodes[child].sibling = nodes[node].child
    nodes[child].visits = 0
    nodes[child].value = 0
    nodes[node].child = child
    return child


@driver
def select(s: State, plan: Plan, nodes: list[Node], node: int, w: Workspace) -> int:
    """Return the index of the legal move to try: successful, liked, or rarely tried.

    A move not tried yet counts as being as good as the node has been for this seat on average.
    """
    moves, weights, marks = w.moves, w.weights, w.marks
    count = legal(s, moves)
    advise(s, moves, count, weights)
    total = 0
    for i in range(count):
        marks[moves[i]] = i + 1
        total += weights[i]
    tried = 0
    value = 0
    child = nodes[node].child
    while child != 0:
        if marks[nodes[child].code] != 0:
            tried += nodes[child].visits
            value += nodes[child].value
        child = nodes[child].sibling
    mean = value / (tried * UNIT) if tried > 0 else 0.5
    bonus = plan.exploration / PER_MILLE * math.sqrt(tried + 1.0) / total
    best = 0
    best_score = -1.0
    child = nodes[node].child
    while child != 0:
        i = marks[nodes[child].code] - 1
        if i >= 0:
            marks[moves[i]] = 0
            visits = nodes[child].visits
            promise = nodes[child].value / (visits * UNIT) + bonus * weights[i] / (1 + visits)
            if promise > best_score:
                best_score = promise
                best = i
        child = nodes[child].sibling
    for i in range(count):
        if marks[moves[i]] != 0:
            marks[moves[i]] = 0
            promise = mean + bonus * weights[i]
            if promise > best_score:
                best_score = promise
                best = i
    return best


# --- one simulation ------------------------------------------------------------------------------


@driver
def advance(s: State, dice: Dice, plan: Plan, code: int) -> None:
    """Play one ply.

    Where the search is paced, the dice of every turn start at a place of their own: an extra roll
    in one turn doesn't shift those of later turns.
    """
    turn = turn_of(s)
    apply(s, code)
    plan.plies += 1
    if plan.paced != 0 and turn_of(s) != turn:
        plan.turns += 1
        dice.ply = plan.turns * TURN_PLIES


@driver
def descend(s: State, dice: Dice, plan: Plan, nodes: list[Node], w: Workspace) -> None:
    """Walk down the tree, from a state that is not over, and add one node."""
    node = 0
    w.depth = 0
    growing = True
    rest = 0
    actor = to_act(s)
    while growing and actor != OVER and rest == 0 and w.depth < MAX_PATH:
        split = True
        if actor == CHANCE:
            split = plan.seat < 0 or sees(s, plan.seat) != 0
            code = w.moves[pick(dice, w.weights, chance(s, w.moves, w.weights))]
        else:
            i = select(s, plan, nodes, node, w)
            code = w.moves[i]
            if w.depth == 0:
                w.first = i
        advance(s, dice, plan, code)
        if split:
            child = find_child(nodes, node, code)
            if child == 0:
                growing = False
                child = add_child(nodes, plan, node, code)
            if child != 0:
                w.path[w.depth] = child
                w.choosers[w.depth] = actor
                w.depth += 1
                node = child
        actor = to_act(s)
        rest = at_rest(s)


@driver
def choose(s: State, actor: int, dice: Dice, informed: int, w: Workspace) -> int:
    """Return the code of the next ply: an outcome by its weight, or a move.

    The heuristic draws the move in so many of a thousand cases, else each is as likely.
    """
    if actor == CHANCE:
        i = pick(dice, w.weights, chance(s, w.moves, w.weights))
    else:
        count = legal(s, w.moves)
        if count == 1:
            i = 0
        elif informed > 0 and (informed >= PER_MILLE or roll(dice, PER_MILLE) < informed):
            advise(s, w.moves, count, w.weights)
            i = pick(dice, w.weights, count)
        else:
            i = roll(dice, count)
    return w.moves[i]


@driver
def step(s: State, dice: Dice, w: Workspace) -> None:
    """Play one ply, with a move that the heuristic draws."""
    apply(s, choose(s, to_act(s), dice, PER_MILLE, w))


@driver
def play_out(s: State, dice: Dice, plan: Plan, w: Workspace) -> None:
    """Play to the end, to a rest, or to chance at the horizon."""
    plies = 0
    actor = to_act(s)
    while actor != OVER and at_rest(s) == 0:
        if plan.horizon > 0 and plies >= plan.horizon and actor == CHANCE:
            break
        advance(s, dice, plan, choose(s, actor, dice, plan.informed, w))
        plies += 1
        actor = to_act(s)


@driver
def clear_outcome(w: Workspace) -> None:
    """Start the sums of a simulation at zero."""
    for seat in range(MAX_SEATS):
        w.wins[seat] = 0
        w.places[seat] = 0
        w.scores[seat] = 0


@driver
def add_outcome(s: State, w: Workspace, times: int) -> None:
    """Add the result by the current scores to the sums of a simulation, `times` times."""
    score(s, w.points, w.ranks)
    winners = 0
    for seat in range(s.seats):
        if w.ranks[seat] == 1:
            winners += 1
    for seat in range(s.seats):
        behind = s.seats - min(w.ranks[seat], s.seats)
        w.places[seat] += times * SHARE * behind // (s.seats - 1)
        w.scores[seat] += times * w.points[seat]
        if w.ranks[seat] == 1:
            w.wins[seat] += times * SHARE // winners


@driver
def back_up(plan: Plan, nodes: list[Node], w: Workspace, times: int) -> None:
    """Add the outcome to each node on the path, for the seat that chose it."""
    nodes[0].visits += 1
    for i in range(w.depth):
        node = w.path[i]
        chooser = w.choosers[i]
        nodes[node].visits += 1
        if chooser >= 0:
            reward = (PER_MILLE - plan.ranks) * w.wins[chooser] + plan.ranks * w.places[chooser]
            nodes[node].value += reward // times
    plan.simulations += 1
