"""Turn errors of files and of SQLite into refusals that say what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablee.server.store.contract import StoreAway, StoreDown, StoreRefused

OF_WHAT_IS_READ = {
    "SQLITE_NOTADB": "store.foreign_file",
    "SQLITE_CORRUPT": "store.damaged",
    "SQLITE_BUSY": "store.locked",
    "SQLITE_LOCKED": "store.locked",
}
AN_ERROR_OF_OURS = ("", "SQLITE_ERROR", "SQLITE_CONSTRAINT", "SQLITE_MISUSE", "SQLITE_RANGE")
"""Errors that no operator of a server can do anything about."""


@contextmanager
def refusing(file: Path, source: Path | None = None) -> Iterator[None]:
    """Turn errors with a file, or with the file it is made from, into refusals."""
    with refusing_store(file, source):
        try:
            yield
        except OSError as error:
            key = "store.disk_full" if error.errno == errno.ENOSPC else "store.unusable"
            raise StoreRefused(key, file=file, problem=error.strerror or str(error)) from error


@contextmanager
def refusing_store(file: Path | str, source: Path | None = None) -> Iterator[None]:
    """Turn errors of SQLite, or of a store that is gone, into refusals."""
    try:
        yield
    except (sqlite3.Error, StoreDown) as error:
        refusal = refusal_of(error, file, source or file)
        if refusal is None:
            raise
        raise refusal from error


def refusal_of(
    error: sqlite3.Error | StoreDown, file: Path | str, source: Path | str
) -> StoreRefused | None:
    """Return what to say of an error of the store; None if it is one of the program."""
    cause = error.__cause__ if isinstance(error, StoreDown) else error
    name = "_".join(getattr(cause, "sqlite_errorname", "").split("_")[:2])
    if name in AN_ERROR_OF_OURS:
        return away(error) if isinstance(error, StoreDown) else None
    if name in OF_WHAT_IS_READ:
        return StoreRefused(OF_WHAT_IS_READ[name], file=source)
    key = "store.disk_full" if name == "SQLITE_FULL" else "store.unusable"
    return StoreRefused(key, file=file, problem=str(cause))


def first(error: BaseException) -> BaseException:
    """Return what went wrong first: what comes after it is that it could not be taken back."""
    while error.__context__ is not None:
        error = error.__context__
    return error


def away(error: Exception) -> StoreAway:
    """Return what to say of a database that cannot be reached."""
    return StoreAway("store.unreachable", why=str(error) or type(error).__name__)
