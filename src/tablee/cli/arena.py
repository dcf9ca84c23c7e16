"""`tablee arena`: tournaments between bots."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tablee.bots.levels import LEVELS, OTHERS
from tablee.cli.common import add_game, add_run, progress_bar, read_options
from tablee.discovery import game as find_game
from tablee.lab.arena import ENGINES, Tournament, arena
from tablee.lab.sprt import Hypotheses, Sequential
from tablee.words import say

GAMES = 200
SPRT_GAMES = 100_000


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "arena",
        help="let bots play a tournament",
        description="Plays seat-balanced tournaments on common random numbers and prints win "
        "shares with 95 % confidence intervals and openskill ratings.",
    )
    add_game(parser)
    parser.add_argument(
        "--bots", "-b", default="casual,master", help=f"of {', '.join((*LEVELS, *OTHERS))}"
    )
    parser.add_argument("--seats", "-s", type=int, default=4, help="default: 4")
    parser.add_argument(
        "--games", "-n", type=int, help=f"default: {GAMES}; with --sprt at most {SPRT_GAMES}"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, help="processes; default: all cores")
    parser.add_argument(
        "--engine", "-e", default="processes", help=f"{', '.join(ENGINES)}; default: processes"
    )
    parser.add_argument(
        "--sprt",
        metavar="LOW,HIGH",
        help="stop as soon as it is decided whether the first of two bots is LOW or HIGH Elo "
        "stronger than the second, such as 0,5",
    )
    add_run(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play the tournament and print the standings."""
    sprt = None if given.sprt is None else Hypotheses.read(given.sprt)
    games = given.games if given.games is not None else (SPRT_GAMES if sprt else GAMES)
    with progress_bar(games, given.quiet) as progress:
        result = arena(
            given.game,
            bots=[name.strip() for name in given.bots.split(",")],
            games=games,
            seats=given.seats,
            seed=given.seed,
            workers=given.workers,
            engine=given.engine,
            cluster=given.cluster,
            checkpoint=given.checkpoint,
            sprt=sprt,
            progress=progress,
            **read_options(given.option),
        )
    print(json.dumps(result.to_dict(), indent=2) if given.json else table(result, given.language))
    return 0


def table(result: Tournament, language: str) -> str:
    """Return the standings as text, best first."""
    title = find_game(result.game).title
    lines = [
        say(
            "bots.arena_title",
            language,
            title=title,
            seats=result.seats,
            games=result.games,
            seed=result.seed,
        ),
        "",
        say("bots.arena_columns", language),
    ]
    for one in sorted(result.standings, key=lambda standing: -standing.edge.mean):
        lines.append(
            f"{one.name:<12} {100 * one.wins.mean:>6.1f} % {100 * one.even:>6.1f} % "
            f"{100 * one.edge.mean:>+7.1f} ± {100 * one.edge.margin:<5.1f} "
            f"{one.rating:>7.1f} ± {one.rating_error:<5.1f} {one.score:>8.1f}"
        )
    if result.sprt:
        lines += ["", sequential(result.sprt, language)]
    if result.nobody:
        lines += ["", say("bots.arena_nobody", language, nobody=result.nobody)]
    return "\n".join(lines)


def sequential(test: Sequential, language: str) -> str:
    """Return how a sequential test ended, as text."""
    key = {
        "stronger": "bots.sprt_stronger",
        "not stronger": "bots.sprt_not",
        None: "bots.sprt_open",
    }
    return say(
        key[test.verdict],
        language,
        low=f"{test.low:g}",
        high=f"{test.high:g}",
        ratio=f"{test.ratio:.2f}",
        bound=f"{test.bound:.2f}",
        elo=f"{test.elo.mean:+.1f} ± {test.elo.margin:.1f}",
    )
