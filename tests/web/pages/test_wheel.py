"""An installed wheel serves a game with no make, Node or compiler on the machine."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from packages.wheels import Environment
from samples import OPEN

from ..browsing import visit

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


@contextmanager
def the_command(environment: Environment, home: Path) -> Iterator[str]:
    """Run `tablee` with nothing else on the path; return the address it prints."""
    home.mkdir()
    variables = {"PATH": str(environment.programs), "HOME": str(home), "TABLEE_PORT": "0"}
    process = subprocess.Popen(
        [environment.programs / "tablee"], env=variables, cwd=home, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        ready = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert ready, process.communicate(timeout=60)[1]
        yield ready[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_the_wheel_serves_its_page(
    installed: Environment, tmp_path: Path, browser: Browser
) -> None:
    with the_command(installed, tmp_path / "home") as address, visit(browser, address) as ada:
        ada.open_table(OPEN)
        ada.play_to_the_end(ada.play_by_key)
        assert ada.result.is_visible()
