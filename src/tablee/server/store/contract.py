"""What a store of tables promises; SQLite, PostgreSQL and memory keep it, one test suite asks it.

The log is the truth. A table is its entries 1, 2, 3, … and nothing else; a `Head` is what lists,
deadlines and bots need to know of a table without reading its log, and is written together with
the entry that made it so. `(table, seq)` is unique, so of all who want to write entry 8 exactly one
does, and a table belongs to no process. A command is unique in the whole store, so a retry can do
no harm.

    StoreRefused             a Refusal, told to whoever runs the server
    └── StoreAway            the database cannot be reached now
    Taken                    somebody else has written that entry: read on and decide again
    Repeated                 that command is there already, as that entry
    Gap                      an entry whose predecessor is missing: an error of the program
    LoginTaken               another account has that login
    StoreDown                the store cannot be reached; what was asked may or may not be done

Whoever retries after `StoreDown`, or after being cancelled, sends the same command again and is
told `Repeated` if it was done.

Identifiers are 32 hexadecimal digits, times milliseconds since 1970. Commands are any text of up
to 200 characters; a client's own command id should be put behind the id of the person, so that
nobody can use up somebody else's.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from tablee.refusals import TRY_AGAIN, Refusal
from tablee.server.store.retention import Retention

TableStage = Literal["lobby", "playing", "over", "closed"]
AHEAD_MS = 10_000
"""So far the clocks of living processes may differ."""
Listener = Callable[[str, int, Sequence[str]], None]
"""Is told a table, how far it is, and who belongs to it."""
MOST_NOTICES = 4_000
"""So many characters of notices are kept for a device."""
EVERY_TABLE = ""
"""A hint for it says: hints may have been lost, look at all your tables again."""


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
    public: bool  # listed as long as it has not begun
    created: int
    changed: int
    deadline: int | None = None  # when somebody has to look at it, even if nobody is there
    bot_due: bool = False
    persons: tuple[str, ...] = ()  # everybody who holds or owns a seat, the host first
    to_act: str | None = None  # the person who is to act
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


class Person(Struct, frozen=True, tag_field="is", tag="person"):
    """Somebody, as only the server may see him; a guest has no login and no password."""

    id: str
    name: str
    avatar: str
    created: int
    login: str | None = None  # unique; give it folded, so that Ana and ana are one
    password_hash: str | None = None
    deleted: int | None = None


class Token(Struct, frozen=True, tag_field="is", tag="token"):
    """A device that is logged in; only the hash of what it holds is kept."""

    hash: bytes
    person: str
    created: int
    last_used: int
    label: str = ""


class Passkey(Struct, frozen=True, tag_field="is", tag="passkey"):
    """A key of WebAuthn."""

    credential: bytes
    person: str
    public_key: bytes
    sign_count: int
    name: str
    created: int


class Alive(Struct, frozen=True, tag_field="is", tag="alive"):
    """When a process was last seen to live."""

    process: str
    at: int


Record = Person | Token | Passkey | Head | Row | Result | Alive
"""Everything that is kept; a dump has them in this order, one JSON object a line."""


class StoreRefused(Refusal):
    """The store cannot be used so: another process has it, it is newer than the program, …"""


class StoreAway(StoreRefused):
    """The database cannot be reached, and may be back when it is tried again."""

    exit_status = TRY_AGAIN


class Taken(Exception):
    """That entry is there already, with another command."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(table, seq)
        self.table = table
        self.seq = seq


class Repeated(Exception):
    """That command is there already, as entry `seq` of `table`."""

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
    """The store cannot be reached; what was asked may or may not be done."""


def check_append(row: Row, head: Head, result: Result | None) -> None:
    """An entry, its head and its result have to be about the same table, or nothing is written."""
    if (row.table, row.seq) != (head.table, head.seq) or row.seq < 1:
        raise ValueError(f"entry {row.seq} of {row.table} with head {head.seq} of {head.table}")
    if result is not None and result.table != row.table:
        raise ValueError(f"entry of {row.table} with the result of {result.table}")


class Log(Protocol):
    """Tables and their entries."""

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        """Write an entry, the head it makes and the result it brings, all or nothing.

        Durable when it returns. `Repeated` goes before `Taken`. Concurrent callers share one
        commit. A caller that is cancelled does not know whether it was done. A table has one
        result, the first.
        """

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        """The entries of a table after a seq, in order."""

    async def last_command(self, command: str) -> tuple[str, int] | None:
        """The table and the seq of a command that was done."""

    async def written_by(self, author: str, opening: bytes) -> list[Row]:
        """The entries whose command begins with `author/` and whose body begins so."""

    async def rewrite(self, rows: Sequence[Row]) -> None:
        """Give entries other bodies, all or nothing: for what shall be forgotten, only."""

    async def head(self, table: str) -> Head | None:
        """A table as it is now, or None if it was never made."""

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """How far these tables are: the slow poll that makes lost hints harmless."""

    async def open_tables(self, since: int, each: int, limit: int) -> list[Head]:
        """Public tables that have not begun and have changed since, the newest first.

        Of one host, the first of a table's persons, only so many: nobody fills the list alone.
        """

    async def tables_of(self, person: str, stages: Sequence[TableStage], limit: int) -> list[Head]:
        """The tables somebody belongs to, the last changed first."""

    async def played_since(self, since: int, limit: int) -> list[Head]:
        """Tables where something has happened since, and play goes on; the latest first."""

    async def due(self, now: int, limit: int) -> list[Head]:
        """Tables whose deadline has come, the earliest first."""

    async def bots_due(self, limit: int) -> list[Head]:
        """Tables where a bot is to act, those that wait longest first."""

    async def results(self, game: str, after: int = 0, limit: int | None = None) -> list[Result]:
        """Results of a game with a number above `after`, in order; none appears late."""

    async def results_of(self, person: str) -> list[Result]:
        """The results of somebody, in order."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told `(table, seq, persons)` after every append, of this or another process.

        Persons are those of the head; what is returned ends it.
        A hint may be lost, doubled or late. It comes in the event loop that opened the store, and
        to whoever wrote the entry as a rule after his `append` has returned.
        `(EVERY_TABLE, 0, ())` says that hints may have been lost.
        """


class People(Protocol):
    """Who is who. Entries know people by their id only."""

    async def create_person(self, person: Person) -> None:
        """Somebody new; `LoginTaken` if the login is not free."""

    async def person(self, id: str) -> Person | None:
        """Somebody, also if deleted."""

    async def people(self, ids: Sequence[str]) -> dict[str, Person]:
        """Several at once."""

    async def change_person(
        self,
        id: str,
        *,
        name: str | None = None,
        avatar: str | None = None,
    ) -> None:
        """Change what is not None."""

    async def change_password(
        self, id: str, login: str, password_hash: str, before: str | None
    ) -> None:
        """Change both, if the password is still the one before; `LoginTaken` as above."""

    async def forget_person(self, id: str, now: int) -> None:
        """Wipe name, avatar, login, password, tokens and passkeys; the bare id stays."""

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
        """When devices were seen; call it now and then for many of them, it is a write."""

    async def drop_token(self, hash: bytes) -> None: ...

    async def add_passkey(self, passkey: Passkey) -> None:
        """A credential that is known already stays whose it is."""

    async def passkeys_of(self, person: str) -> list[Passkey]: ...

    async def passkey(self, credential: bytes) -> Passkey | None: ...

    async def used_passkey(self, credential: bytes, sign_count: int) -> None: ...

    async def drop_passkey(self, person: str, credential: bytes) -> None:
        """It stays if the account has neither a password nor another passkey."""


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


class EventStore(Log, People, Attempts, Retention, Protocol):
    """All that is kept."""

    shared: bool
    """Whether several processes may use it at the same time."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date; `StoreRefused` if that cannot be."""

    async def close(self) -> None:
        """Finish what was begun, and let go."""

    async def alive(self, process: str, now: int) -> None:
        """A process lives; `process` is a new word at each of its starts.

        What was last said is where a later start sees the downtime begin. Signs more than
        `AHEAD_MS` later than this one come from a clock that was set back since: they are dropped,
        or they would hide a real downtime once that time comes.
        """

    async def last_alive(self, besides: str) -> int | None:
        """When any other process was last seen to live."""

    async def look_at(self, process: str, tables: Mapping[str, Sequence[str]], since: int) -> None:
        """Through this process these persons look at these tables from now on, maybe none.

        What processes have said that have not lived since is forgotten; no dump has any of it.
        """

    async def lookers(
        self, tables: Sequence[str], besides: str, since: int
    ) -> dict[str, frozenset[str]]:
        """Who looks at these tables through any other process that has lived since."""

    async def backup(self, path: Path) -> None:
        """Copy everything into a new file while the store is in use; `moving.restore` reads it."""

    def dump(self) -> AsyncGenerator[Record, None]:
        """Everything as of one moment, in a fixed order: equal stores give equal dumps."""

    async def load(self, records: AsyncIterator[Record]) -> int:
        """Fill an empty store, all or nothing; returns how many records came."""
