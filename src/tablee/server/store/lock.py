"""A file belongs to one process at a time."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO, ClassVar

from tablee.server.store.contract import StoreRefused


class Lock:
    """Held while a process has the file; the system lets go of it when the process dies.

    It is the kind of lock that processes forked from this one do not inherit: a worker that
    outlives the server keeps nobody out. That kind does not keep this very process out either,
    hence the set of files.
    """

    _held: ClassVar[set[Path]] = set()

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        if self.path in self._held:
            raise StoreRefused("store.in_use", file=self.path)
        file = self.path.with_name(self.path.name + ".lock").open("ab")
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            raise StoreRefused("store.in_use", file=self.path) from error
        self._file = file
        self._held.add(self.path)

    def release(self) -> None:
        if self._file is not None:
            self._held.discard(self.path)
            self._file.close()
            self._file = None
