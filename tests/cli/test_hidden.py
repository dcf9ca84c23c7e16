"""Cards hidden from a person are never on the screen while that person looks at it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from samples import BOARDS, HANDS, OPEN, ROUNDS
from tablee.table import Match, Transcript

from .conftest import TypeIn
from .scripts import numbers

TABLE = ("play", HANDS, "--seats", "me:Ada,me:Bob,gentle", "--seed", "4")


def screens(out: str) -> list[tuple[str, str]]:
    """Return what each person saw before the screen was cleared."""
    first, *rest = out.split("\f")
    found = [(re.findall(r"^\S* ?(?:seat \d \()?(Ada|Bob)\)?: ", first, re.M)[0], first)]
    for part in rest:
        name = re.search(r"Pass the screen to .*?(Ada|Bob)", part)
        assert name is not None
        found.append((name[1], part))
    return found


@pytest.mark.parametrize("plain", [False, True])
def test_hands_are_never_shown_to_others(plain: bool, type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = [*numbers(30), "undo", "y", "y", "result", "log all", *numbers(20), "log all", "result"]
    dress = ["--plain"] if plain else []
    out = type_in(*TABLE, *dress, "--save", str(path), lines=lines).out
    seen = [screen for screen in screens(out) if "The secret was" not in screen[1]]
    assert len(seen) > 10
    assert {name for name, _ in seen} == {"Ada", "Bob"}
    hunters = {"Ada": "hunter 1", "Bob": "hunter 2", "gentle": "hunter 3"}
    hands = 0
    for name, text in seen:
        for other in set(hunters) - {name}:
            if plain:
                for line in re.findall(rf"^{hunters[other]}: .*cards: (.*)$", text, re.M):
                    assert set(line) <= set("? –"), (name, line)
            else:
                for line in re.findall(rf"[●▲■]\d {other} *\n[^\n]*traps?, (.*)$", text, re.M):
                    assert set(line) <= set("? –"), (name, line)
            for line in re.findall(rf"{other}\)?: 0 \(.*traps?, (.*)\)$", text, re.M):
                assert set(line) <= set("? –"), (name, line)
            assert not re.search(rf"{other}\)?( [^\n]*)? draws a \d", text)
        own = hunters[name] if plain else name
        pattern = rf"{own}: .*cards: (\d)" if plain else rf"\d {own} *\n.*traps?, (\d)"
        hands += len(re.findall(pattern, text))
    assert hands > 10


def test_a_bot_in_the_seat_of_a_person_keeps_its_cards_hidden(type_in: TypeIn) -> None:
    lines = ["1", "1", "bot gentle", "board", "log", "result", "lang fr", "", "1", "moi", "quit"]
    out = type_in(*TABLE, lines=lines).out
    watched = [part for part in out.split("\n> ") if "is played by the bot" in part]
    assert len(watched) > 4
    assert not any("trap" in part for part in watched)


def test_a_drawn_card_is_shown_to_its_drawer_only(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = ["1", "1", "1", "1", *["draw", "2"] * 30]
    arguments = ("play", ROUNDS, "--seats", "me:Ada,me:Bob", "--seed", "4", "--save", str(path))
    out = type_in(*arguments, lines=lines).out
    assert "\f" not in out  # whatever one draws is face up before the other looks
    prompts = re.split(r"^> ", out, flags=re.M)
    drawn = [part for part in prompts if "keep the drawn card" in part]
    assert len(drawn) > 10
    for part in drawn:
        holder = re.search(r"(Ada|Bob): keep the drawn card", part)
        assert holder is not None
        assert re.search(rf"{holder[1]} draws a card · finds the [-−]?\d+", part)


def test_an_undo_clears_the_screen_of_drawn_cards(type_in: TypeIn) -> None:
    """The other player must not see a card that is back in the pile."""
    lines = ["1", "1", "1", "1", "draw", "undo", "y", "y", "take", "swap a1", "board"]
    arguments = ("play", ROUNDS, "--seats", "me:Ada,me:Bob", "--seed", "4")
    out = type_in(*arguments, lines=lines).out
    before, after = out.split("\f")
    assert "finds the" in before
    assert "takes back “draw”" in after
    assert not re.search(r"draws a card · finds", after)


def test_games_without_hidden_cards_need_no_passing(type_in: TypeIn) -> None:
    for name in (OPEN, BOARDS):
        arguments = ("play", name, "--seats", "me:Ada,me:Bob,me:Cy", "--seed", "4")
        assert "\f" not in type_in(*arguments, lines=["1"] * 20).out


def test_the_file_of_a_running_match_contains_the_cards(type_in: TypeIn, tmp_path: Path) -> None:
    """The documentation warns of it; this is what it means."""
    path = tmp_path / "m.tablee"
    type_in(*TABLE, "--save", str(path), lines=numbers(4))
    match = Match.replay(Transcript.read(path.read_bytes()))
    assert "deal ?" not in path.read_text("utf-8")
    assert "deal ?" in match.seen_by(1).text()
