"""`tablee build`: compile the rules of games to the modules that they ship."""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from typing import Any

import tablee
from tablee.discovery import own_games
from tablee.kernel.wasm.module import UnusableModule, load
from tablee.kernel.wasm.stamp import FILE, PAGE_FILE
from tablee.refusals import Refusal
from tablee.words import say


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "build",
        help="compile the rules of games to WebAssembly",
        description="Compiles the rules, bots and coach of a game to WebAssembly, and writes the "
        "module into the folder of the game, which ships it. So no compiler is needed to play. "
        "The same sources and tools give the same bytes.",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all games")
    parser.add_argument("--check", action="store_true", help="build nothing; 1 if one is too old")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Build the modules, or check them."""
    games = [tablee.game(name) for name in given.games] or tablee.all_games()
    return _check(games, given.language) if given.check else _build(games, given.language)


def _check(games: list[tablee.Game], language: str) -> int:
    status = 0
    for game in games:
        try:
            for file in (FILE, PAGE_FILE) if game in own_games() else (FILE,):
                load(game.name, game.folder / file)
        except UnusableModule as problem:
            print(problem.text(language), file=sys.stderr)
            status = 1
    return status


def _build(games: list[tablee.Game], language: str) -> int:
    try:
        from tablee.build.module import write
    except ImportError as problem:
        raise Refusal("build.no_tools", missing=problem.name or str(problem)) from None
    for game in games:
        began = time.perf_counter()
        module = write(game)
        print(
            say(
                "build.built",
                language,
                file=game.folder / FILE,
                size=f"{len(gzip.compress(module, 9)) / 1000:.1f}",
                seconds=f"{time.perf_counter() - began:.1f}",
            ),
            flush=True,
        )
    return 0
