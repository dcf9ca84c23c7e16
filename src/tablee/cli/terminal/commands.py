"""The commands at a prompt, besides moves; each is a function of the session."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

from tablee.refusals import Refusal
from tablee.table import Stage
from tablee.table.fair import seed_for
from tablee.words import LANGUAGES, say

from . import save_file
from .choices import move_meant, what_it_does
from .keyboard import EndOfInput
from .output import pages
from .setting import bot

if TYPE_CHECKING:
    from tablee.coach.advice import Advice

    from .session import Session

USUAL_LOG = 20
YES = ("y", "yes", "o", "oui")
NO = ("n", "no", "non")


def plain_word(text: str) -> str:
    """Return a word without accents and capitals."""
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def names_of(command: str) -> list[str]:
    """Return the names of a command in all languages."""
    return [plain_word(say(f"terminal.command_{command}", language)) for language in LANGUAGES]


def commands_meant(word: str) -> list[str]:
    """Return the commands that a word may mean: the one it names, or all that start with it."""
    wanted = plain_word(word)
    if wanted == "?":
        return ["help"]
    exact = [name for name in pages.COMMANDS if wanted in names_of(name)]
    return exact or [
        name for name in pages.COMMANDS if any(own.startswith(wanted) for own in names_of(name))
    ]


def run(session: Session, seat: int, command: str, rest: str) -> None:
    """Run a command, for the seat at whose prompt it was typed."""
    DO[command](session, seat, rest)


def show_help(session: Session, seat: int, rest: str) -> None:
    """`help`: list the commands."""
    pages.help_page(session.screen)


def board(session: Session, seat: int, rest: str) -> None:
    """`board`: show the board."""
    session.show(seat)


def look(session: Session, seat: int, rest: str) -> None:
    """`look MOVE`: what a move would do."""
    say_what_it_does(session, seat, move_meant(session.match, seat, rest))


def say_what_it_does(session: Session, seat: int, move: str) -> None:
    """Print what a move would do."""
    what = what_it_does(session.match.view(seat), move, session.screen.writer)
    session.screen.say("terminal.list", what=move, items=what)


def rules(session: Session, seat: int, rest: str) -> None:
    """`rules`, `rules P33`."""
    pages.rules_page(session.match.position, rest.replace(",", " ").split(), session.screen)


def log(session: Session, seat: int, rest: str) -> None:
    """`log`, `log 50`, `log all`: show the latest events."""
    lines = [line.text for line in session.event_log.lines(0, seat, session.screen.writer)]
    number = int(rest) if rest.isdecimal() else USUAL_LOG
    session.screen.events(lines if rest.isalpha() else lines[max(0, len(lines) - number) :])


def save(session: Session, seat: int, rest: str) -> None:
    """`save`, `save FILE`: print where the match is saved, or save it to another file."""
    if rest:
        session.move_save_file(save_file.with_extension(rest))
    session.say_where("play --resume")


def leave(session: Session, seat: int, rest: str) -> None:
    """`quit`: leave; the match is saved and can be resumed."""
    raise EndOfInput


def result(session: Session, seat: int, rest: str) -> None:
    """`result`: show the points of each seat."""
    pages.result_page(session.match, session.screen, seat)


def language(session: Session, seat: int, rest: str) -> None:
    """`lang fr`: switch to another language."""
    if rest.lower() not in LANGUAGES:
        raise Refusal("terminal.no_language", instead=LANGUAGES, text=repr(rest))
    session.screen.writer.language = rest.lower()
    if session.match.stage == Stage.PLAYING:
        session.show(seat)


# --- the coach -----------------------------------------------------------------------------------


def hint(session: Session, seat: int, rest: str) -> None:
    """`hint`: ask the coach; the transcript records that."""
    session.commit(session.match.hint(seat, at=session.at()))
    pages.advice_page(ask_coach(session, seat), session.screen)


def why(session: Session, seat: int, rest: str) -> None:
    """`why MOVE`: explain which rule forbids a move, or why it is worse than the best."""
    from tablee.coach.advice import explain  # not before it is needed: it takes its time

    position = session.match.position
    if not rest:
        raise Refusal("terminal.why_what", instead=position.moves())
    try:
        move = move_meant(session.match, seat, rest)
    except Refusal as refusal:
        session.refuse(refusal)
        if refusal.paragraph in position.game.paragraphs(session.screen.language):
            pages.rules_page(position, [str(refusal.paragraph)], session.screen)
        return
    say_what_it_does(session, seat, move)
    session.commit(session.match.hint(seat, at=session.at()))
    reasons = explain(ask_coach(session, seat), move)
    session.screen.events(saying.text(session.screen.language) for saying in reasons)


def ask_coach(session: Session, seat: int) -> Advice:
    """Return the advice of the coach, computed once for each position."""
    from tablee.coach.advice import advise

    if session.advice is None or session.advice[0] is not session.match.position:
        assert session.match.secret is not None
        seed = seed_for(session.match.secret, "coach")
        with session.screen.thinking("terminal.coach_thinks"):
            advice = advise(session.match.view(seat), seed=seed)
        session.advice = (session.match.position, advice)
    return session.advice[1]


# --- undo ----------------------------------------------------------------------------------------


def undo(session: Session, seat: int, rest: str) -> None:
    """`undo`: undo the last move of a person here, after asking the others where needed."""
    mover = int(rest) if rest.isdecimal() else session.last_person(seat)
    if mover not in session.people():
        raise Refusal("terminal.nobody_here", instead=list(map(str, session.people())), seat=mover)
    refusal = session.match.why_not_undo(mover)
    if refusal is None:
        session.commit(session.match.undo(mover, at=session.at()))
        return
    if session.match.header.undo == "never" or refusal.key not in ASKABLE:
        raise refusal
    session.match.ask_undo(mover, at=session.at())  # raises a refusal before any player is asked
    session.refuse(refusal)
    if not confirmed(session, "terminal.ask_others", default=True):
        return
    session.commit(session.match.ask_undo(mover, at=session.at()))
    while session.match.asked is not None:
        other = min(session.match.asked.waiting)
        asked = {
            "seat": session.screen.writer.label(other),
            "mover": session.screen.writer.label(mover),
        }
        yes = confirmed(session, "terminal.agree", default=False, **asked)
        session.commit(session.match.answer(other, yes, at=session.at()))
    tell_news(session, seat)


def tell_news(session: Session, seat: int) -> None:
    """Show what a command has changed, if the screen is still that of the same seat."""
    if session.on_screen == seat:
        session.tell(seat)


ASKABLE = ("table.undo_since", "table.undo_informs", "table.undo_consent", "table.undo_no_time")


def confirmed(session: Session, key: str, default: bool, **values: object) -> bool:
    """Ask a question and return whether the answer is yes."""
    while True:
        session.screen.say(key, **values)
        answer = plain_word(session.read())
        if not answer:
            return default
        if answer in YES or answer in NO:
            return answer in YES


# --- seats ---------------------------------------------------------------------------------------


def resign(session: Session, seat: int, rest: str) -> None:
    """`resign`: resign, after a confirmation."""
    if confirmed(session, "terminal.really_resign", default=False):
        session.commit(session.match.resign(seat, at=session.at()))


def hand_over(session: Session, seat: int, rest: str) -> None:
    """`bot LEVEL`: let a bot play this seat until `me`."""
    game = session.match.position.game
    level = bot(rest or "casual", game)
    session.commit(session.match.hand_to_bot(seat, str(level.level), at=session.at()))


def take_back(session: Session, seat: int, rest: str) -> None:
    """`me`: takes back a seat that was handed to a bot."""
    seats = [int(rest)] if rest.isdecimal() else session.handed_over()
    if not seats:
        raise Refusal("terminal.nothing_handed_over")
    for one in seats:
        session.take_seat_back(one)
    tell_news(session, seat)


def go_on(session: Session, seat: int, rest: str) -> None:
    """`go`: the bots play to the end without being watched turn by turn."""
    if not session.handed_over():
        raise Refusal("terminal.nothing_handed_over")
    session.unwatched = True


DO: dict[str, Callable[[Session, int, str], None]] = {
    "help": show_help,
    "board": board,
    "look": look,
    "undo": undo,
    "hint": hint,
    "why": why,
    "rules": rules,
    "log": log,
    "save": save,
    "quit": leave,
    "resign": resign,
    "bot": hand_over,
    "me": take_back,
    "go": go_on,
    "lang": language,
    "result": result,
}
assert tuple(DO) == pages.COMMANDS
