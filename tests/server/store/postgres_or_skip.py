"""A PostgreSQL server for a fixture; where there is none its tests are skipped, and say why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.store.postgres_server import NoPostgres, PostgresServer


@contextmanager
def postgres_or_skip() -> Iterator[PostgresServer]:
    """A server that is thrown away at the end."""
    server = PostgresServer()
    try:
        server.__enter__()
    except NoPostgres as reason:
        pytest.skip(str(reason))
    try:
        yield server
    finally:
        server.__exit__(None, None, None)
