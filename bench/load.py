"""The server under load, beside boardgame.io, in one run: `make load`.

A real `tablee serve` on SQLite, which forces every move to the disk before it acknowledges it, and
a
client process play real games over WebSockets:

    people       1,000 tables, two people each, a move every 3 s at a table; they use pages, and
                 are sent all that a page requests: animations and previews
    saturation   200 tables where programs move as soon as they can; they are sent a table as
                 numbers, like boardgame.io's clients, with the legal moves
    boards       the same, but with scenes to draw and texts for every move
    peer         saturation with the first game alone, and on boardgame.io, whose game is about as
                 large; it keeps its matches in memory; in files that survive a restart; or in
                 files that are forced to the disk, like ours
    bots         people as above, while tables full of the strongest bots use all processors
    flood        people as above, while an attacker sends all it can, is disconnected, and returns

A slow minute of the machine should spoil one turn and not the comparison. So bots and flooder are
paused and resumed in turns, six times each; and Tablée and boardgame.io on the disk are measured
alternately, three times each. Of the ratios of all turns the median counts.

The latency of a move is the time from sending it until `done` arrives, and until the other seat is
shown it. At the end each demand is compared with its figure (`load_verdict.py`); the exit status is
1 if any is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import select
import signal
import statistics
import subprocess
import sys
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from load_client import GAMES, Found, Plan, tell
from load_house import House, children_of, open_house
from load_peer import NoPeer, Where, play
from load_verdict import judged, verdicts

PARTS = ("people", "saturation", "boards", "peer", "bots", "flood")
PEERS: dict[str, Where] = {
    "boardgame.io": "in memory",
    "… in files": "in files",
    "… on disk": "on disk",
}
FAST_TABLES = 200  # at saturation
BOT_TABLES = 8
TURNS = 6  # of a quiet and of a disturbed turn
ONCE = ("boardgame.io", "… in files")  # they are only for comparison, and slow to start
PATIENCE = 60.0
CLIENT = Path(__file__).parent / "load_client.py"
FLOOD = Path(__file__).parent / "load_flood.py"


@dataclass(frozen=True)
class Figures:
    """The figures of one part of the run; times are in milliseconds."""

    part: str
    tables: int
    moves: float  # a second
    done_p50: float
    done_p99: float
    shown_p50: float | None  # to the other seat; boardgame.io sends to both at once
    shown_p99: float | None
    cpu: float  # microseconds of the server's processor a move
    memory: float  # MB
    refused: int
    turns: tuple[float, ...] = ()  # of each turn the p99 beside bots, else the moves a second
    cut_off: float | None = None  # the longest time in seconds until a flooder was disconnected


def quantile(times: Sequence[float], share: float) -> float:
    """Return the time below which that share of all times lies.

    >>> quantile([5, 1, 4, 2, 3], 0.5)
    3
    """
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def figures(part: str, tables: int, found: Found) -> Figures:
    """Return the figures of a part."""
    if not found.done:
        raise RuntimeError(f"{part}: nobody has moved")
    return Figures(
        part=part,
        tables=tables,
        moves=found.moves / found.seconds,
        done_p50=statistics.median(found.done),
        done_p99=quantile(found.done, 0.99),
        shown_p50=statistics.median(found.shown) if found.shown else None,
        shown_p99=quantile(found.shown, 0.99) if found.shown else None,
        cpu=1e6 * found.cpu / found.moves,
        memory=found.memory,
        refused=found.refused,
    )


def client(plan: Plan) -> Found:
    """Run the clients in a process of their own."""
    done = subprocess.run(
        [sys.executable, str(CLIENT), msgspec.json.encode(plan).decode()],
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=Found)


def people(house: House, given: argparse.Namespace, part: str) -> Figures:
    """Run people who think before they move."""
    return figures(part, given.tables, client(thoughtful(house, given, given.seconds)))


def thoughtful(house: House, given: argparse.Namespace, seconds: float) -> Plan:
    """Plan for people at pages, who think before they move."""
    port, process = house.port, house.process
    settle = given.settle
    return Plan(port, given.tables, seconds, given.pause, settle, server=process, form="record")


def saturation(given: argparse.Namespace, seconds: float, **how: Any) -> Found:
    """Run clients that don't think: programs, or people."""
    with open_house(given.warm_up) as house:
        server = house.process
        plan = Plan(house.port, fast(given), seconds, 0.0, given.settle, server=server, **how)
        return client(plan)


def fast(given: argparse.Namespace) -> int:
    """Return how many tables are at saturation."""
    return min(FAST_TABLES, int(given.tables))


def at_the_limit(given: argparse.Namespace) -> list[Figures]:
    """Measure saturation here and on boardgame.io, alternately."""
    seconds = given.seconds / given.rounds
    parts: dict[str, Callable[[], Found]] = {}
    if "saturation" in given.parts:
        parts["saturation"] = lambda: saturation(given, seconds)
    if "boards" in given.parts:
        parts["boards"] = lambda: saturation(given, seconds, form="scene")
    if "peer" in given.parts:
        parts["one game"] = lambda: saturation(given, seconds, games=GAMES[:1])
        for part, where in PEERS.items():
            parts[part] = partial(play, fast(given), seconds, given.settle, where)
    rounds: dict[str, list[Found]] = {part: [] for part in parts}
    for number in range(1, given.rounds + 1):
        for part, measured in parts.items():
            if number > 1 and part in ONCE:
                continue
            tell(f"{part}, {number} of {1 if part in ONCE else given.rounds}")
            try:
                rounds[part].append(measured())
            except NoPeer as problem:
                tell(f"no {part}: {problem}")
    return [
        replace(
            figures(part, fast(given), together(found)),
            turns=tuple(one.moves / one.seconds for one in found),
        )
        for part, found in rounds.items()
        if found
    ]


def together(found: Sequence[Found]) -> Found:
    """Merge all rounds into one."""
    return Found(
        moves=sum(one.moves for one in found),
        seconds=sum(one.seconds for one in found),
        done=[time for one in found for time in one.done],
        shown=[time for one in found for time in one.shown],
        refused=sum(one.refused for one in found),
        cpu=sum(one.cpu for one in found),
        memory=max(one.memory for one in found),
    )


def measure(given: argparse.Namespace) -> list[Figures]:
    """Measure all requested parts, each with a server of its own."""
    found: list[Figures] = []
    if "people" in given.parts:
        tell("people")
        with open_house(given.warm_up) as house:
            found.append(people(house, given, "people"))
    found += at_the_limit(given)
    if "bots" in given.parts:
        tell("people and bots")
        with open_house(given.warm_up, workers=os.cpu_count() or 2) as house:
            house.bots_play(BOT_TABLES)
            found += in_turns(house, given, "bots", lambda: children_of(house.process))
    if "flood" in given.parts:
        tell("people and a flooder")
        found += flooded(given)
    return found


def flooded(given: argparse.Namespace) -> list[Figures]:
    """Measure people while an attacker floods the server, and while it is paused."""
    with (
        open_house(given.warm_up, hasty=False) as house,
        flooder(house, 4 * given.seconds + 2 * PATIENCE) as flood,
    ):
        quiet, loud = in_turns(house, given, "flood", lambda: [flood.process])
    longest = max(flood.times, default=math.inf)  # possibly never
    tell(f"cut off {len(flood.times)} times, after {longest:.3f} s at most")
    return [quiet, replace(loud, cut_off=longest)]


@dataclass
class Flood:
    """The attacker's process, and the seconds until each disconnection."""

    process: int
    times: list[float] = field(default_factory=list)


@contextmanager
def flooder(house: House, seconds: float) -> Iterator[Flood]:
    """Flood the server meanwhile, until it has disconnected the flooder at least once."""
    process = subprocess.Popen(
        [sys.executable, str(FLOOD), str(house.port), str(seconds)], stdout=subprocess.PIPE
    )
    flood = Flood(process.pid)
    try:
        yield flood
        assert process.stdout is not None
        select.select([process.stdout], [], [], PATIENCE)
    finally:
        process.terminate()
        said, _ = process.communicate()
        flood.times += [float(line) for line in said.split()]


# --- in turns ------------------------------------------------------------------------------------


@dataclass
class Turns:
    """Pauses and resumes disturbing processes in turns, and records when."""

    processes: Callable[[], list[int]]
    seconds: float  # of a turn
    began: list[float] = field(default_factory=list)  # each turn; the first, third, … are quiet

    def __call__(self, over: threading.Event) -> None:
        while not over.is_set():
            self._signal(signal.SIGSTOP if len(self.began) % 2 == 0 else signal.SIGCONT)
            self.began.append(time.perf_counter())
            over.wait(self.seconds)
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, what)

    def split(self, times: list[float], when: list[float], loud: bool) -> list[list[float]]:
        """Split latencies into those of quiet or of disturbed turns, turn by turn."""
        turns: list[list[float]] = [[] for _ in self.began]
        for at, took in zip(when, times, strict=True):
            turns[bisect_right(self.began, at) - 1].append(took)
        return [turn for turn in turns[loud::2] if turn]


def in_turns(
    house: House, given: argparse.Namespace, what: str, processes: Callable[[], list[int]]
) -> list[Figures]:
    """Measure people with and without a disturbance."""
    turns = Turns(processes, given.seconds / TURNS)
    over = threading.Event()
    thread = threading.Thread(target=turns, args=(over,))
    thread.start()
    try:
        found = client(thoughtful(house, given, 2 * given.seconds))
    finally:
        over.set()
        thread.join()
    parts = []
    for name, loud in ((f"before {what}", False), (f"beside {what}", True)):
        by_turn = turns.split(found.done, found.done_at, loud)
        done = list(chain(*by_turn))
        part = msgspec.structs.replace(found, moves=len(done), seconds=given.seconds, done=done)
        part.shown = list(chain(*turns.split(found.shown, found.shown_at, loud)))
        part.cpu = found.cpu * len(done) / found.moves
        told = figures(name, given.tables, part)
        parts.append(replace(told, turns=tuple(quantile(turn, 0.99) for turn in by_turn)))
    return parts


# --- what is printed -----------------------------------------------------------------------------


def print_table(found: Sequence[Figures]) -> None:
    """Print one line for each part, and the ratios."""
    titles = ("tables", "moves/s", "done p50", "p99", "shown p50", "p99", "µs CPU", "MB")
    print(f"{'':<14}" + "".join(f"{title:>10}" for title in titles))
    for one in found:
        cells = (
            f"{one.tables:,}", f"{one.moves:,.0f}", f"{one.done_p50:.1f}", f"{one.done_p99:.1f}",
            "—" if one.shown_p50 is None else f"{one.shown_p50:.1f}",
            "—" if one.shown_p99 is None else f"{one.shown_p99:.1f}",
            f"{one.cpu:,.0f}", f"{one.memory:,.0f}",
        )  # fmt: skip
        refused = f"  {one.refused} refused" if one.refused else ""
        print(f"{one.part:<14}" + "".join(f"{cell:>10}" for cell in cells) + refused)
    for name, ratio in ratios(found).items():
        print(f"{name}: {ratio:.2f}")


def ratios(found: Sequence[Figures]) -> dict[str, float]:
    """Return the ratios to boardgame.io, and of people beside bots to people alone."""
    parts = {one.part: one for one in found}
    told = {}
    for peer, where in PEERS.items():
        for ours in ("saturation", "boards", "one game"):
            if {ours, peer} <= parts.keys():
                ratio = by_turns(parts[peer].turns, parts[ours].turns)
                told[f"moves/s, {ours}, beside boardgame.io's {where}"] = ratio
    for what in ("bots", "flood"):
        if {f"before {what}", f"beside {what}"} <= parts.keys():
            quiet, loud = parts[f"before {what}"].turns, parts[f"beside {what}"].turns
            told[f"p99 beside {what}, to p99 before"] = by_turns(quiet, loud)
    return told


def by_turns(ones: Sequence[float], others: Sequence[float]) -> float:
    """Return the median of the ratios of the others to the ones, turn by turn.

    >>> by_turns([1, 2, 5], [3, 4, 5])
    2.0
    """
    return statistics.median(two / one for one, two in zip(ones, others, strict=False))


def machine() -> str:
    """Return what this was measured on."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return (
        f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()},"
        f" load {load:.1f} at the start"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0, help="length of one part")
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two moves")
    parser.add_argument(
        "--warm-up",
        type=float,
        default=120.0,
        help="seconds that the bots' processes are given to start",
    )
    parser.add_argument("--settle", type=float, default=3.0, help="seconds before it counts")
    parser.add_argument(
        "--rounds", type=int, default=3, help="how often we and boardgame.io take turns"
    )
    parser.add_argument("--parts", nargs="*", default=list(PARTS), choices=PARTS)
    parser.add_argument("--json", metavar="FILE", help="also write the figures there")
    given = parser.parse_args()
    where = machine()
    found = measure(given)
    print(where)
    print_table(found)
    if given.json:
        told = {"machine": where, "parts": [asdict(one) for one in found], "ratios": ratios(found)}
        Path(given.json).write_text(json.dumps(told, indent=2))
    return judged(verdicts(found, ratios(found), given.parts), given.tables)


if __name__ == "__main__":
    sys.exit(main())
