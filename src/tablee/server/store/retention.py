"""What a store forgets in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from tablee.server.store.contract import Person, Row

Idle = Literal["unfinished", "guests", "accounts"]
"""Which tables: those that were closed before they began, or never finished, where no clock runs
and no player has an account; finished ones of guests and bots; other finished ones. Rated games
are none of these, nor is the one with the last result, whose number must not be given again."""
START = (0, "")
START_OF_CHAT = (0, "", 0)
SPOKE = b'{"what":"spoke"'  # how the bodies of entries with chat begin


class Retention(Protocol):
    """Tables, messages and people that have been left alone for long; no call takes long itself."""

    async def idle_tables(
        self, kind: Idle, before: int, after: tuple[int, str], limit: int
    ) -> list[tuple[int, str]]:
        """Return when tables last changed, and their ids, in this order, from behind `after` on."""

    async def drop_table(self, table: str, before: int) -> bool:
        """Delete a table with all that belongs to it, unless it has changed since `before`."""

    async def old_chat(self, before: int, after: tuple[int, str, int], limit: int) -> list[Row]:
        """Return the entries with chat by time, table and number, from behind `after` on."""

    async def idle_guests(self, before: int, after: tuple[int, str], limit: int) -> list[Person]:
        """Return guests whose devices have not been seen since, by creation and id."""

    async def old_acts(self, before: int, now: int, limit: int) -> list[str]:
        """Return the ids of acts before a time that are not needed any more, in order.

        A sanction in force is needed, and so is an act that lifts or resolves what is still there.
        """

    async def drop_acts(self, ids: Sequence[str]) -> None:
        """Delete lines of the audit log."""

    async def unreferenced(self, limit: int) -> list[str]:
        """Return the ids of deleted people that no table and no result refers to."""

    async def drop_unreferenced(self, persons: Sequence[str]) -> None:
        """Delete such ids; those that are referred to by now stay."""
