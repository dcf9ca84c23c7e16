"""Rates of policies, batches, environments and Ray, each beside what it is measured against.

Rates are per second of processor time on one core, so that a busy machine does little harm, except
those of Ray, which are per second of all cores. Every figure is the best of REPEATS repetitions. A
row whose library isn't installed says so.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

import tablee
from gpu import peer_rate
from lab.policies import SHARE, weighs
from tablee.kernel.engines.engine import tally_matches
from tablee.lab.policies import cast_of
from tablee.lab.simulate import simulate

SEATS = 4
REPEATS = 3
ROWS = 4096  # of a batch
PEERS = (
    "connect_four_v3",
    "tictactoe_v3",
    "chess_v6",
    "go_v5",
    "hanabi_v5",
    "texas_holdem_v4",
    "leduc_holdem_v4",
)
PGX = ("backgammon", "2048", "sparrow_mahjong")
DRAWS = 1 << 16  # random numbers, drawn before the clock starts
LIKE_OURS = "texas_holdem"  # of PEERS: its observations come nearest to ours in size
PER_CORE = 5e6  # steps of a batch, the goal
AEC_RATIO, RAY_RATIO, IMPORT_SECONDS = 3.0, 0.9, 0.2  # the other goals
SPIEL = ("backgammon", "hearts")


@dataclass(frozen=True)
class Rate:
    """A rate, and its ratio to another of the same table."""

    what: str
    game: str
    rate: float | None
    ratio: float | None
    note: str
    goal: float | None = None  # of the ratio if there is one, else of the rate
    most: bool = False  # the goal is a limit from above

    @property
    def verdict(self) -> str:
        """Whether the goal was met; empty if there is none."""
        if self.goal is None:
            return ""
        figure = self.rate if self.ratio is None else self.ratio
        met = figure is not None and (figure <= self.goal if self.most else figure >= self.goal)
        sign = "≤" if self.most else "≥"
        goal = f"{self.goal:,.0f}" if self.goal >= 10 else f"{self.goal:g}"
        return f"{sign} {goal}: {'met' if met else 'MISSED'}"


def timed(run: Callable[[int], float], seconds: float, clock: Callable[[], float]) -> float:
    """Return the best rate of what `run` counts, in repetitions of about so many seconds."""
    count, best = 1, 0.0
    run(count)
    while True:
        began = clock()
        run(count)
        took = clock() - began
        if took > seconds / 10:
            break
        count *= 2
    count = max(1, int(count * seconds / took))
    for _ in range(REPEATS):
        began = clock()
        counted = run(count)
        best = max(best, counted / (clock() - began))
    return best


def policies(name: str, seconds: float) -> list[Rate]:
    """Return what policies cost beside random play, on one thread."""
    game = tablee.game(name)
    integers = game.integers(game.read_options({}))

    def play(cast: Any, games: int) -> float:
        games *= 50
        tally = tally_matches(game, SEATS, integers, games, seed=1, threads=1, cast=cast)
        return tally.plies

    usual = timed(partial(play, None), seconds, time.process_time)
    found = [Rate("random games", game.title, usual, 1.0, "moves")]
    for policy, goal in (("random", SHARE), (weighs, SHARE), ("thumb", None)):
        cast = cast_of(name, SEATS, [policy])
        rate = timed(partial(play, cast), seconds, time.process_time)
        what, note = f"policy {cast.policies[0].name}", "moves; × random games"
        found.append(Rate(what, game.title, rate, rate / usual, note, goal))
    return found


def batch(name: str, seconds: float, *, checked: bool) -> Rate:
    """Return the steps of a batch: a decision, what chance brings, masks and observations.

    The note says which share of the time NumPy takes to choose the actions.
    """
    games = tablee.batch(name, size=ROWS, seats=SEATS, seed=1)
    games.checked = checked
    rows, rng = np.arange(ROWS), np.random.default_rng(1)
    draws = rng.integers(1 << 30, size=(64, ROWS))
    choosing, began = 0.0, time.process_time()

    def play(steps: int) -> float:
        nonlocal choosing
        for step in range(steps):
            before = time.process_time()
            actions = games.actions[rows, draws[step % 64] % games.counts]
            choosing += time.process_time() - before
            games.step(actions)
        return steps * ROWS

    rate = timed(play, seconds, time.process_time)
    what = "batch, checked" if checked else "batch"
    goal = None if checked else PER_CORE
    share = choosing / (time.process_time() - began)
    note = f"steps; NumPy chooses for {share:.0%} of the time"
    return Rate(what, games.game.title, rate, None, note, goal)


def drawn() -> Iterator[float]:
    """Return random numbers from 0 to 1 that cost next to nothing, the same ones over and over."""
    return itertools.cycle(np.random.default_rng(1).random(DRAWS).tolist())


def open_spiel(name: str, seconds: float) -> Rate:
    """Return the decisions of OpenSpiel with its tensors and masks, called from Python."""
    spiel = import_module("pyspiel")
    game, draw = spiel.load_game(name), drawn()
    tensor = game.get_type().provides_observation_tensor

    def play(count: int) -> float:
        done = 0
        while done < 50 * count:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(state.chance_outcomes()[0][0])
                    continue
                if tensor:
                    state.observation_tensor(state.current_player())
                legal = np.flatnonzero(state.legal_actions_mask())
                state.apply_action(int(legal[int(next(draw) * len(legal))]))
                done += 1
        return done

    rate = timed(play, seconds, time.process_time)
    return Rate("OpenSpiel, from Python", name, rate, None, "steps")


def aec(environment: Any, seconds: float) -> float:
    """Return the steps of an AEC environment that takes random legal actions."""
    draw = drawn()

    def play(count: int) -> float:
        done = 0
        while done < 50 * count:
            environment.reset(seed=1)
            for _ in environment.agent_iter():
                seen, _, ended, cut, info = environment.last()
                if ended or cut:
                    environment.step(None)
                    continue
                mask = info.get("action_mask")
                mask = seen["action_mask"] if mask is None else mask
                legal = np.flatnonzero(mask)
                environment.step(int(legal[int(next(draw) * len(legal))]))
                done += 1
        return done

    return timed(play, seconds, time.process_time)


def own_aec(name: str, seconds: float) -> Rate:
    """Return the rate of a game as an environment of PettingZoo."""
    from tablee.envs.pettingzoo import env

    rate = aec(env(name, seats=SEATS), seconds)
    return Rate("PettingZoo", tablee.game(name).title, rate, None, "steps")


def classic(name: str, seconds: float) -> Rate:
    """Return the rate of a game that PettingZoo brings along."""
    rate = aec(import_module(f"pettingzoo.classic.{name}").env(), seconds)
    return Rate("PettingZoo's own", name.rpartition("_")[0], rate, None, "steps")


def pgx(name: str, seconds: float) -> Rate:
    """Return the rate of a game of Pgx on the CPU, with random legal actions chosen by JAX."""
    rate = peer_rate(name, ROWS, seconds, time.process_time)
    return Rate("Pgx, on the CPU", name, rate, None, "steps; JAX draws the actions")


def on_ray(name: str, seconds: float) -> Rate:
    """Return the rate of Ray on this machine beside that of the engine `cpu`."""
    ray = import_module("ray")

    def play(engine: str, games: int) -> float:
        report = simulate(name, seats=SEATS, games=games, seed=1, engine=engine)
        return report.games * report.plies.mean / report.seconds

    play("cpu", 1000)  # compiles
    report = simulate(name, seats=SEATS, games=50_000, seed=1, engine="cpu")
    games = int(report.games * max(1.0, seconds / report.seconds))
    usual, spread = 0.0, 0.0
    ray.init(num_cpus=os.cpu_count(), include_dashboard=False, log_to_driver=False)
    try:
        play("ray", games)  # starts the workers
        for _ in range(REPEATS):  # in turns: the load of the machine changes
            usual = max(usual, play("cpu", games))
            spread = max(spread, play("ray", games))
    finally:
        ray.shutdown()
    title = tablee.game(name).title
    return Rate("Ray, all cores", title, spread, spread / usual, "moves; × engine cpu", RAY_RATIO)


def imported() -> Rate:
    """Return how long `import tablee` takes in a fresh process."""
    code = "import time; t = time.process_time(); import tablee; print(time.process_time() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(REPEATS)
    ]
    return Rate("import tablee", "", min(times), None, "seconds", IMPORT_SECONDS, most=True)


def measure(names: list[str], seconds: float, progress: Callable[[str], None]) -> list[Rate]:
    """Measure everything; a row that can't be measured says why."""
    rows: list[tuple[str, Callable[[], list[Rate] | Rate]]] = []
    for name in names:
        rows += [
            (f"policies of {name}", partial(policies, name, seconds)),
            (f"batch of {name}", partial(batch, name, seconds, checked=False)),
            (f"batch of {name}, checked", partial(batch, name, seconds, checked=True)),
            (f"PettingZoo, {name}", partial(own_aec, name, seconds)),
        ]
    rows += [(f"OpenSpiel, {name}", partial(open_spiel, name, seconds)) for name in SPIEL]
    rows += [(f"PettingZoo's own {name}", partial(classic, name, seconds)) for name in PEERS]
    rows += [(f"Pgx, {name}", partial(pgx, name, seconds)) for name in PGX]
    rows += [(f"Ray, {names[0]}", partial(on_ray, names[0], seconds)), ("import", imported)]
    found: list[Rate] = []
    for what, run in rows:
        progress(what)
        try:
            got = run()
        except Exception as problem:  # a peer may be missing, or break in any way
            got = Rate(what, "", None, None, f"{type(problem).__name__}: {problem}"[:60])
        found += got if isinstance(got, list) else [got]
    return compared(found)


def compared(rates: list[Rate]) -> list[Rate]:
    """Compare our environments with PettingZoo's own of like size, if it was measured."""
    peers = (one.rate for one in rates if (one.what, one.game) == ("PettingZoo's own", LIKE_OURS))
    peer = next(peers, None)
    if peer is None:
        return rates
    return [
        replace(one, ratio=one.rate / peer, note=f"steps; × {LIKE_OURS}", goal=AEC_RATIO)
        if one.what == "PettingZoo" and one.rate is not None
        else one
        for one in rates
    ]


def print_rates(rates: list[Rate]) -> None:
    """Print one table."""
    print(f"\n{'per core and second':<26} {'':<14} {'rate':>14} {'×':>6} {'goal':>20}")
    for one in rates:
        rate = (
            "—" if one.rate is None else f"{one.rate:,.3g}" if one.rate < 10 else f"{one.rate:,.0f}"
        )
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        line = f"{one.what:<26} {one.game:<14} {rate:>14} {ratio:>6} {one.verdict:>20}"
        print(f"{line}  {one.note}".rstrip())
