"""How entries get into a SQLite file: one by one, or all that wait in a few statements.

Each statement lets go of the interpreter and has to wait for it again; a statement for many entries
does so once. It is tried first, and taken back as soon as one of the entries would be refused: then
each is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from msgspec.structs import replace

from tablee.server.store.contract import Gap, Head, Repeated, Result, Row, Taken
from tablee.server.store.sql import (
    NEXT_NUMBER,
    PERSONS,
    PUT_HEAD,
    PUT_RESULT,
    ROW,
    STAND,
    Step,
    Values,
    play_steps,
    sit_steps,
    values,
)
from tablee.server.store.writer import Connection, Cursor, Job

APPEND = (
    f"INSERT INTO entries ({ROW}) SELECT * FROM (VALUES (?, ?, ?, ?, ?))"
    " WHERE column2 = 1"
    " OR EXISTS (SELECT 1 FROM entries WHERE table_id = column1 AND seq = column2 - 1)"
    " ON CONFLICT DO NOTHING"
)
MOVED = (
    "SELECT column1 FROM (VALUES (?, ?)) LEFT JOIN heads ON table_id = column1"
    " WHERE persons IS NOT column2"
)
"""The tables where somebody else sits than before."""


@dataclass(frozen=True)
class Append:
    """An entry that is to be written, with all that comes with it; nothing, if it is refused."""

    row: Row
    head: Head
    result: Result | None = None

    def __call__(self, connection: Connection) -> None:
        row, head = self.row, self.head
        if not connection.execute(APPEND + " RETURNING seq", values(row)).fetchall():
            raise _why_not(connection, row)
        _put_heads(connection, [head])
        if self.result is not None:
            number = connection.execute(NEXT_NUMBER).fetchall()[0][0]
            numbered = replace(self.result, number=number)
            if connection.execute(PUT_RESULT, values(numbered)).fetchall():
                carry_out(connection, play_steps(numbered))


def append_together(connection: Connection, jobs: Sequence[Job]) -> set[int]:
    """Write what can be written in one go; the places of those jobs."""
    found: dict[str, tuple[int, Append]] = {}
    for place, job in enumerate(jobs):
        if isinstance(job, Append) and job.result is None:
            found.setdefault(job.row.table, (place, job))
    if len(found) < 2:
        return set()
    before = _changes(connection)
    connection.execute("SAVEPOINT together")
    _execute(connection, APPEND, [values(job.row) for _, job in found.values()])
    whole = _changes(connection) == before + len(found)
    if whole:
        _put_heads(connection, [job.head for _, job in found.values()])
    else:
        connection.execute("ROLLBACK TO together")
    connection.execute("RELEASE together")
    return {place for place, _ in found.values()} if whole else set()


def _put_heads(connection: Connection, heads: Sequence[Head]) -> None:
    by_table = {head.table: head for head in heads}
    rows = [values(head) for head in heads]
    moved = _execute(connection, MOVED, [(row[0], row[PERSONS]) for row in rows]).fetchall()
    _execute(connection, PUT_HEAD, rows)
    for (table,) in moved:
        carry_out(connection, [(STAND, (table,)), *sit_steps(by_table[table])])


def _execute(connection: Connection, statement: str, rows: Sequence[Values]) -> Cursor:
    """One statement for all rows."""
    return connection.execute(for_rows(statement, len(rows)), [*chain.from_iterable(rows)])


def _changes(connection: Connection) -> int:
    return int(connection.execute("SELECT total_changes()").fetchall()[0][0])


def _why_not(connection: Connection, row: Row) -> Exception:
    found = connection.execute(
        "SELECT table_id, seq FROM entries WHERE command = ?", (row.command,)
    ).fetchall()
    if found:
        return Repeated(*found[0])
    there = connection.execute(
        "SELECT 1 FROM entries WHERE table_id = ? AND seq = ?", (row.table, row.seq)
    ).fetchall()
    return Taken(row.table, row.seq) if there else Gap(row.table, row.seq)


def carry_out(connection: Connection, steps: Iterator[Step] | Sequence[Step]) -> None:
    """Do one step after the other."""
    for statement, given in steps:
        connection.execute(statement, given)


@cache
def for_rows(statement: str, count: int) -> str:
    """A statement with VALUES for one row, for so many of them.

    >>> for_rows("INSERT INTO t VALUES (?, ?) ON CONFLICT DO NOTHING", 2)
    'INSERT INTO t VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING'
    """
    head, word, rest = statement.partition("VALUES ")
    row, end, tail = rest.partition(")")
    return f"{head}{word}{', '.join([row + end] * count)}{tail}"
