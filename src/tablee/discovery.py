"""Find the games: the folders in `tablee.games`, and installed packages of others.

Another package offers a game by an entry point of the group `tablee.games`:

    [project.entry-points."tablee.games"]
    pig = "tablee_pig:GAME"

Such a game is checked before it is offered. A broken one is left out and reported by
`broken_games`; all other games work.
"""

from __future__ import annotations

import pkgutil
import traceback
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from tablee import rulebook, words
from tablee.gamebox import Game
from tablee.kernel.contract import MODULE_OF
from tablee.kernel.dialect import faults, rules_in
from tablee.kernel.rule import RULES
from tablee.refusals import BrokenGame, UnknownGame

HOME = "tablee.games"
"""The package of the games that come along, and the group of entry points for all others."""


@cache
def _found() -> tuple[dict[str, Game], tuple[BrokenGame, ...]]:
    """Return all games by name, in the order of lists, and the problems of broken ones."""
    games: dict[str, Game] = {}
    broken: list[BrokenGame] = []
    for module in pkgutil.iter_modules(import_module(HOME).__path__, f"{HOME}."):
        game = import_module(module.name).GAME
        games[game.name] = game
    for entry in sorted(entry_points(group=HOME), key=lambda one: (one.name, one.value)):
        try:
            game = load(entry)
            if game.name in games:
                raise _broken(
                    game.name,
                    game.folder,
                    f"{games[game.name].folder} holds another game of that name",
                )
        except BrokenGame as problem:
            broken.append(problem)
            continue
        games[game.name] = game
        words.add_folder(game.name, game.folder, _plain_words(game))
        rulebook.add_folder(game.name, game.folder)
    ordered = sorted(games.values(), key=lambda game: (game.rank, game.title))
    return {game.name: game for game in ordered}, tuple(broken)


def names() -> tuple[str, ...]:
    """Return the names of all games, in the order of lists."""
    return tuple(_found()[0])


def all_games() -> list[Game]:
    """Return all games."""
    return list(_found()[0].values())


def own_games() -> list[Game]:
    """Return the games that come with Tablée, which its page draws."""
    return [game for game in all_games() if game.package.startswith(f"{HOME}.")]


def game(name: str) -> Game:
    """Return the game of that name, or raise UnknownGame with the list of names."""
    games, broken = _found()
    if name in games:
        return games[name]
    for problem in broken:
        if problem.values["name"] == repr(name):
            raise problem
    raise UnknownGame("common.unknown_game", instead=tuple(games), name=repr(name))


def broken_games() -> tuple[BrokenGame, ...]:
    """Return what is wrong with each installed game that can't be played, with its file."""
    return _found()[1]


def load(entry: EntryPoint) -> Game:
    """Return the game of an entry point, or raise BrokenGame with the file and the reason."""
    try:
        game = entry.load()
    except Exception as problem:
        raise _broken(entry.name, *_place(problem, _file_of(entry.module))) from problem
    if not isinstance(game, Game):
        raise _broken(entry.name, _file_of(entry.module), f"{entry.attr!r} is not a Game")
    if game.name != entry.name:
        raise _broken(entry.name, game.folder, f"its package makes a game named {game.name!r}")
    for module in dict.fromkeys(("state", "notation", *MODULE_OF.values())):
        try:
            import_module(f"{game.package}.{module}")
        except Exception as problem:
            raise _broken(game.name, *_place(problem, str(game.folder / module))) from problem
    check(game)
    return game


def check(game: Game) -> None:
    """Raise BrokenGame if a game lacks a verb, or if its rules violate the dialect."""
    for verb, module in MODULE_OF.items():
        part = import_module(f"{game.package}.{module}")
        if getattr(part, verb, None) not in RULES:
            raise _broken(game.name, part.__file__, f"there is no @rule function {verb!r}")
    for function in rules_in(game.package):
        wrong = faults(function)
        if wrong:
            raise _broken(
                game.name,
                function.__code__.co_filename,
                f"{function.__name__} is outside the dialect: {'; '.join(wrong)}",
            )


def _plain_words(game: Game) -> words.Files:
    """Return what is said of a game that brings no words of its own."""
    options: dict[str, str] = {}
    for name, option in game.options.items():
        options |= {f"{game.name}_{name}": name, f"{game.name}_{name}_help": ""}
        options |= {f"{game.name}_{name}_{choice}": choice for choice in option.choices()}
    return {
        "web": {f"title_{game.name}": game.title},
        "common": {f"sentence_{game.name}": game.title},
        "option": options,
    }


def _place(problem: Exception, otherwise: str) -> tuple[str, str]:
    """Return the file an error comes from, and what it says."""
    reason = f"{type(problem).__name__}: {problem}"
    if isinstance(problem, SyntaxError) and problem.filename:
        return f"{problem.filename}:{problem.lineno}", reason
    ours = [
        frame
        for frame in traceback.extract_tb(problem.__traceback__)
        if not frame.filename.startswith("<frozen") and "importlib" not in frame.filename
    ]
    if len(ours) < 2:
        return otherwise, reason
    return f"{ours[-1].filename}:{ours[-1].lineno}", reason


def _file_of(module: str) -> str:
    try:
        spec = find_spec(module)
    except ImportError:  # of the package it is in
        spec = None
    return module if spec is None or spec.origin is None else spec.origin


def _broken(name: str, file: str | Path | None, reason: str) -> BrokenGame:
    return BrokenGame("common.broken_game", name=repr(name), file=str(file), reason=reason)
