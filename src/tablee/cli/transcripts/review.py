"""`tablee review`: the chances along a match, its mistakes, and luck and skill kept apart."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.cli.common import progress_bar
from tablee.cli.transcripts.verify import read
from tablee.refusals import Refusal
from tablee.table import Match, Transcript
from tablee.words import say

if TYPE_CHECKING:
    from tablee.coach.review import Review

KINDS = (".html", ".svg", ".png", ".json", ".txt")


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "review",
        help="review a finished match: mistakes, luck and skill",
        description="Reads a finished match from a .tablee file and prints the chances of all "
        "seats along it, the turning points, each player's worst decisions with better moves and a "
        "reason, and the ledger of luck and skill.",
    )
    parser.add_argument("file", help="a .tablee file, or - for the standard input")
    parser.add_argument(
        "--out", metavar="REPORT", help="also write a report: a file ending in .html, .svg, .png, "
        ".json or .txt",
    )  # fmt: skip
    parser.add_argument("--simulations", type=int, help="games simulated for the whole review")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, help="threads; default: all cores")
    parser.add_argument("--json", action="store_true", help="print the review as JSON")
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Review a match, print the review, and write the report if asked to."""
    from tablee.coach import report  # not before it is needed: it takes its time
    from tablee.coach.history import history_of
    from tablee.coach.review import review

    out = None if given.out is None else Path(given.out)
    if out is not None and out.suffix.lower() not in KINDS:
        raise Refusal("coach.review_out", file=repr(given.out))
    course = history_of(Match.replay(Transcript.read(read(given.file))))
    with progress_bar(len(course.plies), given.quiet) as progress:
        found = review(
            course,
            simulations=given.simulations,
            seed=given.seed,
            workers=given.workers,
            progress=progress,
        )
    if given.json:
        print(json.dumps(found.to_dict(), indent=2))
    else:
        print(report.text(found, given.language))
    if out is not None:
        write(found, out, given.language)
        if not given.json:
            print("\n" + say("coach.review_written", given.language, file=out))
    return 0


def write(found: Review, out: Path, language: str) -> None:
    """Write the report in the format that the file name asks for."""
    try:
        out.write_bytes(rendered(found, out.suffix.lower(), language))
    except OSError as problem:
        raise Refusal(
            "coach.review_no_file", file=repr(str(out)), problem=problem.strerror
        ) from None


def rendered(found: Review, kind: str, language: str) -> bytes:
    """Return the report in one of its formats."""
    from tablee.coach import html_report, plot, report
    from tablee.print import typesetting

    if kind == ".png":
        return typesetting.png(plot.svg(found, language), plot.WIDTH)
    if kind == ".html":
        return html_report.html(found, language).encode()
    if kind == ".svg":
        return plot.svg(found, language).encode()
    if kind == ".json":
        return (json.dumps(found.to_dict(), indent=2) + "\n").encode()
    return (report.text(found, language) + "\n").encode()
