"""A file belongs to one process at a time."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import IO, ClassVar

from tablee.server.store.contract import StoreRefused
from tablee.server.store.errors import refusing
from tablee.server.store.files import private

HELD = (errno.EACCES, errno.EAGAIN)
"""What a system says of a lock that another process has."""


def try_lock(file: IO[bytes]) -> None:
    """Lock an open file at once, or raise OSError."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # its first byte, which need not exist
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Held while a process has the file; the system lets go of it when the process dies.

    It is the kind of lock that processes forked from this one do not inherit: a worker that
    outlives the server is no obstacle. That kind does not keep this very process out either,
    hence the set of files.
    """

    _held: ClassVar[set[Path]] = set()

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        if self.path in self._held:
            raise StoreRefused("store.in_use", file=self.path)
        with refusing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside = self.path.with_name(f"{self.path.name}.lock")
            file = open(beside, "ab", opener=private)  # noqa: SIM115
        try:
            try_lock(file)
        except OSError as error:
            file.close()
            key = "store.in_use" if error.errno in HELD else "store.no_locks"
            raise StoreRefused(key, file=self.path, problem=error.strerror) from error
        self._file = file
        self._held.add(self.path)

    def release(self) -> None:
        if self._file is not None:
            self._held.discard(self.path)
            self._file.close()
            self._file = None
