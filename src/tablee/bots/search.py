"""Monte-Carlo tree search for every game: over chance, hidden cards and any number of seats.

Each simulation fills in what the searching seat cannot see (`resample`), walks down the tree, adds
one node, plays on to the end of the game, or for some plies after which the outlook is asked, and
tells every node on the way how it went for the seat that chose it: each seat maximises its own
outcome. No state is kept in the tree: a node stands for the moves and the *visible* outcomes that
led to it, so one tree serves all worlds. Outcomes that the searching seat may not see do not split
it.

Which move is tried next is decided by how well it did, by how much the rule of thumb likes it, and
by how little it was tried: mean + c · liking · √tried / (1 + visits). That needs nothing but square
roots: these are the same to the last bit on every machine, and so is the game a bot plays.
"""

from __future__ import annotations

import math
from typing import Any

from tablee.bots.contract import advise, at_rest, outlook
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import apply, chance, legal, resample, score, sees, to_act
from tablee.kernel.dice import Dice, pick, roll
from tablee.kernel.playout import MAX_SEATS, SHARE
from tablee.kernel.record import Ints, Record, int16, int32, int64
from tablee.kernel.rule import Slot, driver

MILLE = 1000
UNIT = SHARE * MILLE  # the reward of a victory
MAX_PATH = 512  # decisions and outcomes from the root to a leaf; deeper ones are rollout

COPY: Any = Slot()  # puts the first of one row of states into another


class Node(Record):
    """One place in the tree."""

    code: int = int16()  # what led here
    child: int = int32()  # the first child; 0: none
    sibling: int = int32()  # the next child of the parent; 0: none
    visits: int = int32()
    value: int = int64()  # sum of rewards of the seat that chose to come here


class RootMove(Record):
    """What the simulations say about one move at the root, for the seat that searches."""

    code: int = int16()
    visits: int = int64()
    wins: int = int64()  # in 840ths
    wins_squared: int = int64()
    points: int = int64()
    points_squared: int = int64()


class Plan(Record):
    """What is searched and how, and how far the search has come."""

    seat: int = int32()
    informed: int = int32()  # rollouts by the rule of thumb: so many in a thousand moves
    horizon: int = int32()  # so many plies are rolled out, then the outlook is asked; 0: to the end
    exploration: int = int32()  # c, in thousandths
    ranks: int = int32()  # how much of a reward is the rank and not the victory, in thousandths
    nodes: int = int64()  # in use; the root is node 0
    simulations: int = int64()
    plies: int = int64()  # moves and outcomes played in all simulations
    wins: list[int] = int64(MAX_SEATS)  # of every seat, in 840ths


@driver
def copy_plain(to: Any, source: Any) -> None:
    """Plain Python's way to copy a state."""
    to[0] = source[0].copy()


@driver
def copy_compiled(to: Any, source: Any) -> None:
    """Compiled code's way to copy a state."""
    to[0] = source[0]


@driver
def find_child(nodes: Any, node: int, code: int) -> int:
    """The child that a code leads to; 0 if there is none yet."""
    child: int = nodes[node].child
    while child != 0 and nodes[child].code != code:
        child = nodes[child].sibling
    return child


@driver
def add_child(nodes: Any, plan: Any, node: int, code: int) -> int:
    """A new child; 0 if the tree is full."""
    if plan.nodes >= len(nodes):
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
def select(
    s: Any, nodes: Any, plan: Any, node: int, moves: Ints, weights: Ints, count: int, marks: Ints
) -> int:
    """The index of the move to try: what went well, what is liked, and what was tried little.

    A move not tried yet is thought as good as the node has been for this seat on average. `marks`
    is a row as long as there are codes, all zero before and after.
    """
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
    usual = value / (tried * UNIT) if tried > 0 else 0.5
    wonder = plan.exploration / MILLE * math.sqrt(tried + 1.0) / total
    best = 0
    best_score = -1.0
    child = nodes[node].child
    while child != 0:
        i = marks[nodes[child].code] - 1
        if i >= 0:
            marks[moves[i]] = 0
            visits = nodes[child].visits
            promise = nodes[child].value / (visits * UNIT) + wonder * weights[i] / (1 + visits)
            if promise > best_score:
                best_score = promise
                best = i
        child = nodes[child].sibling
    for i in range(count):
        if marks[moves[i]] != 0:
            marks[moves[i]] = 0
            promise = usual + wonder * weights[i]
            if promise > best_score:
                best_score = promise
                best = i
    return best


@driver
def rollout(s: Any, dice: Dice, moves: Ints, weights: Ints, informed: int, horizon: int) -> int:
    """Plays to the end, a rest or chance at the horizon, by rule of thumb so often in a thousand.

    Returns the number of plies.
    """
    plies = 0
    actor = to_act(s)
    while actor != OVER and (plies == 0 or at_rest(s) == 0):
        if horizon > 0 and plies >= horizon and actor == CHANCE:
            break
        if actor == CHANCE:
            i = pick(dice, weights, chance(s, moves, weights))
        else:
            count = legal(s, moves)
            if count == 1:
                i = 0
            elif informed > 0 and (informed >= MILLE or roll(dice, MILLE) < informed):
                advise(s, moves, count, weights)
                i = pick(dice, weights, count)
            else:
                i = roll(dice, count)
        apply(s, moves[i])
        plies += 1
        actor = to_act(s)
    return plies


@driver
def search(
    roots: Any,
    worlds: Any,
    dices: Any,
    plans: Any,
    nodes: Any,
    root_moves: Any,
    moves: Ints,
    weights: Ints,
    marks: Ints,
    points: Ints,
    ranks: Ints,
    shares: Ints,
    path: Ints,
    choosers: Ints,
    count: int,
) -> None:
    """Runs `count` simulations more from the view in roots[0], into tree and root sums."""
    plan = plans[0]
    dice = dices[0]
    seat = plan.seat
    for _ in range(count):
        COPY(worlds, roots)
        s = worlds[0]
        resample(s, seat, dice)
        node = 0
        depth = 0
        root_index = -1
        growing = True
        rest = 0
        actor = to_act(s)
        while growing and actor != OVER and rest == 0 and depth < MAX_PATH:
            split = True
            if actor == CHANCE:
                split = sees(s, seat) != 0
                code = moves[pick(dice, weights, chance(s, moves, weights))]
            else:
                options = legal(s, moves)
                i = select(s, nodes, plan, node, moves, weights, options, marks)
                code = moves[i]
                if node == 0 and depth == 0:
                    root_index = i
            apply(s, code)
            plan.plies += 1
            if split:
                child = find_child(nodes, node, code)
                if child == 0:
                    growing = False
                    child = add_child(nodes, plan, node, code)
                if child != 0:
                    path[depth] = child
                    choosers[depth] = actor
                    depth += 1
                    node = child
            actor = to_act(s)
            rest = at_rest(s)
        if rest == 0:
            plan.plies += rollout(s, dice, moves, weights, plan.informed, plan.horizon)
        reward(s, plan, nodes, root_moves, points, ranks, shares, path, choosers, depth, root_index)


@driver
def share_out(s: Any, points: Ints, ranks: Ints, shares: Ints) -> None:
    """Writes what each seat has got in the end, in 840ths of a victory; before it, its outlook."""
    score(s, points, ranks)
    if to_act(s) != OVER:
        outlook(s, points, ranks, shares)
    else:
        winners = 0
        for i in range(s.seats):
            if ranks[i] == 1:
                winners += 1
        for i in range(s.seats):
            shares[i] = SHARE // winners if ranks[i] == 1 else 0


@driver
def reward(
    s: Any,
    plan: Any,
    nodes: Any,
    root_moves: Any,
    points: Ints,
    ranks: Ints,
    shares: Ints,
    path: Ints,
    choosers: Ints,
    depth: int,
    root_index: int,
) -> None:
    """Tells the nodes on the path, and the sums at the root, how the game ended."""
    share_out(s, points, ranks, shares)
    nodes[0].visits += 1
    for step in range(depth):
        child = path[step]
        nodes[child].visits += 1
        chooser = choosers[step]
        if chooser >= 0:
            place = SHARE * (s.seats - min(ranks[chooser], s.seats)) // (s.seats - 1)
            nodes[child].value += (MILLE - plan.ranks) * shares[chooser] + plan.ranks * place
    for i in range(s.seats):
        plan.wins[i] += shares[i]
    if root_index >= 0:
        mine = root_moves[root_index]
        win = shares[plan.seat]
        mine.visits += 1
        mine.wins += win
        mine.wins_squared += win * win
        mine.points += points[plan.seat]
        mine.points_squared += points[plan.seat] * points[plan.seat]
    plan.simulations += 1
