"""The setup wizard for `tablee play` without arguments; Enter takes the default."""

from __future__ import annotations

from typing import Any

from tablee.bots.levels import LEVELS
from tablee.cli.common import read_options
from tablee.discovery import all_games
from tablee.discovery import game as find_game
from tablee.gamebox import Game
from tablee.refusals import Refusal

from .keyboard import EndOfInput, Keyboard
from .output.screen import Screen
from .setting import ME, USUAL_LEVEL, usual_seats

QUIT = ("q", "quit", "quitter")


class Wizard:
    """Asks for the settings of a table, one after the other."""

    def __init__(self, screen: Screen, keyboard: Keyboard) -> None:
        self.screen = screen
        self.keyboard = keyboard

    def ask(self, key: str, **values: object) -> str:
        """Ask a question and return the answer, or raise EndOfInput on `quit`."""
        self.screen.say(key, **values)
        answer = self.keyboard.line()
        if answer.lower() in QUIT:
            raise EndOfInput
        return answer

    def game(self) -> Game:
        """Ask for the game."""
        games = all_games()
        for number, game in enumerate(games, 1):
            sentence = self.screen.writer.say(f"common.sentence_{game.name}")
            line = self.screen.writer.say("terminal.list", what=game.title, items=sentence)
            self.screen.print(f"{number:>3}  {line}")
        while True:
            answer = self.ask("terminal.which_game").lower() or "1"
            if answer.isdecimal() and 1 <= int(answer) <= len(games):
                return games[int(answer) - 1]
            try:
                return find_game(answer)
            except Refusal as refusal:
                self.screen.print(refusal.text(self.screen.language))

    def seats(self, game: Game) -> str:
        """Ask for the number of players, your name, and your opponents."""
        fewest, most, usual = game.seats[0], game.seats[-1], usual_seats(game)
        while True:
            answer = self.ask("terminal.how_many", fewest=fewest, most=most, usual=usual)
            if not answer or (answer.isdecimal() and int(answer) in game.seats):
                break
        number = int(answer) if answer else usual
        name = self.ask("terminal.your_name").replace(",", " ")
        for level in LEVELS:
            self.screen.print(f"  {level:<8} {self.screen.writer.say(f'terminal.level_{level}')}")
        others = self.ask("terminal.against", count=number - 1, usual=USUAL_LEVEL)
        players = [part.strip() for part in others.split(",")] if others else [USUAL_LEVEL]
        players += [players[-1]] * (number - 1 - len(players))
        return ",".join([f"{ME}:{name}" if name else ME, *players])

    def options(self, game: Game) -> dict[str, Any]:
        """Ask for the options."""
        paragraphs = game.paragraphs(self.screen.language)
        for name, option in game.options.items():
            title, choices = paragraphs[option.paragraph].title, " | ".join(option.choices())
            cited = {"paragraph": option.paragraph, "reason": title}
            about = self.screen.writer.say("common.cited", **cited)
            self.screen.print(f"  {name} = {choices}   ({about})")
        while True:
            try:
                given = read_options(self.ask("terminal.options").split())
                game.read_options(given)
                return given
            except Refusal as refusal:
                self.screen.print(refusal.text(self.screen.language))
