"""Append the waiting entries to a SQLite file in one statement, with their heads and results.

Each statement releases the GIL, and then has to wait for the thread that has taken it. So entries
are inserted into a view together with their heads, and its trigger distributes them to the tables.
If one entry can't be written, none of that statement is: then each is tried by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat

from msgspec.structs import replace

from tablee.server.store.contract import Gap, Head, Repeated, Result, Row, Taken
from tablee.server.store.sql.records import insert, values
from tablee.server.store.sql.statements import (
    HEAD,
    NEXT_NUMBER,
    PUT_RESULT,
    ROW,
    STAND,
    Statement,
    play_statements,
)
from tablee.server.store.sqlite.writer import Connection, Job

OF_BOTH = 2  # columns, table and seq, that an entry and its head have in common
WRITTEN = ", ".join([ROW, *HEAD.split(", ")[OF_BOTH:]])
WIDTH = WRITTEN.count(",") + 1
PUT_HEAD = (
    insert("heads", HEAD, new=True)
    + " ON CONFLICT (table_id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in HEAD.split(", ")[1:])
)
MOVED = "NEW.persons IS NOT (SELECT persons FROM heads WHERE table_id = NEW.table_id)"
"""The persons of a table have changed."""

WRITING = (
    f"CREATE TEMP VIEW writing AS SELECT {WRITTEN} FROM entries JOIN heads USING (table_id, seq)",
    f"""
    CREATE TEMP TRIGGER write INSTEAD OF INSERT ON writing WHEN NEW.seq IS NOT NULL BEGIN
        {insert("entries", ROW, new=True)};
        SELECT RAISE(ABORT, 'a gap') WHERE NEW.seq > 1 AND NOT EXISTS (
            SELECT 1 FROM entries WHERE table_id = NEW.table_id AND seq = NEW.seq - 1
        );
        {STAND.replace("?", "NEW.table_id")} AND {MOVED};
        INSERT INTO sitting (person, table_id)
            SELECT DISTINCT value, NEW.table_id FROM json_each(NEW.persons) WHERE {MOVED};
        {PUT_HEAD};
    END""",
)
"""What the connection that writes needs."""

EVENLY = 16
"""So many more entries, or fewer, make a different statement."""


@dataclass(frozen=True)
class Append:
    """An entry that is to be written, with all that comes with it; nothing, if it is refused."""

    row: Row
    head: Head
    result: Result | None = None

    def __call__(self, connection: Connection) -> None:
        why_not = _why_not(connection, self.row)
        if why_not is not None:
            raise why_not
        _write(connection, [self])
        if self.result is not None:
            number = connection.execute(NEXT_NUMBER).fetchall()[0][0]
            numbered = replace(self.result, number=number)
            if connection.execute(PUT_RESULT, values(numbered)).fetchall():
                carry_out(connection, play_statements(numbered))


def append_together(connection: Connection, jobs: Sequence[Job]) -> set[int]:
    """Write what can be written in one go; return the indexes of those jobs."""
    found: dict[str, tuple[int, Append]] = {}
    for place, job in enumerate(jobs):
        if isinstance(job, Append) and job.result is None:
            found.setdefault(job.row.table, (place, job))
    if found:
        _write(connection, [job for _, job in found.values()])
    return {place for place, _ in found.values()}


def _write(connection: Connection, appends: Sequence[Append]) -> None:
    """Write all of them in one statement, or none."""
    rows = [(*values(one.row), *values(one.head)[OF_BOTH:]) for one in appends]
    count = -(-len(rows) // EVENLY) * EVENLY  # the statement is known already, more often than not
    nothing = repeat(None, (count - len(rows)) * WIDTH)
    connection.execute(_statement(count), [*chain.from_iterable(rows), *nothing])


@cache
def _statement(count: int) -> str:
    """Return the statement that writes a number of rows."""
    row = f"({', '.join('?' * WIDTH)})"
    return f"INSERT INTO writing VALUES {', '.join([row] * count)}"


def _why_not(connection: Connection, row: Row) -> Exception | None:
    """Return why an entry is not written, if it is not."""
    found = connection.execute(
        "SELECT table_id, seq FROM entries WHERE command = ?", (row.command,)
    ).fetchall()
    if found:
        return Repeated(*found[0])
    last = connection.execute(
        "SELECT coalesce(max(seq), 0) FROM entries WHERE table_id = ?", (row.table,)
    ).fetchall()[0][0]
    if row.seq <= last:
        return Taken(row.table, row.seq)
    return Gap(row.table, row.seq) if row.seq > last + 1 else None


def carry_out(connection: Connection, statements: Iterable[Statement]) -> None:
    """Execute the statements in order."""
    for statement, given in statements:
        connection.execute(statement, given)
