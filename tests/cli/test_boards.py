"""Boards, lists and narration fit the screen, in every language and style."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

import tablee
from tablee.cli.terminal.choices import choice_lines
from tablee.cli.terminal.output.canvas import Canvas
from tablee.cli.terminal.output.picture import picture_of
from tablee.cli.terminal.output.screen import Screen
from tablee.cli.terminal.output.writer import CHIPS, SYMBOLS, Writer, chip
from tablee.kernel.actors import OVER
from tablee.show.saying import Count
from tablee.show.step import step_ahead, step_seen, telling_of
from tablee.words import LANGUAGES
from tables import OPTIONS, play

TABLES = [
    pytest.param(game, seats, number, id=f"{game.name}-{seats}")
    for game in tablee.all_games()
    for number, seats in enumerate(sorted({game.seats[0], 4, game.seats[-1]}))
]
LONG = "Ẽ-name-that-is-far-too-long-for-any-board-of-ours"


def writers(seats: int) -> list[Writer]:
    names = [LONG, *(f"name {seat}" for seat in range(2, seats + 1))]
    return [
        Writer(language, names, plain=plain, width=width)
        for language in LANGUAGES
        for plain, width in ((False, 80), (False, 60), (True, 80))
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "number"), TABLES)
def test_boards_lists_and_narration_along_random_games(
    game: tablee.Game, seats: int, number: int
) -> None:
    picture, options = picture_of(game), OPTIONS[game.name]
    for ply, (position, code) in enumerate(play(game, seats, options[number % len(options)], 3)):
        if position.to_act == OVER or ply > 400:
            break
        text = game.notation.NOTATION.text(code)
        step = step_seen(
            tuple(text.split()), position, position.after_code(code), code, None, over=True
        )
        for writer in writers(seats) if ply % 7 == 0 else writers(seats)[-1:]:
            for told in telling_of(game.name).tell(step):
                assert told.says
                assert all(writer.speak(saying) for saying in told.says)
            if position.to_act < 0:
                continue
            view = position.view(position.to_act)
            assert all(picture.listing(view.state, writer))
            for line in [*picture.board(view.state, writer), *choice_lines(view, writer)]:
                if not writer.plain and not re.match(r" +\d+  ", line.plain):
                    assert len(line) <= writer.width, line


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_previews_describe_every_move(game: tablee.Game) -> None:
    """A preview is made from the view of the mover."""
    telling = telling_of(game.name)
    writer = Writer("en", ["A", "B", "C"], plain=True)
    seen = 0
    for position, code in play(game, 3, OPTIONS[game.name][0], 5, limit=300):
        if position.to_act < 0:
            continue
        text = game.notation.NOTATION.text(code)
        ahead = step_ahead(position.view(position.to_act), text)
        assert ahead.before == position.view(position.to_act).state
        assert all(writer.speak(saying) for saying in telling.preview(ahead))
        assert isinstance(telling.note(ahead), str)
        seen += 1
    assert seen > 20


def test_players_differ_by_more_than_colour() -> None:
    assert len(set(SYMBOLS)) == len(set(CHIPS)) == 8
    writer = Writer("en", ["Ada", "Bob"])
    assert writer.label(1) != writer.label(2)
    assert writer.line("●1 Ada sends ▲2 Bob home").plain == "●1 Ada sends ▲2 Bob home"
    assert len(writer.line("●1 Ada sends ▲2 Bob home").spans) == 2


def test_long_names_are_shortened() -> None:
    writer = Writer("en", ["漢字" * 10, "B"])
    assert writer.label(1) == "●1 漢字漢字漢字漢字…"
    assert writer.short(2, 3) == "▲2…"
    screen = Screen("en")
    screen.set_names(["A\x1b[31m\n", "B"])
    assert writer.label(2) == "▲2 B"
    assert screen.writer.label(1) == "●1 A\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}"


def test_counts_have_their_plural_forms_in_the_terminal() -> None:
    assert Count("eggs", 1).text("en") == "1 egg"
    assert Count("eggs", 0).text("en") == "0 eggs"
    assert Count("eggs", 0).text("fr") == "0 œuf"
    assert Count("points", -1).text("en") == "-1 point"


def test_a_canvas_keeps_colours() -> None:
    canvas = Canvas()
    canvas.frame(0, 0, 4, 2)
    canvas.write(1, 1, chip(1, "1"))
    canvas.write(2, 1, "x", "bold")
    lines = canvas.lines()
    assert [line.plain for line in lines] == ["┌───┐", "│1x │", "└───┘"]
    console = Console(force_terminal=True, color_system="truecolor", width=80)
    with console.capture() as captured:
        console.print(lines[1])
    assert "48;2;230;159;0" in captured.get()
