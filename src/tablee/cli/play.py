"""`tablee play`: a game in the terminal, around one screen or against random players."""

from __future__ import annotations

import argparse
import secrets
import sys
from typing import Any

import tablee
from tablee.cli.common import add_game, read_options
from tablee.kernel.dice import Dice, dice_for, pick, roll
from tablee.words import say


def add_to(commands: Any) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Plays a game in the terminal. Choose a move by its number or by its text. "
        "Other things to type: board, rules M13, help, quit.",
    )
    add_game(parser, optional=True)
    parser.add_argument("--seats", "-s", type=int, help="how many play")
    parser.add_argument(
        "--people", "-p", type=int, default=1, help="how many of them are people (default: 1)"
    )
    parser.add_argument("--seed", type=int, help="makes chance come the same way again")
    parser.set_defaults(run=run)


class Quit(Exception):
    """The person at the keyboard wants to stop."""


def run(given: argparse.Namespace) -> int:
    """Sets the table and plays until the end."""
    language = given.language
    try:
        name = given.game or ask_game(language)
        game = tablee.game(name)
        seats = given.seats or ask_seats(game, language)
        start = game.start(seats=seats, **read_options(given.option))
        if not 0 <= given.people <= seats:
            raise tablee.SeatsOutOfRange("cli.people", people=given.people, seats=seats)
        seed = secrets.randbits(64) if given.seed is None else given.seed
        Session(start, given.people, dice_for(seed), language).run()
    except Quit:
        print(say("cli.goodbye", language))
    return 0


def ask(prompt: str) -> str:
    """A line from the keyboard; the end of input is a wish to stop."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise Quit from None


def ask_game(language: str) -> str:
    """Which game is played?"""
    games = tablee.all_games()
    print(say("cli.which_game", language))
    for number, game in enumerate(games, 1):
        print(f"  {number}  {game.title}: {say(f'common.sentence_{game.name}', language)}")
    while True:
        answer = ask("> ").lower()
        if answer.isdigit() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1].name
        if answer in (game.name for game in games):
            return answer
        if answer in ("quit", "q"):
            raise Quit
        print(say("cli.number_please", language, most=len(games)))


def ask_seats(game: tablee.Game, language: str) -> int:
    """How many play?"""
    while True:
        fewest, most = game.seats[0], game.seats[-1]
        answer = ask(say("cli.how_many", language, fewest=fewest, most=most) + " ")
        if answer in ("quit", "q"):
            raise Quit
        if answer.isdigit() and int(answer) in game.seats:
            return int(answer)


class Session:
    """One game at the terminal: people hold the first seats, the others play at random."""

    def __init__(self, start: tablee.Position, people: int, dice: Dice, language: str) -> None:
        self.position = start
        self.people = people
        self.dice = dice
        self.language = language

    def run(self) -> None:
        """Until the game is over."""
        print(say("cli.help", self.language))
        while self.position.to_act != tablee.OVER:
            if self.position.to_act == tablee.CHANCE:
                self.chance()
            elif self.position.to_act <= self.people:
                self.person()
            else:
                self.stranger()
        print()
        print(self.position.board(self.language))
        print(self.position.prompt(self.language))
        for seat, score in enumerate(self.position.result().scores, 1):
            print(say("cli.score", self.language, seat=seat, score=score))

    def go(self, text: str, who: str) -> None:
        self.position = self.position.after(text)
        print(f"  {who}: {text}")

    def chance(self) -> None:
        """An outcome by its weight; what is hidden from the people at the table is not told."""
        outcomes = self.position.chances()
        text = list(outcomes)[pick(self.dice, list(outcomes.values()), len(outcomes))]
        following = self.position.after(text)
        seats = range(1, self.people + 1)
        told = not seats or any(
            following.view(seat) != self.position.after(other).view(seat)
            for seat in seats
            for other in outcomes
            if other != text
        )
        if told or len(outcomes) == 1:
            print(f"  {say('cli.chance', self.language)}: {text}")
        self.position = following

    def stranger(self) -> None:
        moves = self.position.moves()
        self.go(moves[roll(self.dice, len(moves))], self.name(self.position.to_act))

    def name(self, seat: int) -> str:
        return say("cli.seat", self.language, seat=seat)

    def person(self) -> None:
        """Shows what the seat may see, and asks until there is a legal move."""
        seat = self.position.to_act
        view = self.position.view(seat)
        moves = view.moves()
        print()
        print(view.board(self.language))
        _, awaited = self.position.game.package.notation.awaited(view.state)
        print(f"\n{self.name(seat)} · {say(awaited, self.language)}")
        for number, move in enumerate(moves, 1):
            print(f"  {number:>2}  {move}", end="\n" if number % 5 == 0 else "   ")
        print()
        while True:
            answer = ask("> ")
            if answer.lower() in ("quit", "q"):
                raise Quit
            if answer.lower() in ("help", "?"):
                print(say("cli.help", self.language))
            elif answer.lower() in ("board", "b"):
                print(view.board(self.language))
            elif answer.lower().startswith("rules"):
                self.rules(answer.split()[1:])
            elif self.choose(answer, moves):
                return

    def choose(self, answer: str, moves: list[str]) -> bool:
        """Plays a move given by number or text; False, and a reason, if it is none."""
        if answer.isdigit() and 1 <= int(answer) <= len(moves):
            answer = moves[int(answer) - 1]
        try:
            code = self.position.read(answer)
            words = self.position.game.package.notation.NOTATION.text(code)
            self.go(words, self.name(self.position.to_act))
        except tablee.Refusal as refusal:
            print(refusal.text(self.language), file=sys.stderr)
            return False
        return True

    def rules(self, ids: list[str]) -> None:
        paragraphs = self.position.game.paragraphs(self.language)
        for wanted in ids or list(paragraphs):
            paragraph = paragraphs.get(wanted.upper()) or paragraphs.get(wanted)
            if paragraph is None:
                print(say("cli.paragraphs", self.language, ids=" ".join(paragraphs)))
            else:
                print(f"{paragraph.id} · {paragraph.title}\n{paragraph.text}\n")
