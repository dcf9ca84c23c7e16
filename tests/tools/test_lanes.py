"""The marks of the three lanes, and the time limit of fast tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lanes

ROOT = Path(__file__).parents[2]

SOME_TESTS = """
import time
import pytest

def test_quick(): pass
def test_sleepy(): time.sleep(0.5)
@pytest.mark.slow
def test_slow(): time.sleep(0.5)
@pytest.mark.soak
def test_soak(): raise AssertionError
@pytest.mark.parametrize("size", sizes(1, 2))
def test_campaign(size): assert size == 1
def test_page(browser): pass
@pytest.fixture
def browser(): return None
"""

SOME_FIXTURES = """
import time
import pytest

@pytest.fixture
def dawdling(): time.sleep(0.5)
@pytest.fixture(scope="session")
def shared(): time.sleep(0.5)
def test_with_a_slow_fixture(dawdling): pass
def test_with_a_shared_fixture(shared): pass
"""


@pytest.fixture
def some(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Make a folder with tests of each lane, in which a fast test may take a third of a second."""
    monkeypatch.setattr(lanes, "is_busy", lambda: False)
    marks = 'markers = ["slow", "soak"]'
    pytester.makepyprojecttoml(f'[tool.pytest.ini_options]\nfast_limit = "0.3"\n{marks}\n')
    pytester.makepyfile(f"from campaigns import sizes\n{SOME_TESTS}")
    return pytester


def run(folder: pytest.Pytester, *flags: str) -> pytest.RunResult:
    return folder.runpytest_inprocess(
        "-p", "lanes", "-p", "no:xdist", "-p", "no:schemathesis", *flags
    )


def test_a_fast_test_over_the_limit_fails_with_a_reason(some: pytest.Pytester) -> None:
    found = run(some, "-m", "not soak")
    found.assert_outcomes(passed=4, failed=1, deselected=2)
    found.stdout.fnmatch_lines("took * s, and a fast test may take 0.3: make it faster, *slow")


def test_the_fixtures_of_a_test_alone_count(some: pytest.Pytester) -> None:
    some.makepyfile(test_fixtures=SOME_FIXTURES)
    found = run(some, "test_fixtures.py")
    found.assert_outcomes(passed=1, failed=1)
    found.stdout.fnmatch_lines("FAILED *::test_with_a_slow_fixture *")


def test_each_lane_runs_its_tests(some: pytest.Pytester) -> None:
    fast = run(some, "-m", "not slow and not soak", "-k", "not sleepy")
    fast.assert_outcomes(passed=2, deselected=5)
    soak = run(some, "-m", "soak")
    soak.assert_outcomes(failed=2, deselected=5)


def test_slow_tests_run_first(some: pytest.Pytester) -> None:
    lines = run(some, "--collect-only", "-q").outlines
    names = [line.partition("::")[2].partition("[")[0] for line in lines if "::" in line]
    assert set(names[:4]) == {"test_slow", "test_soak", "test_campaign", "test_page"}
    assert set(names[4:]) == {"test_campaign", "test_quick", "test_sleepy"}


@pytest.mark.parametrize(
    ("busy", "seconds", "processor", "counts"),
    [(False, 3.0, 1.0, 3.0), (True, 3.0, 1.0, 1.0), (True, 3.0, 3.5, 3.0)],
)
def test_on_a_busy_machine_only_processor_time_counts(
    busy: bool, seconds: float, processor: float, counts: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "is_busy", lambda: busy)
    assert lanes.judged(seconds, processor) == counts


@pytest.mark.parametrize(
    ("target", "marks"),
    [
        ("fast", "-m 'not slow and not soak'"),
        ("rules", "-m 'not soak'"),
        ("others", "-m 'not soak'"),
        ("soak", "-m soak"),
    ],
)
def test_the_lanes_of_the_makefile_match_the_marks(target: str, marks: str) -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    (recipe,) = re.findall(rf"^{target}:.*\n((?:\t.*\n)+)", text, re.M)
    (command,) = [line for line in recipe.splitlines() if "$(PYTEST)" in line]
    assert f"{marks} " in f"{command} "
