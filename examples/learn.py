"""A player that learns by playing itself: `python examples/learn.py GAME`.

Temporal differences, TD(λ), for two players of a game in which nothing is hidden. A small network
predicts how likely the seat to act is to win. The player tries each legal move, takes the exact
mean over all dice and cards that may follow until the next decision, and plays the best. After a
game, each prediction moves towards what the later ones, and the result, have shown.

All of it is compiled with the rules of the game: that is why a minute on one core suffices. On the
way the learner plays one of Tablée's own players now and then, and prints how many games it wins.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import tablee
from tablee.bots import contract as bots
from tablee.bots.heuristics import heuristic_of
from tablee.bots.levels import player
from tablee.bots.players import Random
from tablee.bots.policies import by_liking
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.compile.arrays import dtype_of
from tablee.kernel.compile.cpu import compile_rules
from tablee.kernel.contract import apply, chance, legal, score, setup, to_act
from tablee.kernel.dice import Dice, pick, roll, take_up
from tablee.kernel.encoding import encode
from tablee.kernel.encoding import width as width_of
from tablee.kernel.engines.engine import verbs_of
from tablee.kernel.rule import driver
from tablee.lab.encoding import encoding_of
from tablee.lab.estimate import Estimate, mean_of
from tablee.lab.policies import NAMED
from tablee.lab.study import plots

Array = npt.NDArray[Any]
SEATS, SHORT = 2, 8
LAMBDA = 0.7
EXPLORED = 30  # of a thousand moves
FIRST_RATE, LAST_RATE, FADING = 1e-3, 2e-5, 0.999
DEPTH = 12  # outcomes of chance in a row
LONGEST = 4000  # decisions of a game that are learnt from


class Inputs:
    """Which inputs a number of an observation turns on: one for each value.

    The difference of two numbers of the same short feature counts as a number, too: how far apart
    two pieces are, or who leads by how much.
    """

    def __init__(self, game: tablee.Game, seen: Array) -> None:
        zero, pairs, place = seen.shape[1], [], 0
        for feature in encoding_of(game).FEATURES:
            own = range(place, place + feature.length)
            pairs += [(one, zero) for one in own]
            if feature.length <= SHORT:
                pairs += [(one, other) for one in own for other in own if one < other]
            place += feature.length
        seen = np.pad(seen.astype(int), ((0, 0), (0, 1)))
        varies = seen.min(axis=0) < seen.max(axis=0)
        kept = [(a, b) for a, b in pairs if varies[a] and (b == zero or varies[b])]
        self.pairs = np.array(kept, np.int64)
        values = seen[:, self.pairs[:, 0]] - seen[:, self.pairs[:, 1]]
        self.low = values.min(axis=0)
        self.span = values.max(axis=0) - self.low + 1
        self.offset = np.cumsum(self.span) - self.span
        self.size = int(self.span.sum())
        self.table = np.column_stack([self.pairs, self.low, self.span, self.offset])


# --- compiled with the rules ---------------------------------------------------------------------

MOVES, WEIGHTS, PLACE, COUNT, PART, SEEN, ON, HIDDEN, BACK, POINTS, RANKS, TABLE, OPTIONS = range(
    13
)
"""What lies on a desk: the arrays to work with, and the table of the inputs."""
INPUTS, GUESS, EXPECTED, ACTOR = range(4)
"""What is kept of each decision: inputs, the prediction, that after the best move, and who acted;
SEATS is added where another move was explored."""
SEED, FIRST, LEARNER, SLIPS, LAPSES, RATE = range(6)
"""What is played: the numbers of the games, who learns (-1: both seats), and how."""
FINE = 1e9  # a rate is counted in its parts


@driver
def predict(net: Any, on: Any, hidden: Any) -> float:
    """Return how likely the seat to act is to win, by the inputs that are on."""
    first, layer = net
    for j in range(len(hidden)):
        hidden[j] = layer[0, j]
    for k in range(len(on)):
        row = first[on[k]]
        for j in range(len(hidden)):
            hidden[j] += row[j]
    out = layer[2, 0]
    for j in range(len(hidden)):
        out += max(hidden[j], np.float32(0)) * layer[1, j]
    return 1 / (1 + math.exp(-out))


@driver
def look(s: Any, seat: int, desk: Any) -> None:
    """Turn on the inputs of what a seat sees."""
    seen, on, table = desk[SEEN], desk[ON], desk[TABLE]
    encode(s, seat, seen)
    for k in range(len(table)):
        value = seen[table[k, 0]] - seen[table[k, 1]] - table[k, 2]
        on[k] = table[k, 4] + max(0, min(table[k, 3] - 1, value))


@driver
def result(s: Any, seat: int, desk: Any) -> float:
    """Return what a seat has won at the end: 1, nothing, or half."""
    ranks = desk[RANKS]
    score(s, desk[POINTS], ranks)
    return 0.5 if ranks[0] == ranks[1] else 1.0 if ranks[seat] == 1 else 0.0


@driver
def worth(states: Any, code: int, seat: int, net: Any, desk: Any) -> float:
    """Return the chance of a seat to win after a move in states[0], over all that may follow."""
    place, part = desk[PLACE], desk[PART]
    states[1] = states[0]
    apply(states[1], code)
    mean, depth = 0.0, 1
    place[1], part[1] = -1, 1.0
    while depth > 0:
        s, moves, weights = states[depth], desk[MOVES][depth], desk[WEIGHTS][depth]
        if place[depth] < 0:
            actor = to_act(s)
            if actor != CHANCE:
                if actor == OVER:
                    mean += part[depth] * result(s, seat, desk)
                else:
                    look(s, actor, desk)
                    likely = predict(net, desk[ON], desk[HIDDEN])
                    mean += part[depth] * (likely if actor == seat else 1 - likely)
                depth -= 1
                continue
            place[depth] = 0
            desk[COUNT][depth] = chance(s, moves, weights)
        i = place[depth]
        if i == desk[COUNT][depth]:
            depth -= 1
            continue
        total = 0
        for other in range(desk[COUNT][depth]):
            total += weights[other]
        place[depth] += 1
        assert depth < DEPTH, "too many outcomes of chance in a row"
        states[depth + 1] = s
        apply(states[depth + 1], moves[i])
        part[depth + 1] = part[depth] * weights[i] / total
        place[depth + 1] = -1
        depth += 1
    return mean


@driver
def improve(weights: Any, slopes: Any, i: int, j: int, gradient: Any, rate: float) -> None:
    """Take a step of RMSprop with one weight."""
    slopes[i, j] += np.float32(1 - FADING) * (gradient * gradient - slopes[i, j])
    weights[i, j] -= rate * gradient / np.sqrt(slopes[i, j] + np.float32(1e-6))


@driver
def learn(mind: Any, on: Any, target: float, rate: float, desk: Any) -> None:
    """Move a prediction towards its target, down the slope of the cross-entropy."""
    net, slopes = mind
    hidden, back = desk[HIDDEN], desk[BACK]
    miss = np.float32(predict(net, on, hidden) - target)
    improve(net[1], slopes[1], 2, 0, miss, rate)
    for j in range(len(hidden)):
        back[j] = miss * net[1][1, j] if hidden[j] > 0 else np.float32(0)
        improve(net[1], slopes[1], 1, j, miss * max(hidden[j], np.float32(0)), rate)
        improve(net[1], slopes[1], 0, j, back[j], rate)
    for k in range(len(on)):
        for j in range(len(hidden)):
            improve(net[0], slopes[0], on[k], j, back[j], rate)


@driver
def decide(states: Any, seat: int, net: Any, desk: Any) -> int:
    """Return the index of the best move; desk[PART][0] is what it is worth."""
    moves = desk[MOVES][0]
    best = 0
    desk[PART][0] = -1.0
    for i in range(legal(states[0], moves)):
        found = worth(states, moves[i], seat, net, desk)
        if found > desk[PART][0]:
            desk[PART][0], best = found, i
    return best


@driver
def look_back(mind: Any, trail: Any, count: int, rate: float, desk: Any) -> None:
    """Learn from a game, the last decision first, all counted for seat 0.

    What chance gave is left out: a move is as good as the mean of all that could follow, and
    what was learnt about the position after it is added to that.
    """
    gain = 0.0
    for t in range(count - 1, -1, -1):
        later = gain - trail[GUESS][t + 1] if t + 1 < count and trail[ACTOR][t] < SEATS else 0.0
        gain = trail[EXPECTED][t] + LAMBDA * later
        mine = trail[ACTOR][t] % SEATS == 0
        learn(mind, trail[INPUTS][t], gain if mine else 1 - gain, rate, desk)


@driver
def play(states: Any, dice: Any, mind: Any, trail: Any, desk: Any, plan: Any) -> float:
    """Play a game, and learn from it if both seats are the learner's; return what seat 0 won."""
    s, moves, learner, count = states[0], desk[MOVES][0], plan[LEARNER], 0
    setup(s, SEATS, desk[OPTIONS])
    actor = CHANCE
    while actor != OVER:
        if actor == CHANCE:
            weights = desk[WEIGHTS][0]
            apply(s, moves[pick(dice[0], weights, chance(s, moves, weights))])
        elif learner >= 0 and actor != learner:
            number, weights = legal(s, moves), desk[WEIGHTS][0]
            slips, lapses = plan[SLIPS], plan[LAPSES]
            apply(s, moves[by_liking(s, moves, number, dice[1], weights, slips, lapses)])
        else:
            look(s, actor, desk)
            kept = learner < 0 and count < LONGEST
            if kept:
                for k in range(len(desk[ON])):
                    trail[INPUTS][count, k] = desk[ON][k]
                guess = predict(mind[0], desk[ON], desk[HIDDEN])
                trail[GUESS][count] = guess if actor == 0 else 1 - guess
            chosen = decide(states, actor, mind[0], desk)
            if kept:
                best = desk[PART][0]
                trail[EXPECTED][count] = best if actor == 0 else 1 - best
                trail[ACTOR][count] = actor
                number = legal(s, moves)
                if roll(dice[1], 1000) < EXPLORED:
                    other = roll(dice[1], number)
                    if other != chosen:
                        trail[ACTOR][count] = actor + SEATS
                        chosen = other
                count += 1
            apply(s, moves[chosen])
        actor = to_act(s)
    if learner < 0:
        look_back(mind, trail, count, plan[RATE] / FINE, desk)
    return result(s, 0, desk)


@driver
def play_games(
    states: Any, dice: Any, mind: Any, trail: Any, desk: Any, plan: Any, won: Any
) -> None:
    """Play one game for each number in `won`, and write there what seat 0 has won."""
    for number in range(len(won)):
        take_up(dice[0], plan[SEED], 0, plan[FIRST] + number)
        take_up(dice[1], plan[SEED], 1, plan[FIRST] + number)
        won[number] = play(states, dice, mind, trail, desk, plan)


# --- in Python -----------------------------------------------------------------------------------


class Learner:
    """The network, and what it plays and learns with."""

    def __init__(self, name: str, width: int = 32, seed: int = 1) -> None:
        self.game, self.seed = tablee.game(name), seed
        self.inputs = Inputs(self.game, sample(name, seed))
        rng = np.random.default_rng(seed)
        first, layer = rng.normal(0, 0.15, (self.inputs.size, width)), np.zeros((3, width))
        layer[1] = rng.normal(0, 0.1, width)
        self.net = first.astype(np.float32), layer.astype(np.float32)
        self.mind = self.net, tuple(np.full_like(one, 1e-3) for one in self.net)
        numbers, most = len(self.inputs.table), self.game.state.MAX_MOVES
        part, row, ints = encoding_of(self.game), np.zeros(width, np.float32), np.int64
        self.states = np.zeros(DEPTH + 1, dtype_of(self.game.state.State))
        self.dice = np.zeros(2, dtype_of(Dice))
        self.trail = (
            np.zeros((LONGEST, numbers), np.int32), np.zeros(LONGEST), np.zeros(LONGEST),
            np.zeros(LONGEST, np.int8),
        )  # fmt: skip
        self.desk = (
            np.zeros((DEPTH + 1, most), np.int16), np.zeros((DEPTH + 1, most), np.int32),
            np.zeros(DEPTH + 1, ints), np.zeros(DEPTH + 1, ints), np.zeros(DEPTH + 1),
            np.zeros(width_of(part.FEATURES) + 1, np.int16), np.zeros(numbers, np.int32),
            row, row.copy(), np.zeros(SEATS, ints), np.zeros(SEATS, ints), self.inputs.table,
            np.array(self.game.integers(self.game.read_options({})), ints),
        )  # fmt: skip
        advise = heuristic_of(self.game).advise
        self.verbs = verbs_of(self.game) | {encode: part.encode, bots.advise: advise}
        self.run = compile_rules(play_games, self.verbs, self.game.name)

    def practise(self, games: int, first: int, rate: float) -> None:
        """Play against itself, and learn."""
        self._play(first, games, [-1, 0, 0, round(rate * FINE)])

    def duel(self, opponent: str, games: int, first: int = 1 << 40) -> Estimate:
        """Return the share of victories against one of Tablée's players.

        A value is a pair of games with the same dice and the seats exchanged.
        """
        bot: Any = player(opponent, self.game.name)
        slips, lapses = (0, 1000) if isinstance(bot, Random) else (bot.slips, bot.lapses)
        plans = ([seat, slips, lapses, 0] for seat in range(SEATS))
        one, two = (self._play(first, games // 2, plan) for plan in plans)
        return mean_of([float(a + 1 - b) / 2 for a, b in zip(one, two, strict=True)])

    def _play(self, first: int, games: int, plan: list[int]) -> Array:
        won = np.zeros(games)
        numbers = np.array([self.seed, first, *plan], np.int64)
        self.run(self.states, self.dice, self.mind, self.trail, self.desk, numbers, won)
        return won


def sample(name: str, seed: int, size: int = 256) -> Array:
    """Return observations of random games: what numbers there are."""
    games, rng = tablee.batch(name, size=size, seats=SEATS, seed=seed), np.random.default_rng(seed)
    seen = []
    for _ in range(size):
        seen.append(games.observation.copy())
        chosen = rng.integers(1 << 30, size=size) % games.counts
        games.step(games.actions[np.arange(size), chosen])
    return np.concatenate(seen)


def train(learner: Learner, games: int, portion: int = 100) -> Iterator[int]:
    """Practise; yield the number of games before each portion, and at the end."""
    for first in range(0, games, portion):
        yield first
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (first / games)
        learner.practise(min(portion, games - first), first, rate)
    yield games


def main() -> None:
    """Learn, tell how it goes, and play a last match."""
    fit = [game.name for game in tablee.all_games() if SEATS in game.seats and not game.hides]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default=fit[0], choices=fit)
    parser.add_argument("--practice", type=int, default=40_000, help="games to learn from")
    parser.add_argument("--against", nargs="+", default=["casual", "thumb"], choices=NAMED)
    parser.add_argument("--games", type=int, default=4000, help="against each of them")
    parser.add_argument("--looks", type=int, default=12, help="at how well it plays, on the way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="draw what it won over time: an SVG file")
    given = parser.parse_args()
    learner = Learner(given.game, seed=given.seed)
    learner.duel("random", 2)  # compiles
    curves: dict[str, list[tuple[float, float]]] = {bot: [] for bot in given.against}
    next_look, began, looking = 0.0, time.process_time(), 0.0
    for made in train(learner, given.practice):
        if made < next_look and made < given.practice:
            continue
        next_look += given.practice / given.looks
        spent = time.process_time() - began - looking
        print(f"{spent:5.0f} s, {made:7,} games; wins", end="")
        for bot, curve in curves.items():
            share = learner.duel(bot, given.games)
            curve.append((spent, share.mean))
            print(f"  {100 * share.mean:.1f} ± {100 * share.margin:.1f} % ({bot})", end="")
        print(flush=True)
        looking = time.process_time() - began - spent
    if given.curve:
        series = [(f"against {bot}", curve) for bot, curve in curves.items()]
        drawn = plots.curves("Share of games won, by seconds", series, lambda y: f"{100 * y:.0f}%")
        given.curve.write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
