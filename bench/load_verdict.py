"""Compare the figures of a load test with what is demanded of the server.

The limits are for 1,000 tables; a run with fewer reports them without consequences.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

TABLES = 1_000
LEAST, MOST = "at least", "at most"


class Part(Protocol):
    """The figures of a part that have limits; times are in milliseconds."""

    @property
    def part(self) -> str: ...

    @property
    def moves(self) -> float: ...

    @property
    def done_p50(self) -> float: ...

    @property
    def done_p99(self) -> float: ...

    @property
    def shown_p50(self) -> float | None: ...

    @property
    def shown_p99(self) -> float | None: ...

    @property
    def memory(self) -> float: ...

    @property
    def cut_off(self) -> float | None: ...


@dataclass(frozen=True)
class Demand:
    """A line of the acceptance list: a figure, its limit, and which side of it is right."""

    name: str
    side: str
    limit: float
    unit: str = ""
    parts: tuple[str, ...] = ()  # of the run, that measure it together


@dataclass(frozen=True)
class Verdict:
    """A demand and its figure; None if it was not measured, even if requested."""

    demand: Demand
    found: float | None
    asked: bool = False

    @property
    def missed(self) -> bool:
        """NaN misses the limit, too."""
        if self.found is None:
            return self.asked
        if self.demand.side == LEAST:
            return not self.found >= self.demand.limit
        return not self.found <= self.demand.limit

    def __str__(self) -> str:
        demand = self.demand
        word = "MISSED" if self.missed else "—" if self.found is None else "holds"
        found = "not measured" if self.found is None else f"{self.found:,.2f}{demand.unit}"
        return f"{word:<8}{demand.name}: {found}, {demand.side} {demand.limit:,g}{demand.unit}"


PEOPLE_P50 = Demand("people at 1,000 tables, p50", MOST, 5, " ms", ("people",))
PEOPLE_P99 = Demand("people at 1,000 tables, p99", MOST, 25, " ms", ("people",))
PEOPLE_MEMORY = Demand("people at 1,000 tables, memory", MOST, 300, " MB", ("people",))
DURABLE = Demand("durable moves a second at saturation", LEAST, 2_000, "", ("saturation",))
PEER = Demand("times the durable moves of boardgame.io", LEAST, 3, "", ("saturation", "peer"))
BOTS = Demand("p99 beside bots, to p99 before", MOST, 2, "", ("bots",))
FLOOD = Demand("p99 beside a flooder, to p99 before", MOST, 2, "", ("flood",))
CUT_OFF = Demand("a flooder is cut off after", MOST, 2, " s", ("flood",))
DEMANDS = (PEOPLE_P50, PEOPLE_P99, PEOPLE_MEMORY, DURABLE, PEER, BOTS, FLOOD, CUT_OFF)


def verdicts(
    parts: Sequence[Part], ratios: Mapping[str, float], asked: Collection[str] = ()
) -> list[Verdict]:
    """Return each demand with the figure from the parts of a run or their ratios.

    A demand that was requested but could not be measured is missed.
    """
    by_name = {one.part: one for one in parts}
    found: dict[Demand, float | None] = {
        PEER: ratios.get("moves/s, saturation, beside boardgame.io's on disk"),
        BOTS: ratios.get("p99 beside bots, to p99 before"),
        FLOOD: ratios.get("p99 beside flood, to p99 before"),
    }
    if people := by_name.get("people"):
        found[PEOPLE_P50] = slower(people.done_p50, people.shown_p50)
        found[PEOPLE_P99] = slower(people.done_p99, people.shown_p99)
        found[PEOPLE_MEMORY] = people.memory
    if saturation := by_name.get("saturation"):
        found[DURABLE] = saturation.moves
    if flooded := by_name.get("beside flood"):
        found[CUT_OFF] = flooded.cut_off
    return [
        Verdict(demand, found.get(demand), asked=set(demand.parts) <= set(asked))
        for demand in DEMANDS
    ]


def slower(done: float, shown: float | None) -> float:
    """A move counts as made when the mover is answered and the other player is shown it."""
    return done if shown is None else max(done, shown)


def judged(verdicts: Sequence[Verdict], tables: int) -> int:
    """Print which demands hold; return the exit status of the run."""
    for verdict in verdicts:
        print(verdict)
    if tables < TABLES:
        print(f"With {tables:,} tables of {TABLES:,} this says nothing.")
        return 0
    return int(any(verdict.missed for verdict in verdicts))
