"""Policies and batches on a GPU: the same games as on a CPU, and how fast. Prints Markdown.

PYTHONPATH=src python3 bench/gpu.py            all of it, about five minutes on an H200
PYTHONPATH=src python3 bench/gpu.py --quick    a minute, for a first look

A step is one decision: the chosen action is played, chance is resolved, and who acts, the mask, the
legal actions, the observation, rewards and results are written. Actions are drawn by PyTorch on the
GPU among the legal ones. Pgx, where it is installed, plays in the same run with random legal
actions chosen by JAX.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

import tablee
from tablee.kernel.dice import roll
from tablee.kernel.engines.engine import tally_matches
from tablee.lab.batch import Batch
from tablee.lab.policies import cast_of, policy

SEATS = 4
GOALS = {"mahe": 300e6}  # steps a second; the other games:
GOAL = 100e6
PEERS = ("backgammon", "2048", "sparrow_mahjong")
COLUMNS = (
    "to_act", "done", "reward", "points", "ranks", "counts", "actions", "mask", "observation",
)  # fmt: skip


@policy
def tastes(moves: Any, count: int, dice: Any) -> int:
    """Weigh moves in floats that a GPU would round otherwise if it fused operations."""
    best = 0
    most = -1.0
    for i in range(count):
        value = 0.1 * moves[i] + 0.7 / (1.0 + roll(dice, 9)) * 1.3
        if value > most:
            most = value
            best = i
    return best


def same_policies(game: tablee.Game, games: int) -> str:
    """Play policies on both engines; say how many games were the same."""
    options = game.integers(game.read_options({}))
    cast = cast_of(game.name, SEATS, [tastes, "casual", "random", "thumb"])
    tallies = [
        tally_matches(game, SEATS, options, games, seed=5, engine=engine, cast=cast)
        for engine in ("cpu", "cuda")
    ]
    return "identical" if tallies[0] == tallies[1] else f"DIFFER {tallies}"


def same_batches(game: tablee.Game, size: int, steps: int) -> str:
    """Step the same batch on both devices; say whether all arrays were equal all the time."""
    both = [tablee.batch(game.name, size=size, seats=SEATS, seed=7, device=d) for d in DEVICES]
    rows = np.arange(size)
    for step in range(steps):
        for name in COLUMNS:
            one, other = (batch.host(name) for batch in both)
            if name == "actions":
                legal = np.arange(one.shape[1]) < both[0].host("counts")[:, None]
                one, other = one * legal, other * legal
            if not np.array_equal(one, other):
                return f"DIFFER in {name} at step {step}"
        actions = both[0].host("actions")[rows, (rows + step * 7) % both[0].host("counts")]
        for batch in both:
            batch.step(actions)
    return "identical"


DEVICES = ("cpu", "cuda")


def random_steps(games: Batch) -> Callable[[], None]:
    """Return what plays one random legal action in each row, chosen by PyTorch on the GPU."""
    torch: Any = import_module("torch")
    actions = torch.as_tensor(games.actions, device="cuda")
    counts = torch.as_tensor(games.counts, device="cuda")
    ptr = games.actions.__cuda_array_interface__["data"][0]
    assert actions.data_ptr() == ptr, "the array was copied"
    lot = torch.empty(games.size, device="cuda")

    def step() -> None:
        lot.uniform_(0, 1)
        chosen = (lot * counts).to(torch.int64).clamp_(max=actions.shape[1] - 1)
        games.step(actions.gather(1, chosen[:, None])[:, 0].to(torch.int64))

    return step


def rate(step: Callable[[], None], size: int, seconds: float) -> float:
    """Return steps a second, the best of three repetitions."""
    torch: Any = import_module("torch")
    for _ in range(20):
        step()
    torch.cuda.synchronize()
    best, number = 0.0, 20
    for _ in range(4):
        began = perf_counter()
        for _ in range(number):
            step()
        torch.cuda.synchronize()
        took = perf_counter() - began
        best = max(best, number * size / took)
        number = max(20, int(number * seconds / took))
    return best


def batch_rates(game: tablee.Game, sizes: list[int], seconds: float) -> tuple[float, int, float]:
    """Return the best rate over sizes, trusting; that size; and the rate with checks there."""
    best, at = 0.0, 0
    for size in sizes:
        games = tablee.batch(game.name, size=size, seats=SEATS, seed=1, device="cuda")
        games.checked = False
        found = rate(random_steps(games), size, seconds)
        best, at = max((best, at), (found, size))
    games = tablee.batch(game.name, size=at, seats=SEATS, seed=1, device="cuda")
    return best, at, rate(random_steps(games), at, seconds)


def policy_rates(game: tablee.Game, games: int) -> list[float]:
    """Return moves a second of random games, of the policy `random`, of the rule of thumb."""
    options = game.integers(game.read_options({}))
    found = []
    for cast in (None, *(cast_of(game.name, SEATS, [name]) for name in ("random", "thumb"))):
        best = 0.0
        for _ in range(3):
            began = perf_counter()
            tally = tally_matches(game, SEATS, options, games, engine="cuda", cast=cast)
            best = max(best, tally.plies / (perf_counter() - began))
        found.append(best)
    return found


def peer_rate(name: str, size: int, seconds: float) -> float:
    """Return the steps a second of a game of Pgx with random legal actions."""
    jax: Any = import_module("jax")
    env = import_module("pgx").make(name)

    def one(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, size)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.vmap(jax.random.categorical)(keys, scores)
        again = jax.vmap(env.init)(jax.random.split(jax.random.fold_in(key, 1), size))
        after = jax.vmap(env.step)(state, actions, keys)
        return jax.tree_util.tree_map(
            lambda a, b: jax.numpy.where(
                (after.terminated | after.truncated).reshape((-1,) + (1,) * (a.ndim - 1)), a, b
            ),
            again,
            after,
        )

    stepped = jax.jit(one)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
    key = jax.random.PRNGKey(1)
    jax.block_until_ready(stepped(state, key))
    best, number = 0.0, 5
    for _ in range(3):
        began = perf_counter()
        for i in range(number):
            state = stepped(state, jax.random.fold_in(key, i))
        jax.block_until_ready(state)
        took = perf_counter() - began
        best = max(best, number * size / took)
        number = max(5, int(number * seconds / took))
    return best


def jax_sees(games: Batch) -> str:
    """Say whether JAX takes the arrays without a copy."""
    if find_spec("jax") is None:
        return "JAX is not installed"
    jax: Any = import_module("jax")
    torch: Any = import_module("torch")
    array = jax.dlpack.from_dlpack(torch.as_tensor(games.observation, device="cuda"))
    same = array.unsafe_buffer_pointer() == games.observation.__cuda_array_interface__["data"][0]
    return f"JAX {jax.__version__}: {'no copy' if same else 'COPIED'}, {array.shape} {array.dtype}"


def main() -> int:
    """Run everything and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    quick = given.quick
    games = tablee.all_games()
    print("| game | policies, CPU and GPU | batches, CPU and GPU |\n|---|---|---|", flush=True)
    for game in games:
        policies = same_policies(game, 500 if quick else 20_000)
        batches = same_batches(game, 512 if quick else 4096, 60 if quick else 300)
        print(f"| {game.title} | {policies} | {batches} |", flush=True)
    print("\n| game | M steps/s | batch | checked | goal |\n|---|---|---|---|---|", flush=True)
    sizes = [1 << 18] if quick else [1 << 16, 1 << 18, 1 << 20]
    for game in games:
        best, at, checked = batch_rates(game, sizes, 0.3 if quick else 2.0)
        goal = GOALS.get(game.name, GOAL)
        figures = f"{best / 1e6:.0f} | {at} | {checked / 1e6:.0f} | {goal / 1e6:.0f}"
        print(f"| {game.title} | {figures} |", flush=True)
    for name in PEERS if find_spec("pgx") else ():
        found = max(peer_rate(name, size, 1.0) for size in sizes)
        print(f"| Pgx {name} | {found / 1e6:.0f} | | | |", flush=True)
    head = "\n| game | random, M moves/s | policy random | share | thumb | share |"
    print(f"{head}\n|---|---|---|---|---|---|", flush=True)
    for game in games:
        plain, lot, thumb = policy_rates(game, 200_000 if quick else 4_000_000)
        figures = f"{plain / 1e6:.0f} | {lot / 1e6:.0f} | {lot / plain:.2f}"
        thumbs = f"{thumb / 1e6:.0f} | {thumb / plain:.2f}"
        print(f"| {game.title} | {figures} | {thumbs} |", flush=True)
    print("\n" + jax_sees(tablee.batch("mahe", size=64, seats=SEATS, device="cuda")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
