"""`bench/load.py`, run briefly: it starts a server, plays on it, and reports figures."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

LOAD = Path(__file__).parents[3] / "bench" / "load.py"


def test_a_load_test_reports_figures(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    done = subprocess.run(
        [
            sys.executable, str(LOAD), "--tables", "6", "--seconds", "1", "--pause", "0.3",
            "--warm-up", "0", "--settle", "0.2", "--rounds", "1",
            "--parts", "people", "saturation", "flood", "--json", str(file),
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    parts = json.loads(file.read_text())["parts"]
    assert [part["part"] for part in parts] == [
        "people",
        "saturation",
        "before flood",
        "beside flood",
    ]
    for part in parts:
        assert part["moves"] > 0
        assert part["refused"] == 0
        assert 0 < part["done_p50"] <= part["done_p99"]
        assert 0 < part["shown_p50"] <= part["shown_p99"]
        if "flood" in part["part"]:
            assert min(part["turns"]) > 0
    assert "people" in done.stdout
    assert "saturation" in done.stdout
    assert "p99 beside flood, to p99 before: " in done.stdout
    assert re.search(r"cut off [1-9]\d* times, after \d", done.stderr)
    assert parts[-1]["cut_off"] > 0
    assert re.search(r"^(holds|MISSED) +durable moves a second at saturation: ", done.stdout, re.M)
    assert "With 6 tables of 1,000 this says nothing." in done.stdout
