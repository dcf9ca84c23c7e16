"""Games are discovered by folder and entry point; a broken one is reported and left out."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import tablee

WORKS = {
    "__init__.py": """
        from tablee.gamebox import Game
        GAME = Game(
            __name__, title="NAME", seats=range(2, 5), seats_paragraph="N1", minutes=(1, 2),
            hides=False,
        )
    """,
    "state.py": """
        from tablee.kernel.contract import GameState
        from tablee.kernel.record import int8

        MAX_MOVES = 1
        FIXED = ()

        class State(GameState):
            turn: int = int8()
            done: int = int8()
    """,
    "rules.py": """
        from tablee.kernel.actors import OVER
        from tablee.kernel.record import Ints
        from tablee.kernel.rule import rule
        from .state import State

        @rule
        def setup(s: State, seats: int, options: Ints) -> None:
            s.seats = seats
            s.first = 0
            s.turn = 0
            s.done = 0

        @rule
        def to_act(s: State) -> int:
            return OVER if s.done == 1 else s.turn

        @rule
        def legal(s: State, moves: Ints) -> int:
            moves[0] = 0
            return 1

        @rule
        def chance(s: State, outcomes: Ints, weights: Ints) -> int:
            return 0

        @rule
        def apply(s: State, code: int) -> None:
            s.done = 1

        @rule
        def why_not(s: State, code: int) -> int:
            return 0

        @rule
        def score(s: State, points: Ints, ranks: Ints) -> None:
            for seat in range(s.seats):
                points[seat] = 0
                ranks[seat] = 1
    """,
    "sound.py": """
        from tablee.kernel.rule import rule
        from .state import State

        @rule
        def sound(s: State) -> int:
            return 0
    """,
    "view.py": """
        from typing import Any
        from tablee.kernel.rule import rule
        from .state import State

        @rule
        def observe(s: State, seat: int) -> None:
            pass

        @rule
        def resample(s: State, seat: int, dice: Any) -> None:
            pass

        @rule
        def sees(s: State, seat: int) -> int:
            return 1

        def board(s: State, language: str) -> str:
            return ""
    """,
    "notation.py": """
        from tablee.kernel.notation import Form, Notation
        from .state import State

        NOTATION = Notation(moves=[Form(0, "end")], outcomes=[])

        def awaited(s: State) -> tuple[str, str]:
            return "N1", "common.over"

        def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
            return "N1", "common.over", {}
    """,
}

LIST = """
import json, tablee
print(json.dumps({
    "games": [game.name for game in tablee.all_games()],
    "broken": [dict(one.values) for one in tablee.broken_games()],
    "said": [one.text("fr") for one in tablee.broken_games()],
}))
for name in NAMES:
    try:
        game = tablee.game(name)
        print(json.dumps(game.start(seats=2).after("end").result().winners))
    except tablee.BrokenGame as problem:
        print(json.dumps(problem.text("en")))
"""


def install(folder: Path, name: str, package: str | None = None, **changed: str) -> Path:
    """Write an installed package with a game, some of its modules changed; return its folder."""
    package = package or f"{name}"
    home = folder / package.replace(".", "/")
    home.mkdir(parents=True)
    for file, text in WORKS.items():
        text = textwrap.dedent(changed.get(file.removesuffix(".py").strip("_"), text))
        (home / file).write_text(text.replace("NAME", name), "utf-8")
    about = folder / f"{package.replace('.', '_')}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[tablee.games]\n{name} = {package}:GAME\n")
    return home


def found(folder: Path, *names: str) -> list[Any]:
    """Discover games in a fresh process with that folder on its path."""
    done = subprocess.run(
        [sys.executable, "-c", LIST.replace("NAMES", repr(names))],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


OURS = [game.name for game in tablee.all_games()]


def test_an_installed_game_is_listed_after_ours_and_playable(tmp_path: Path) -> None:
    install(tmp_path, "nim")
    listed, winners = found(tmp_path, "nim")
    assert listed["games"] == [*OURS, "nim"]
    assert listed["broken"] == []
    assert winners == [1, 2]


WRONG = {
    "import error": (
        {"rules": "import there_is_no_such_module"},
        "rules.py:1",
        "ModuleNotFoundError: No module named 'there_is_no_such_module'",
    ),
    "syntax error": ({"view": "def board(:"}, "view.py:1", "SyntaxError"),
    "error in the package": ({"init": "1 / 0"}, "__init__.py:1", "ZeroDivisionError"),
    "no Game": ({"init": "GAME = 7"}, "__init__.py", "'GAME' is not a Game"),
    "no GAME": ({"init": ""}, "__init__.py", "AttributeError"),
    "verb missing": (
        {"sound": WORKS["sound.py"].replace("def sound", "def loud")},
        "sound.py",
        "no @rule function 'sound'",
    ),
    "verb without @rule": (
        {"sound": WORKS["sound.py"].replace("@rule", "")},
        "sound.py",
        "no @rule function 'sound'",
    ),
    "part missing": ({"notation": "NOTATION = None.forms"}, "notation.py:1", "AttributeError"),
    "dialect violated": (
        {"rules": WORKS["rules.py"].replace("moves[0] = 0", "moves[0] = len([s])")},
        "rules.py",
        "legal is outside the dialect",
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_broken_game_is_named_with_file_and_reason(fault: str, tmp_path: Path) -> None:
    changed, file, reason = WRONG[fault]
    home = install(tmp_path, "bad", **changed)
    install(tmp_path, "nim")
    listed, said, winners = found(tmp_path, "bad", "nim")
    assert listed["games"] == [*OURS, "nim"]
    (problem,) = listed["broken"]
    assert problem["name"] == "'bad'"
    assert problem["file"].startswith(str(home / file))
    assert reason in problem["reason"]
    assert problem["file"] in said
    assert problem["reason"] in said
    assert problem["file"] in listed["said"][0]
    assert winners == [1, 2]


def test_a_second_game_with_the_same_name_is_left_out(tmp_path: Path) -> None:
    one = install(tmp_path, "nim", "a.nim")
    two = install(tmp_path, "nim", "b.nim")
    theirs = install(tmp_path, OURS[0])
    listed, winners = found(tmp_path, "nim")
    assert listed["games"] == [*OURS, "nim"]
    assert winners == [1, 2]
    assert [(each["name"], each["file"]) for each in listed["broken"]] == [
        (repr(OURS[0]), str(theirs)),
        ("'nim'", str(two)),
    ]
    assert str(one) in listed["broken"][1]["reason"]


def test_the_entry_point_has_the_name_of_the_game(tmp_path: Path) -> None:
    home = install(tmp_path, "nim", "other")
    (listed,) = found(tmp_path)
    (problem,) = listed["broken"]
    assert problem["file"] == str(home)
    assert "'other'" in problem["reason"]


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_positions_and_views_can_be_copied_and_pickled(game: tablee.Game) -> None:
    pos = game.start(seats=game.seats[0])
    view = pos.view(1)
    for one in (pos, view):
        for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert twin == one
            assert twin.game is game
