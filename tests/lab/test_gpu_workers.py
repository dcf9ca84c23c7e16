"""Workers with a GPU: what a cluster gives them. Ray itself is replaced, as no test has a GPU."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import tablee
from tablee.lab.cluster import Cluster, NoCluster, probe
from tablee.lab.ranges import Cutter


class TaskError(Exception):
    """What Ray raises when a function of a worker fails."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Left(Exception):
    """What Ray raises when a worker or its machine is gone."""


@dataclass
class Node:
    """A machine of the cluster; `about` is what the probe is told there, or raised."""

    gpus: int = 0
    about: Any = (tablee.__version__, True)
    alive: bool = True


@dataclass(eq=False)
class Reference:
    """What has come of a function, or will be raised for it."""

    value: Any


@dataclass
class Remote:
    """A function that workers with these resources run, at once and in this process."""

    ray: FakeRay
    function: Callable[..., Any]
    given: dict[str, Any] = field(default_factory=dict)

    def options(self, **given: Any) -> Remote:
        return Remote(self.ray, self.function, given)

    def remote(self, *arguments: Any) -> Any:
        if (strategy := self.given.get("scheduling_strategy")) is not None:
            self.ray.probes.append(self.given["num_gpus"])
            return Reference(self.ray.machines[strategy.node].about)
        self.ray.runs.append((self.given.get("num_gpus", 0), arguments[2]))
        return Reference(self.function(*arguments))


class FakeRay(ModuleType):
    """As much of Ray as the cluster uses, with machines that are made up."""

    def __init__(self, *machines: Node) -> None:
        super().__init__("ray")
        self.__spec__ = ModuleSpec("ray", None)
        self.machines = machines
        self.probes: list[int] = []  # GPUs asked for by each probe
        self.runs: list[tuple[int, int]] = []  # GPUs and games of each range
        self.exceptions = SimpleNamespace(RayTaskError=TaskError, RayError=(TaskError, Left))

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {"Alive": one.alive, "NodeID": number, "NodeManagerAddress": f"machine {number}",
             "Resources": {"CPU": 2.0, "GPU": float(one.gpus)}}
            for number, one in enumerate(self.machines)
        ]  # fmt: skip

    def cluster_resources(self) -> dict[str, float]:
        alive = [one for one in self.machines if one.alive]
        return {"CPU": 2.0 * len(alive), "GPU": float(sum(one.gpus for one in alive))}

    def is_initialized(self) -> bool:
        return True

    def get_runtime_context(self) -> Any:
        return SimpleNamespace(gcs_address="here")

    def remote(self, function: Callable[..., Any]) -> Remote:
        return Remote(self, function)

    def put(self, value: Any) -> Any:
        return value

    def get(self, reference: Any, timeout: float | None = None) -> Any:
        if isinstance(reference.value, Exception):
            raise reference.value
        return reference.value

    def wait(self, references: list[Any]) -> tuple[list[Any], list[Any]]:
        return references[-1:], references[:-1]  # the last is finished first


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeRay]:
    """Make a cluster of these machines."""

    def replace(*machines: Node) -> FakeRay:
        made = FakeRay(*machines)
        strategies = ModuleType("ray.util.scheduling_strategies")
        strategies.NodeAffinitySchedulingStrategy = (  # type: ignore[attr-defined]
            lambda node, soft: SimpleNamespace(node=node)
        )
        monkeypatch.setitem(sys.modules, "ray", made)
        monkeypatch.setitem(sys.modules, "ray.util", ModuleType("ray.util"))
        monkeypatch.setitem(sys.modules, "ray.util.scheduling_strategies", strategies)
        return made

    return replace


def on_cpu(first: int, count: int, progress: Any = None) -> list[tuple[str, int]]:
    return [("CPU", number) for number in range(first, first + count)]


def on_gpu(first: int, count: int, progress: Any = None) -> list[tuple[str, int]]:
    return [("GPU", number) for number in range(first, first + count)]


def played(games: int) -> list[tuple[str, int]]:
    """Play games on the cluster; return who has played which, in order."""
    cluster = Cluster(size=10, on_gpu=on_gpu, gpu_size=100)
    parts = [part for _, part in cluster(on_cpu, Cutter([(0, games)]), None)]
    return sorted((one for part in parts for one in part), key=lambda one: one[1])


def test_machines_with_a_gpu_play_on_it_and_the_others_on_their_cores(ray: Any) -> None:
    made = ray(Node(gpus=2), Node(), Node(gpus=1))
    games = played(5000)
    assert [number for _, number in games] == list(range(5000))
    assert {kind for kind, _ in games} == {"CPU", "GPU"}
    assert made.probes == [1, 0, 1]  # a GPU is reserved where there is one
    sizes = {gpus: max(size for asked, size in made.runs if asked == gpus) for gpus in (0, 1)}
    assert sizes == {0: 10, 1: 100}


@pytest.mark.parametrize(
    "machines",
    [
        [Node(), Node()],
        [Node(gpus=1), Node(gpus=1, about=(tablee.__version__, False))],  # without a driver
        [Node(), Node(gpus=1, alive=False)],
    ],
)
def test_without_a_gpu_that_works_on_all_its_machines_cores_play(
    ray: Any, machines: list[Node]
) -> None:
    ray(*machines)
    assert probe() == 0
    assert {kind for kind, _ in played(300)} == {"CPU"}


def test_a_machine_that_leaves_while_it_is_asked_is_passed_over(ray: Any) -> None:
    ray(Node(gpus=1), Node(about=Left()))
    assert probe() == 1


@pytest.mark.parametrize(
    ("about", "reason"),
    [
        (("0.0.1", True), "machine 1 of the cluster has Tablée 0.0.1"),
        (TaskError(ModuleNotFoundError("No module named 'tablee'")), "machine 1 .* No module"),
    ],
)
def test_a_machine_that_cannot_play_is_named(ray: Any, about: Any, reason: str) -> None:
    ray(Node(), Node(about=about))
    with pytest.raises(NoCluster, match=reason):
        played(10)
