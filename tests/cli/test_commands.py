"""Everything that can be typed at a prompt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablee
from samples import BOARDS, HANDS, OPEN, ROUNDS, title
from tablee.cli.terminal.choices import grouped, meant
from tablee.cli.terminal.output import pages
from tablee.coach.odds import Coaching, odds_of
from tablee.table import HintTaken, TakenBack, UndoAsked, UndoDeclined
from tablee.words import LANGUAGES, say

from .conftest import TypeIn
from .scripts import kept

TABLE = ("play", OPEN, "--seats", "me:Ada,thumb,gentle,gentle", "--seed", "4")


def test_moves_by_number_text_and_prefix(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = ["2", "ROLL", "s", "stop", "ro", "99", "0", "card 3", "die 2", "jump"]
    out = type_in(*TABLE, "--save", str(path), lines=lines).words
    moves = [getattr(event, "move", None) for event in kept(path).events]
    assert [move for move in moves if move][:1] == ["stop"]
    assert "There is no move 99; they are numbered from 1 to 2." in out
    assert "M60: cards can’t be played as dice at this table. Possible: roll, stop." in out
    assert "It is not chance’s turn: seat 1 has to move." in out
    assert "'jump' is neither a move nor a command" in out


def test_refusals_cite_their_paragraph_in_french_typography(type_in: TypeIn) -> None:
    out = type_in(*TABLE, "--language", "fr", lines=["card 3", "quit"]).out
    assert "M60\N{NO-BREAK SPACE}: à cette table, les cartes" in out


def test_a_wrong_number_is_refused_when_there_is_one_move(type_in: TypeIn) -> None:
    typed = ("play", BOARDS, "--seats", "me,thumb,thumb", "--seed", "5")
    out = type_in(*typed, lines=["2", "quit"]).out
    assert "There is no move 2; the only one is number 1." in out


@pytest.mark.parametrize("command", ["", "log ", "undo ", "me "])
def test_a_number_of_any_length_is_handled(command: str, type_in: TypeIn) -> None:
    out = type_in(*TABLE, lines=[command + "9" * 5000, "quit"]).out
    assert out.count("> ") == 2  # nothing went wrong, and quitting still works


def test_prefixes_of_moves() -> None:
    moves = ["alone 0", "alone 12", "group 14-15", "group 14-17", "leap 15"]
    assert meant("l", moves) == ["leap 15"]
    assert meant("g 14-17", moves) == ["group 14-17"]
    assert len(meant("g", moves)) == 2
    assert meant("", moves) == []
    assert meant("alone 12 now", moves) == []


def test_a_complete_move_is_never_taken_for_a_prefix(type_in: TypeIn) -> None:
    # `alone 1` is illegal here, and a prefix of others: it must be refused, not guessed
    lines = ["alone 1", "quit"]
    out = type_in("play", BOARDS, "--seats", "me,thumb,thumb", "--seed", "4", lines=lines).out
    assert "P12: nobody stands on space 1." in out


def test_long_lists_of_moves_are_grouped() -> None:
    moves = ["move 1 NE", "move 1 W", "move 2 E", "trap", "discard 1", "discard 2"]
    assert grouped(moves) == [
        ("move 1", [(1, "NE"), (2, "W")]),
        ("", [(3, "move 2 E"), (4, "trap")]),
        ("discard", [(5, "1"), (6, "2")]),
    ]


def test_enter_and_board_show_the_board_again(type_in: TypeIn) -> None:
    once = type_in(*TABLE, lines=["quit"]).out.count("┌11")
    assert once == 1
    assert type_in(*TABLE, lines=["", "board", "plateau", "quit"]).out.count("┌11") == 4


def test_help_lists_every_command_in_both_languages(type_in: TypeIn) -> None:
    for language in LANGUAGES:
        out = type_in(*TABLE, "-l", language, lines=["?", "help", "aide", "quit"]).out
        for name in pages.COMMANDS:
            assert out.count(f"  {say(f'terminal.usage_{name}', language)} ") == 3
    plain = type_in(*TABLE, "--plain", lines=["?"]).out
    assert "look MOVE: what a move would do" in plain


def test_look_previews_a_move(type_in: TypeIn) -> None:
    out = type_in(*TABLE, lines=["look stop", "look 1", "look x", "quit"]).out
    assert re.search(r"^stop: \d+ steps?: raft → \d+", out, re.M)
    assert re.search(r"^roll: \d+% chance of busting", out, re.M)


def test_rules_are_shown_by_paragraph(type_in: TypeIn) -> None:
    out = type_in(*TABLE, lines=["rules", "rules m12", "rules X1", "règles M13,M14", "quit"]).out
    for word in ("▸M10", "M12 · ", "M13 · ", "M14 · ", f"{title(OPEN)} has no paragraph 'X1'."):
        assert word in out
    plain = type_in(*TABLE, "--plain", lines=["rules", "rules m12", "quit"]).out
    assert "Now it is about M10" in plain


def test_log_shows_events(type_in: TypeIn) -> None:
    out = type_in(*TABLE, lines=["stop", "log 1", "log", "log all", "quit"]).out
    assert out.count("The next card is turned") >= 3
    assert out.count("▲2 thumb goes first") == 3


def test_the_language_can_be_changed_in_the_terminal(type_in: TypeIn) -> None:
    out = type_in(*TABLE, lines=["lang fr", "lang de", "langue en", "quit"]).out
    assert "●1 Ada : s’arrêter là, ou un dé de plus ?" in out
    assert "'de' n’est pas parlé ici. Possible : en, fr." in out
    assert out.count("●1 Ada: stop here, or another die?") == 2


def test_an_ambiguous_prefix_is_refused(type_in: TypeIn) -> None:
    out = type_in(*TABLE, lines=["l", "quit"]).out
    assert "'l' may mean several things. Possible: look, log, lang." in out


def test_result_during_a_game_hides_cards(type_in: TypeIn) -> None:
    typed = type_in("play", HANDS, "--seats", "me,thumb", "--seed", "4", lines=["result"])
    assert "So far:" in typed.out
    assert re.search(r"▲2 thumb: 0 \(\w+, 4 traps, \? \? \?\)", typed.out)


# --- undo ----------------------------------------------------------------------------------------


def test_a_free_undo_needs_no_consent(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = ["take", "undo", "quit"]
    typed = type_in(
        *("play", ROUNDS, "--seats", "me,thumb", "--seed", "1", "--save", str(path)),
        lines=["1", "1", *lines],
    )
    match = kept(path)
    assert not any(isinstance(event, UndoAsked) for event in match.events)
    assert isinstance(match.events[-1], TakenBack), typed.out


def test_bots_always_agree_to_an_undo(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = ["undo", "undo 2", "stop", "undo", "what", "n", "undo 1", "", "quit"]
    out = type_in(*TABLE, "--save", str(path), lines=lines).words
    assert "You have no move to undo." in out
    assert "Nobody at this screen holds seat 2. Possible: 1." in out
    assert "Ask the others to undo it" in out
    assert out.count("Ask the others?") == 3
    assert "●1 Ada takes back “stop”" in out
    assert [type(event) for event in kept(path).events[-2:]] == [UndoAsked, TakenBack]


def test_people_are_asked_to_consent_to_an_undo(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = ["turtle 1", "stop", "undo", "y", "n", "undo", "stop", "turtle 1", "undo", "y", "y"]
    seats = ("play", OPEN, "--seats", "me:Ada,me:Bob", "--seed", "2", "--save", str(path))
    out = type_in(*seats, lines=lines).words
    assert re.search(r"(Ada|Bob), do you agree that .\d (Ada|Bob) takes that back\?", out)
    assert "declines" in out
    assert "Your undo request was declined." in out
    kinds = [type(event) for event in kept(path).events]
    assert UndoDeclined in kinds
    assert kinds[-1] is TakenBack


def test_undo_follows_the_settings_of_the_table(type_in: TypeIn) -> None:
    out = type_in(*TABLE, "--undo", "never", lines=["stop", "undo", "quit"]).out
    assert "Undo is off at this table." in out
    assert "Ask the others?" not in out
    arguments = ("play", ROUNDS, "--seats", "me,thumb", "--seed", "1", "--undo", "consent")
    out = type_in(*arguments, lines=["1", "1", "take", "undo", "y", "quit"]).out
    assert "At this table, ask the others before you undo a move." in out
    assert "takes back “take”" in out


# --- the coach -----------------------------------------------------------------------------------


def test_hint_and_its_reasons(
    type_in: TypeIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds_of(tablee.game(OPEN)), "COACHING", Coaching(advice=200))
    path = tmp_path / "m.tablee"
    lines = ["hint", "why roll", "pourquoi 2", "why card 3", "why", "conseil", "quit"]
    out = type_in(*TABLE, "--save", str(path), lines=lines).out
    assert "Move, chance to win ± error, expected score:" in out
    assert re.search(r"^ ▸ (roll|stop) +\d+\.\d% ± \d+\.\d% ", out, re.M)
    assert "M60 · " in out
    assert "Why what? Name a move. Possible: roll, stop." in out
    assert sum(isinstance(event, HintTaken) for event in kept(path).events) == 4
    plain = type_in(*TABLE, "--plain", "-l", "fr", lines=["conseil"]).out
    assert re.search(r"roll : gagne \d+,\d\s%, erreur", plain)


def test_hints_can_be_off(type_in: TypeIn) -> None:
    out = type_in(*TABLE, "--no-hints", lines=["hint", "why roll", "why card 3", "quit"]).out
    assert out.count("Hints are off at this table.") == 2
    assert "M60: cards can’t be played as dice" in out
