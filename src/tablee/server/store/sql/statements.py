"""Statements that both databases understand, and the records that their rows stand for.

Statements have `?` where a value goes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from tablee.server.store.contract import (
    Alive,
    DumpRecord,
    Head,
    Passkey,
    Person,
    Result,
    Row,
    Token,
)
from tablee.server.store.moderation import Act, Report
from tablee.server.store.sql.devices import TOKEN
from tablee.server.store.sql.moderation import ACT, REPORT
from tablee.server.store.sql.records import Values, columns, insert, values

Statement = tuple[str, Values]

EVERY = 2**62
"""A limit that limits nothing."""

AT_ONCE = 1_000
"""So many records of a dump are read or loaded in one go."""

MANY = 100
"""So many keys are looked up at once."""
MARKS = ", ".join("?" * MANY)
T = TypeVar("T")


ROW, HEAD, RESULT = columns(Row), columns(Head), columns(Result)
PERSON, PASSKEY = columns(Person), columns(Passkey)
ALIVE = columns(Alive)
PERSONS = HEAD.split(", ").index("persons")
"""Where they stand among the values of a head."""
HOST = "substr(persons, 1, 34)"
"""The first of them, as JSON: `["` and an id."""


def to_head(found: Values) -> Head:
    table, seq, game, stage, public, created, changed, deadline, bot, persons, act, summary = found
    return Head(
        table, seq, game, stage, bool(public), created, changed, deadline, bool(bot),
        tuple(msgspec.json.decode(persons)), act, summary,
    )  # fmt: skip


def to_result(found: Values) -> Result:
    table, game, at, rated, persons, ranks, scores, number, offline = found
    who, places, points = (tuple(msgspec.json.decode(each)) for each in (persons, ranks, scores))
    return Result(table, game, at, bool(rated), who, places, points, number, bool(offline))


async def in_chunks(records: AsyncIterator[DumpRecord]) -> AsyncIterator[list[DumpRecord]]:
    """Yield records by the thousand, for loading."""
    chunk = []
    async for record in records:
        chunk.append(record)
        if len(chunk) == AT_ONCE:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


DUMPED: tuple[tuple[str, str, Callable[[Values], DumpRecord]], ...] = (
    ("persons", f"SELECT {PERSON} FROM persons ORDER BY id", lambda found: Person(*found)),
    ("tokens", f"SELECT {TOKEN} FROM tokens ORDER BY hash", lambda found: Token(*found)),
    ("passkeys", f"SELECT {PASSKEY} FROM passkeys ORDER BY credential", lambda one: Passkey(*one)),
    ("heads", f"SELECT {HEAD} FROM heads ORDER BY table_id", to_head),
    ("entries", f"SELECT {ROW} FROM entries ORDER BY table_id, seq", lambda found: Row(*found)),
    ("results", f"SELECT {RESULT} FROM results ORDER BY number", to_result),
    ("alive", f"SELECT {ALIVE} FROM alive ORDER BY process", lambda found: Alive(*found)),
    ("acts", f"SELECT {ACT} FROM acts ORDER BY id", lambda found: Act(*found)),
    ("reports", f"SELECT {REPORT} FROM reports ORDER BY id", lambda found: Report(*found)),
)
"""How the table of each kind of record is read, in the order of a dump."""

NOT_EMPTY = " UNION ALL ".join(
    f"SELECT 1 WHERE EXISTS (SELECT 1 FROM {table})"
    for table in ("persons", "heads", "entries", "results", "alive", "acts", "reports")
)

LOADED: dict[type[msgspec.Struct], str] = {
    Person: insert("persons", PERSON),
    Token: insert("tokens", TOKEN),
    Passkey: insert("passkeys", PASSKEY),
    Head: insert("heads", HEAD),
    Row: insert("entries", ROW),
    Result: insert("results", RESULT),
    Alive: insert("alive", ALIVE),
    Act: insert("acts", ACT),
    Report: insert("reports", REPORT),
}
NEXT_NUMBER = "SELECT coalesce(max(number), 0) + 1 FROM results"
PUT_RESULT = insert("results", RESULT) + " ON CONFLICT (table_id) DO NOTHING RETURNING number"
SIT = insert("sitting", "person, table_id")
STAND = "DELETE FROM sitting WHERE table_id = ?"
PLAY = insert("played", "person, number")
LOOK = (
    "INSERT INTO looking (table_id, process, person) VALUES "
    + ", ".join(["(?, ?, ?)"] * MANY)
    + " ON CONFLICT DO NOTHING"
)
LOOK_AWAY = f"DELETE FROM looking WHERE process = ? AND table_id IN ({MARKS})"
SET_BACK = "DELETE FROM alive WHERE at > ?"
LOOK_NO_MORE = "DELETE FROM looking WHERE process NOT IN (SELECT process FROM alive WHERE at >= ?)"


def portions(keys: Sequence[T]) -> Iterator[list[T]]:
    """Yield keys in chunks of one size, the last filled up, so that the statement is known."""
    for start in range(0, len(keys), MANY):
        some = list(keys[start : start + MANY])
        yield some + some[-1:] * (MANY - len(some))


def load_statements(record: DumpRecord) -> Iterator[Statement]:
    """Yield what it takes to put a record of a dump into an empty database."""
    yield LOADED[type(record)], values(record)
    if isinstance(record, Head):
        yield from sit_statements(record)
    if isinstance(record, Result):
        yield from play_statements(record)


def sit_statements(head: Head) -> Iterator[Statement]:
    """Yield what lists a table under its persons, in `sitting`."""
    for person in dict.fromkeys(head.persons):
        yield SIT, (person, head.table)


def play_statements(result: Result) -> Iterator[Statement]:
    """Yield what lists a result under its persons, in `played`."""
    for person in dict.fromkeys(result.persons):
        if person is not None:
            yield PLAY, (person, result.number)
