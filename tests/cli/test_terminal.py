"""A real terminal: colours, clearing the screen, running clocks, another match."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from samples import HANDS, OPEN
from tablee.cli.terminal.keyboard import Keyboard
from tablee.cli.terminal.output.screen import PATIENCE, Screen

from .scripts import heed_ctrl_c, kept

pytestmark = pytest.mark.slow

SECONDS = 60


class Terminal:
    """`tablee` in a pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablee", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment},
            start_new_session=True,
            preexec_fn=heed_ctrl_c,
        )
        os.close(slave)
        self.shown = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()  # a character may be split

    def until(self, text: str) -> str:
        """Return what was shown since the last call, up to a text."""
        end = time.monotonic() + SECONDS
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.master], [], [], 0.5)[0]:
                self.shown += self._decoder.decode(os.read(self.master, 65536))
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def code(self) -> int:
        """Return the exit code."""
        return self.process.wait(SECONDS)

    def interrupted(self) -> int:
        """Press Ctrl+C until something happens; return the exit code.

        The line editor loses one that comes between its prompt and its waiting for a key.
        """
        end = time.monotonic() + SECONDS
        while self.process.poll() is None and time.monotonic() < end:
            os.kill(self.process.pid, signal.SIGINT)
            select.select([self.master], [], [], 0.5)
            time.sleep(0.5)
        return self.code()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


Open = Callable[..., Terminal]


@pytest.fixture
def terminals() -> Iterator[Open]:
    """Provide a function that opens terminals, and close them at the end."""
    opened: list[Terminal] = []

    def open_one(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(*arguments, **environment))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.close()


def test_a_match_in_colour_is_followed_by_another(terminals: Open, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    seats = ("--seats", "me:Ada,thumb", "--seed", "4", "--save", str(path))
    terminal = terminals("play", HANDS, *seats)
    shown = terminal.until("> ")
    assert "\x1b[" in shown
    terminal.type("1")
    terminal.until("H10")
    terminal.until("> ")
    terminal.type("resign")
    terminal.until("(y/N)")
    terminal.until("> ")
    terminal.type("y")
    end = terminal.until("> ")
    assert "thumb wins." in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", end)
    assert "tablee verify" in end
    for line in ("result", "log", "board", "rules H40", "lang fr", "undo"):
        terminal.type(line)
        terminal.until("> ")
    terminal.type("encore")
    assert "graine 5" in terminal.until("> ")
    terminal.type("quitter")
    assert "tablee play --resume" in terminal.until("--resume")
    assert terminal.code() == 0
    assert kept(path).result is not None


@pytest.mark.parametrize("how", ["NO_COLOR", "--no-colour", "--plain"])
def test_without_colours(how: str, terminals: Open) -> None:
    environment = {"NO_COLOR": "1"} if how == "NO_COLOR" else {}
    options = [] if how == "NO_COLOR" else [how]
    terminal = terminals("play", OPEN, *options, **environment)
    shown = terminal.until("\n> ")
    assert "\x1b[" not in shown.replace(
        "\x1b[?2004h", ""
    )  # the line editor's own sequence is no colour
    terminal.type("")
    terminal.until("\n> ")
    terminal.type("quit")
    assert terminal.code() == 0


def test_the_screen_is_cleared_before_passing_it_on(terminals: Open) -> None:
    terminal = terminals("play", HANDS, "--seats", "me:Ada,me:Bob", "--seed", "4")
    terminal.until("> ")
    terminal.type("1")
    passing = terminal.until("Enter.")
    assert "\x1b[2J\x1b[3J\x1b[H" in passing
    assert "traps" not in passing.split("\x1b[3J")[1]
    terminal.type("")
    assert "\x1b[3J" in terminal.until("> ")
    terminal.type("quit")
    assert terminal.code() == 0


def test_a_clock_runs_out_without_input(terminals: Open) -> None:
    terminal = terminals("play", OPEN, "--seats", "me,gentle", "--seed", "6", "--clock", "move:1")
    assert "runs out of time" in terminal.until("runs out of time")
    terminal.until("> ")
    assert terminal.interrupted() == 130


def test_tab_completes_commands_and_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = Keyboard(print)
    keyboard.words = ["roll", "rules", "stop"]
    assert [keyboard.completion("R", number) for number in range(3)] == ["roll", "rules", None]


def test_a_slow_bot_shows_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablee.cli.terminal.output.screen.PATIENCE", 0.01)
    assert PATIENCE == 2.0
    screen = Screen("en")
    with screen.thinking("terminal.coach_thinks"):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with screen.thinking("terminal.coach_thinks"):
        time.sleep(0.3)
    assert "the coach is thinking" in capsys.readouterr().err
