"""Records as rows of both databases."""

from __future__ import annotations

from typing import Any

import msgspec

Values = tuple[Any, ...]


def columns(kind: type[msgspec.Struct]) -> str:
    """Return the names of the columns that hold a record."""
    fields = [field.encode_name for field in msgspec.structs.fields(kind)]
    return ", ".join("table_id" if name == "table" else name for name in fields)


def values(record: msgspec.Struct) -> Values:
    """Return a record as the values of its columns; tuples become JSON."""
    return tuple(
        msgspec.json.encode(value).decode() if isinstance(value, tuple) else value
        for value in msgspec.structs.astuple(record)
    )


def insert(table: str, names: str, *, new: bool = False) -> str:
    """Return the statement that inserts given values, or those of a trigger's new row."""
    marks = [f"NEW.{name}" if new else "?" for name in names.split(", ")]
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join(marks)})"
