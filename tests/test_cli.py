"""The command: its overview, its help, and the rules; whole games are typed in tests/cli."""

from __future__ import annotations

import argparse
import subprocess
import sys

import pytest

import tablee
from tablee.cli.main import EXAMPLES, build_parser, main
from tablee.words import LANGUAGES


def test_tablee_alone_lists_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    for word in ("mahe", "maamut", "papua", "maroceau", "tablee play", "tablee simulate"):
        assert word in out


def test_rules_by_paragraph_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "mahe", "m12", "M13"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("M12 · ")
    assert "M13 · " in out
    assert main(["rules", "papua", "-l", "fr"]) == 0
    assert "### P1 · " in capsys.readouterr().out
    assert main(["rules", "mahe", "M99"]) == 2
    assert "no paragraph 'M99'" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_subcommand_is_in_the_overview(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["-l", language]) == 0
    out = capsys.readouterr().out
    (commands,) = (
        action.choices
        for action in build_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    for name in commands:
        assert f"  tablee {name} " in out, name
    assert {line.split(" ")[0] for line in EXAMPLES.values()} == set(commands)


@pytest.mark.parametrize("line", EXAMPLES.values())
def test_every_line_of_the_overview_can_be_typed(line: str) -> None:
    assert build_parser().parse_args(line.split(" ")).run is not None


@pytest.mark.parametrize("name", ["play", "verify", "rules", "arena", "simulate", "hint", "review"])
def test_every_subcommand_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    assert f"usage: tablee {name}" in capsys.readouterr().out


def test_the_installed_command_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"tablee {tablee.__version__}"
