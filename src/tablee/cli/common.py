"""What subcommands share: the options of a game, and a progress bar."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import tablee
from tablee.discovery import names


def add_game(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the game and its options, given as `--option name=value`."""
    parser.add_argument(
        "game",
        nargs="?" if optional else None,
        help=f"one of: {', '.join(names())}",
    )
    parser.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as cards_as_dice=true; may be given several times",
    )


def add_run(parser: argparse.ArgumentParser) -> None:
    """Add where long runs are played, and where they keep what is finished."""
    parser.add_argument(
        "--cluster",
        metavar="auto|ADDRESS",
        help="play on a Ray cluster: the one that runs on this machine, or HOST:PORT",
    )
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="keep what is finished in this file, and go on from there if it exists",
    )


def read_options(given: list[str]) -> dict[str, Any]:
    """Return options such as `cards_as_dice=true target=50` as Python values."""
    options: dict[str, Any] = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals:
            raise tablee.Refusal("cli.option_form", item=repr(item))
        options[name] = _value(value)
    return options


def _value(text: str) -> Any:
    if text.lower() in ("true", "yes", "on"):
        return True
    if text.lower() in ("false", "no", "off"):
        return False
    try:
        return int(text)
    except ValueError:
        return text


@contextmanager
def progress_bar(total: int, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on stderr, unless it is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    with Progress(
        BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)
