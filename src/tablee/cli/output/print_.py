"""`tablee print`: the box of a game as PDF, to print, cut out and play."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from threading import Timer
from typing import Any

from tablee.discovery import names
from tablee.refusals import Refusal
from tablee.words import say

PATIENCE = 2.0  # seconds, after which it says what it is doing


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "print",
        help="a PDF with board, cards and pieces to cut out",
        description="Writes the box of a game as PDF: board, cards with backs, pieces, rules.",
    )
    parser.add_argument("game", help=f"one of: {', '.join(names())}")
    parser.add_argument("--out", required=True, metavar="FILE.pdf", help="where to write it")
    parser.add_argument("--paper", default="a4", help="a4 or letter; default: a4")
    parser.add_argument(
        "--board", help="where a game has several boards: one of them, or a board file"
    )
    parser.add_argument("--seats", "-s", type=int, help="how many play; default: the whole box")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Make the PDF and write it."""
    from tablee.print import make_pdf

    working = Timer(PATIENCE, lambda: print(say("print.working", given.language), file=sys.stderr))
    working.start()
    try:
        made = make_pdf(
            given.game,
            paper=given.paper,
            language=given.language,
            seats=given.seats,
            board=given.board,
        )
    finally:
        working.cancel()
    try:
        Path(given.out).write_bytes(made)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise Refusal("print.not_written", file=repr(given.out), problem=reason) from None
    print(say("print.done", given.language, file=given.out, size=f"{len(made) / 1000:.0f}"))
    return 0
