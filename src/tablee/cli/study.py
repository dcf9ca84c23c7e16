"""`tablee study`: play a study file and write its report."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tablee.cli.common import add_run, progress_bar
from tablee.discovery import names
from tablee.refusals import Refusal
from tablee.words import say


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "study",
        help="play a study and write its report",
        description="Plays what a study file (TOML) says, and reports with tables and plots: "
        "turn order, length, decisions, effects of options, and a ladder of bots. The same file "
        "gives the same report, to the byte.",
    )
    parser.add_argument(
        "file", help=f"a study file, or a game, for the one it brings: {', '.join(names())}"
    )
    parser.add_argument(
        "--out", metavar="REPORT", action="append",
        help="a file ending in .html (both languages), .pdf or .json; may be given several times; "
        "default: the name of the study with .html",
    )  # fmt: skip
    parser.add_argument("--engine", "-e", default="auto", help="of the policies: auto, cpu, python")
    parser.add_argument("--workers", type=int, help="processes; default: all cores")
    add_run(parser)
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play the study and write the report."""
    from tablee.lab.study import read_study, run_study, shipped, task_of
    from tablee.lab.study.render import KINDS, rendered  # not before they are needed

    named = given.file in names()
    file = shipped(given.file) if named else Path(given.file)
    default = f"{given.file if named else file.stem}.html"
    places = [Path(place) for place in given.out or [default]]
    for place in places:
        check_place(place, KINDS)
    study = read_study(file)
    with progress_bar(task_of(study, given.engine).units, given.quiet) as progress:
        findings = run_study(
            study,
            engine=given.engine,
            workers=given.workers,
            cluster=given.cluster,
            checkpoint=given.checkpoint,
            progress=progress,
        )
    for place in places:
        place.write_bytes(rendered(findings, place.suffix.lower(), given.language))
        print(say("study.written", given.language, file=place))
    return 0


def check_place(place: Path, kinds: Sequence[str]) -> None:
    """Refuse, before anything is played, a report that can't be written afterwards."""
    kind = place.suffix.lower()
    if kind not in kinds:
        raise Refusal("study.out", file=repr(str(place)))
    if kind == ".pdf" and find_spec("typst") is None:
        raise Refusal("print.no_typst")
    if not place.parent.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(place.parent))
