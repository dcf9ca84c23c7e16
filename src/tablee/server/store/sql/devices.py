"""The devices that people are signed in on, in both databases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from tablee.server.store.contract import MOST_NOTICES, Person, Token
from tablee.server.store.sql.records import columns, insert, values

TOKEN = columns(Token)
PUT = insert("tokens", TOKEN) + " ON CONFLICT (hash) DO NOTHING"
PROVE = (
    "INSERT INTO devices (hash, proven, notices) SELECT hash, ?, '' FROM tokens WHERE hash = ?"
    " ON CONFLICT (hash) DO UPDATE SET proven = excluded.proven"
)
NOTICE = (
    "INSERT INTO devices (hash, proven, notices)"
    " SELECT hash, 0, ? FROM tokens WHERE person = ? AND hash <> ?"
    " ON CONFLICT (hash) DO UPDATE SET notices = devices.notices || excluded.notices"
    f" WHERE length(devices.notices) < {MOST_NOTICES}"
)
SHOWN = (
    "UPDATE devices SET notices = substr(notices, ?) WHERE hash = ? AND substr(notices, 1, ?) = ?"
)
SIGNED_IN = (
    "SELECT hash, coalesce(notices, '') FROM tokens LEFT JOIN devices USING (hash) WHERE hash IN"
)
FORGET = "DELETE FROM devices WHERE hash IN (SELECT hash FROM tokens WHERE person = ?)"
SIGN_OUT = "DELETE FROM tokens WHERE person = ?"


class SqlDevices(ABC):
    """Keeps devices by the hashes of their tokens."""

    @abstractmethod
    async def _look(self, statement: str, *values: object) -> list[Any]:
        """Return a few rows by their key."""

    @abstractmethod
    async def _change(self, *statements: tuple[str, tuple[Any, ...]]) -> list[Any]:
        """Do all statements or nothing; return the rows that the last one returns."""

    @abstractmethod
    async def _ask_many(self, statement: str, keys: Sequence[str | bytes]) -> list[Any]:
        """Return rows by many keys."""

    @abstractmethod
    async def _person(self, which: str, *values: object) -> Person | None:
        """Return the person that a condition is true of."""

    async def add_token(self, token: Token) -> None:
        await self._change((PUT, values(token)))

    async def person_by_token(self, hash: bytes) -> Person | None:
        return await self._person("WHERE id = (SELECT person FROM tokens WHERE hash = ?)", hash)

    async def tokens_of(self, person: str) -> list[Token]:
        found = await self._look(
            f"SELECT {TOKEN} FROM tokens WHERE person = ? ORDER BY created, hash", person
        )
        return [Token(*each) for each in found]

    async def signed_in(self, hashes: Sequence[bytes]) -> dict[bytes, str]:
        return dict(await self._ask_many(SIGNED_IN, hashes))

    async def used_tokens(self, seen: Mapping[bytes, int]) -> None:
        statement = "UPDATE tokens SET last_used = ? WHERE hash = ? AND last_used < ?"
        await self._change(*((statement, (at, hash, at)) for hash, at in seen.items()))

    async def prove_token(self, hash: bytes, now: int) -> None:
        await self._change((PROVE, (now, hash)))

    async def proven(self, hash: bytes) -> int:
        found = await self._look("SELECT proven FROM devices WHERE hash = ?", hash)
        return int(found[0][0]) if found else 0

    async def leave_notice(self, person: str, besides: bytes | None, notice: str) -> None:
        await self._change((NOTICE, (f"{notice}\n", person, besides or b"")))

    async def drop_notices(self, hash: bytes, shown: str) -> None:
        length = len(shown)
        await self._change((SHOWN, (length + 1, hash, length, shown)))

    async def drop_token(self, hash: bytes) -> None:
        statements = (f"DELETE FROM {table} WHERE hash = ?" for table in ("devices", "tokens"))
        await self._change(*((step, (hash,)) for step in statements))
