"""A Chromium is found, or a sentence says what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import chromium
from web import browsing


def test_a_named_chromium_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_CHROMIUM", "/somewhere/chromium")
    assert chromium.found() == "/somewhere/chromium"


def test_a_chromium_on_the_path_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TABLEE_CHROMIUM", raising=False)
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.found() == str(program)


def test_a_failed_installation_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = []
    monkeypatch.setattr(chromium, "found", lambda: None)
    monkeypatch.setattr(chromium, "install", lambda: tried.append(True))
    assert chromium.main() == 1
    assert tried
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "apt-get install chromium" in told.err
    assert "TABLEE_CHROMIUM" in told.err


def test_without_a_package_manager_playwright_installs_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commands: list[list[str]] = []
    monkeypatch.setenv("PATH", str(tmp_path))

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    chromium.install()
    assert commands == [[sys.executable, "-m", "playwright", "install", "chromium"]]


def test_output_of_an_installer_is_not_taken_for_the_path(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert chromium.run([sys.executable, "-c", "print('Setting up chromium')"])
    assert capfd.readouterr().out == ""


def test_a_browser_test_without_a_chromium_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(browsing, "find_chromium", lambda: None)
    with pytest.raises(pytest.fail.Exception, match="TABLEE_CHROMIUM") as told:
        browsing.chromium()
    assert len(str(told.value).splitlines()) == 1
