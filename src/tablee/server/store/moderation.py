"""What a store keeps for the operator: the audit log of their acts, and reports of players."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from tablee.server.store.contract import Person

SANCTIONS = ("mute", "suspend", "ban")
Deed = Literal["mute", "suspend", "ban", "lift", "close", "erase", "resolve"]
About = Literal["insult", "spam", "cheating", "name", "other"]


LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


class Act(Struct, frozen=True, tag_field="is", tag="act"):
    """A line of the audit log: what an operator did, to whom or what, and why."""

    id: str  # 16 hexadecimal digits
    at: int
    operator: str
    deed: Deed
    target: str  # a person, a network, a table, `TABLE/SEQ`, a sanction or a report
    reason: str
    until: int | None = None  # when a sanction ends by itself


class Report(Struct, frozen=True, tag_field="is", tag="report"):
    """A message, or the conduct of a person at a table, that a player has reported."""

    id: str  # 16 hexadecimal digits; the same for the same reporter, message or person
    at: int
    reporter: str
    person: str  # the reported person
    table: str
    seq: int  # of the message; 0 for the person
    about: About
    text: str


class Moderation(Protocol):
    """The audit log, the sanctions that follow from it, and the queue of reports."""

    async def record_act(self, act: Act) -> None:
        """Add a line to the audit log; a known id keeps its line."""

    async def acts(self, limit: int) -> list[Act]:
        """Return the latest lines of the audit log, the newest first."""

    async def sanctions(self, now: int) -> list[Act]:
        """Return the mutes, suspensions and bans in force: not ended and not lifted."""

    async def add_report(self, report: Report) -> bool:
        """Queue a report; return False if its id is known."""

    async def open_reports(self, limit: int) -> list[Report]:
        """Return the reports that no act has resolved, the oldest first."""

    async def reports_by(self, reporter: str) -> list[Report]:
        """Return the reports of a person, the oldest first."""

    async def drop_reports(self, before: int) -> None:
        """Delete the reports made before a time."""

    async def find_people(self, text: str, limit: int) -> list[Person]:
        """Return people by their id, their login or a part of their name, the newest first.

        Names are compared without regard to the case of A to Z.
        """
