"""Moves a second of the four games on every engine, beside peers, in one run: `make bench`.

A move is a move of a seat, chosen uniformly among the legal ones, or an outcome of chance, drawn by
its weight; both are enumerated and applied. Every figure is the best of REPEATS repetitions, since
machines are shared; so are those of the peers.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter

import peers
import tablee
from lab import rates
from tablee.bots.players import Thumb
from tablee.bots.search import Effort, Search
from tablee.kernel.dice import dice_for, pick
from tablee.kernel.engines.engine import tally_matches

SEATS = 4
REPEATS = 3
HEARTS = "hearts"


@dataclass(frozen=True)
class Figure:
    """Moves and decisions a second of one game on one engine."""

    game: str
    engine: str
    moves: float
    decisions: float


ENGINES: dict[str, tuple[str, int | None, int]] = {
    # name: engine, threads, games to begin with
    "plain Python": ("python", 1, 2),
    "one core": ("cpu", 1, 500),
    "all cores": ("cpu", None, 1000),
    "GPU": ("cuda", None, 1_000_000),
}


def measure(game: tablee.Game, name: str, seconds: float) -> Figure:
    """Return the best of several runs, each about `seconds` long."""
    engine, threads, games = ENGINES[name]
    integers = game.integers(game.read_options({}))

    def run(count: int) -> tuple[float, float, float]:
        began = perf_counter()
        tally = tally_matches(game, SEATS, integers, count, seed=1, engine=engine, threads=threads)
        took = perf_counter() - began
        return took, tally.plies / took, tally.decisions / took

    run(1)  # compiles
    took, *_ = run(games)
    while took < seconds / 4:
        games *= 2
        took, *_ = run(games)
    games = max(1, int(games * seconds / took))
    best = max(run(games)[1:] for _ in range(REPEATS))
    return Figure(game.title, name, *best)


@dataclass(frozen=True)
class SearchFigure:
    """Simulations a second, and moves played in them; rollouts at random or by the heuristic."""

    game: str
    rollouts: str
    simulations: float
    moves: float


def measure_search(game: tablee.Game, informed: int, seconds: float) -> SearchFigure:
    """Return the tree search on one core, from a position in the middle of a game."""
    position = middle_of(game)
    view = position.view(position.to_act)
    Search(view, 1, 1).run(1)  # compiles
    best = (0.0, 0.0)
    for repetition in range(REPEATS):
        search = Search(view, repetition, 1_000_000, Effort(informed=informed))
        began = perf_counter()
        while perf_counter() - began < seconds:
            search.run(50)
        took = perf_counter() - began
        best = max(best, (search.plan.plies / took, search.plan.simulations / took))
    rollouts = "by the thumb" if informed else "by lot"
    return SearchFigure(game.title, rollouts, best[1], best[0])


def middle_of(game: tablee.Game) -> tablee.Position:
    """Return a decision between several moves, some way into a game between heuristics."""
    position, dice, decisions = game.start(seats=SEATS), dice_for(3), 0
    while True:
        if position.to_act == tablee.CHANCE:
            outcomes = position.chance_codes()
            code = list(outcomes)[pick(dice, list(outcomes.values()), len(outcomes))]
            position = position.after_code(code)
            continue
        decisions += 1
        if decisions >= 20 and len(position.moves()) > 1:
            return position
        position = position.after(Thumb().choose(position.view(position.to_act), dice))


def gpu() -> str | None:
    """Return the name of the GPU, if there is one."""
    from tablee.kernel.engines.cuda import cuda, gpu_is_there

    if not gpu_is_there():
        return None
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def machine(gpu_name: str | None) -> str:
    """Return what this was measured on."""
    cpu = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as lines:
            models = [line.split(":")[1].strip() for line in lines if "model name" in line]
        cpu = models[0] if models else cpu
    return f"{os.cpu_count()} cores ({cpu}), GPU: {gpu_name or 'none'}, {platform.python_version()}"


def print_table(
    figures: list[Figure], searches: list[SearchFigure], others: list[peers.Peer]
) -> None:
    """Print one table: ours, then the peers, each compared with OpenSpiel's hearts."""
    hearts = next((p.moves_per_second for p in others if HEARTS in p.game), None)

    def row(
        name: str, engine: str, moves: float | None, decisions: float | None, note: str
    ) -> None:
        speed = "—" if moves is None else f"{moves / 1e6:,.3f}"
        chosen = "—" if decisions is None else f"{decisions / 1e6:,.3f}"
        ratio = f"{moves / hearts:,.2f}" if moves is not None and hearts else "—"
        print(f"{name:<28} {engine:<14} {speed:>12} {chosen:>12} {ratio:>10}  {note}".rstrip())

    print(f"{'':<28} {'engine':<14} {'M moves/s':>12} {'M decis./s':>12} {'× hearts':>10}")
    for figure in figures:
        row(f"{figure.game}, {SEATS} seats", figure.engine, figure.moves, figure.decisions, "")
    for found in searches:
        note = f"{found.simulations:,.0f} simulations/s, rollouts {found.rollouts}"
        row(f"{found.game}, {SEATS} seats", "tree search", found.moves, None, note)
    for peer in others:
        note = peer.note if peer.moves_per_second is None else ""
        row(f"{peer.game}", peer.name[:14], peer.moves_per_second, None, note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5, help="length of one repetition")
    parser.add_argument("--games", nargs="*", default=[game.name for game in tablee.all_games()])
    parser.add_argument("--engines", nargs="*", default=list(ENGINES), choices=list(ENGINES))
    parser.add_argument("--no-search", action="store_true")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--no-lab", action="store_true", help="no policies, batches, environments")
    parser.add_argument("--json", metavar="FILE", help="also write the figures there")
    given = parser.parse_args()
    tell: Callable[[str], None] = lambda text: print(f"  … {text}", file=sys.stderr)  # noqa: E731
    gpu_name = gpu() if "GPU" in given.engines else None
    figures = []
    for name in given.games:
        for engine in given.engines:
            if engine == "GPU" and gpu_name is None:
                continue
            tell(f"{name}, {engine}")
            figures.append(measure(tablee.game(name), engine, given.seconds))
    searches = []
    for name in [] if given.no_search else given.games:
        for informed in (0, 1000):
            tell(f"{name}, tree search")
            searches.append(measure_search(tablee.game(name), informed, given.seconds))
    others = [] if given.no_peers else peers.measure(seconds=2 * given.seconds, progress=tell)
    lab = [] if given.no_lab else rates.measure(given.games, given.seconds, tell)
    print(machine(gpu_name))
    print_table(figures, searches, others)
    rates.print_rates(lab)
    if given.json:
        with open(given.json, "w") as file:
            everything = {
                "figures": [asdict(f) for f in figures],
                "searches": [asdict(s) for s in searches],
                "peers": [asdict(p) for p in others],
                "lab": [asdict(r) for r in lab],
            }
            json.dump(everything | {"machine": machine(gpu_name)}, file, indent=2)


if __name__ == "__main__":
    main()
