"""`tablee play`: a game in the terminal, against bots or around one screen."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tablee.cli.common import add_game, read_options
from tablee.cli.terminal import commands, save_file
from tablee.cli.terminal.commands import plain_word
from tablee.cli.terminal.keyboard import EndOfInput, Keyboard
from tablee.cli.terminal.output.screen import Screen
from tablee.cli.terminal.session import Session, milliseconds
from tablee.cli.terminal.setting import (
    FORMS,
    USUAL_LEVEL,
    Setting,
    draw_secret,
    read_clock,
    read_seats,
    read_time_out,
)
from tablee.cli.terminal.wizard import Wizard
from tablee.discovery import game as find_game
from tablee.refusals import Refusal
from tablee.table import Match, Stage
from tablee.table.header import UNDO
from tablee.words import say

LATEST = ""


def add_to(subcommands: Any) -> None:
    """Declare the subcommand."""
    parser = subcommands.add_parser(
        "play",
        help="play in the terminal",
        description="Plays a game in the terminal, against bots or around one screen: tablee play "
        "GAME --seats me,master,casual. Without a game it asks. Choose a move by its number, its "
        "text or the beginning of it; help lists all that can be typed.",
    )
    add_game(parser, optional=True)
    parser.add_argument(
        "--seats",
        "-s",
        help="the players: me, me:NAME, gentle, casual, club, expert, master, random, thumb, "
        "search:SIMULATIONS, think:SECONDS, separated by commas; or how many, you and casual bots",
    )
    parser.add_argument("--clock", default="none", help=f"{', '.join(FORMS)}; default: none")
    parser.add_argument(
        "--time-out",
        default=USUAL_LEVEL,
        help=f"forfeit, or the bot that takes the seat; default: {USUAL_LEVEL}",
    )
    parser.add_argument("--undo", choices=UNDO, default=UNDO[0], help="default: free")
    parser.add_argument(
        "--hints",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="whether the coach may be asked",
    )
    parser.add_argument("--save", metavar="FILE", help="where the match is kept")
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const=LATEST, help="go on; by default the last one"
    )
    parser.add_argument(
        "--seed", type=int, help="chance and bots come the same way again; proves nothing"
    )
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="no colours")
    parser.add_argument("--plain", action="store_true", help="only words, for screen readers")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Start a match or resume one, and play it to the end."""
    screen = Screen(given.language, plain=given.plain, colour=not given.no_colour)
    keyboard = Keyboard(screen.print)
    try:
        if given.resume is None:
            session = new_session(read_setting(given, screen, keyboard), given, screen, keyboard)
        else:
            session = resumed(given.resume, screen, keyboard)
            if given.save:
                session.move_save_file(save_file.with_extension(given.save))
        while session.run() and keyboard.interactive and asks_for_more(session):
            given.save, given.seed = None, None if given.seed is None else given.seed + 1
            session = new_session(Setting.of(session.match.header), given, screen, keyboard)
    except EndOfInput:
        screen.say("cli.goodbye")
    return 0


def read_setting(given: argparse.Namespace, screen: Screen, keyboard: Keyboard) -> Setting:
    """Return the table settings from the command line, or from the wizard."""
    seats, options = given.seats, read_options(given.option)
    if given.game is None:
        wizard = Wizard(screen, keyboard)
        game = wizard.game()
        seats = seats or wizard.seats(game)
        options = options or wizard.options(game)
    else:
        game = find_game(given.game)
    return Setting(
        game=game,
        seats=read_seats(seats, game, say("terminal.player", screen.language)),
        options=game.read_options(options),
        clock=read_clock(given.clock),
        time_out=read_time_out(given.time_out, game),
        undo=given.undo,
        hints=given.hints,
    )


def new_session(
    setting: Setting, given: argparse.Namespace, screen: Screen, keyboard: Keyboard
) -> Session:
    """Return a new match; its secret is kept before anything else."""
    table, secret = draw_secret(given.seed)
    header = setting.header(table, secret)
    path = (
        save_file.with_extension(given.save)
        if given.save
        else save_file.free_path(header.game, table)
    )
    kept = save_file.SaveFile(path, table, secret, given.seed)
    kept.begin()
    match = Match.start(header, secret, at=milliseconds() if setting.clock.initial else None)
    kept.write(match)
    return Session(match, kept, screen, keyboard)


def resumed(name: str, screen: Screen, keyboard: Keyboard) -> Session:
    """Return a match that was kept; one that is over just shows how it ended."""
    path = save_file.latest() if name == LATEST else Path(name).expanduser()
    transcript, kept = save_file.read(path)
    match = Match.replay(transcript)
    if kept is None and match.stage != Stage.OVER:
        raise Refusal("cli.secret_missing", file=repr(str(save_file.beside(path))))
    if kept is None:
        secret = bytes.fromhex(getattr(transcript.events[-1], "secret", ""))
        kept = save_file.SaveFile(path, transcript.header.table, secret)
    return Session(Match.replay(transcript, kept.secret), kept, screen, keyboard)


def asks_for_more(session: Session) -> bool:
    """Offer another match at the same table, or a last look at this one."""
    while True:
        session.screen.say("terminal.after_end")
        try:
            text = session.keyboard.line()
        except EndOfInput:
            return False
        word, _, rest = text.partition(" ")
        if plain_word(word) in {plain_word(say("terminal.again", one)) for one in ("en", "fr")}:
            return True
        asked = commands.commands_meant(word) if word else ["quit"]
        if asked == ["quit"]:
            return False
        try:
            after_end(session, asked, rest.strip())
        except Refusal as refusal:
            session.refuse(refusal)


def after_end(session: Session, asked: list[str], rest: str) -> None:
    """Offer what can still be looked at after the game."""
    if asked not in (["result"], ["log"], ["rules"], ["help"], ["board"], ["lang"]):
        raise Refusal("cli.over")
    if asked == ["board"]:
        session.screen.board(session.match.position)
    else:
        commands.run(session, session.viewer() or 1, asked[0], rest)
