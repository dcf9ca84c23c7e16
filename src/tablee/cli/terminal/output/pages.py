"""Longer output: the opening, help, rules, advice of the coach, the result."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.position import Position
from tablee.refusals import Refusal
from tablee.show.saying import percent
from tablee.table import Match, Stage
from tablee.words import decimal

from ..save_file import SaveFile
from .picture import picture_of
from .screen import Screen

if TYPE_CHECKING:
    from tablee.coach.advice import Advice

COMMANDS = (
    "help", "board", "look", "undo", "hint", "why", "rules", "log", "save", "quit", "resign",
    "bot", "me", "go", "lang", "result",
)  # fmt: skip
SHOWN_MOVES = 8  # of the coach


def opening(match: Match, save_file: SaveFile, screen: Screen) -> None:
    """Print the game, the players, and how the match can be verified afterwards."""
    header, game = match.header, match.position.game
    screen.print(game.title, style="bold")
    screen.say(f"common.sentence_{game.name}")
    for seat in range(1, len(header.seats) + 1):
        screen.print(f"  {screen.writer.label(seat)}")
    for name, option in game.options.items():
        if header.options[name] != option.default:
            screen.print(f"  {name} = {short_value(header.options[name])}")
    if save_file.seed is None:
        screen.say("terminal.commitment", hash=header.commitment)
    else:
        screen.say("terminal.seeded", seed=save_file.seed)
    screen.say("terminal.type_help")


def short_value(value: object) -> str:
    """Return the value of an option as text, a custom board by its name."""
    return str(value["name"] if isinstance(value, dict) else value)


def help_page(screen: Screen) -> None:
    """Print all commands."""
    screen.say("terminal.help_moves")
    for name in COMMANDS:
        usage = screen.writer.say(f"terminal.usage_{name}")
        about = screen.writer.say(f"terminal.about_{name}")
        if screen.plain:
            screen.say("terminal.list", what=usage, items=about)
        else:
            screen.print(f"  {usage:<18} {about}")


# --- rules ---------------------------------------------------------------------------------------


def rules_page(position: Position, ids: list[str], screen: Screen) -> None:
    """Return the named paragraphs; without a name, the one about now, and a list of the others."""
    paragraphs = position.game.paragraphs(screen.language)
    by_id = {key.upper(): paragraph for key, paragraph in paragraphs.items()}
    for wanted in ids:
        if wanted.upper() not in by_id:
            raise Refusal(
                "cli.no_paragraph", instead=list(by_id), title=position.game.title, id=repr(wanted)
            )
        paragraph = by_id[wanted.upper()]
        screen.print(f"{paragraph.id} · {paragraph.title}", style="bold")
        if screen.plain:
            screen.print(paragraph.text)
        else:
            screen.markdown(paragraph.text)
    if ids:
        return
    now, _ = position.game.notation.awaited(position.state)
    section = ""
    for paragraph in paragraphs.values():
        if paragraph.section != section:
            section = paragraph.section
            screen.print(section, style="bold")
        here = "▸" if paragraph.id == now and not screen.plain else " "
        screen.print(f" {here}{paragraph.id:<5} {paragraph.title}")
    screen.say("terminal.rules_now", id=now, title=paragraphs[now].title)


# --- the coach -----------------------------------------------------------------------------------


def advice_page(advice: Advice, screen: Screen) -> None:
    """Print the moves, best first, with their chances, the reasons and the odds."""
    language = screen.language
    screen.say("terminal.hint_head")
    ranked = advice.ranked()
    for one in ranked[:SHOWN_MOVES]:
        wins = percent(one.wins, language, 1)
        error = percent(one.wins_error, language, 1)
        score = decimal(one.score, language)
        if screen.plain:
            screen.say("terminal.hint_line", move=one.move, wins=wins, error=error, score=score)
        else:
            mark = "▸" if one.move == advice.best else " "
            screen.print(f" {mark} {one.move:<12} {wins:>7} ± {error:<7} {score:>7}")
    if len(ranked) > SHOWN_MOVES:
        screen.say("common.and_so_on", count=len(ranked) - SHOWN_MOVES)
    screen.events(saying.text(language) for saying in (*advice.why, *advice.odds))


# --- the end -------------------------------------------------------------------------------------


def result_page(match: Match, screen: Screen, viewer: int | None = None) -> None:
    """Print ranks and points with their details for each seat, so far if the match goes on."""
    writer, position, result = screen.writer, match.position, match.result
    positions = [*(before for _, _, _, before in match.plies()), position]
    states = [(one if match.stage == Stage.OVER else one.view(viewer)).state for one in positions]
    picture = picture_of(position.game)
    if result is not None:
        scores, ranks = result.scores, result.ranks
        screen.print(winners_line(match, screen), style="bold")
    else:
        points, places = [0] * position.seats, [0] * position.seats
        position.game.rules.score(states[-1], points, places)
        scores, ranks = tuple(points), (0,) * position.seats
        screen.say("terminal.result_so_far")
    order = sorted(range(position.seats), key=lambda seat: ranks[seat])
    for seat in order:
        label = writer.label(seat + 1)
        place = f"{ranks[seat]}. " if result else ""
        if not match.can_win(seat + 1):
            line = writer.say("terminal.list", what=label, items=writer.say("terminal.gave_up"))
            screen.print(f"  {place}{line}")
        elif not scores:
            screen.print(f"  {place}{label}")
        else:
            account = picture.account(states, seat, writer)
            key = "terminal.result_line" if account else "terminal.result_short"
            line = writer.say(key, label=label, score=scores[seat], account=account)
            screen.print(f"  {place}{line}")


def winners_line(match: Match, screen: Screen) -> str:
    """Return the line that names the winners."""
    assert match.result is not None
    winners = match.result.winners
    if not winners:
        return screen.writer.say("terminal.nobody_wins")
    key = "terminal.wins" if len(winners) == 1 else "terminal.share"
    return screen.writer.say(key, labels=screen.writer.labels(winners))


def ending(match: Match, save_file: SaveFile, screen: Screen) -> None:
    """Print the result and the secret."""
    if match.result is not None:
        result_page(match, screen)
    screen.say("terminal.secret", secret=save_file.secret.hex())
    if save_file.seed is not None:
        screen.say("terminal.seeded", seed=save_file.seed)


def command_line(command: str, path: Path) -> str:
    """Return a command about a file, ready to copy."""
    return f"tablee {command} {shlex.quote(str(path))}"
