"""`tablee hint`: ask the coach for advice in a saved match."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tablee.cli.transcripts.verify import read
from tablee.table import Match, Transcript


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "hint",
        help="ask the coach about a saved match",
        description="Reads a match from a .tablee file and advises the seat that is to move, from "
        "what it may know: the best move and why, all moves with their chances, and the odds.",
    )
    parser.add_argument("file", help="a .tablee file, or - for the standard input")
    parser.add_argument("--why-not", metavar="MOVE", help="ask about another move")
    parser.add_argument("--simulations", type=int, help="games simulated for all moves together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print the advice as JSON")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Ask the coach and print its advice."""
    from tablee.coach import report  # not before it is needed: it takes its time
    from tablee.coach.advice import NothingToAdvise, advise, explain

    match = Match.replay(Transcript.read(read(given.file)))
    if not match.header.hints:
        raise NothingToAdvise("table.no_hints")
    if match.to_act < 1:
        raise NothingToAdvise("coach.nobody_to_act")
    advice = advise(match.view(match.to_act), simulations=given.simulations, seed=given.seed)
    reasons = () if given.why_not is None else explain(advice, given.why_not)
    if given.json:
        asked = {"why_not": [saying.to_dict() for saying in reasons]} if reasons else {}
        print(json.dumps(advice.to_dict() | asked, indent=2))
        return 0
    print(report.hint(advice, given.language))
    if reasons:
        print()
    for saying in reasons:
        print("\n".join(report.wrapped(saying.text(given.language), 0)))
    return 0
