"""Append many entries in one statement, which notifies the other processes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from tablee.server.store.contract import Gap, Head, Repeated, Result, Row, Taken
from tablee.server.store.postgres.notifications import CHANNEL
from tablee.server.store.sql.records import values
from tablee.server.store.sql.statements import (
    HEAD,
    NEXT_NUMBER,
    PERSONS,
    PUT_RESULT,
    ROW,
    STAND,
    Statement,
    play_statements,
    sit_statements,
)

Given = tuple[Row, Head, Result | None]
LOCK_RESULTS = 7_461_627  # an advisory lock of our own

_heads = HEAD.split(", ")
_columns = [*ROW.split(", "), *_heads[2:]]
_types = "text bigint bigint text bytea text text bool bigint bigint bigint bool text text bytea"
_given = ", ".join(f"${n}::{kind}[]" for n, kind in enumerate(_types.split(), 1))

APPEND = f"""
WITH given AS (
    SELECT * FROM unnest({_given}) AS given ({", ".join(_columns)})
), entry AS (
    INSERT INTO entries ({ROW})
    SELECT {ROW} FROM given
    WHERE seq = 1 OR EXISTS (
        SELECT 1 FROM entries old WHERE old.table_id = given.table_id AND old.seq = given.seq - 1)
    ORDER BY table_id
    ON CONFLICT DO NOTHING
    RETURNING table_id, seq
), head AS (
    INSERT INTO heads ({HEAD})
    SELECT {HEAD} FROM given JOIN entry USING (table_id, seq) ORDER BY table_id
    ON CONFLICT (table_id) DO UPDATE SET
        {", ".join(f"{name} = excluded.{name}" for name in _heads[1:])}
)
SELECT entry.table_id, before.persons,
    pg_notify('{CHANNEL}', concat_ws(' ',
        entry.table_id, entry.seq, ${len(_columns) + 1}::text, given.persons))
FROM entry JOIN given USING (table_id, seq) LEFT JOIN heads before USING (table_id)
"""
"""Many entries at once, of as many tables; answers who got through, and who sat there before."""


@cache
def numbered(statement: str) -> str:
    """Number the parameters: PostgreSQL wants `$1`, `$2`, … where SQLite takes `?`."""
    first, *others = statement.split("?")
    return first + "".join(f"${n}{other}" for n, other in enumerate(others, 1))


async def append(connection: Any, batch: Sequence[Given], name: str) -> list[Exception | None]:
    """Write entries of different tables; what was in the way of each."""
    columns = zip(*((*values(row), *values(head)[2:]) for row, head, _ in batch), strict=True)
    written = await connection.fetch(APPEND, *columns, name)
    sat = {table: persons for table, persons, _ in written}
    for row, head, result in batch:
        if row.table not in sat:
            continue
        if sat[row.table] != values(head)[PERSONS]:
            await _carry_out(connection, [(STAND, (head.table,)), *sit_statements(head)])
        if result is not None:
            await _put_result(connection, result)
    return [None if row.table in sat else await _why_not(connection, row) for row, _, _ in batch]


async def _put_result(connection: Any, result: Result) -> None:
    """Number results one after the other, so that none appears after a higher one."""
    await connection.execute(f"SELECT pg_advisory_xact_lock({LOCK_RESULTS})")
    last = replace(result, number=await connection.fetchval(NEXT_NUMBER))
    if await connection.fetch(numbered(PUT_RESULT), *values(last)):
        await _carry_out(connection, list(play_statements(last)))


async def _why_not(connection: Any, row: Row) -> Exception:
    found = await connection.fetchrow(
        "SELECT table_id, seq FROM entries WHERE command = $1", row.command
    )
    if found is not None:
        return Repeated(*found)
    there = await connection.fetchval(
        "SELECT 1 FROM entries WHERE table_id = $1 AND seq = $2", row.table, row.seq
    )
    return Gap(row.table, row.seq) if there is None else Taken(row.table, row.seq)


async def _carry_out(connection: Any, statements: Sequence[Statement]) -> None:
    for statement, given in statements:
        await connection.execute(numbered(statement), *given)
