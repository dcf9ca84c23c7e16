"""How a driver copies a record of a row over another, on any engine."""

from __future__ import annotations

from typing import Any

from ..rule import Slot, driver

COPY: Any = Slot()
"""COPY(rows, to, source) copies one record of a row over another."""


@driver
def copy_plain(rows: Any, to: int, source: int) -> None:
    """Copy a record in plain Python."""
    rows[to] = rows[source].copy()


@driver
def copy_compiled(rows: Any, to: int, source: int) -> None:
    """Copy a record in compiled code."""
    rows[to] = rows[source]
