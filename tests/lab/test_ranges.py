"""Ranges of games: any division gives the same counts, and a stopped run can be resumed."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.cli.main import main
from tablee.discovery import names
from tablee.lab import simulate as simulation
from tablee.lab.arena import arena
from tablee.lab.ranges import (
    Checkpoint,
    Cutter,
    Here,
    Processes,
    Range,
    WrongCheckpoint,
    gaps,
    in_order,
    play_ranges,
)
from tablee.lab.simulate import simulate

NAME = names()[0]
RUN = {"seed": 1}


def numbers(first: int, count: int, progress: Any = None) -> list[int]:
    if progress is not None:
        progress(count)
    return list(range(first, first + count))


@given(
    st.integers(1, 60),
    st.integers(1, 20),
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9))),
)
def test_gaps_and_finished_ranges_cover_everything_once(
    total: int, size: int, finished: list[Range]
) -> None:
    covered = {n for first, count in finished for n in range(first, first + count)}
    cutter = Cutter(gaps(finished, total))
    found: list[int] = []
    while one := cutter.take(size):
        assert one[1] <= size
        found += numbers(*one)
    assert found == [n for n in range(total) if n not in covered]
    assert cutter.left == 0


@given(st.permutations([(i * 3, 3) for i in range(8)]))
def test_ranges_finished_in_any_order_are_reported_in_order(ranges: list[Range]) -> None:
    told = list(in_order((one, None) for one in ranges))
    assert [one for one, _ in told] == sorted(ranges)


@pytest.mark.parametrize("runner", [Here(7), Processes(1, 7), Processes(2, 7)])
def test_every_game_is_played_once(runner: Any) -> None:
    done: list[int] = []
    run = play_ranges(numbers, 50, runner, run=RUN, progress=done.append)
    assert sorted(n for _, part in run for n in part) == list(range(50))
    assert sum(done) == 50


def test_a_resumed_run_plays_only_missing_ranges(tmp_path: Path) -> None:
    file = tmp_path / "run"
    first = list(islice(play_ranges(numbers, 50, Here(7), run=RUN, checkpoint=file), 3))
    assert len(first) == 3
    played: list[int] = []

    def spying(first: int, count: int, progress: Any = None) -> list[int]:
        played.append(first)
        return numbers(first, count, progress)

    for size, expected in ((10, [21, 31, 41]), (5, [])):  # another size of ranges is allowed
        played.clear()
        done: list[int] = []
        run = play_ranges(spying, 50, Here(size), run=RUN, checkpoint=file, progress=done.append)
        assert sorted(n for _, part in run for n in part) == list(range(50))
        assert played == expected
        assert sum(done) == 50
    more = play_ranges(spying, 60, Here(99), run=RUN, checkpoint=file)
    assert sorted(n for _, part in more for n in part) == list(range(60))
    assert played == [50]


@pytest.mark.parametrize("cut", range(1, 30, 4))
def test_a_truncated_line_is_dropped(cut: int, tmp_path: Path) -> None:
    file = tmp_path / "run"
    list(play_ranges(numbers, 20, Here(5), run=RUN, checkpoint=file))
    file.write_bytes(file.read_bytes()[:-cut])
    with Checkpoint(file, RUN, 20) as kept:
        assert list(kept.finished) == [(0, 5), (5, 5), (10, 5)]
        kept.add((15, 5), numbers(15, 5))
    with Checkpoint(file, RUN, 20) as kept:
        assert list(gaps(kept.finished, 20)) == []


def test_overlapping_ranges_count_once(tmp_path: Path) -> None:
    file = tmp_path / "run"
    with Checkpoint(file, RUN, 50) as kept:
        for one in ((0, 10), (5, 10), (0, 10), (20, 40), (12, 3)):
            kept.add(one, numbers(*one))
    with Checkpoint(file, RUN, 50) as kept:
        assert list(kept.finished) == [(0, 10), (12, 3)]


@pytest.mark.parametrize(
    "text", ["hello", "hello\n", "[]\n", '{"a": 1}\n', '{"tablee": 9, "run": {}}\n']
)
def test_a_foreign_file_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text(text)
    with pytest.raises(WrongCheckpoint, match="not a checkpoint"):
        list(play_ranges(numbers, 5, Here(5), run=RUN, checkpoint=file))
    assert file.read_text() == text


# --- simulations and tournaments -----------------------------------------------------------------


@pytest.fixture
def small_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(simulation.RANGES, "python", 4)


@pytest.mark.usefixtures("small_ranges")
@pytest.mark.parametrize("policies", [None, ["thumb"]])
def test_a_resumed_simulation_has_the_same_counts(
    policies: list[str] | None, tmp_path: Path
) -> None:
    file = tmp_path / "run"

    def play(**more: Any) -> Any:
        return simulate(NAME, seats=2, games=14, engine="python", policies=policies, **more)

    class Stopped(Exception):
        pass

    done: list[int] = []

    def stop(games: int) -> None:
        done.append(games)
        if sum(done) > 8:
            raise Stopped

    whole = play()
    with pytest.raises(Stopped):
        play(checkpoint=file, progress=stop)
    done.clear()
    assert play(checkpoint=file, progress=done.append) == whole
    assert done == [8, 4, 2]


@pytest.mark.usefixtures("small_ranges")
def test_a_checkpoint_of_another_run_is_refused_with_the_difference(tmp_path: Path) -> None:
    file = tmp_path / "run"
    simulate(NAME, seats=2, games=4, engine="python", checkpoint=file)
    kept = file.read_bytes()
    others: list[dict[str, Any]] = [{"seed": 1}, {"seats": 3}, {"policies": "thumb"}]
    for other, word in zip(others, ("seed is 0", "seats is 2", "policies is"), strict=True):
        arguments: dict[str, Any] = {"seats": 2, "games": 4, "engine": "python"} | other
        with pytest.raises(WrongCheckpoint, match=word):
            simulate(NAME, checkpoint=file, **arguments)
    assert file.read_bytes() == kept


def test_a_resumed_tournament_has_the_same_standings(tmp_path: Path) -> None:
    file = tmp_path / "run"

    def play(**more: Any) -> Any:
        return arena(NAME, bots=["random", "thumb"], games=8, seats=2, workers=1, **more)

    whole = play()
    play(checkpoint=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]))
    done: list[int] = []
    assert play(checkpoint=file, progress=done.append) == whole
    assert done == [4, 2, 2]


def test_commands_write_checkpoints_and_resume(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "run")
    command = ["simulate", NAME, "-s", "2", "-n", "5", "-e", "python", "--json", "--checkpoint"]
    told = []
    for _ in range(2):
        assert main([*command, file]) == 0
        told.append(json.loads(capsys.readouterr().out)["trails"])
    assert told[0] == told[1]
    assert main(["arena", NAME, "-s", "2", "--checkpoint", file]) == 2
    assert "belongs to another run" in capsys.readouterr().err
    assert main([*command, str(tmp_path / "nowhere" / "run")]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_a_run_of_ranges_ends_when_it_is_closed() -> None:
    run = play_ranges(numbers, 10**6, Processes(2, 1), run=RUN)
    assert next(iter(run))[1] in ([0], [1], [2], [3])
    run.close()
    assert list(run) == []
