"""Every game is played without Numba and NumPy, with bots and coach, by the shipped modules."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tablee
from packages.wheels import Environment
from tablee.kernel.wasm.stamp import FILE
from tables import GAMES

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]

PLAYS = """
import json, sys
import tablee
from tablee.bots.levels import LEVELS, player
from tablee.bots.players import Searcher
from tablee.bots.search import Effort
from tablee.coach.advice import advise
from tablee.coach.review import review
from tablee.kernel.dice import dice_for, pick
from tablee.kernel.engines.instance import usual_engine
from tablee.lab.simulate import simulate

game = tablee.game(sys.argv[1])
seats = game.seats[0]
start = position = game.start(seats=seats)
while position.to_act < 0:
    position = position.after(next(iter(position.chances())))
view = position.view(position.to_act)
dice = dice_for(1)
plies, bots, position = [], [Searcher(4, Effort(horizon=4))] * seats, start
while position.to_act != tablee.OVER:
    if position.to_act == tablee.CHANCE:
        outcomes = position.chance_codes()
        code = list(outcomes)[pick(dice, list(outcomes.values()), len(outcomes))]
    else:
        seen = position.view(position.to_act)
        code = position.read(bots[position.to_act - 1].choose(seen, dice))
    plies.append((position, code))
    position = position.after_code(code)
judged = review(plies[:40], simulations=200, seed=1, workers=2)
print(json.dumps({
    "first": {level: player(level, game.name).choose(view, dice_for(1)) for level in LEVELS},
    "advice": [(move.move, move.wins) for move in advise(view, simulations=200, seed=1).moves],
    "scores": position.result().scores,
    "review": [ply.judgement.loss for ply in judged.plies if ply.judgement],
    "random": simulate(game.name, seats=seats, games=50, seed=1).trails,
}))
compiled = {"numba", "numpy", "llvmlite"} & set(sys.modules)
print(usual_engine(game), *compiled, file=sys.stderr)
"""


def run(environment: Environment, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with only this environment and an empty home folder."""
    return subprocess.run(
        [environment.python, "-I", *arguments], capture_output=True, text=True, check=False,
        env={"HOME": str(home), "PATH": str(environment.programs)},
    )  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_every_game_gives_the_same_answers_as_with_numba(
    game: tablee.Game, installed: Environment, tmp_path: Path
) -> None:
    without = run(installed, tmp_path, "-c", PLAYS, game.name)
    assert without.stderr.strip() == "wasm"
    numba = subprocess.run(
        [sys.executable, "-c", PLAYS, game.name], capture_output=True, text=True, check=True
    )
    assert numba.stderr.strip().startswith("cpu")
    assert json.loads(without.stdout) == json.loads(numba.stdout)
    bots = ("--bots", "casual,random", "--seats", str(game.seats[0]), "--games", "2")
    played = run(installed, tmp_path, "-m", "tablee", "arena", game.name, *bots)
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize("engine", ["cpu", "cuda"])
def test_a_compiling_engine_is_refused_with_installation_advice(
    engine: str, installed: Environment, tmp_path: Path
) -> None:
    asked = ("-m", "tablee", "simulate", tablee.all_games()[0].name, "--engine", engine)
    done = run(installed, tmp_path, *asked)
    extra = {"cpu": "lab", "cuda": "cuda"}[engine]
    assert done.returncode == 2
    assert done.stderr == (
        f"tablee: The engine {engine} needs Numba. Install it with: pip install 'tablee[{extra}]'\n"
    )


ANSWER = """
import sys
import tablee
from tablee.bots.players import Searcher
from tablee.kernel.dice import dice_for

position = tablee.game(sys.argv[1]).start(seats=2)
while position.to_act < 0 or len(position.moves()) < 2:
    position = position.after(next(iter(position.chances() or position.moves())))
print(Searcher(20).choose(position.view(position.to_act), dice_for(1)))
"""


def test_an_unusable_module_is_named_and_python_used_instead(
    installed: Environment, tmp_path: Path
) -> None:
    game = tablee.all_games()[0]
    site = tmp_path / "site"
    shutil.copytree(Path(tablee.__file__).parent, site / "tablee")
    module = site / "tablee" / "games" / game.name / FILE
    rules = module.with_name("rules.py")

    def answer() -> tuple[str, str]:
        code = f"import sys; sys.path.insert(0, {str(site)!r})\n{ANSWER}"
        done = run(installed, tmp_path, "-c", code, game.name)
        return done.stdout, done.stderr

    shipped = module.read_bytes()
    whole, silent = answer()
    assert silent == ""
    module.write_bytes(shipped[:-100])
    assert answer() == (whole, problem(module, "is damaged: it is cut short"))
    module.unlink()
    found, said = answer()
    assert (found, "there is no compiled module" in said) == (whole, True)
    module.write_bytes(shipped)
    rules.write_text(rules.read_text("utf-8") + "\n\nMORE = 1\n", "utf-8")
    found, said = answer()
    assert (found, f"doesn’t match tablee.games.{game.name}.rules" in said) == (whole, True)
    assert said.endswith("The game runs as plain Python, which is slow.\n")


def problem(module: Path, reason: str) -> str:
    """Return the line that is logged about a module."""
    name = module.parent.name
    return (
        f"{name}: the compiled module {module} {reason} "
        "The game runs as plain Python, which is slow.\n"
    )
