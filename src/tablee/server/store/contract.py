"""The contract of a store, kept by SQLite, PostgreSQL and memory, and checked by one test suite.

The log is the truth. A table is its entries 1, 2, 3, … and nothing else; a `Head` is what lists,
deadlines and bots need to know of a table without reading its log, and is written together with
the entry that made it so. `(table, seq)` is unique, so of all processes that want to write entry 8
exactly one does, and a table belongs to no process. A command is unique in the whole store, which
makes retries harmless: it is the idempotency key.

    StoreRefused             a Refusal for the operator of the server
    └── StoreAway            the database cannot be reached now
    Taken                    another process has written that entry: read it and decide again
    Repeated                 that command was written already, as that entry
    Gap                      the entry before it is missing: a bug
    LoginTaken               another account has that login
    StoreDown                the store cannot be reached; the request may have been carried out

A caller that retries after `StoreDown`, or after being cancelled, sends the same command again and
gets `Repeated` if it was written.

Identifiers are 32 hexadecimal digits, times milliseconds since 1970. Commands are any text of up
to 200 characters; a client's command id should follow the id of the person, so that people can't
use up each other's.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from tablee.refusals import TRY_AGAIN, Refusal
from tablee.server.store.moderation import Act, Moderation, Report
from tablee.server.store.retention import Retention

TableStage = Literal["lobby", "playing", "over", "closed"]
AHEAD_MS = 10_000
"""How far the clocks of running processes may differ."""
Listener = Callable[[str, int, Sequence[str]], None]
"""Called with a table, the number of its last entry, and its persons."""
MOST_NOTICES = 4_000
"""Characters of notices that are kept for a device, at most."""
EVERY_TABLE = ""
"""A notification for it means that others may have been lost: check every table."""


class Row(Struct, frozen=True, tag_field="is", tag="entry"):
    """One entry of a table's log."""

    table: str
    seq: int  # 1, 2, 3, …
    at: int
    command: str
    body: bytes


class Head(Struct, frozen=True, tag_field="is", tag="head"):
    """A table as it is after entry `seq`."""

    table: str
    seq: int
    game: str
    stage: TableStage
    public: bool  # listed until the game starts
    created: int
    changed: int
    deadline: int | None = None  # when a clock expires or a retention period ends
    bot_due: bool = False
    persons: tuple[str, ...] = ()  # all who hold or own a seat, the host first
    to_act: str | None = None  # the person to act
    summary: bytes = b"{}"  # JSON for lists


class Result(Struct, frozen=True, tag_field="is", tag="result"):
    """How a match ended; a seat without a person is a bot's, or was left."""

    table: str
    game: str
    at: int
    rated: bool
    persons: tuple[str | None, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    number: int = 0  # 1, 2, 3, … in the order of the store, which gives it
    offline: bool = False  # as its player says who handed it over


class Person(Struct, frozen=True, tag_field="is", tag="person"):
    """An account, as the server alone knows it; a guest has no login and no password."""

    id: str
    name: str
    avatar: str
    created: int
    login: str | None = None  # unique; case-folded, so that Ana and ana are one
    password_hash: str | None = None
    deleted: int | None = None


class Token(Struct, frozen=True, tag_field="is", tag="token"):
    """A device that is signed in; only the hash of its token is stored."""

    hash: bytes
    person: str
    created: int
    last_used: int
    label: str = ""


class Passkey(Struct, frozen=True, tag_field="is", tag="passkey"):
    """A WebAuthn credential."""

    credential: bytes
    person: str
    public_key: bytes
    sign_count: int
    name: str
    created: int


class Alive(Struct, frozen=True, tag_field="is", tag="alive"):
    """The last heartbeat of a process."""

    process: str
    at: int


DumpRecord = Person | Token | Passkey | Head | Row | Result | Alive | Act | Report
"""Every kind of record; a dump has them in this order, one JSON object a line."""


class StoreRefused(Refusal):
    """The store can't be used: another process has it, or it is newer than the program."""


class StoreAway(StoreRefused):
    """The database can't be reached now; a retry may succeed."""

    exit_status = TRY_AGAIN


class Taken(Exception):
    """Another command was written as that entry."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(table, seq)
        self.table = table
        self.seq = seq


class Repeated(Exception):
    """That command was written already, as entry `seq` of `table`."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(table, seq)
        self.table = table
        self.seq = seq


class Gap(Exception):
    """The entry before is missing."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(table, seq)
        self.table = table
        self.seq = seq


class LoginTaken(Exception):
    """Another account has that login."""


class StoreDown(Exception):
    """The store can't be reached; the request may have been carried out."""


def check_append(row: Row, head: Head, result: Result | None) -> None:
    """Raise ValueError unless an entry, its head and its result belong to the same table."""
    if (row.table, row.seq) != (head.table, head.seq) or row.seq < 1:
        raise ValueError(f"entry {row.seq} of {row.table} with head {head.seq} of {head.table}")
    if result is not None and result.table != row.table:
        raise ValueError(f"entry of {row.table} with the result of {result.table}")


class Log(Protocol):
    """Tables and their entries."""

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        """Write an entry, the head it makes and the result it brings, all or nothing.

        Durable when it returns. `Repeated` takes precedence over `Taken`. Concurrent callers share
        one commit. After a cancellation the outcome is unknown. A table keeps its first result.
        """

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        """Return the entries of a table after a seq, in order."""

    async def last_command(self, command: str) -> tuple[str, int] | None:
        """Return the table and the seq of a command that was done."""

    async def written_by(self, author: str, opening: bytes) -> list[Row]:
        """Return the entries of commands `author/…` whose body starts with `opening`."""

    async def rewrite(self, rows: Sequence[Row]) -> None:
        """Replace the bodies of entries, all or nothing; used only to erase personal data."""

    async def head(self, table: str) -> Head | None:
        """Return a table as it is now, or None if it was never made."""

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the last entry of each table; a slow poll makes up for lost notifications."""

    async def open_tables(self, since: int, each: int, limit: int) -> list[Head]:
        """Return public tables in the lobby that have changed since, the newest first.

        Only `each` of one host, so that no host can fill the list alone.
        """

    async def tables_of(self, person: str, stages: Sequence[TableStage], limit: int) -> list[Head]:
        """Return the tables of a person, the last changed first."""

    async def played_since(self, since: int, limit: int) -> list[Head]:
        """Return running games with an event since then, the latest first."""

    async def due(self, now: int, limit: int) -> list[Head]:
        """Return the tables whose deadline has passed, the earliest first."""

    async def bots_due(self, limit: int) -> list[Head]:
        """Return the tables where a bot is to act, the longest waiting first."""

    async def results(self, game: str, after: int = 0, limit: int | None = None) -> list[Result]:
        """Return the results of a game numbered above `after`, in order; none is inserted later."""

    async def results_of(self, person: str) -> list[Result]:
        """Return the results of a person, in order."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call back with `(table, seq, persons)` after every append, here or in another process.

        Persons are those of the head. Return a function that ends the subscription. Notifications
        may be lost, repeated or late; they come in the event loop that opened the store, for an
        append of this process usually after it has returned. `(EVERY_TABLE, 0, ())` means that
        some may have been lost.
        """


class People(Protocol):
    """Accounts and their devices. Entries know people by their id only."""

    async def create_person(self, person: Person) -> None:
        """Add an account; `LoginTaken` if the login is not free."""

    async def person(self, id: str) -> Person | None:
        """Return an account, even if deleted."""

    async def people(self, ids: Sequence[str]) -> dict[str, Person]:
        """Return several accounts by their ids."""

    async def change_person(
        self,
        id: str,
        *,
        name: str | None = None,
        avatar: str | None = None,
    ) -> None:
        """Change the values that are not None."""

    async def change_password(
        self, id: str, login: str, password_hash: str, before: str | None
    ) -> None:
        """Change both, if the password is still the one before; `LoginTaken` as above."""

    async def forget_person(self, id: str, now: int) -> None:
        """Wipe name, avatar, login, password, tokens, passkeys and the words of their reports.

        The bare id stays.
        """

    async def claim_name(self, person: str, skeleton: str) -> None:
        """Record what the name of an account looks like; no dump has it."""

    async def people_like(self, skeleton: str) -> list[Person]:
        """Return the accounts whose names look like that."""

    async def person_by_login(self, login: str) -> Person | None: ...

    async def add_token(self, token: Token) -> None: ...

    async def person_by_token(self, hash: bytes) -> Person | None: ...

    async def tokens_of(self, person: str) -> list[Token]: ...

    async def signed_in(self, hashes: Sequence[bytes]) -> dict[bytes, str]:
        """Return those of these devices that are still signed in, each with its notices."""

    async def prove_token(self, hash: bytes, now: int) -> None:
        """Record that a password or passkey was given on a device; no dump has it."""

    async def proven(self, hash: bytes) -> int:
        """Return when a password or passkey was last given on a device; 0 if it never was."""

    async def leave_notice(self, person: str, besides: bytes | None, notice: str) -> None:
        """Add a line to the notices of a person's devices except one, unless they are too long.

        No dump has them.
        """

    async def drop_notices(self, hash: bytes, shown: str) -> None:
        """Remove notices that were shown; those that were added since stay."""

    async def used_tokens(self, seen: Mapping[bytes, int]) -> None:
        """Record when devices were last used; batch the calls, as each is a write."""

    async def drop_token(self, hash: bytes) -> None: ...

    async def add_passkey(self, passkey: Passkey) -> None:
        """Add a passkey; a known credential keeps its owner."""

    async def passkeys_of(self, person: str) -> list[Passkey]: ...

    async def passkey(self, credential: bytes) -> Passkey | None: ...

    async def used_passkey(self, credential: bytes, sign_count: int) -> None: ...

    async def drop_passkey(self, person: str, credential: bytes) -> None:
        """Remove a passkey, unless it is the only way to sign in."""


class Attempts(Protocol):
    """Attempts at secrets, such as passwords, counted for all processes; no dump has them."""

    async def attempts(self, key: bytes) -> tuple[int, int]:
        """Return how many attempts were counted, and when the latest was; `(0, 0)` if none was."""

    async def count_attempt(self, key: bytes, before: int, now: int, since: int) -> bool:
        """Count an attempt if there are still as many as `before`; return whether it counted.

        Counts whose latest attempt was before `since` are dropped.
        """

    async def drop_attempts(self, key: bytes) -> None:
        """Forget the attempts with this key."""


class EventStore(Log, People, Attempts, Retention, Moderation, Protocol):
    """The whole store."""

    shared: bool
    """Whether several processes may use it at the same time."""

    async def open(self) -> None:
        """Connect, and migrate the schema; `StoreRefused` if that fails."""

    async def close(self) -> None:
        """Finish pending work and disconnect."""

    async def alive(self, process: str, now: int) -> None:
        """Write a heartbeat; `process` is a new id at each start.

        A later start takes the last heartbeat as the beginning of the outage. Heartbeats more than
        `AHEAD_MS` ahead of this one come from a clock that was set back since: they are dropped, or
        they would hide a real outage later.
        """

    async def last_alive(self, besides: str) -> int | None:
        """Return the last heartbeat of any other process."""

    async def look_at(self, process: str, tables: Mapping[str, Sequence[str]], since: int) -> None:
        """Replace what is known of who watches these tables through this process.

        Entries of processes without a heartbeat since then are dropped. Dumps don't contain any.
        """

    async def lookers(
        self, tables: Sequence[str], besides: str, since: int
    ) -> dict[str, frozenset[str]]:
        """Return who watches these tables through other processes with a heartbeat since then."""

    async def backup(self, path: Path) -> None:
        """Copy everything into a new file while the store is in use."""

    def dump(self) -> AsyncGenerator[DumpRecord, None]:
        """Yield all records as of one moment, in a fixed order: equal stores give equal dumps."""

    async def load(self, records: AsyncIterator[DumpRecord]) -> int:
        """Fill an empty store, all or nothing; return the number of records."""
