"""`tablee rules`: the rulebook, whole or by paragraph."""

from __future__ import annotations

import argparse
from typing import Any

import tablee
from tablee import rulebook
from tablee.discovery import names


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "rules",
        help="read the rules, whole or one paragraph",
        description="Prints the rules of a game, or the paragraphs named: tablee rules GAME M13",
    )
    parser.add_argument("game", help=f"one of: {', '.join(names())}")
    parser.add_argument("paragraph", nargs="*", help="ids such as M13")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Print the page or the paragraphs."""
    game = tablee.game(given.game)
    if not given.paragraph:
        print(rulebook.page(game.name, given.language))
        return 0
    paragraphs = game.paragraphs(given.language)
    by_id = {key.upper(): paragraph for key, paragraph in paragraphs.items()}
    for wanted in given.paragraph:
        if wanted.upper() not in by_id:
            raise tablee.Refusal(
                "cli.no_paragraph", instead=list(paragraphs), title=game.title, id=repr(wanted)
            )
        paragraph = by_id[wanted.upper()]
        print(f"{paragraph.id} · {paragraph.title}\n\n{paragraph.text}\n")
    return 0
