"""Policies and batches on a GPU: the same games as on a CPU, and how fast. Prints Markdown.

PYTHONPATH=src python3 bench/gpu.py            all of it, about five minutes on an H200
PYTHONPATH=src python3 bench/gpu.py --quick    a minute, for a first look
PYTHONPATH=src python3 bench/gpu.py --parts policies peers --peers sparrow_mahjong
                                               some parts alone, and some games of Pgx

It needs numba-cuda and PyTorch; JAX and Pgx are used where they are installed. The exit status is 1
if anything differed between CPU and GPU, was copied, failed, or missed its goal.

A step is one decision: the chosen action is played, chance is resolved, and who acts, the mask, the
legal actions, the observation, rewards and results are written. Actions are drawn by PyTorch on the
GPU among the legal ones. Pgx plays in the same run with random legal actions chosen by JAX.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

import tablee
from lab.policies import SHARE, weighs
from tablee.kernel.dice import roll
from tablee.kernel.engines.engine import tally_matches
from tablee.lab.batch import Batch
from tablee.lab.policies import cast_of, policy

SEATS = 4
FIRST_GOAL, GOAL = 300e6, 100e6  # steps a second: of the first game, of the others
PEERS = ("backgammon", "2048", "sparrow_mahjong")
COLUMNS = (
    "to_act", "done", "reward", "points", "ranks", "counts", "actions", "mask", "observation",
)  # fmt: skip


@policy
def tastes(moves: Any, count: int, dice: Any) -> int:
    """Weigh moves in floats that a GPU would round differently if it fused operations."""
    best = 0
    most = -1.0
    for i in range(count):
        value = 0.1 * moves[i] + 0.7 / (1.0 + roll(dice, 9)) * 1.3
        if value > most:
            most = value
            best = i
    return best


def same_policies(game: tablee.Game, games: int) -> str:
    """Play policies on both engines; return how many games were the same."""
    options = game.integers(game.read_options({}))
    cast = cast_of(game.name, SEATS, [tastes, "casual", "random", "thumb"])
    tallies = [
        tally_matches(game, SEATS, options, games, seed=5, engine=engine, cast=cast)
        for engine in ("cpu", "cuda")
    ]
    return "identical" if tallies[0] == tallies[1] else f"DIFFER {tallies}"


def same_batches(game: tablee.Game, size: int, steps: int) -> str:
    """Step the same batch on both devices; return whether all arrays were equal throughout."""
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
    """Return a function that plays random legal actions, chosen by PyTorch on the GPU."""
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
    """Return the best rate over sizes without checks, that size, and the rate with checks."""
    best, at = 0.0, 0
    for size in sizes:
        games = tablee.batch(game.name, size=size, seats=SEATS, seed=1, device="cuda")
        games.checked = False
        found = rate(random_steps(games), size, seconds)
        best, at = max((best, at), (found, size))
    games = tablee.batch(game.name, size=at, seats=SEATS, seed=1, device="cuda")
    return best, at, rate(random_steps(games), at, seconds)


CASTS: tuple[Any, ...] = (None, "random", weighs, "thumb")


def policy_rates(game: tablee.Game, seconds: float) -> list[float]:
    """Return moves a second of random games, and of games of each policy."""
    options = game.integers(game.read_options({}))
    found = []
    for one in CASTS:
        cast = None if one is None else cast_of(game.name, SEATS, [one])
        best, games = 0.0, 200_000
        for _ in range(4):
            began = perf_counter()
            tally = tally_matches(game, SEATS, options, games, engine="cuda", cast=cast)
            took = perf_counter() - began
            best = max(best, tally.plies / took)
            games = min(1 << 26, max(games, int(games * seconds / took)))
        found.append(best)
    return found


def peer_rate(
    name: str, size: int, seconds: float, clock: Callable[[], float] = perf_counter
) -> float:
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
        began = clock()
        for i in range(number):
            state = stepped(state, jax.random.fold_in(key, i))
        jax.block_until_ready(state)
        took = clock() - began
        best = max(best, number * size / took)
        number = max(5, int(number * seconds / took))
    return best


def shared(game: tablee.Game) -> str:
    """Return whether PyTorch and JAX share the arrays, and later steps in them, without a copy."""
    torch: Any = import_module("torch")
    games = tablee.batch(game.name, size=64, seats=SEATS, device="cuda")
    step = random_steps(games)
    for name in ("mask", "observation", "reward", "to_act", "actions"):
        array = getattr(games, name)
        place = array.__cuda_array_interface__["data"][0]
        tensors = (torch.from_dlpack(array), torch.as_tensor(array, device="cuda"))
        for _ in range(3):
            step()
        for tensor in tensors:
            if tensor.data_ptr() != place or not np.array_equal(
                tensor.cpu().numpy(), games.host(name)
            ):
                return f"PyTorch {torch.__version__}: {name} COPIED"
    told = f"PyTorch {torch.__version__} by DLPack and CUDA's array interface: no copy"
    if find_spec("jax") is None:
        return f"{told}; JAX is not installed"
    jax: Any = import_module("jax")
    for name in ("mask", "observation", "reward"):
        array = getattr(games, name)
        seen = jax.dlpack.from_dlpack(array)
        if seen.unsafe_buffer_pointer() != array.__cuda_array_interface__["data"][0]:
            return f"{told}; JAX {jax.__version__}: {name} COPIED"
        if not np.array_equal(np.asarray(seen), games.host(name)):
            return f"{told}; JAX {jax.__version__}: {name} DIFFERS"
    games.step(jax.dlpack.from_dlpack(games.actions)[:, 0].astype("int32"))
    return f"{told}; JAX {jax.__version__} by DLPack: no copy"


class Report:
    """The printed report, and whether everything passed."""

    def __init__(self) -> None:
        self.good = True
        self.began = perf_counter()

    def row(self, *cells: str, good: bool = True) -> None:
        """Print a row of a table."""
        self.good &= good
        print("| " + " | ".join(cells) + " |", flush=True)

    def head(self, *cells: str) -> None:
        """Print the head of a table."""
        print(f"\n_{perf_counter() - self.began:.0f} s_\n", flush=True)
        self.row(*cells)
        self.row(*("---" for _ in cells))

    def tried(self, name: str, measure: Callable[[], None]) -> None:
        """Run a part; if it fails, report that and go on."""
        try:
            measure()
        except Exception as problem:
            traceback.print_exc()
            self.row(name, f"FAILED: {type(problem).__name__}", good=False)


def sameness(report: Report, game: tablee.Game, quick: bool) -> None:
    """Compare CPU and GPU."""
    policies = same_policies(game, 500 if quick else 20_000)
    batches = same_batches(game, 512 if quick else 4096, 60 if quick else 300)
    report.row(game.title, policies, batches, good=policies == batches == "identical")


def sharing(report: Report, game: tablee.Game) -> None:
    """See whether arrays are shared with other libraries."""
    told = shared(game)
    report.row(game.title, told, good="COPIED" not in told and "DIFFERS" not in told)


def steps(report: Report, game: tablee.Game, quick: bool, goal: float) -> None:
    """Measure batches."""
    best, at, checked = batch_rates(game, sizes(quick), 0.3 if quick else 2.0)
    met = best >= goal
    figures = (f"{best / 1e6:.0f}", f"{at}", f"{checked / 1e6:.0f}", f"{goal / 1e6:.0f}")
    report.row(game.title, *figures, "met" if met else "MISSED", good=met or quick)


def policies(report: Report, game: tablee.Game, quick: bool) -> None:
    """Measure policies beside random play."""
    plain, *others = policy_rates(game, 0.3 if quick else 2.0)
    cells = [cell for one in others for cell in (f"{one / 1e6:.0f}", f"{one / plain:.2f}")]
    met = min(others[:2]) >= SHARE * plain
    verdict = "met" if met else "MISSED"
    report.row(game.title, f"{plain / 1e6:.0f}", *cells, verdict, good=met or quick)


def sizes(quick: bool) -> list[int]:
    """Return the sizes of batches to try."""
    return [1 << 18] if quick else [1 << 16, 1 << 18, 1 << 20]


def peers(report: Report, name: str, quick: bool) -> None:
    """Measure a game of Pgx."""
    found = max(peer_rate(name, size, 1.0) for size in sizes(quick))
    report.row(f"Pgx {name}", f"{found / 1e6:.0f}", "", "", "", "")


def all_same(report: Report, quick: bool, _: list[str]) -> None:
    """Compare all games on CPU and GPU."""
    report.head("game", "policies, CPU and GPU", "batches, CPU and GPU")
    for game in tablee.all_games():
        report.tried(game.title, partial(sameness, report, game, quick))


def all_shared(report: Report, quick: bool, _: list[str]) -> None:
    """See of all games whether arrays are shared."""
    report.head("sharing", "")
    for game in tablee.all_games():
        report.tried(game.title, partial(sharing, report, game))


STEPS = ("game", "M steps/s", "batch", "checked", "goal", "")


def all_steps(report: Report, quick: bool, _: list[str]) -> None:
    """Measure the batches of all games."""
    report.head(*STEPS)
    for number, game in enumerate(tablee.all_games()):
        goal = FIRST_GOAL if number == 0 else GOAL
        report.tried(game.title, partial(steps, report, game, quick, goal))


def all_peers(report: Report, quick: bool, names: list[str]) -> None:
    """Measure games of Pgx."""
    report.head(*STEPS)
    if find_spec("pgx") is None:
        report.row("Pgx", "is not installed", "", "", "", "")
        return
    for name in names:
        report.tried(name, partial(peers, report, name, quick))


def all_policies(report: Report, quick: bool, _: list[str]) -> None:
    """Measure the policies of all games."""
    names = [one if isinstance(one, str) else one.__name__ for one in CASTS[1:]]
    head = [cell for name in names for cell in (f"policy {name}", "share")]
    report.head("game", "random, M moves/s", *head, f"goal {SHARE}")
    for game in tablee.all_games():
        report.tried(game.title, partial(policies, report, game, quick))


PARTS = {
    "same": all_same,
    "shared": all_shared,
    "batches": all_steps,
    "peers": all_peers,
    "policies": all_policies,
}


def main() -> int:
    """Run everything and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--parts", nargs="+", default=list(PARTS), choices=list(PARTS))
    parser.add_argument("--peers", nargs="+", default=list(PEERS), choices=PEERS)
    given = parser.parse_args()
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX shares the GPU
    report = Report()
    for part in (name for name in PARTS if name in given.parts):
        PARTS[part](report, given.quick, given.peers)
    verdict = "all as it should be" if report.good else "NOT ALL AS IT SHOULD BE"
    print(f"\n{perf_counter() - report.began:.0f} s: {verdict}")
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
