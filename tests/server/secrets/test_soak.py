"""A long campaign that did less than it stands for must not pass."""

from __future__ import annotations

from pathlib import Path

import pytest

import soak_server


@pytest.mark.parametrize(("pairs", "status"), [(399, 1), (400, 0)])
def test_too_few_pairs_fail(
    pairs: int, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two in a hundred of 20,000 are 400."""
    monkeypatch.setattr(soak_server, "run", lambda *given: pairs)
    monkeypatch.setattr("sys.argv", [Path(soak_server.__file__).name, "secrets", "--share", "0.02"])
    assert soak_server.main() == status
    assert ("only 399 pairs of 400" in capsys.readouterr().out) == bool(status)
