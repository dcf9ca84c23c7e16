"""A player that learns by playing itself: `python examples/learn.py GAME`.

Proximal policy optimisation (PPO) in NumPy, on hundreds of games side by side. It is for two seats:
what one wins the other loses, so a position is worth to one seat the negative of what it is worth
to the other. On the way it plays one of Tablée's own players now and then, and prints how many
games it wins.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import tablee
from tablee.bots.levels import player
from tablee.envs.table import Table
from tablee.kernel.dice import dice_for
from tablee.lab.batch import Batch
from tablee.lab.estimate import Estimate, mean_of
from tablee.lab.study import plots

Array = npt.NDArray[Any]
SEATS = 2
WIDEST = 24  # a number with more values than this is scaled, all others are one-hot
LAMBDA, CLIP, ENTROPY, VALUE = 0.95, 0.2, 0.01, 0.5
EPOCHS, PORTION, RATE = 2, 2048, 1e-3
SETTLING = 0.002  # the weight of an update in the mean of the weights


class Inputs:
    """Turns observations into inputs: a place for each value, or a scaled number."""

    def __init__(self, seen: Array) -> None:
        low, high = seen.min(axis=0).astype(int), seen.max(axis=0).astype(int)
        span = high - low + 1
        self.named = np.flatnonzero((span > 1) & (span <= WIDEST))
        self.scaled = np.flatnonzero(span > WIDEST)
        self.low, self.span = low[self.named], span[self.named]
        self.offset = np.cumsum(self.span) - self.span
        self.mean = seen[:, self.scaled].mean(axis=0)
        self.deviation = seen[:, self.scaled].std(axis=0) + 1e-6
        self.size = int(self.span.sum()) + len(self.scaled)

    def __call__(self, seen: Array) -> Array:
        out = np.zeros((len(seen), self.size), np.float32)
        place = np.clip(seen[:, self.named] - self.low, 0, self.span - 1) + self.offset
        out[np.arange(len(seen))[:, None], place] = 1
        out[:, self.size - len(self.scaled) :] = (seen[:, self.scaled] - self.mean) / self.deviation
        return out


class Network:
    """A hidden layer, and on it the liking of each action and the worth of the position.

    It plays by `weights` while it learns. Their running mean, in `settled`, plays better, since it
    doesn't follow the luck of the last games.
    """

    def __init__(self, inputs: Inputs, actions: int, rng: np.random.Generator, width: int) -> None:
        self.inputs = inputs
        self.weights = {
            "hidden": rng.normal(0, 0.15, (inputs.size, width)).astype(np.float32),
            "bias": np.zeros(width, np.float32),
            "liking": rng.normal(0, 0.01, (width, actions)).astype(np.float32),
            "action": np.zeros(actions, np.float32),
            "worth": rng.normal(0, 0.01, (width, 1)).astype(np.float32),
        }
        self.settled = {name: one.copy() for name, one in self.weights.items()}
        self.first = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.second = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.updates = 0

    def forward(self, x: Array, mask: Array) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the chances of the actions, and the worth."""
        w = self.weights
        hidden = np.tanh(x @ w["hidden"] + w["bias"])
        liking = np.where(mask, hidden @ w["liking"] + w["action"], -1e9)
        chances = np.exp(liking - liking.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, np.tanh(hidden @ w["worth"])[:, 0]

    def best(self, seen: Array, mask: Array) -> Array:
        """Return the action in each row that the settled weights like best."""
        learning, self.weights = self.weights, self.settled
        _, chances, _ = self.forward(self.inputs(seen), mask)
        self.weights = learning
        chosen: Array = chances.argmax(axis=1)
        return chosen

    def update(self, gradients: dict[str, Array], rate: float) -> None:
        """Take a step of Adam."""
        self.updates += 1
        for name, gradient in gradients.items():
            first, second = self.first[name], self.second[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            size = rate * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
            self.weights[name] -= size * first / (np.sqrt(second) + 1e-8)
            settling = max(SETTLING, 2 / (1 + self.updates))
            self.settled[name] += settling * (self.weights[name] - self.settled[name])


@dataclass
class Experience:
    """Decisions, a row each: what was seen, done, and how much better it went than expected."""

    seen: Array
    mask: Array
    action: Array
    chance: Array  # with which the action was chosen
    advantage: Array
    target: Array  # of the worth


def pick(chances: Array, rng: np.random.Generator) -> Array:
    """Choose an action in each row by its chance."""
    ticket = rng.random((len(chances), 1)) * chances.sum(axis=1, keepdims=True)
    chosen: Array = (chances.cumsum(axis=1) < ticket).sum(axis=1)
    return chosen.astype(np.int64)


def experience(games: Batch, network: Network, steps: int, rng: np.random.Generator) -> Experience:
    """Play so many steps in each game and return what came of every decision."""
    rows = np.arange(games.size)
    kept: dict[str, list[Array]] = {
        name: [] for name in ("seen", "mask", "action", "chance", "worth", "won", "on")
    }
    for _ in range(steps):
        seen, mask, seat = games.observation.copy(), games.mask.copy(), games.to_act.copy()
        _, chances, worth = network.forward(network.inputs(seen), mask)
        action = pick(chances, rng)
        games.step(action)
        same = np.where(games.to_act == seat, 1, -1)  # the other's worth is the negative
        row = (seen, mask, action, chances[rows, action], worth, games.reward[rows, seat],
               np.where(games.done, 0, same))  # fmt: skip
        for values, value in zip(kept.values(), row, strict=True):
            values.append(value)
    *_, following = network.forward(network.inputs(games.observation), games.mask)
    advantage = np.zeros((steps, games.size), np.float32)
    later = np.zeros(games.size, np.float32)
    for t in reversed(range(steps)):
        surprise = kept["won"][t] + kept["on"][t] * following - kept["worth"][t]
        later = surprise + LAMBDA * kept["on"][t] * later
        advantage[t], following = later, kept["worth"][t]
    flat = {name: np.concatenate(values) for name, values in kept.items()}
    gained = advantage.ravel()
    return Experience(
        flat["seen"], flat["mask"], flat["action"], flat["chance"], gained, gained + flat["worth"]
    )


def improve(network: Network, found: Experience, rate: float, rng: np.random.Generator) -> None:
    """Make what went better than expected likelier, and expect what came."""
    spread = found.advantage.std() + 1e-6
    for _ in range(EPOCHS):
        order = rng.permutation(len(found.action))
        for start in range(0, len(order), PORTION):
            part = order[start : start + PORTION]
            advantage = (found.advantage[part] - found.advantage.mean()) / spread
            network.update(gradients(network, found, part, advantage), rate)


def gradients(
    network: Network, found: Experience, part: Array, advantage: Array
) -> dict[str, Array]:
    """Return the gradients of the loss of PPO over some decisions."""
    x, action, mask = network.inputs(found.seen[part]), found.action[part], found.mask[part]
    hidden, chances, worth = network.forward(x, mask)
    rows = np.arange(len(part))
    ratio = chances[rows, action] / found.chance[part]
    clipped = np.where(advantage > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    pull = np.where(clipped, 0, -ratio * advantage)
    chosen = np.zeros_like(chances)
    chosen[rows, action] = 1
    liking = pull[:, None] * (chosen - chances)
    logarithm = np.log(np.maximum(chances, 1e-12))
    entropy = -(chances * logarithm).sum(axis=1, keepdims=True)
    liking += ENTROPY * chances * (logarithm + entropy)
    miss = VALUE * (worth - found.target[part]) * (1 - worth * worth)
    liking, miss = liking / len(part), miss[:, None] / len(part)
    w = network.weights
    inner = (liking @ w["liking"].T + miss @ w["worth"].T) * (1 - hidden * hidden)
    return {
        "hidden": x.T @ inner,
        "bias": inner.sum(axis=0),
        "liking": hidden.T @ liking,
        "action": liking.sum(axis=0),
        "worth": hidden.T @ miss,
    }


def train(
    name: str, *, decisions: int, size: int = 256, steps: int = 64, width: int = 64, seed: int = 1
) -> Iterator[tuple[int, Network]]:
    """Learn from so many decisions; yield how many there were, and the network, as it goes on."""
    rng = np.random.default_rng(seed)
    games = tablee.batch(name, size=size, seats=SEATS, seed=seed)
    rows, seen = np.arange(size), []
    for _ in range(steps * 4):  # what numbers there are
        seen.append(games.observation.copy())
        games.step(games.actions[rows, rng.integers(1 << 30, size=size) % games.counts])
    games.checked = False
    network = Network(Inputs(np.concatenate(seen)), games.mask.shape[1], rng, width)
    for made in range(0, decisions, size * steps):
        yield made, network
        rate = RATE * max(0.1, 1 - made / decisions)
        improve(network, experience(games, network, steps, rng), rate, rng)
    yield decisions, network


Choose = Callable[[Array, Array], Array]


def duel(name: str, choose: Choose, opponent: str, games: int, seed: int = 7) -> Estimate:
    """Return the share of victories against one of Tablée's players, with the same dice for both.

    A value is a pair of games with the seats exchanged. All games are played side by side.
    """
    tables = [Table(name, seats=SEATS) for _ in range(games // 2 * 2)]
    for number, table in enumerate(tables):
        table.start(seed, number // 2)
    other = player(opponent, name)
    dice = [dice_for(seed + 1, number) for number in range(len(tables))]
    while open_tables := [number for number, one in enumerate(tables) if one.to_act >= 0]:
        mine = [number for number in open_tables if tables[number].to_act == number % 2]
        if mine:
            seen = np.array([tables[number].observe(number % 2) for number in mine])
            mask = np.zeros((len(mine), tables[0].encoding.ACTIONS), bool)
            for row, number in enumerate(mine):
                mask[row, tables[number].actions()] = True
            for number, action in zip(mine, choose(seen, mask), strict=True):
                tables[number].play(int(action))
        for number in set(open_tables) - set(mine):
            table = tables[number]
            view = table.view(table.to_act)
            move = other.choose(view, dice[number])
            table.play(table.actions()[view.moves().index(move)])
    won = [(1 + table.rewards()[number % 2]) / 2 for number, table in enumerate(tables)]
    return mean_of([(a + b) / 2 for a, b in zip(won[::2], won[1::2], strict=True)])


def main() -> None:
    """Learn, tell how it goes, and play a last match."""
    two = [game.name for game in tablee.all_games() if SEATS in game.seats]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default=two[0], choices=two)
    parser.add_argument("--decisions", type=int, default=20_000_000, help="to learn from")
    parser.add_argument("--against", nargs="+", default=["casual", "thumb"], metavar="BOT")
    parser.add_argument("--games", type=int, default=1000, help="against each of them at the end")
    parser.add_argument("--looks", type=int, default=12, help="at how well it plays, on the way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="draw what it won over time: an SVG file")
    given = parser.parse_args()
    curves: dict[str, list[tuple[float, float]]] = {bot: [] for bot in given.against}
    next_look, began, looking = 0.0, time.process_time(), 0.0
    for made, network in train(given.game, decisions=given.decisions, seed=given.seed):
        last = made == given.decisions
        if made >= next_look or last:
            next_look += given.decisions / given.looks
            spent = time.process_time() - began - looking
            games = given.games if last else max(2, given.games // 5)
            print(f"{spent:5.0f} s, {made:11,} decisions; wins", end="")
            for bot, curve in curves.items():
                share = duel(given.game, network.best, bot, games)
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
