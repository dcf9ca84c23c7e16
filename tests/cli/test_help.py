"""The command line: overview, help and rules."""

from __future__ import annotations

import argparse
import errno
import os
import re
import subprocess
import sys
from typing import Any

import pytest

import tablee
from samples import BOARDS, NAMES, OPEN
from tablee.cli.main import build_parser, examples, main
from tablee.cli.serve import open_browser
from tablee.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_tablee_without_arguments_opens_the_browser(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = []

    def run_server(given: argparse.Namespace) -> int:
        served.append(given)
        return 0

    monkeypatch.setattr("tablee.cli.serve.run_server", run_server)
    assert main(["-l", language]) == 0
    (given,) = served
    assert (given.open, given.language, given.port) == (True, language, None)


@pytest.mark.parametrize(("display", "opened"), [("", []), (":0", ["http://localhost:1"])])
def test_the_browser_is_opened_only_with_a_screen(
    display: str, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr("webbrowser.open", tried.append)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    open_browser("http://localhost:1")
    assert tried == opened


def test_help_lists_commands_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == 0
    out = capsys.readouterr().out
    for word in (*NAMES, "tablee play", "tablee simulate"):
        assert word in out


def test_the_rules_command_shows_paragraphs_in_both_languages(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", OPEN, "m12", "M13"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("M12 · ")
    assert "M13 · " in out
    assert main(["rules", BOARDS, "-l", "fr"]) == 0
    assert "### P1 · " in capsys.readouterr().out
    assert main(["rules", OPEN, "M99"]) == 2
    assert "no paragraph 'M99'" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_subcommand_is_in_the_overview(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["-l", language, "help"]) == 0
    out = capsys.readouterr().out
    commands = re.findall(r"(?m)^    (\w+) ", build_parser().format_help())
    assert "play" in commands
    for name in commands:
        assert f"  tablee {name}" in out, name
    assert {line.split(" ")[0] for line in examples().values()} == set(commands)


@pytest.mark.parametrize("line", examples().values())
def test_every_line_of_the_overview_is_a_valid_command(line: str) -> None:
    assert build_parser().parse_args(line.split(" ")).run is not None


@pytest.mark.parametrize("name", ["play", "verify", "rules", "arena", "simulate", "hint", "review"])
def test_every_subcommand_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    assert f"usage: tablee {name}" in capsys.readouterr().out


def run_elsewhere(*arguments: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tablee", *arguments], stderr=subprocess.PIPE, check=False, **how
    )


@pytest.mark.slow
def test_unencodable_characters_are_replaced() -> None:
    """The terminal knows only ASCII."""
    plain = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments in (("help",), ("-l", "fr", "rules", OPEN), ("serve", "--help")):
        done = run_elsewhere(*arguments, stdout=subprocess.PIPE, env={**os.environ, **plain})
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"?" in done.stdout
        assert done.stdout.isascii()


@pytest.mark.slow
def test_a_closed_pipe_is_no_error() -> None:
    """`tablee help | head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    done = run_elsewhere("help", stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_errors_of_the_system_are_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "somewhere")

    monkeypatch.setattr("tablee.cli.rules.run", full)
    assert main(["-l", "fr", "rules", OPEN]) == 2
    assert capsys.readouterr().err.startswith("tablee: Le système signale : somewhere: No space")


@pytest.mark.slow
def test_the_installed_command_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"tablee {tablee.__version__}"
