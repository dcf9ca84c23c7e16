"""A fifth game is one package: installed beside Tablée, it works wherever the others do."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from packages.pig import PIG, ROOT, install

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("pig")]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return install(tmp_path_factory.mktemp("pig"))


def run(environment: dict[str, str], *arguments: str, typed: str = "") -> str:
    """Run a command of Tablée as a user who has installed Pig; return its output."""
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, input=typed, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def results(report: str) -> list[str]:
    """Return what each seat has won according to `simulate`."""
    return re.findall(r"^ +\d .*", report, re.M)


def test_it_takes_less_than_200_lines_of_python() -> None:
    files = (PIG / "pig").rglob("*.py")
    assert 0 < sum(len(file.read_text("utf-8").splitlines()) for file in files) < 200


def test_nothing_in_tablee_names_it() -> None:
    files = [*(ROOT / "src" / "tablee").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.[ts]*")]
    naming = {file.name for file in files if re.search(r"(?i)\bpig\b", file.read_text("utf-8"))}
    assert naming == {"discovery.py"}  # whose docstring has an example


def test_a_game_in_the_terminal_has_a_valid_transcript(
    environment: dict[str, str], tmp_path: Path
) -> None:
    file = str(tmp_path / "game.tablee")
    played = run(
        environment, "-m", "tablee", "-l", "fr", "play", "pig", "--seats", "me,casual,random",
        "--seed", "3", "--save", file, typed="roll\nhold\n" * 400,
    )  # fmt: skip
    assert "Lancez tant que vous osez" in played
    assert re.search(r"Place 3 : \d+ points", played)
    assert re.search(r"▲2 casual .*: \d{3}", played)
    assert "This transcript holds." in run(environment, "-m", "tablee", "verify", file)


def test_every_engine_plays_the_same_matches(environment: dict[str, str]) -> None:
    simulate = ("-m", "tablee", "simulate", "pig", "--seats", "3", "--games", "12", "--seed", "5")
    plain, compiled = (run(environment, *simulate, "--engine", one) for one in ("python", "cpu"))
    on_a_gpu = run({**environment, "NUMBA_ENABLE_CUDASIM": "1"}, *simulate, "--engine", "cuda")
    assert len(results(plain)) == 3
    assert results(plain) == results(compiled) == results(on_a_gpu)


USES = """
import json
import tablee
from tablee.bots.levels import LEVELS, player
from tablee.coach.advice import advise
from tablee.coach.review import review
from tablee.kernel.dice import dice_for
from tablee.table import Match, Transcript

game = tablee.game("pig")
position = game.start(seats=2).after("roll").after("die 6")
advice = advise(position.view(1), simulations=300, seed=1)
chosen = [player(level, "pig").choose(position.view(1), dice_for(1)) for level in LEVELS]
plies = []
ending = game.start(seats=2)
for n in range(60):
    seat = ending.to_act
    move = "die 6" if seat < 0 else "hold" if "hold" in ending.moves() else "roll"
    if seat == tablee.OVER:
        break
    plies.append((ending, ending.read(move)))
    ending = ending.after(move)
judged = review(plies, simulations=2000, workers=1)
print(json.dumps([
    [[one.move, one.wins] for one in advice.moves], len(advice.odds), chosen, len(judged.plies),
]))
"""


def test_bots_and_the_coach_play_it_without_a_heuristic(environment: dict[str, str]) -> None:
    moves, odds, chosen, plies = json.loads(run(environment, "-c", USES))
    assert [move for move, _ in moves] == ["roll", "hold"]
    assert all(0 < wins < 1 for _, wins in moves)
    assert odds == 0
    assert set(chosen) <= {"roll", "hold"}
    assert plies > 10


def test_changed_rules_are_recompiled(environment: dict[str, str]) -> None:
    site = Path(environment["PYTHONPATH"])
    simulate = ("-m", "tablee", "simulate", "pig", "--games", "50", "--engine", "cpu")
    before = results(run(environment, *simulate))
    rules = (site / "pig" / "state.py").read_text("utf-8")
    try:
        (site / "pig" / "state.py").write_text(rules.replace("GOAL = 100", "GOAL = 20"), "utf-8")
        assert results(run(environment, *simulate)) != before
    finally:
        (site / "pig" / "state.py").write_text(rules, "utf-8")
    assert results(run(environment, *simulate)) == before
