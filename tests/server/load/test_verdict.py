"""Verdicts of the load test: figures that miss a demand are reported as missed."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from load import Figures, ratios
from load_verdict import (
    BOTS,
    CUT_OFF,
    DEMANDS,
    DURABLE,
    FLOOD,
    PEER,
    PEOPLE_MEMORY,
    PEOPLE_P50,
    PEOPLE_P99,
    Demand,
    judged,
    verdicts,
)

GOOD = Figures("", 1_000, 300, 2, 9, 2, 9, 1_500, 230, 0)
PARTS = {
    "people": GOOD,
    "saturation": replace(GOOD, moves=2_800, turns=(2_800, 2_700, 2_900)),
    "… on disk": replace(GOOD, moves=900, shown_p50=None, shown_p99=None, turns=(900, 890, 910)),
    "before bots": replace(GOOD, turns=(10, 10, 10)),
    "beside bots": replace(GOOD, turns=(15, 15, 90)),
    "before flood": replace(GOOD, turns=(10, 10, 10)),
    "beside flood": replace(GOOD, turns=(12, 12, 12), cut_off=0.012),
}
SPOILED: list[tuple[Demand, str, Figures]] = [
    (PEOPLE_P50, "people", replace(GOOD, done_p50=5.01)),
    (PEOPLE_P50, "people", replace(GOOD, shown_p50=5.01)),
    (PEOPLE_P99, "people", replace(GOOD, done_p99=25.1)),
    (PEOPLE_P99, "people", replace(GOOD, shown_p99=25.1)),
    (PEOPLE_P99, "people", replace(GOOD, shown_p99=math.inf)),
    (PEOPLE_MEMORY, "people", replace(GOOD, memory=301)),
    (PEOPLE_MEMORY, "people", replace(GOOD, memory=math.nan)),
    (DURABLE, "saturation", replace(PARTS["saturation"], moves=1_999)),
    (PEER, "… on disk", replace(GOOD, turns=(950, 940, 960))),
    (BOTS, "beside bots", replace(GOOD, turns=(15, 21, 90))),
    (FLOOD, "beside flood", replace(GOOD, turns=(21, 21, 12), cut_off=0.012)),
    (CUT_OFF, "beside flood", replace(PARTS["beside flood"], cut_off=2.1)),
    (CUT_OFF, "beside flood", replace(PARTS["beside flood"], cut_off=math.inf)),
]


def figures(**changed: Figures) -> list[Figures]:
    return [replace(one, part=part) for part, one in (PARTS | changed).items()]


def missed(found: list[Figures]) -> list[Demand]:
    return [one.demand for one in verdicts(found, ratios(found)) if one.missed]


def test_good_figures_hold(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures()
    told = verdicts(found, ratios(found))
    assert judged(told, 1_000) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(DEMANDS)
    assert all(line.startswith("holds ") for line in lines), lines


@pytest.mark.parametrize(("demand", "part", "bad"), SPOILED)
def test_a_missed_demand_is_reported(
    demand: Demand, part: str, bad: Figures, capsys: pytest.CaptureFixture[str]
) -> None:
    found = figures(**{part: bad})
    assert missed(found) == [demand]
    assert judged(verdicts(found, ratios(found)), 1_000) == 1
    assert f"MISSED  {demand.name}: " in capsys.readouterr().out


def test_every_demand_can_be_missed() -> None:
    assert {demand for demand, _, _ in SPOILED} == set(DEMANDS)


def test_figures_at_the_limit_hold() -> None:
    just = replace(GOOD, done_p50=5, shown_p50=5, done_p99=25, shown_p99=25, memory=300)
    assert missed(figures(people=just, saturation=replace(PARTS["saturation"], moves=2_000))) == []


def test_a_demand_that_was_not_measured_neither_holds_nor_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert judged(verdicts([], {}), 1_000) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all("not measured" in line and "holds" not in line for line in lines), lines


def test_a_measurement_that_failed_is_missed() -> None:
    """If boardgame.io could not run, the comparison with it is unknown."""
    asked = verdicts([], {}, ["saturation", "peer"])
    assert {one.demand for one in asked if one.missed} == {DURABLE, PEER}
    assert judged(asked, 1_000) == 1


def test_a_short_run_is_reported_but_not_judged(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(people=replace(GOOD, done_p99=400))
    assert judged(verdicts(found, ratios(found)), 999) == 0
    assert "MISSED  people at 1,000 tables, p99: 400.00 ms" in capsys.readouterr().out
