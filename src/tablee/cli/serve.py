"""`tablee serve` and what belongs to it: backup, restore, move, ratings."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.refusals import Refusal
from tablee.words import Said, say

if TYPE_CHECKING:
    from tablee.server.ops.run import RunningServer
    from tablee.server.runtime.config import Config

MOST_SHOWN = 1_000_000  # people of one game


def add_to(commands: Any) -> None:
    """Declare the subcommands."""
    from tablee.server.runtime.config import READ_ELSEWHERE, add_flags

    others = ", ".join(f"{name} ({what})" for name, what in READ_ELSEWHERE.items())
    parser = commands.add_parser(
        "serve",
        help="open the table for browsers: play with bots and friends",
        description="Runs the server. Every setting is a flag, an environment variable (in "
        "brackets, with the default) and a line in the file given by --config.",
        epilog=f"Variables besides: {others}. Any other TABLEE_… is refused.",
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    add_flags(parser)
    parser.set_defaults(run=run)

    backup = commands.add_parser(
        "backup", help="copy everything a server keeps into a file, even while it runs"
    )
    restore = commands.add_parser("restore", help="fill an empty database from a backup")
    for one in (backup, restore):
        one.add_argument("file", type=Path, help="the backup")
        add_flags(one, "database")
    backup.set_defaults(run=run_backup)
    restore.set_defaults(run=run_restore)

    move = commands.add_parser("move", help="move everything from one database to an empty one")
    move.add_argument("source", metavar="FROM", help="a path or postgresql://…")
    move.add_argument("target", metavar="TO", help="a path or postgresql://…")
    move.set_defaults(run=run_move)

    ratings = commands.add_parser(
        "ratings",
        help="replay all matches of a server and recompute the ratings",
        description="Replays the whole log, checks every stored result, and prints the ratings. "
        "The server may be running.",
    )
    add_flags(ratings, "database")
    ratings.add_argument("--top", type=int, default=10, help="how many people to show [10]")
    ratings.set_defaults(run=run_ratings)


def config_of(given: argparse.Namespace) -> Config:
    """Return the settings from flags, variables and a file."""
    from tablee.server.runtime.config import load

    return load(vars(given), os.environ, file_of(given))


def file_of(given: argparse.Namespace) -> Path | None:
    """Return the file of `--config`."""
    return Path(given.config) if given.config else None


def run(given: argparse.Namespace) -> int:
    """Run the server until Ctrl+C or SIGTERM; a refusal is printed in the format of the log."""
    from tablee.server.runtime import logs
    from tablee.server.runtime.config import log_format_of

    # The kernel ignores signals without a handler for the first process of a container.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    form = log_format_of(vars(given), os.environ, file_of(given))
    logs.set_up(form)
    try:
        return run_server(given)
    except Refusal as refusal:
        if form != "json":
            raise
        logs.log_refusal(refusal, given.language)
        return refusal.exit_status


def run_server(given: argparse.Namespace) -> int:
    """Run the server until Ctrl+C or SIGTERM."""
    from tablee.server.ops.run import serve
    from tablee.server.service import Service
    from tablee.server.store import open_store
    from tablee.server.store.addresses import kind_of, shown
    from tablee.server.store.errors import refusing_store

    config = config_of(given)
    database = shown(config.database)

    async def main() -> None:
        await serve(Service(config, open_store(config.database)), ready)

    def ready(running: RunningServer) -> None:
        print(say("host.ready", given.language, address=running.address))
        print(say("host.kept", given.language, database=database))
        lasts = kind_of(config.database) != "memory"
        print(say("host.stop" if lasts else "host.stop_memory", given.language), flush=True)
        if given.open:
            open_browser(running.address)

    with refusing_store(database), asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())
    return 0


def open_browser(address: str) -> None:
    """Open the page where there is a screen; a browser inside the terminal would cover the log."""
    on_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if on_screen:
        webbrowser.open(address)


def new_loop() -> asyncio.AbstractEventLoop:
    """Return the fastest event loop available."""
    try:
        import uvloop
    except ImportError:  # not available on Windows
        return asyncio.new_event_loop()
    loop: asyncio.AbstractEventLoop = uvloop.new_event_loop()
    return loop


def run_backup(given: argparse.Namespace) -> int:
    """Copy everything into a file."""
    from tablee.server.ops import backup as moving
    from tablee.server.store.addresses import shown

    database = database_of(given)
    asyncio.run(moving.backup(database, given.file))
    told = {"file": given.file, "database": shown(database)}
    print(say("host.backed_up", given.language, **told))
    return 0


def run_restore(given: argparse.Namespace) -> int:
    """Fill an empty database from a backup."""
    from tablee.server.ops import backup as moving
    from tablee.server.store.addresses import shown

    database = database_of(given)
    asyncio.run(moving.restore(given.file, database))
    told = {"file": given.file, "database": shown(database)}
    print(say("host.restored", given.language, **told))
    return 0


def run_move(given: argparse.Namespace) -> int:
    """Move everything from one database to another."""
    from tablee.server.ops import backup as moving
    from tablee.server.store.addresses import shown

    count = asyncio.run(moving.move(given.source, given.target))
    told = {"count": count, "database": shown(given.target)}
    print(say("host.moved", given.language, **told))
    return 0


def run_ratings(given: argparse.Namespace) -> int:
    """Replay the log and print the ratings; 1 if a stored result is wrong."""
    from tablee.discovery import game as find_game
    from tablee.server.ops.recompute import recompute_store
    from tablee.server.store.addresses import shown

    top = count_of(given.top, "--top")
    database = database_of(given)
    found = asyncio.run(recompute_store(database))
    for name, ladder in found.ladders.items():
        print(rated(find_game(name).title, len(ladder.people), ladder.matches, given.language))
        best = sorted(ladder.people.items(), key=lambda pair: -pair[1].rating.ordinal())
        for person, one in best[:top]:
            rating = one.rating
            print(f"  {rating.ordinal():7.2f}  {rating.mu:6.2f} ± {rating.sigma:5.2f}  {person}")
    for table in found.wrong:
        print(say("host.wrong_result", given.language, table=table))
    for table, seq in found.broken.items():
        print(say("host.broken_table", given.language, table=table, entry=seq))
    print(say("host.replayed", given.language, database=shown(database)))
    return 1 if found.wrong or found.broken else 0


def rated(title: str, people: int, matches: int, language: str) -> str:
    """Return how many people have played how many games.

    >>> rated("Go", 2, 1, "en")
    'Go: 2 people, 1 rated game.'
    """
    return say("host.rated", language, title=title, people=people, matches=matches)


def count_of(given: int, name: str) -> int:
    """Return a number of people to show; refuse anything else."""
    from tablee.server.runtime.config import WrongSetting

    if not 0 <= given <= MOST_SHOWN:
        raise WrongSetting(
            "host.wrong_setting",
            name=name,
            source=Said("host.from_flags"),
            value=given,
            wanted=Said("host.wants_whole", {"lowest": 0, "highest": MOST_SHOWN}),
        )
    return given


def database_of(given: argparse.Namespace) -> str:
    """Return the database that `serve` would use, even if other settings are invalid."""
    from tablee.server.runtime.config import load, variable

    used = {variable(name) for name in ("config", "database")}
    environment = {name: value for name, value in os.environ.items() if name in used}
    return load({"database": given.database}, environment, file_of(given)).database
