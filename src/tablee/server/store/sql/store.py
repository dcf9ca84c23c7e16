"""The statements that both databases share: reading the log, lists, people, dumps.

A database brings three verbs: `_look` for a few rows by their key, `_ask` for lists, `_change` for
statements that are carried out together.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from tablee.server.store.contract import (
    AHEAD_MS,
    Head,
    Listener,
    Passkey,
    Person,
    Result,
    Row,
    TableStage,
)
from tablee.server.store.sql.attempts import SqlAttempts
from tablee.server.store.sql.devices import FORGET, SIGN_OUT, SqlDevices
from tablee.server.store.sql.moderation import FORGET_REPORTER, SqlModeration
from tablee.server.store.sql.names import DROP_CLAIM, SqlNames
from tablee.server.store.sql.records import Values, insert, values
from tablee.server.store.sql.retention import SqlRetention
from tablee.server.store.sql.statements import (
    ALIVE,
    EVERY,
    HEAD,
    HOST,
    LOOK,
    LOOK_AWAY,
    LOOK_NO_MORE,
    MARKS,
    PASSKEY,
    PERSON,
    RESULT,
    ROW,
    SET_BACK,
    Statement,
    portions,
    to_head,
    to_result,
)


class SqlStore(SqlAttempts, SqlDevices, SqlRetention, SqlModeration, SqlNames):
    """A store in a database that speaks SQL."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    @abstractmethod
    async def _look(self, statement: str, *values: object) -> list[Values]:
        """Return a few rows by their key."""

    @abstractmethod
    async def _ask(self, statement: str, *values: object) -> list[Values]:
        """Return lists of rows."""

    @abstractmethod
    async def _change(self, *statements: Statement) -> list[Values]:
        """Do all statements or nothing, and return the rows that the last one returns.

        `LoginTaken` if it would make a login known twice.
        """

    # --- hints --------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, table: str, seq: int, persons: Sequence[str]) -> None:
        for listener in list(self._listeners):
            listener(table, seq, persons)

    # --- the log ------------------------------------------------------------------------------

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        found = await self._look(
            f"SELECT {ROW} FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
            table, after, EVERY if limit is None else limit,
        )  # fmt: skip
        return [Row(*each) for each in found]

    async def last_command(self, command: str) -> tuple[str, int] | None:
        found = await self._look("SELECT table_id, seq FROM entries WHERE command = ?", command)
        return (found[0][0], found[0][1]) if found else None

    async def written_by(self, author: str, opening: bytes) -> list[Row]:
        found = await self._ask(
            f"SELECT {ROW} FROM entries WHERE command >= ? AND command < ?"
            " AND substr(body, 1, ?) = ? ORDER BY table_id, seq",
            f"{author}/", f"{author}0", len(opening), opening,
        )  # fmt: skip
        return [Row(*each) for each in found]

    async def rewrite(self, rows: Sequence[Row]) -> None:
        statement = "UPDATE entries SET body = ? WHERE table_id = ? AND seq = ?"
        await self._change(*((statement, (row.body, row.table, row.seq)) for row in rows))

    async def head(self, table: str) -> Head | None:
        found = await self._look(f"SELECT {HEAD} FROM heads WHERE table_id = ?", table)
        return to_head(found[0]) if found else None

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        found = await self._ask_many("SELECT table_id, seq FROM heads WHERE table_id IN", tables)
        return dict(found)

    async def open_tables(self, since: int, each: int, limit: int) -> list[Head]:
        return await self._heads(
            f"JOIN (SELECT table_id AS one, row_number() OVER (PARTITION BY {HOST}"
            " ORDER BY created DESC, table_id) AS nth FROM heads"
            " WHERE public AND stage = 'lobby' AND changed >= ?) AS open"
            " ON one = table_id WHERE nth <= ? ORDER BY created DESC, table_id",
            limit, since, each,
        )  # fmt: skip

    async def tables_of(self, person: str, stages: Sequence[TableStage], limit: int) -> list[Head]:
        marks = ", ".join("?" * len(stages)) or "NULL"
        return await self._heads(
            "WHERE table_id IN (SELECT table_id FROM sitting WHERE person = ?)"
            f" AND stage IN ({marks}) ORDER BY changed DESC, table_id",
            limit, person, *stages,
        )  # fmt: skip

    async def played_since(self, since: int, limit: int) -> list[Head]:
        return await self._heads(
            "WHERE stage = 'playing' AND changed >= ? ORDER BY changed DESC, table_id", limit, since
        )

    async def due(self, now: int, limit: int) -> list[Head]:
        return await self._heads("WHERE deadline <= ? ORDER BY deadline, table_id", limit, now)

    async def bots_due(self, limit: int) -> list[Head]:
        return await self._heads("WHERE bot_due ORDER BY changed, table_id", limit)

    async def results(self, game: str, after: int = 0, limit: int | None = None) -> list[Result]:
        found = await self._ask(
            f"SELECT {RESULT} FROM results WHERE game = ? AND number > ? ORDER BY number LIMIT ?",
            game, after, EVERY if limit is None else limit,
        )  # fmt: skip
        return [to_result(each) for each in found]

    async def results_of(self, person: str) -> list[Result]:
        found = await self._ask(
            f"SELECT {RESULT} FROM results WHERE number IN"
            " (SELECT number FROM played WHERE person = ?) ORDER BY number",
            person,
        )
        return [to_result(each) for each in found]

    async def _heads(self, which: str, limit: int, *values: object) -> list[Head]:
        found = await self._ask(f"SELECT {HEAD} FROM heads {which} LIMIT ?", *values, limit)
        return [to_head(each) for each in found]

    async def _ask_many(self, statement: str, keys: Sequence[str | bytes]) -> list[Any]:
        """Return rows by many keys."""
        found: list[Any] = []
        for some in portions(keys):
            found += await self._ask(f"{statement} ({MARKS})", *some)
        return found

    # --- people -------------------------------------------------------------------------------

    async def create_person(self, person: Person) -> None:
        statement = insert("persons", PERSON) + " ON CONFLICT (id) DO NOTHING"
        await self._change((statement, values(person)))

    async def person(self, id: str) -> Person | None:
        return await self._person("WHERE id = ?", id)

    async def people(self, ids: Sequence[str]) -> dict[str, Person]:
        found = await self._ask_many(f"SELECT {PERSON} FROM persons WHERE id IN", ids)
        return {each[0]: Person(*each) for each in found}

    async def change_person(
        self,
        id: str,
        *,
        name: str | None = None,
        avatar: str | None = None,
    ) -> None:
        statement = (
            "UPDATE persons SET name = coalesce(?, name), avatar = coalesce(?, avatar)"
            " WHERE id = ? AND deleted IS NULL"
        )
        await self._change((statement, (name, avatar, id)))

    async def change_password(
        self, id: str, login: str, password_hash: str, before: str | None
    ) -> None:
        statement = (
            "UPDATE persons SET login = ?, password_hash = ? WHERE id = ? AND deleted IS NULL"
            " AND coalesce(password_hash, '') = coalesce(?, '')"
        )
        await self._change((statement, (login, password_hash, id, before)))

    async def forget_person(self, id: str, now: int) -> None:
        await self._change(
            (FORGET, (id,)),
            (SIGN_OUT, (id,)),
            (FORGET_REPORTER, (id,)),
            (DROP_CLAIM, (id,)),
            ("DELETE FROM passkeys WHERE person = ?", (id,)),
            (
                "UPDATE persons SET name = '', avatar = '', login = NULL, password_hash = NULL,"
                " deleted = ? WHERE id = ?",
                (now, id),
            ),
        )

    async def person_by_login(self, login: str) -> Person | None:
        return await self._person("WHERE login = ?", login)

    async def _person(self, which: str, *values: object) -> Person | None:
        found = await self._look(f"SELECT {PERSON} FROM persons {which}", *values)
        return Person(*found[0]) if found else None

    async def add_passkey(self, passkey: Passkey) -> None:
        statement = insert("passkeys", PASSKEY) + " ON CONFLICT (credential) DO NOTHING"
        await self._change((statement, values(passkey)))

    async def passkeys_of(self, person: str) -> list[Passkey]:
        found = await self._look(
            f"SELECT {PASSKEY} FROM passkeys WHERE person = ? ORDER BY created, credential", person
        )
        return [Passkey(*each) for each in found]

    async def passkey(self, credential: bytes) -> Passkey | None:
        found = await self._look(f"SELECT {PASSKEY} FROM passkeys WHERE credential = ?", credential)
        return Passkey(*found[0]) if found else None

    async def used_passkey(self, credential: bytes, sign_count: int) -> None:
        statement = "UPDATE passkeys SET sign_count = ? WHERE credential = ?"
        await self._change((statement, (sign_count, credential)))

    async def drop_passkey(self, person: str, credential: bytes) -> None:
        one_at_a_time = "UPDATE persons SET name = name WHERE id = ?"
        statement = (
            "DELETE FROM passkeys WHERE person = ? AND credential = ? AND EXISTS ("
            "SELECT 1 FROM persons WHERE id = ? AND password_hash IS NOT NULL"
            " UNION ALL SELECT 1 FROM passkeys WHERE person = ? AND credential <> ?)"
        )
        given = (person, credential, person, person, credential)
        await self._change((one_at_a_time, (person,)), (statement, given))

    # --- heartbeats ---------------------------------------------------------------------------

    async def alive(self, process: str, now: int) -> None:
        statement = insert("alive", ALIVE) + " ON CONFLICT (process) DO UPDATE SET at = excluded.at"
        await self._change((statement, (process, now)), (SET_BACK, (now + AHEAD_MS,)))

    async def last_alive(self, besides: str) -> int | None:
        found = await self._look("SELECT max(at) FROM alive WHERE process <> ?", besides)
        last: int | None = found[0][0]
        return last

    # --- who watches -------------------------------------------------------------------------

    async def look_at(self, process: str, tables: Mapping[str, Sequence[str]], since: int) -> None:
        statements: list[Statement] = [(LOOK_NO_MORE, (since,))]
        statements += [(LOOK_AWAY, (process, *some)) for some in portions(list(tables))]
        looking = [(table, process, one) for table, persons in tables.items() for one in persons]
        statements += [(LOOK, tuple(chain(*some))) for some in portions(looking)]
        await self._change(*statements)

    async def lookers(
        self, tables: Sequence[str], besides: str, since: int
    ) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        rows = await self._ask_many(
            "SELECT table_id, person, process, at FROM looking JOIN alive USING (process)"
            " WHERE table_id IN",
            tables,
        )
        for table, person, process, at in rows:
            if process != besides and at >= since:
                found.setdefault(table, set()).add(person)
        return {table: frozenset(persons) for table, persons in found.items()}
