"""Ranges of games on the machines of a Ray cluster; needs the extra `ray`.

A range whose worker or machine dies is played again elsewhere. What it gives depends on its numbers
alone, so that nothing is lost or counted twice.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import tablee
from tablee.lab.ranges import Cutter, Progress, Range, Task, spread
from tablee.refusals import TRY_AGAIN, Refusal

TRIES = 20  # of one range, whose workers die
PATIENCE = 5.0  # seconds, to reach an address
PROBE = 120.0  # seconds, until every machine has said what it has


class NoCluster(Refusal):
    """Ray is not installed, the cluster can't be reached, or its machines can't play."""

    exit_status = TRY_AGAIN


@dataclass
class Place:
    """Workers of one kind: what they run, how much at a time, and how many there are."""

    function: Any
    task: Any
    size: int
    resource: str
    pending: int = 0


class Cluster:
    """Plays ranges on a Ray cluster: the one at an address, any that runs here, or its own."""

    def __init__(
        self,
        address: str | None = None,
        *,
        workers: int | None = None,
        size: int,
        on_gpu: Task | None = None,
        gpu_size: int = 0,
    ) -> None:
        if find_spec("ray") is None:
            raise NoCluster("lab.no_ray")
        self.address = address
        self.workers = workers
        self.size = size
        self.on_gpu = on_gpu  # the task for workers with a GPU
        self.gpu_size = gpu_size

    def __call__(
        self, task: Task, cutter: Cutter, progress: Progress | None
    ) -> Generator[tuple[Range, Any]]:
        """Play the ranges and yield them as they are finished."""
        import ray

        with connected(self.address, self.workers):
            places = self._places(task, cutter.left)
            pending: dict[Any, tuple[Range, Place]] = {}
            while cutter.left or pending:
                resources = ray.cluster_resources()  # machines come and go
                for place in places:
                    room = 2 * max(1, int(resources.get(place.resource, 0)))
                    while place.pending < room and (one := cutter.take(place.size)):
                        pending[place.function.remote(place.task, *one)] = one, place
                        place.pending += 1
                for reference in ray.wait(list(pending))[0]:
                    one, place = pending.pop(reference)
                    place.pending -= 1
                    result = outcome(reference)
                    if progress is not None:
                        progress(one[1])
                    yield one, result

    def _places(self, task: Task, total: int) -> list[Place]:
        """Return the kinds of workers of the cluster."""
        import ray

        gpus = probe()
        workers = int(ray.cluster_resources().get("CPU", 1)) or 1
        size = spread(total, workers, self.size)
        remote = ray.remote(play)
        usual = remote.options(num_cpus=1, max_retries=TRIES)
        places = [Place(usual, ray.put(task), size, "CPU")]
        if gpus and self.on_gpu is not None:
            special = remote.options(num_cpus=0, num_gpus=1, max_retries=TRIES)
            gpu_size = spread(total, gpus, self.gpu_size)
            places.insert(0, Place(special, ray.put(self.on_gpu), gpu_size, "GPU"))
        return places


def play(task: Task, first: int, count: int) -> Any:
    """Play a range; a worker runs this."""
    return task(first, count)


def outcome(reference: Any) -> Any:
    """Return what came of a range, or raise what went wrong."""
    import ray

    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as problem:
        raise problem.cause from None
    except ray.exceptions.RayError as problem:
        raise NoCluster("lab.workers_die", times=TRIES, reason=first_line(problem)) from problem


@contextmanager
def connected(address: str | None, workers: int | None) -> Iterator[None]:
    """Connect to a cluster, unless the program is connected already."""
    import ray

    if address is not None:
        check_reachable(address)
    if ray.is_initialized():
        there = ray.get_runtime_context().gcs_address
        if address not in (None, "auto", there):
            raise NoCluster("lab.other_cluster", address=address, there=there)
        yield
        return
    if address is None:
        workers = workers or os.cpu_count() or 1
        chosen: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False}
    else:
        chosen = {}
    try:
        ray.init(
            address or "local",
            log_to_driver=False,
            logging_level=logging.ERROR,
            **chosen,
        )
    except (OSError, RuntimeError, ValueError) as problem:
        raise NoCluster(
            "lab.no_cluster", address=address or "local", reason=first_line(problem)
        ) from problem
    try:
        yield
    finally:
        ray.shutdown()


def check_reachable(address: str) -> None:
    """Raise NoCluster unless something listens at an address; "auto" is left to Ray."""
    if address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise NoCluster("lab.no_address", address=address)
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise NoCluster("lab.no_cluster", address=address, reason=reason) from None


def probe() -> int:
    """Ask every machine for its version of Tablée; return how many GPUs there are to use.

    GPUs are used if CUDA works on each machine that has some.
    """
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    asked = []
    gpus = 0
    for node in ray.nodes():
        if node["Alive"]:
            here = int(node["Resources"].get("GPU", 0))
            gpus += here
            strategy = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            options = {"num_cpus": 0, "num_gpus": min(1, here), "scheduling_strategy": strategy}
            asked.append(
                (node["NodeManagerAddress"], ray.remote(about).options(**options).remote())
            )
    usable = True
    for name, reference in asked:
        try:
            version, cuda = ray.get(reference, timeout=PROBE)
        except ray.exceptions.RayTaskError as problem:
            reason = first_line(problem.cause)
            raise NoCluster("lab.node_fails", node=name, reason=reason) from problem
        except ray.exceptions.RayError:
            continue  # it has left
        if version != tablee.__version__:
            raise NoCluster("lab.node_version", node=name, there=version, here=tablee.__version__)
        usable = usable and cuda
    return gpus if usable else 0


def about() -> tuple[str, bool]:
    """Return the version of Tablée, and whether CUDA works; a worker runs this."""
    import ray

    if not ray.get_gpu_ids():
        return tablee.__version__, True
    from tablee.kernel.engines.cuda import gpu_is_there

    return tablee.__version__, gpu_is_there()


def first_line(problem: BaseException) -> str:
    """Return the first line of what an exception says, without its full stop."""
    lines = str(problem).strip().splitlines() or [type(problem).__name__]
    return lines[0].rstrip(".")
