"""Writing entries into SQLite: one with all that comes with it, or many tables' in one go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from tablee.server.store.contract import Gap, Head, Repeated, Result, Row, Taken
from tablee.server.store.sql import (
    HEAD,
    NEXT_NUMBER,
    PERSONS,
    PUT_HEAD,
    PUT_RESULT,
    ROW,
    STAND,
    Step,
    play_steps,
    sit_steps,
    values,
)
from tablee.server.store.writer import Apart, Connection

APPEND = (
    f"INSERT INTO entries ({ROW}) SELECT ?, ?, ?, ?, ?"
    " WHERE ? = 0 OR EXISTS (SELECT 1 FROM entries WHERE table_id = ? AND seq = ?)"
    " ON CONFLICT DO NOTHING RETURNING seq"
)
COLUMNS = HEAD.count(",") + 1


@dataclass(frozen=True)
class Append:
    """An entry that waits to be written."""

    row: Row
    head: Head
    result: Result | None = None

    @property
    def about(self) -> str:
        """Of which table it is."""
        return self.row.table

    def __call__(self, connection: Connection, /) -> None:
        """Alone."""
        append(connection, self.row, self.head, self.result)

    def together(self, connection: Connection, jobs: Sequence[Append], /) -> None:
        """With entries of other tables; `Apart` if one of them cannot be written."""
        count = len(jobs)
        rows = [each for job in jobs for each in values(job.row)]
        connection.execute(_append_all(count), rows)
        if connection.execute("SELECT changes()").fetchall() != [(count,)]:
            raise Apart
        heads = [values(job.head) for job in jobs]
        seats = [part for head in heads for part in (head[0], head[PERSONS])]
        same = connection.execute(_same_persons(count), seats).fetchall()
        connection.execute(_put_heads(count), [each for head in heads for each in head])
        for job in jobs if same != [(count,)] else ():
            carry_out(connection, [(STAND, (job.about,)), *sit_steps(job.head)])
        for job in jobs:
            if job.result is not None:
                _put_result(connection, job.result)


def _marks(rows: int, columns: int) -> str:
    return ", ".join([f"({', '.join('?' * columns)})"] * rows)


@cache
def _append_all(count: int) -> str:
    return (
        f"INSERT INTO entries ({ROW}) SELECT * FROM (VALUES {_marks(count, 5)}) WHERE column2 = 1"
        " OR EXISTS (SELECT 1 FROM entries WHERE table_id = column1 AND seq = column2 - 1)"
        " ON CONFLICT DO NOTHING"
    )


@cache
def _same_persons(count: int) -> str:
    return (
        f"WITH new (id, who) AS (VALUES {_marks(count, 2)}) SELECT count(*) FROM new"
        " JOIN heads ON table_id = id AND persons = who"
    )


@cache
def _put_heads(count: int) -> str:
    return PUT_HEAD.replace(_marks(1, COLUMNS), _marks(count, COLUMNS))


def append(connection: Connection, row: Row, head: Head, result: Result | None) -> None:
    """Write an entry with all that comes with it, or nothing and say why."""
    before = row.seq - 1
    written = connection.execute(APPEND, (*values(row), before, row.table, before)).fetchall()
    if not written:
        raise _why_not(connection, row)
    new = values(head)
    persons = connection.execute(
        "SELECT persons = ? FROM heads WHERE table_id = ?", (new[PERSONS], head.table)
    ).fetchall()
    connection.execute(PUT_HEAD, new)
    if persons != [(1,)]:
        carry_out(connection, [(STAND, (head.table,)), *sit_steps(head)])
    if result is not None:
        _put_result(connection, result)


def _put_result(connection: Connection, result: Result) -> None:
    number = connection.execute(NEXT_NUMBER).fetchall()[0][0]
    numbered = replace(result, number=number)
    if connection.execute(PUT_RESULT, values(numbered)).fetchall():
        carry_out(connection, play_steps(numbered))


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


def carry_out(connection: Connection, steps: Iterator[Step] | list[Step]) -> None:
    """Statements one after the other."""
    for statement, given in steps:
        connection.execute(statement, given)
