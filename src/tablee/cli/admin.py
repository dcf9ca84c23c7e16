"""`tablee admin`: find people and tables, act on them, reports, and the audit log."""

from __future__ import annotations

import argparse
import asyncio
import getpass
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from tablee.cli.serve import database_of
from tablee.words import LANGUAGES, say

if TYPE_CHECKING:
    from tablee.server.moderation.bodies import Found, FoundTable
    from tablee.server.moderation.operator import Operator
    from tablee.server.store.moderation import Act

T = TypeVar("T")
DEEDS = {
    "mute": ("WHO", "keep a person or a network from writing in chats"),
    "suspend": ("WHO", "keep a person or a network out for some time"),
    "ban": ("WHO", "keep a person or a network out for good; bots take over a person's seats"),
    "lift": ("SANCTION", "end a sanction"),
    "close": ("TABLE", "close a table"),
    "erase": ("TABLE/NUMBER", "erase a message of a chat"),
    "resolve": ("REPORT", "take a report off the queue"),
}
TIMED = ("mute", "suspend")


def add_to(commands: Any) -> None:
    """Declare the subcommands."""
    from tablee.server.runtime.config import add_flags

    parser = commands.add_parser(
        "admin",
        help="moderate a server: sanctions, reports, the audit log",
        description="Works on the database of a server, which may be running. WHO is the id or"
        " the login of a person, or a range of addresses such as 203.0.113.0/24.",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    find = actions.add_parser("find", help="find people by id, login or name, a table by its id")
    find.add_argument("text", metavar="TEXT", help="what to look for")
    find.set_defaults(run=run_find)
    for name, run, text in (
        ("reports", run_reports, "show what players have reported"),
        ("sanctions", run_sanctions, "show the sanctions in force"),
        ("log", run_log, "show what operators have done"),
    ):
        actions.add_parser(name, help=text).set_defaults(run=run)
    for deed, (metavar, text) in DEEDS.items():
        one = actions.add_parser(deed, help=text)
        one.add_argument("target", metavar=metavar)
        one.add_argument(
            "--reason", default="", help="why; shown to a person who is muted or kept out"
        )
        one.add_argument("--as", dest="operator", metavar="NAME", help="for the log [your user]")
        if deed in TIMED:
            one.add_argument("--for", dest="time", metavar="TIME", help="30m, 12h, 7d or 2w")
        one.set_defaults(run=run_act, deed=deed)
    for one in actions.choices.values():
        add_flags(one, "database")
        one.add_argument(
            "--language", "-l", choices=LANGUAGES, default=argparse.SUPPRESS, help="en or fr"
        )


def operate(given: argparse.Namespace, work: Callable[[Operator], Awaitable[T]]) -> T:
    """Do something on the database as the operator."""
    from tablee.server.ops.operating import operating

    async def main() -> T:
        name = getattr(given, "operator", None) or getpass.getuser()
        async with operating(database_of(given), name) as operator:
            return await work(operator)

    return asyncio.run(main())


def run_act(given: argparse.Namespace) -> int:
    """Do something, and say so."""
    from tablee.server.moderation.targets import read_duration

    time = getattr(given, "time", None)
    seconds = None if time is None else read_duration(time)
    act = operate(given, lambda one: one.act(given.deed, given.target, given.reason, seconds))
    print(say(f"admin.done_{act.deed}", given.language, target=act.target, act=act.id))
    return 0


def run_find(given: argparse.Namespace) -> int:
    """Print what was found."""
    found: Found = operate(given, lambda one: one.find(given.text))
    for person in found.people:
        login = f" ({person.login})" if person.login else ""
        print(f"{person.id}  {person.name}{login}  {when(person.created)}")
        for table in person.tables:
            print(f"    {table}")
        print_acts(person.sanctions, given.language, indent="    ")
    if found.table is not None:
        print_table(found.table)
    elif not found.people:
        print(say("admin.nothing_found", given.language, text=given.text))
    return 0


def print_table(table: FoundTable) -> None:
    """Print a table with its people and everything that was said there."""
    print(f"{table.id}  {table.game}  {table.stage}")
    for name, person in zip(table.names, table.persons, strict=True):
        print(f"    {person or '-':<32}  {name}")
    for message in table.messages:
        print(f"{message.id}  {when(message.at)}  {message.name}: {message.text}")


def run_reports(given: argparse.Namespace) -> int:
    """Print the open reports, the oldest first."""
    reports = operate(given, lambda one: one.reports())
    for found in reports:
        one = found.report
        about = say(f"admin.about_{one.about}", given.language)
        print(f"{one.id}  {when(one.at)}  {about}: {found.name} ({one.person})")
        print(f"    {one.table}/{one.seq}  {found.words}" if one.seq else f"    {one.table}")
        print(f"    {found.reporter} ({one.reporter}): {one.text}")
    print(say("admin.open_reports", given.language, count=len(reports)))
    return 0


def run_sanctions(given: argparse.Namespace) -> int:
    """Print the sanctions in force."""
    print_acts(operate(given, lambda one: one.sanctions()), given.language)
    return 0


def run_log(given: argparse.Namespace) -> int:
    """Print the audit log, the newest line first."""
    print_acts(operate(given, lambda one: one.log()), given.language)
    return 0


def print_acts(acts: list[Act], language: str, indent: str = "") -> None:
    """Print acts, one on a line."""
    for act in acts:
        until = say("admin.until", language, time=when(act.until)) if act.until else ""
        parts = (act.id, when(act.at), act.operator, act.deed, act.target, until, act.reason)
        print(indent + "  ".join(filter(None, parts)))


def when(at: int) -> str:
    """Return a time in milliseconds since 1970 as text.

    >>> when(0)
    '1970-01-01 00:00 UTC'
    """
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
