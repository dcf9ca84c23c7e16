"""Ray gives the same counts as one machine, even if workers and machines die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster as RayCluster

import tablee
from tablee.bots.levels import player
from tablee.cli.main import main
from tablee.lab import simulate as simulation
from tablee.lab.arena import arena
from tablee.lab.cluster import Cluster, NoCluster
from tablee.lab.policies import find_policy, policy
from tablee.lab.ranges import Cutter
from tablee.lab.simulate import simulate
from tablee.lab.sprt import Hypotheses
from tablee.lab.study import read_study, run_study

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]
NAME = next(game.name for game in tablee.all_games() if not game.hides)  # the workers import this
MEMORY = 80 << 20  # bytes of a node's object store, which is hardly used


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Connect to a cluster of two machines with one processor each."""
    shared = {"num_cpus": 1, "object_store_memory": MEMORY}
    made = RayCluster(initialize_head=True, head_node_args={**shared, "include_dashboard": False})
    made.add_node(**shared)
    ray.init(made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


class KillingTask:
    """A slow task whose first ranges kill their workers half-way."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, first: int, count: int, progress: Any = None) -> list[int]:
        mark = self.folder / f"{first}"
        if first < 7 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.05)
        return list(range(first, first + count))


def test_ranges_of_killed_workers_are_retried(cluster: Any, tmp_path: Path) -> None:
    played = list(Cluster(size=4)(KillingTask(tmp_path), Cutter([(0, 60)]), None))
    assert sorted(n for _, part in played for n in part) == list(range(60))
    assert len(list(tmp_path.iterdir())) == 2


def test_a_tournament_on_a_cluster_has_the_same_result(cluster: Any) -> None:
    results = [
        arena(NAME, bots=["thumb", "random"], games=200, seats=2, seed=5, engine=engine, workers=1,
              sprt=Hypotheses(0, 100))
        for engine in ("processes", "ray")
    ]  # fmt: skip
    assert results[0] == results[1]
    assert results[0].games < 200


def test_a_study_on_a_cluster_has_the_same_findings(cluster: Any, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    (tmp_path / "mine.py").write_text(
        "from tablee.lab.policies import policy\n\n@policy\ndef first():\n    return 0\n"
    )
    file.write_text(
        f'[[game]]\nname = "{NAME}"\npolicies = ["random", "mine.py:first"]\ngames = 150\n'
        '[game.ladder]\nbots = ["random", "thumb"]\ngames = 8\n'
    )
    study = read_study(file)
    spread = run_study(study, engine="python", cluster="auto")
    assert spread == run_study(study, engine="python", workers=1)


def test_a_policy_is_sent_as_the_text_of_its_file(cluster: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from tablee.lab.policies import policy\n\n\n"
        "@policy\ndef last(count):\n    return count - 1\n"
    )
    mine = find_policy(f"{file}:last", NAME)
    here = simulate(NAME, seats=2, games=50, engine="python", policies=[mine, "random"])
    assert simulate(NAME, seats=2, games=50, engine="ray", policies=[mine, "random"]) == here


def test_a_policy_that_cannot_be_sent_is_refused() -> None:
    @policy
    def inner(count: int) -> int:
        return count - 1

    with pytest.raises(tablee.Refusal, match="top level of a file"):
        simulate(NAME, seats=2, games=5, engine="ray", policies=[inner])


def test_an_error_in_a_task_is_raised_unchanged(cluster: Any) -> None:
    def wrong(first: int, count: int, progress: Any = None) -> None:
        player("nobody", NAME)

    with pytest.raises(tablee.Refusal, match="no player called 'nobody'"):
        list(Cluster(size=5)(wrong, Cutter([(0, 60)]), None))


def test_counts_are_the_same_when_a_machine_dies(
    cluster: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(simulation, "WORKER_RANGE", 400)
    file = tmp_path / "run"
    done: list[int] = []

    def kill(games: int) -> None:
        done.append(games)
        if len(done) == 2 and cluster.worker_nodes:
            cluster.remove_node(*cluster.worker_nodes, allow_graceful=False)

    def play(engine: str, **more: Any) -> Any:
        return simulate(
            NAME, seats=2, games=12_000, seed=7, engine=engine, policies="thumb", **more
        )

    spread = play("ray", checkpoint=file, progress=kill)
    assert not cluster.worker_nodes
    assert spread == play("cpu")
    assert sum(done) == 12_000
    assert play("ray", checkpoint=file) == spread
    assert len(file.read_text().splitlines()) == 1 + len(done)


@pytest.mark.parametrize("address", ["nowhere", "localhost:", "localhost:70000", "localhost:1"])
def test_an_unreachable_cluster_is_refused_at_once(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["simulate", NAME, "-n", "5", "--cluster", address, "-l", "en"]
    assert main(command) == 75
    told = capsys.readouterr().err
    assert f"{address} is not the address" in told or f"answers at {address}" in told
    with pytest.raises(NoCluster):
        arena(NAME, bots=["random", "thumb"], games=2, seats=2, cluster=address)


def test_a_cluster_with_another_engine_is_refused() -> None:
    with pytest.raises(tablee.Refusal, match="engine ray only"):
        simulate(NAME, seats=2, games=5, engine="cpu", cluster="auto")


def test_without_ray_the_extra_is_named() -> None:
    code = (
        "import sys, tablee, tablee.lab.arena\n"
        "from tablee.lab.simulate import simulate\n"
        "assert 'ray' not in sys.modules\n"
        "import importlib.util as util\n"
        "util.find_spec = lambda name, find=util.find_spec: None if name == 'ray' else find(name)\n"
        "try:\n"
        f"    simulate({NAME!r}, seats=2, games=5, engine='ray')\n"
        "except tablee.Refusal as refusal:\n"
        "    print(refusal)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("pip install 'tablee[ray]'")
