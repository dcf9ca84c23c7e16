"""`tablee verify`: check every byte, move, die and card of a transcript."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from tablee.refusals import Refusal
from tablee.table.transcripts.transcript import LARGEST_FILE
from tablee.table.transcripts.verify import verify


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "verify",
        help="check a transcript, every die and card of it",
        description="Reads a .tablee file, plays it again and recomputes its chance; reports "
        "what doesn't fit. The exit code is 0 if the transcript is valid, else 1.",
    )
    parser.add_argument("file", help="a .tablee file, or - for the standard input")
    parser.add_argument("--origin", help="for a branch: the transcript it branched off")
    parser.add_argument(
        "--seen", help="what your browser kept of the table before the first move (from its page)"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Verify a transcript and print the report."""
    origin = None if given.origin is None else read(given.origin)
    seen = None if given.seen is None else read(given.seen)
    report = verify(read(given.file), origin, seen)
    print(json.dumps(report.to_json(), indent=2) if given.json else report.text(given.language))
    return 0 if report.holds else 1


def read(name: str) -> bytes:
    """Return the bytes of a file, up to one more than a transcript may have."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(LARGEST_FILE + 1)
        with Path(name).open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise Refusal("table.no_file", name=repr(name), problem=problem.strerror) from None
