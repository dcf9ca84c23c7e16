"""Create files that only their owner can read, completely or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablee.server.store.contract import StoreRefused
from tablee.server.store.errors import refusing

BESIDE = ("", "-journal", "-wal", "-shm")
"""What SQLite makes of the name of a database."""


def private(path: str, flags: int) -> int:
    """Open a file that only its owner can read, as an opener for `open`."""
    return os.open(path, flags, 0o600)


def make(path: Path) -> None:
    """Create an empty file unless it exists."""
    open(path, "ab", opener=private).close()


@contextmanager
def new_file(path: Path, source: Path | None = None) -> Iterator[Path]:
    """Give the path to write a new file to; it gets its final name when it is complete.

    Nothing is ever overwritten, and nothing stays of a file that could not be finished.
    """
    part = path.with_name(f"{path.name}.part")
    with refusing(path, source):
        if path.exists():
            raise StoreRefused("store.file_there", file=path)
        try:
            _remove(part)
            make(part)
            yield part
            os.replace(part, path)
        except BaseException:
            _remove(part)
            raise
        _sync_folder(path.parent)


def _remove(part: Path) -> None:
    for ending in BESIDE:
        part.with_name(part.name + ending).unlink(missing_ok=True)


def _sync_folder(path: Path) -> None:
    """Flush the names in a folder to the disk, where the system can do that."""
    if sys.platform == "win32":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
