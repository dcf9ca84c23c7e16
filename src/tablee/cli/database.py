"""`tablee db`: how large the database is, what could be deleted, and giving back unused space."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from msgspec.structs import asdict

from tablee.cli.serve import config_of, database_of
from tablee.words import LANGUAGES, say

KEPT = (
    "keep_unfinished", "keep_guest_games", "keep_games", "keep_chat", "keep_guests", "keep_audit",
)  # fmt: skip


def add_to(commands: Any) -> None:
    """Declare the subcommands."""
    from tablee.server.runtime.config import add_flags

    parser = commands.add_parser(
        "db",
        help="look after the database of a server",
        description="A server deletes old data by itself, once an hour; see `tablee serve --help`"
        " for how long it keeps what.",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    size = actions.add_parser("size", help="how large each table is; a server may be running")
    prune = actions.add_parser("prune", help="delete old data now")
    prune.add_argument(
        "--dry-run",
        action="store_true",
        help="only tell how much would be deleted; a server may be running",
    )
    vacuum = actions.add_parser("vacuum", help="give unused space back to the disk")
    for one, names in ((size, ()), (prune, KEPT), (vacuum, ())):
        add_flags(one, "database", *names)
        one.add_argument(
            "--language", "-l", choices=LANGUAGES, default=argparse.SUPPRESS, help="en or fr"
        )
    size.set_defaults(run=run_size)
    prune.set_defaults(run=run_prune)
    vacuum.set_defaults(run=run_vacuum)


def run_size(given: argparse.Namespace) -> int:
    """Print the tables of a database, the largest first."""
    from tablee.server.ops.database import measure
    from tablee.server.store.addresses import shown

    database = database_of(given)
    found = asyncio.run(measure(database))
    for one in found.tables:
        print(f"{one.bytes:>15,}  {one.table:<12}{one.rows:>12,}")
    if found.unused:
        print(f"{found.unused:>15,}  {say('host.unused', given.language)}")
    print(f"{found.total:>15,}  {shown(database)}")
    return 0


def run_prune(given: argparse.Namespace) -> int:
    """Delete what is old enough, or tell how much that would be."""
    from tablee.server.ops.database import prunable, prune
    from tablee.server.store.addresses import shown

    config = config_of(given)
    pruned = asyncio.run((prunable if given.dry_run else prune)(config))
    key = "host.would_prune" if given.dry_run else "host.pruned"
    for what, count in asdict(pruned).items():
        print(f"{count:>9,}  {say(f'host.pruned_{what}', given.language)}")
    print(say(key, given.language, database=shown(config.database)))
    return 0


def run_vacuum(given: argparse.Namespace) -> int:
    """Give unused space back to the disk."""
    from tablee.server.ops.database import vacuum
    from tablee.server.store.addresses import shown

    database = database_of(given)
    asyncio.run(vacuum(database))
    print(say("host.vacuumed", given.language, database=shown(database)))
    return 0
