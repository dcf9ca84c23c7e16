"""Policies: the same games on every engine, only the view of a seat, clear refusals."""

from __future__ import annotations

import os
import subprocess
import sys
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import tablee
from samples import OPEN
from tablee.bots.levels import player
from tablee.cli.main import main
from tablee.kernel.dice import roll
from tablee.kernel.engines.policy import Policy, WrongPolicy, fingerprint
from tablee.kernel.rule import rule, table
from tablee.lab.arena import play_match
from tablee.lab.policies import NAMED, find_policy, policy
from tablee.lab.simulate import simulate
from tables import GAMES

TASTE = table([5, 3, 8, 1, 9, 2, 7])


@rule
def taste(code: int) -> int:
    return TASTE[code % 7]


@policy
def charm(code: int, patience: float) -> float:
    return sqrt(taste(code)) / 3.7 + patience * 0.1


@policy
def picky(s: Any, seat: int, moves: Any, count: int, dice: Any) -> int:
    """Use floats, a helper, a rule, a table, dice and the state."""
    best = 0
    most = -1.0
    for i in range(count):
        value = charm(moves[i], (s.seats - seat) / 3) + roll(dice, 5) * 0.07
        if value > most:
            most = value
            best = i
    return best


@policy
def last(count: int) -> int:
    return count - 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_engines_play_the_same_games_with_policies(game: tablee.Game) -> None:
    policies: list[Any] = [picky, "casual", *[last] * (game.seats[1] - 2)]
    reports = [
        simulate(game.name, seats=game.seats[1], games=8, seed=2**63 + 5, engine=engine,
                 policies=policies, threads=2)
        for engine in ("python", "cpu")
    ]  # fmt: skip
    assert reports[0] == reports[1]
    assert reports[0].policies == ["picky", "casual", *["last"] * (game.seats[1] - 2)]


SIMULATED = """
import sys, warnings, tablee
warnings.simplefilter("ignore")  # NumPy's scalars say so when they wrap as they should
sys.path[:0] = sys.argv[2:]
from test_policies import picky
from tablee.kernel.engines.cuda import tally_on_gpu
from tablee.kernel.engines.engine import tally_matches
from tablee.lab.policies import cast_of
game = tablee.game(sys.argv[1])
seats, integers = game.seats[0], game.integers(game.read_options({}))
cast = cast_of(game.name, seats, [picky, "casual", *["random"] * (seats - 2)])
plain = tally_matches(game, seats, integers, 3, seed=4, engine="python", cast=cast)
gpu = tally_on_gpu(
    game, seats, integers, 3, 4, 0, False, threads_a_block=2, blocks=1, cast=cast
)
assert gpu == plain, (gpu, plain)
print("same")
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_gpu_plays_the_same_games_with_policies_in_the_simulator(game: tablee.Game) -> None:
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, game.name, *paths],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "same", done.stderr


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("names", [("random", "random"), ("casual", "thumb")])
def test_named_policies_play_the_same_games_as_their_bots(
    game: tablee.Game, names: tuple[str, ...]
) -> None:
    seats = game.seats[0]
    names = (*names, *["random"] * (seats - 2))
    report = simulate(game.name, seats=seats, games=2, seed=11, engine="python", policies=names)
    bots = [player(name, game.name) for name in names]
    ends = [play_match(game.start(seats=seats), bots, 11, match) for match in range(2)]
    scores = [sum(end.result().scores[seat] for end in ends) / 2 for seat in range(seats)]
    assert [seat.score.mean for seat in report.seats] == pytest.approx(scores)


@policy
def wanders(seat: int, count: int) -> int:
    return count if seat == 1 else 0


@pytest.mark.parametrize("engine", ["python", pytest.param("cpu", marks=pytest.mark.slow)])
def test_an_index_outside_the_legal_moves_is_refused(engine: str) -> None:
    with pytest.raises(WrongPolicy, match="The policy wanders returned an index outside"):
        simulate(OPEN, seats=2, games=4, engine=engine, policies=["random", wanders])


# --- refused before anything runs ----------------------------------------------------------------


@policy
def lists(count: int) -> int:
    return [count - 1][0]


@policy
def changes(s: Any, moves: Any) -> int:
    moves[0] = 3
    return 0


@policy
def wants(opponent: int) -> int:
    return opponent


@policy
def stranger(count: int) -> int:
    return len(str(count))


@policy
def calls_it(count: int) -> int:
    return stranger(count)


@policy
def misreads(s: Any) -> int:
    chosen: int = s.no_such_field
    return chosen


def unmarked(count: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (lists, "line {1}: List is outside the dialect"),
        (changes, r"line {1}: a change of moves\[0\] is outside the dialect"),
        (wants, "line {-1}: its parameters are of s, seat, moves, count, dice, weights, not oppo"),
        (stranger, "line {1}: the name len is outside the dialect"),
        (calls_it, "line {-4}: the name len is outside the dialect"),
        (misreads, "line {1}: the field s.no_such_field, which isn't there, is outside"),
        (unmarked, "line {0}: it is not marked with @policy"),
        ("master", "master' searches a tree"),
        ("strategist", "There is no player called 'strategist'"),
        (7, "not 7"),
        ("nowhere.py:greedy", "There is no file nowhere.py"),
    ],
)
def test_an_unusable_policy_is_refused_with_line_and_reason(given: Any, reason: str) -> None:
    with pytest.raises(tablee.Refusal) as refused:
        simulate(OPEN, seats=2, games=1, policies=[given])
    text = str(refused.value)
    head, brace, rest = reason.partition("{")
    if brace:
        offset, _, tail = rest.partition("}")
        line = given.__code__.co_firstlineno + int(offset) + (0 if given is unmarked else 1)
        reason = f"{head}{line}{tail}"
    assert reason.replace("\\", "") in text


def test_one_policy_for_all_seats_or_one_for_each() -> None:
    with pytest.raises(tablee.Refusal, match="one for each of the 3 seats, not 2"):
        simulate(OPEN, seats=3, games=1, policies=["random", "thumb"])


@policy
def one_of(count: int) -> int:
    return 0 if count > UNSET else 1


UNSET = 1


@policy
def mixes(s: Any, count: int) -> int:
    thing = count
    if count > 1:
        thing = s
    return thing


@pytest.mark.slow
def test_a_policy_that_does_not_compile_is_refused() -> None:
    with pytest.raises(WrongPolicy, match=r"mixes can’t be compiled: .*unify"):
        simulate(OPEN, seats=2, games=1, policies=[mixes])


def test_a_fingerprint_covers_the_numbers_a_policy_uses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = fingerprint(find_policy(one_of, OPEN))
    assert before == fingerprint(Policy("one_of", one_of))
    monkeypatch.setitem(globals(), "UNSET", 2)
    assert fingerprint(find_policy(one_of, OPEN)) != before


# --- the command ---------------------------------------------------------------------------------

FILE = '''
from tablee.lab.policies import policy


@policy
def greedy(s, seat, moves, count, dice):
    """The first move there is."""
    return 0
'''


def test_the_command_takes_policies_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    command = ["simulate", OPEN, "-s", "2", "-n", "20", "-e", "python", "--policy"]
    assert main([*command, f"{file}:greedy,random"]) == 0
    assert "20 games between greedy, random" in capsys.readouterr().out
    for broken, reason in (
        (f"{file}:bold", "There is no function 'bold'"),
        (f"{tmp_path}/none.py:greedy", "There is no file"),
    ):
        assert main([*command, broken]) == 2
        assert reason in capsys.readouterr().err
    file.write_text("import nothing_of_that_name")
    assert main([*command, f"{file}:greedy"]) == 2
    assert "ModuleNotFoundError" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_named_policies(game: tablee.Game, name: str) -> None:
    assert find_policy(name, game.name).name == name
