"""`tablee simulate`: random games, or games between policies, by the million."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tablee.cli.common import add_game, add_run, progress_bar, read_options
from tablee.discovery import game as find_game
from tablee.kernel.engines.engine import ENGINES
from tablee.lab.estimate import Estimate
from tablee.lab.policies import NAMED
from tablee.lab.simulate import Report, simulate
from tablee.words import say


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "simulate",
        help="play random games, or your policies, by the million and report",
        description="Plays random games, or games between policies, and reports wins by seat with "
        "95 % confidence intervals, scores, lengths and the advantage of going first. The same "
        "seed gives the same report on every engine.",
    )
    add_game(parser)
    parser.add_argument("--seats", "-s", type=int, help="how many play (default: 4)", default=4)
    parser.add_argument("--games", "-n", type=int, default=100_000, help="default: 100000")
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    parser.add_argument(
        "--engine",
        "-e",
        default="auto",
        help=f"auto (the fastest there is), {', '.join(ENGINES)}, ray",
    )
    parser.add_argument(
        "--policy",
        "-p",
        metavar="POLICY,…",
        help="one for each seat, or one for all: FILE.py:FUNCTION, "
        f"{', '.join(NAMED)}; default: random moves",
    )
    parser.add_argument("--threads", type=int, help="for cpu, wasm and ray; default: all cores")
    add_run(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Simulate and print the report."""
    with progress_bar(given.games, given.quiet) as progress:
        report = simulate(
            given.game,
            seats=given.seats,
            games=given.games,
            seed=given.seed,
            engine=given.engine,
            threads=given.threads,
            cluster=given.cluster,
            checkpoint=given.checkpoint,
            progress=progress,
            policies=given.policy and given.policy.split(","),
            **read_options(given.option),
        )
    if given.json:
        print(json.dumps(report.to_dict(), indent=2))
    else:
        print(table(report, given.language))
    return 0


def table(report: Report, language: str) -> str:
    """Return the report as text."""
    title = find_game(report.game).title
    key = "cli.report_policies" if report.policies else "cli.report_title"
    names = ", ".join(report.policies)
    lines = [
        say(key, language, title=title, games=f"{report.games:,}", seed=report.seed, names=names),
        "",
        say("cli.report_columns", language),
    ]
    for seat, order in zip(report.seats, report.by_order, strict=True):
        lines.append(
            f"{seat.seat:>5}   {percent(seat.wins)}   "
            f"{seat.score.mean:>8.2f} ± {seat.score.margin:<6.2f} {seat.score_deviation:>7.2f}   "
            f"{percent(order)}"
        )
    lines += [
        "",
        say("cli.report_first", language, advantage=percent(report.first_seat_advantage).strip()),
        say(
            "cli.report_length",
            language,
            mean=f"{report.plies.mean:.1f}",
            margin=f"{report.plies.margin:.1f}",
            shortest=report.shortest,
            longest=report.longest,
            decisions=f"{report.decisions:.1f}",
        ),
        say("cli.report_winners", language, shared=report.shared, nobody=report.nobody),
        say(
            "cli.report_speed",
            language,
            engine=report.engine,
            seconds=f"{report.seconds:.2f}",
            speed=f"{report.moves_per_second / 1e6:.2f}",
            trails=f"{report.trails:x}",
        ),
    ]
    return "\n".join(lines)


def percent(estimate: Estimate) -> str:
    """Return a share as a percentage with its margin."""
    return f"{100 * estimate.mean:>6.2f} ± {100 * estimate.margin:.2f} %"
