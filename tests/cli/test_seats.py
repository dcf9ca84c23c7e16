"""Seats: levels, people, bots that take over, clocks."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import tablee
from samples import BOARDS, OPEN, title
from tablee.cli.terminal import save_file
from tablee.cli.terminal.keyboard import Keyboard
from tablee.cli.terminal.output.screen import Screen
from tablee.cli.terminal.session import Session
from tablee.cli.terminal.setting import (
    Setting,
    bot_kind,
    draw_secret,
    level_of,
    read_clock,
    read_seats,
    usual_seats,
)
from tablee.refusals import Refusal
from tablee.table import (
    ChanceCame,
    ClockPaused,
    ClockResumed,
    Holder,
    Match,
    Moved,
    Resigned,
    SeatTaken,
    Stage,
    TimeRanOut,
)

from .conftest import TypeIn
from .scripts import kept, numbers


def test_a_number_of_seats_means_me_and_casual_bots() -> None:
    two, three = tablee.game(OPEN), tablee.game(BOARDS)
    for text in ("4", " 4", None):
        kinds = [holder.kind for holder in read_seats(text, two, "Me")]
        assert kinds == ["person", *["bot:casual"] * 3]
    assert usual_seats(three) == 4
    assert [holder.name for holder in read_seats("me:Zoé, me ,gentle", three, "Me")] == [
        *("Zoé", "Me", "gentle")
    ]


@pytest.mark.parametrize("level", ["master", "random", "search:2000", "think:1.5", "think:2"])
def test_levels_round_trip(level: str) -> None:
    assert level_of(Holder(bot_kind(level), level)) == level


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "me,grandmaster"], "There is no player called 'grandmaster'. Possible: me"),
        (["--seats", "me"], f"M1: {title(OPEN)} is played by 2 to 7, not by 1."),
        (["--seats", "9"], f"M1: {title(OPEN)} is played by 2 to 7, not by 9."),
        (["--seats", ""], "There is no player called ''."),
        (["--clock", "hourglass"], "There is no clock 'hourglass'. Possible: none, move:60"),
        (["--clock", "move:0"], "its numbers do not fit"),
        (["--time-out", "never"], "There is no player called 'never'."),
        (["--option", "cards_as_dice"], "An option is given as name=value"),
        (["--option", "speed=3"], f"{title(OPEN)} has no option called 'speed'."),
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], words: str, type_in: TypeIn) -> None:
    typed = type_in("play", OPEN, *arguments)
    assert typed.code == 2
    assert words in typed.err
    assert not save_file.folder().exists()


def test_clocks_are_parsed() -> None:
    written = ["none", "move:60", "move:0.5", "fischer:300+5", "fischer:300", "days:3"]
    read = ["none", "move 60000", "move 500", "fischer 300000 5000", "fischer 300000 0", "days 3"]
    assert [str(read_clock(text)) for text in written] == read
    with pytest.raises(Refusal):
        read_clock("fischer:300+")


def test_options_are_kept_with_a_custom_board(type_in: TypeIn, tmp_path: Path) -> None:
    board = tmp_path / "reef.json"
    board.write_text(
        '{"name": "Reef", "squares": ["1-6", "17-22"], "gods": [], "cannibals": [12], "canoe": 23}'
    )
    path = tmp_path / "m.tablee"
    typed = type_in(
        *("play", BOARDS, "-o", f"board={board}", "-o", "family=yes", "--save", str(path)),
        lines=["quit"],
    )
    assert "board = Reef" in typed.out
    assert kept(path).header.options["family"] is True


# --- bots in the seats of people -----------------------------------------------------------------

TABLE = ("play", OPEN, "--seats", "me:Ada,thumb,gentle,gentle", "--seed", "4", "--save")


def test_a_bot_takes_over_until_the_seat_is_taken_back(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = ["me", "go", "bot thumb", "hint", "rules M10", "", "x", "me", "stop", "quit"]
    out = type_in(*TABLE, str(path), lines=lines).words
    assert out.count("No seat of a person is played by a bot.") == 2
    assert "●1 Ada hands the seat to a bot (thumb)" in out
    assert "●1 Ada takes the seat back" in out
    taken = [event.holder for event in kept(path).events if isinstance(event, SeatTaken)]
    assert [holder.kind for holder in taken] == ["bot:thumb", "person"]


def test_a_bot_can_take_over_to_the_end(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    typed = type_in(*TABLE, str(path), lines=["bot", "", "go"])
    assert typed.code == 0
    assert kept(path).stage == Stage.OVER
    assert not type_in(*TABLE, str(tmp_path / "n"), lines=["bot grand", "quit"]).err.startswith("t")


def test_resigning_asks_for_confirmation_and_others_finish(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    out = type_in(*TABLE, str(path), lines=["resign", "", "resign", "maybe", "y"]).out
    assert out.count("Give up for good?") == 3
    match = kept(path)
    assert sum(isinstance(event, Resigned) for event in match.events) == 1
    assert match.result is not None
    assert match.result.ranks[0] == 4
    assert "4. ●1 Ada: gave up" in out


# --- clocks --------------------------------------------------------------------------------------


def timed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lines: list[str],
    clock: str = "move:60",
) -> Session:
    """Run a session on a simulated clock: a line that begins with `late` comes a minute later."""
    game = tablee.game(OPEN)
    setting = Setting(game, read_seats("me:Ada,gentle", game, ""), clock=read_clock(clock))
    table, secret = draw_secret(6)
    match = Match.start(setting.header(table, secret), secret, at=1000)
    kept = save_file.SaveFile(tmp_path / "m.tablee", table, secret, 6)
    kept.begin()
    time = [1000]

    class Lines(io.StringIO):
        def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
            line = super().readline()
            time[0] += 61_000 if line.startswith("late ") else 1
            return line.removeprefix("late ")

    monkeypatch.setattr("sys.stdin", Lines("".join(f"{line}\n" for line in lines)))
    screen = Screen("en")
    return Session(match, kept, screen, Keyboard(screen.print), lambda: time[0])


def test_the_remaining_time_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not timed(tmp_path, monkeypatch, ["turtle 1", "stop"], "fischer:300+5").run()
    out = capsys.readouterr().out
    assert "which turtle moves first? (M40) · 5:00\n" in out
    assert "stop here, or another die? (M10) · 5:04\n" in out


def test_a_bot_replaces_a_player_out_of_time_who_can_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = timed(tmp_path, monkeypatch, ["late turtle 1", "me", "board", "stop", "stop"])
    assert not session.run()
    out = " ".join(capsys.readouterr().out.split())
    assert "●1 Ada runs out of time" in out
    assert "●1 Ada is played by the bot casual." in out
    assert "You can take seat 1 back once its bot has moved." in out
    kinds = [type(event) for event in session.match.events]
    late = kinds.index(TimeRanOut)
    assert [kind for kind in kinds[late:] if kind is not ChanceCame][:4] == [
        *(TimeRanOut, SeatTaken, Moved, SeatTaken)  # the bot has moved instead
    ]
    taken = [event.holder.kind for event in session.match.events if isinstance(event, SeatTaken)]
    assert taken == ["bot:casual", "person"]


def test_clocks_stop_while_the_match_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, type_in: TypeIn
) -> None:
    session = timed(tmp_path, monkeypatch, ["turtle 1"], "fischer:300+5")
    assert not session.run()
    assert isinstance(session.match.events[-1], ClockPaused)
    path = tmp_path / "m.tablee"
    typed = type_in("play", "--resume", str(path), lines=["turtle 1", "stop", "quit"])
    assert typed.code == 0
    match = kept(path)
    assert ClockResumed in [type(event) for event in match.events]
    assert TimeRanOut not in [type(event) for event in match.events]
    assert any(isinstance(event, Moved) for event in match.events)


def test_a_clock_on_the_command_line(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    arguments = ("play", BOARDS, "--clock", "fischer:300+5", "--time-out", "forfeit")
    typed = type_in(*arguments, "--save", str(path), lines=numbers(5))
    assert re.search(r" · [45]:\d\d\n", typed.out)
    header = kept(path).header
    assert (str(header.clock), header.time_out) == ("fischer 300000 5000", "forfeit")
    assert "the clock stops" in path.read_text("utf-8")
