"""The requests and answers of operators, over HTTP and on the command line."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tablee.server.moderation.targets import MOST_SECONDS
from tablee.server.store.contract import TableStage
from tablee.server.store.moderation import Act, Deed, Report


class NewAct(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be done: to a person (id or login), a network, a table (id), a message
    (`TABLE/NUMBER`), a sanction or a report (id). Sanctions take a reason, which is shown to the
    person; `suspend` takes seconds, `mute` may.
    """

    deed: Deed
    target: Annotated[str, Meta(min_length=1, max_length=100)]
    reason: Annotated[str, Meta(max_length=300)] = ""
    seconds: Annotated[int, Meta(ge=1, le=MOST_SECONDS)] | None = None


class FoundPerson(Struct, frozen=True):
    """An account, with the sanctions on it, its latest tables, and where it was last seen.

    Only the process that was asked knows the address, and only for as long as it runs.
    """

    id: str
    name: str
    login: str | None
    created: int
    sanctions: list[Act]
    tables: list[str]
    address: str | None = None


class Message(Struct, frozen=True):
    """A chat message; `id` is what `erase` takes."""

    id: str
    at: int
    person: str
    name: str
    text: str


class FoundTable(Struct, frozen=True):
    """A table with everything that was said there."""

    id: str
    game: str
    stage: TableStage
    names: list[str]
    persons: list[str | None]
    messages: list[Message]


class Found(Struct, frozen=True):
    """What was found: people, and the table with this id."""

    people: list[FoundPerson]
    table: FoundTable | None


class Reported(Struct, frozen=True):
    """An open report, with the names of both people and the words of the message as they are now.

    They are empty if they were erased, or if it is about the person.
    """

    report: Report
    name: str
    reporter: str
    words: str
