"""What a process hears of others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablee.server.store.postgres.notifications import Ear


async def nobody() -> None:
    """Nothing is listened to here."""


@pytest.mark.parametrize(
    ("payload", "heard"),
    [
        ('t 5 other ["ada","bob"]', [("t", 5, ["ada", "bob"])]),
        ("t 5 other []", [("t", 5, [])]),
        ("t 5 other", [("t", 5, ())]),  # from a process that is not renewed yet
        ('t 5 me ["ada"]', []),
    ],
)
def test_hints_are_read_whoever_wrote_them(payload: str, heard: list[object]) -> None:
    found: list[tuple[str, int, Sequence[str]]] = []
    ear = Ear(nobody, "me", lambda *told: found.append(told))
    ear.hear(None, 0, "channel", payload)
    assert found == heard
