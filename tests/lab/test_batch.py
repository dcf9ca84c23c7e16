"""Batches play the same games as positions, row by row, on every device, with any threads."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablee
from samples import BOARDS, HANDS, OPEN, ROUNDS
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.dice import Dice, dice_for, pick
from tablee.lab.batch import Batch, WrongAction
from tablee.lab.encoding import encoding_of
from tables import GAMES, OPTIONS, TABLES

pytestmark = pytest.mark.slow
SHOWN = ("to_act", "done", "reward", "points", "ranks", "counts", "mask", "observation")


def settled(position: tablee.Position, dice: Dice) -> tablee.Position:
    """Return the position after all pending chance."""
    while position.to_act == CHANCE:
        outcomes = position.chance_codes()
        place = pick(dice, list(outcomes.values()), len(outcomes))
        position = position.after_code(list(outcomes)[place])
    return position


def seen(position: tablee.Position, seat: int) -> list[int]:
    """Return the observation of a seat, numbered from 0, by the encoding in plain Python."""
    encoding = encoding_of(position.game)
    out = [0] * sum(feature.length for feature in encoding.FEATURES)
    encoding.encode(position.view(seat + 1).state, seat, out)
    return out


def random_actions(games: Batch, rng: random.Random) -> Any:
    return np.array(
        [row[rng.randrange(max(1, count))] for row, count in zip(games.actions, games.counts)]  # noqa: B905
    )


@pytest.mark.parametrize("encoding", ["compact", "codes"])
@pytest.mark.parametrize("game", GAMES)
def test_rows_play_the_same_games_as_positions(game: tablee.Game, encoding: str) -> None:
    size, seats, options = 3, game.seats[1], OPTIONS[game.name][1]
    games = tablee.batch(game.name, size=size, seats=seats, seed=9, encoding=encoding, **options)
    part = encoding_of(game)
    dice = [dice_for(9, row) for row in range(size)]
    positions = [settled(game.start(seats=seats, **options), one) for one in dice]
    numbers, finished = list(range(size)), 0
    rng = random.Random(4)
    for step in range(400):
        actions = random_actions(games, rng)
        for row, position in enumerate(positions):
            seat = position.to_act - 1
            codes = position.codes()
            state = position.state
            legal = codes if encoding == "codes" else [part.action_of(state, c) for c in codes]
            assert games.to_act[row] == seat
            assert games.actions[row, : games.counts[row]].tolist() == legal
            assert np.flatnonzero(games.mask[row]).tolist() == sorted(legal)
            if step % 7 == 0:
                assert games.observation[row].tolist() == seen(position, seat)
            code = actions[row] if encoding == "codes" else part.code_of(state, int(actions[row]))
            positions[row] = settled(position.after_code(int(code)), dice[row])
        games.step(actions)
        assert games.done.tolist() == [one.to_act == OVER for one in positions]
        for row, position in enumerate(positions):
            if position.to_act != OVER:
                assert not games.reward[row].any()
                continue
            finished += 1
            result = position.result()
            assert games.points[row].tolist() == list(result.scores)
            assert games.ranks[row].tolist() == list(result.ranks)
            won = [seat + 1 in result.winners for seat in range(seats)]
            assert (games.reward[row] > 0).tolist() == [w and sum(won) < seats for w in won]
            assert games.reward[row].sum() == pytest.approx(0, abs=1e-6)
            numbers[row] += 1 << 32
            dice[row] = dice_for(9, numbers[row])
            positions[row] = settled(game.start(seats=seats, **options), dice[row])
    assert finished or game.name == ROUNDS


@pytest.mark.parametrize("game", GAMES)
def test_size_and_threads_do_not_change_games(
    game: tablee.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(size: int, cores: int) -> Batch:
        monkeypatch.setattr(os, "cpu_count", lambda: cores)
        games = tablee.batch(game.name, size=size, seats=game.seats[-1], seed=2)
        for step in range(60):
            games.step(games.actions[np.arange(size), step * 7 % games.counts])
        return games

    whole, part = play(3000, 3), play(40, 1)
    for name in SHOWN:
        assert np.array_equal(getattr(whole, name)[:40], getattr(part, name)), name


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_indistinguishable_worlds_give_equal_observations(
    game: tablee.Game, seats: int, options: dict[str, Any]
) -> None:
    games = tablee.batch(game.name, size=40, seats=seats, seed=5, **options)
    worlds = 0
    rng = random.Random(1)
    for step in range(40):
        games.step(random_actions(games, rng))
        seat = step % seats
        before = games.observe(seat).tobytes()
        snapshot = games.state()
        games.resample(seat, seed=step)
        assert games.observe(seat).tobytes() == before
        worlds += bool((games.state()["states"] != snapshot["states"]).any())
        games.restore(snapshot)
        assert np.array_equal(games.state()["states"], snapshot["states"])
    assert (worlds > 0) == game.hides


def test_a_restored_batch_repeats_and_a_resampled_one_differs() -> None:
    games = tablee.batch(OPEN, size=50, seats=3, seed=5)

    def play() -> bytes:
        for _ in range(30):
            games.step(games.actions[:, 0])
        return bytes(games.observation.tobytes())

    start = games.state()
    first = play()
    games.restore(start)
    assert play() == first
    games.restore(start)
    games.resample(games.to_act.clip(0), seed=1)
    assert play() != first


def test_no_resample_undoes_another() -> None:
    games = tablee.batch(OPEN, size=50, seats=3, seed=5)
    start, played = games.state(), []
    for seeds in [(), (0,), (0, 0), (0, 0, 0), (1,), (1, 1), (1, 2), (2, 1)]:
        games.restore(start)
        for seed in seeds:
            games.resample(0, seed=seed)
        for _ in range(30):
            games.step(games.actions[:, 0])
        played.append(games.observation.tobytes())
    assert len(set(played)) == len(played)


def test_without_auto_reset_finished_games_wait_for_a_reset() -> None:
    games = tablee.batch(OPEN, size=20, seats=2, seed=3, auto_reset=False)
    rng = random.Random(2)
    while not games.done.all():
        games.step(random_actions(games, rng))
    assert (games.to_act == OVER).all()
    assert not games.counts.any()
    assert not games.mask.any()
    games.step(np.zeros(20, np.int64))
    assert games.done.all()
    assert not games.reward.any()
    mask = np.arange(20) % 2 == 0
    games.reset(mask)
    assert (games.done == ~mask).all()
    assert ((games.to_act >= 0) == mask).all()
    number = 4 + (1 << 32)  # of the next match in that row
    assert games.position(4) == settled(tablee.game(OPEN).start(seats=2), dice_for(3, number))


def test_every_reset_starts_another_game() -> None:
    games = tablee.batch(HANDS, size=3, seats=2, seed=8)
    for round_number in range(3):
        for row in range(3):
            dice = dice_for(8, row + (round_number << 32))
            assert games.position(row) == settled(tablee.game(HANDS).start(seats=2), dice)
        games.reset()


def test_an_illegal_action_is_refused_with_the_row_and_the_paragraph() -> None:
    games = tablee.batch(OPEN, size=4, seats=2, seed=3)
    actions = games.actions[:, 0].copy()
    before = games.state()
    actions[2:] = 2  # a card played as a die
    with pytest.raises(WrongAction, match=r"M\d+: In row 2 the action 2 is not legal") as refused:
        games.step(actions)
    assert refused.value.values["row"] == 2
    assert all(np.array_equal(games.state()[name], before[name]) for name in ("states", "plies"))
    for wrong in (-1, 10, 1000):
        actions[:] = wrong
        with pytest.raises(WrongAction, match="In row 0"):
            games.step(actions)


@pytest.mark.parametrize("action", [-1, 1, 4, 8, 286, 10_000])
def test_moving_an_absent_islander_is_no_action(action: int) -> None:
    games = tablee.batch(BOARDS, size=2, seats=3, seed=3)
    with pytest.raises(WrongAction):
        games.step(np.array([0, action]))


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (np.zeros(3, np.int64), "shape"),
        (np.zeros((4, 1), np.int64), "shape"),
        (np.zeros(4), "float64"),
        ([0, 0, 0, 0], "list"),
        (0, "int"),
    ],
)
def test_wrong_arrays_are_refused(actions: Any, reason: str) -> None:
    games = tablee.batch(OPEN, size=4, seats=2)
    with pytest.raises(tablee.Refusal, match=reason):
        games.step(actions)


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 0}, {"size": 1.5}, {"size": None}, {"seats": 1}, {"seed": -1},
        {"device": "tpu"}, {"encoding": "flat"}, {"handicap": 1},
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"size": 4, "seats": 2} | wrong
    with pytest.raises(tablee.Refusal):
        tablee.batch(OPEN, **arguments)


def test_seats_and_worlds_out_of_range_are_refused() -> None:
    games = tablee.batch(OPEN, size=4, seats=2)
    for seat in (2, -1, np.int64(99), np.array([0, 1, -2, 1]), np.full(4, 256)):
        for ask in (games.observe, games.resample):
            with pytest.raises(tablee.SeatsOutOfRange, match="from 0 to 1"):
                ask(seat)
    for wrong in (True, np.True_, np.zeros(4, np.bool_), 1.0, np.zeros(4), np.zeros(3, int), None):
        for ask in (games.observe, games.resample):
            with pytest.raises(tablee.Refusal, match="seat"):
                ask(wrong)
    assert np.array_equal(games.observe(np.int64(1)), games.observe(np.ones(4, np.uint8)))
    with pytest.raises(tablee.Refusal, match="seed"):
        games.resample(0, seed=-1)
    with pytest.raises(tablee.Refusal, match="row"):
        games.position(4)


def test_a_snapshot_of_another_batch_is_refused_and_changes_nothing() -> None:
    games, other = (tablee.batch(OPEN, size=size, seats=2, seed=size) for size in (3, 4))
    before = games.state()
    wrong: list[dict[str, Any]] = [other.state(), {"seed": 1}, {**before, "more": before["done"]}]
    for state in wrong:
        with pytest.raises(tablee.Refusal, match="not a snapshot of 3 games"):
            games.restore(state)
    assert games.seed == before["seed"]
    assert all(np.array_equal(games.state()[name], before[name]) for name in before)


def test_a_row_is_a_position() -> None:
    games = tablee.batch(HANDS, size=3, seats=2, seed=8)
    position = games.position(1)
    assert position == settled(tablee.game(HANDS).start(seats=2), dice_for(8, 1))


# --- other libraries -----------------------------------------------------------------------------


def test_arrays_go_to_pytorch_and_back_without_a_copy() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    games = tablee.batch(BOARDS, size=64, seats=3, seed=1)
    mask = torch.from_dlpack(games.mask)
    observation = torch.from_dlpack(games.observation)
    assert observation.data_ptr() == games.observation.ctypes.data
    for _ in range(20):
        games.step(torch.argmax(mask.to(torch.int8), dim=1))
    assert np.array_equal(mask.numpy(), games.mask)
    assert np.array_equal(observation.numpy(), games.observation)


SIMULATED = """
import sys, warnings, numpy as np, tablee
warnings.simplefilter("ignore")  # NumPy's scalars say so when they wrap as they should
name, seats = sys.argv[1], int(sys.argv[2])
def play(device):
    games = tablee.batch(name, size=3, seats=seats, seed=2**63 + 7, device=device)
    host = games.host
    told = []
    def tell():
        told.append([host(column).tolist() for column in sys.argv[3:]])
    for step in range(14):
        tell()
        actions, counts = host("actions"), host("counts")
        games.step(actions[np.arange(3), (step * 5 + np.arange(3)) % np.maximum(counts, 1)])
    games.observe(1)
    told.append(host("views").tolist())
    try:
        games.observe(np.array([0, 9, 1]))
    except tablee.Refusal as refusal:
        told.append(str(refusal))
    games.resample(1, seed=3)
    tell()
    games.resample(games.to_act, seed=3)  # an array of the device
    tell()
    games.reset(np.array([True, False, True]))
    tell()
    try:
        games.step(np.full(3, 9999))
    except tablee.Refusal as refusal:
        told.append(str(refusal))
    return told
assert play("cpu") == play("cuda")
print("same")
"""


@pytest.mark.parametrize("game", GAMES)
def test_the_gpu_plays_the_same_batch_in_the_simulator(game: tablee.Game) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, game.name, str(game.seats[1]), *SHOWN, "actions"],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "same", done.stderr


def test_without_a_gpu_the_device_cuda_is_refused() -> None:
    from tablee.kernel.engines.cuda import gpu_is_there

    if gpu_is_there():
        pytest.skip("there is a CUDA device on this machine")
    with pytest.raises(tablee.Refusal, match="No GPU"):
        tablee.batch(OPEN, size=4, seats=2, device="cuda")
