"""Every campaign can be run by name, reports what it did, and fails if it did too little."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from soak import run, simulation
from soak.outcome import Outcome, at_least, over_seeds

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", run.CAMPAIGNS)
def test_every_campaign_is_callable(name: str) -> None:
    assert callable(run.campaign(name))


def test_every_campaign_has_a_make_target() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    named = re.search(r"^CAMPAIGNS := (.*)", text, re.M)
    assert named is not None
    assert named[1].split() == list(run.CAMPAIGNS)


def test_every_campaign_is_documented() -> None:
    text = (ROOT / "docs" / "how-to" / "run-campaigns.md").read_text("utf-8")
    assert re.findall(r"`make soak-(\w+)`", text) == list(run.CAMPAIGNS)


def test_a_failure_prints_the_command_that_repeats_it() -> None:
    outcome = Outcome("100 worlds", [f"seed {seed}: Wrong" for seed in range(12)])
    told = outcome.told("worlds", 5.0, 417, 0.01)
    assert "worlds: 100 worlds, 5 s, 12 wrong (seed 417)" in told
    assert "… and 2 more" in told
    assert "make soak-worlds SEED=417 SHARE=0.01" in told


def odd_fails(seed: int) -> Counter[str]:
    if seed % 2:
        raise ValueError("odd")
    return Counter(even=1)


def test_each_failure_names_its_seed() -> None:
    total, wrong = over_seeds(odd_fails, 10, 4)
    assert total == {"even": 2}
    assert wrong == ["seed 11: ValueError: odd", "seed 13: ValueError: odd"]


@pytest.mark.parametrize(("pairs", "status"), [(399, 1), (400, 0)])
def test_a_campaign_that_did_too_little_fails(
    pairs: int, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two in a hundred of 20,000 are 400."""
    monkeypatch.setattr(simulation, "over_seeds", lambda *given: (Counter(pairs=pairs), []))
    monkeypatch.setattr("sys.argv", ["run.py", "secrets", "--share", "0.02"])
    assert run.main() == status
    assert ("only 399 pairs of 400" in capsys.readouterr().out) == bool(status)


def test_an_unknown_campaign_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["run.py", "nothing"])
    with pytest.raises(SystemExit):
        run.main()


def test_a_campaign_that_did_enough_passes() -> None:
    assert at_least("worlds", 5, 5) == []


@pytest.mark.slow
def test_deletion_beside_moves_is_compared() -> None:
    outcome = run.campaign("pruning")(1, 0.001)
    assert re.search(r", [1-9]\d* tables deleted beside 200 moves a second, p99 ", outcome.did)


@pytest.mark.slow
def test_costly_work_of_a_few_keeps_nobody_waiting() -> None:
    outcome = run.campaign("queues")(1, 0.002)
    assert "beside 10 tables of bots" in outcome.did
    assert "behind 3 others" in outcome.did
    assert "120.0 s behind" not in outcome.did  # all patience


@pytest.mark.slow
def test_a_server_under_attack_refuses_no_player() -> None:
    """How long moves take is not checked, since the machine may be busy."""
    outcome = run.campaign("bodies")(1, 0.002)
    did = r"[1-9][\d,]* connections, [1-9]\d+ open at once, .*, [1-9]\d* moves at 4 tables, p99 .*"
    assert re.fullmatch(did, outcome.did)
    assert [one for one in outcome.wrong if not one.startswith("p99")] == []
