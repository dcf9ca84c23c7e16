"""PostgreSQL notifications from other processes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablee.server.store.postgres.notifications import Ear


async def nobody() -> None:
    """Return an address without a server."""


@pytest.mark.parametrize(
    ("payload", "heard"),
    [
        ('t 5 other ["ada","bob"]', [("t", 5, ["ada", "bob"])]),
        ("t 5 other []", [("t", 5, [])]),
        ("t 5 other", [("t", 5, ())]),  # from a process of the version before
        ('t 5 me ["ada"]', []),
    ],
)
def test_notifications_of_any_version_are_read(payload: str, heard: list[object]) -> None:
    found: list[tuple[str, int, Sequence[str]]] = []
    ear = Ear(nobody, "me", lambda *told: found.append(told))
    ear.hear(None, 0, "channel", payload)
    assert found == heard
