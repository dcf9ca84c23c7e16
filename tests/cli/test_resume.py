"""A match is saved after every move, and can be resumed after any interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tablee
from samples import BOARDS, HANDS, OPEN, ROUNDS
from tablee.cli.terminal import save_file
from tablee.refusals import Refusal
from tablee.table import Stage
from tables import GAMES

from .conftest import TypeIn
from .scripts import heed_ctrl_c, kept, numbers


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_match_continues_as_if_uninterrupted(
    game: tablee.Game, type_in: TypeIn, tmp_path: Path
) -> None:
    at_once, in_parts = tmp_path / "at_once.tablee", tmp_path / "in_parts.tablee"
    arguments = ("play", game.name, "--seats", "me,casual,gentle", "--seed", "5", "--save")
    lines = numbers(40, most=2)
    type_in(*arguments, str(at_once), lines=lines)
    type_in(*arguments, str(in_parts), lines=lines[:7])
    for first in range(7, 40, 11):
        assert type_in("play", "--resume", str(in_parts), lines=lines[first : first + 11]).code == 0
    assert in_parts.read_text("utf-8") == at_once.read_text("utf-8")


@pytest.mark.slow
def test_a_killed_program_loses_no_move(tmp_path: Path) -> None:
    path = tmp_path / "killed.tablee"
    whole = tmp_path / "whole.tablee"
    command = [sys.executable, "-m", "tablee", "play"]
    new = [ROUNDS, "--seats", "me,thumb", "--seed", "3", "-o", "target=30", "--save"]
    lines = numbers(600)
    text = "".join(f"{line}\n" for line in lines)
    subprocess.run([*command, *new, str(whole)], input=text, capture_output=True, text=True)
    with subprocess.Popen(
        [*command, *new, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("".join(f"{line}\n" for line in lines[:25]))
        running.stdin.flush()
        shown = 0
        while shown < 25:  # it has answered all input, and waits
            shown += running.stdout.readline().startswith("> ")
        time.sleep(0.2)
        running.kill()
        running.communicate()
    assert save_file.beside(path).exists()
    done = subprocess.run(
        [*command, "--resume", str(path)],
        input="".join(f"{line}\n" for line in lines[25:]),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert kept(path).stage == Stage.OVER
    assert path.read_text("utf-8") == whole.read_text("utf-8")
    assert not save_file.beside(path).exists()


@pytest.mark.slow
def test_ctrl_c_saves_the_match_and_exits_with_130(tmp_path: Path) -> None:
    path = tmp_path / "match.tablee"
    with subprocess.Popen(
        [sys.executable, "-m", "tablee", "play", OPEN, "--save", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=heed_ctrl_c,
    ) as running:
        assert running.stdout is not None
        while "2  stop" not in running.stdout.readline():
            pass
        running.send_signal(signal.SIGINT)
        _, err = running.communicate()
        assert running.returncode == 130
    assert "tablee play --resume" in err
    assert kept(path).stage == Stage.PLAYING


def test_the_last_match_is_resumed_by_default(type_in: TypeIn) -> None:
    assert type_in("play", "--resume").code == 2
    type_in("play", OPEN, "--seats", "me:Ada,thumb", lines=["quit"])
    type_in("play", BOARDS, "--seats", "me:Bea,thumb,thumb", lines=["quit"])
    files = sorted(save_file.folder().iterdir())
    assert [path.suffix for path in files] == [".tablee", ".secret"] * 2
    assert all(path.stat().st_mode & 0o077 == 0 for path in files)
    typed = type_in("play", "--resume", lines=["quit"])
    assert typed.code == 0
    assert "●1 Bea" in typed.out


def test_a_finished_match_shows_its_result(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "over.tablee"
    type_in("play", HANDS, "--seats", "me,thumb", "--save", str(path), lines=["resign", "y"])
    before = path.read_bytes()
    typed = type_in("play", "--resume", str(path))
    assert typed.code == 0
    assert "▲2 thumb wins." in typed.out
    assert "●1 Player: gave up" in typed.out
    assert path.read_bytes() == before


def test_files_are_never_overwritten(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    type_in("play", OPEN, "--save", str(path), lines=["quit"])
    before = path.read_bytes()
    typed = type_in("play", OPEN, "--save", str(path))
    assert typed.code == 2
    assert "There is already a game in" in typed.err
    other = tmp_path / "other.tablee"
    lines = [f"save {path}", f"save {other}", "stop", "quit"]
    typed = type_in("play", OPEN, "--save", str(tmp_path / "new.tablee"), lines=lines)
    assert "There is already a game in" in typed.out
    assert path.read_bytes() == before
    assert len(kept(other).events) > len(kept(tmp_path / "new.tablee").events)
    again = type_in("play", "--resume", str(other), lines=["save", "quit"])
    assert "other.tablee" in again.err
    elsewhere = tmp_path / "elsewhere"
    again = type_in("play", "--resume", str(other), "--save", str(elsewhere), lines=["stop"])
    assert "elsewhere.tablee" in again.err
    assert kept(elsewhere.with_suffix(".tablee")).header == kept(other).header


def test_an_unusable_file_is_refused(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    typed = type_in("play", "--resume", str(path))
    assert (typed.code, "cannot be read" in typed.err) == (2, True)
    type_in("play", OPEN, "--save", str(path), lines=["quit"])
    secret = save_file.beside(path)
    text = secret.read_text("ascii")
    secret.write_text(text.replace("secret 1", "secret 2"), "ascii")
    typed = type_in("play", "--resume", str(path))
    assert (typed.code, "is not that of this match" in typed.err) == (2, True)
    other = "0" if text[-2] != "0" else "1"
    secret.write_text(text[:-2] + other + "\n", "ascii")
    assert type_in("play", "--resume", str(path)).code == 2
    secret.unlink()
    typed = type_in("play", "--resume", str(path))
    assert (typed.code, "cannot go on without its secret" in typed.err) == (2, True)
    secret.write_text(text, "ascii")
    path.write_bytes(path.read_bytes().replace(b"undo free", b"undo never"))
    typed = type_in("play", "--resume", str(path))
    assert (typed.code, "was changed" in typed.err) == (2, True)


def test_no_match_starts_where_it_cannot_be_saved(type_in: TypeIn, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    typed = type_in("play", OPEN, "--save", str(blocked / "m.tablee"))
    assert (typed.code, "cannot be written" in typed.err) == (2, True)


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.tablee"
    save_file.write(path, "old")

    def no_space(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(Refusal, match="No space left"):
        save_file.write(path, "new")
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
