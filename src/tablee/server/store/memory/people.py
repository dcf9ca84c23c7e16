"""The people of the store in memory, and attempts at their passwords."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.server.store.contract import MOST_NOTICES, LoginTaken, Passkey, Person, Token

if TYPE_CHECKING:
    from tablee.server.store.memory.store import Disk


class MemoryPeople(ABC):
    """The accounts on a disk."""

    disk: Disk

    @abstractmethod
    async def reach(self) -> None:
        """Check that the disk can be reached; `StoreDown` if not."""

    async def create_person(self, person: Person) -> None:
        await self.reach()
        self._refuse_taken(person.login)
        self.disk.persons.setdefault(person.id, person)

    async def person(self, id: str) -> Person | None:
        await self.reach()
        return self.disk.persons.get(id)

    async def people(self, ids: Sequence[str]) -> dict[str, Person]:
        await self.reach()
        return {id: self.disk.persons[id] for id in ids if id in self.disk.persons}

    async def change_person(
        self,
        id: str,
        *,
        name: str | None = None,
        avatar: str | None = None,
    ) -> None:
        await self.reach()
        person = self.disk.persons.get(id)
        if person is None or person.deleted is not None:
            return
        self.disk.persons[id] = replace(
            person,
            name=person.name if name is None else name,
            avatar=person.avatar if avatar is None else avatar,
        )

    async def change_password(
        self, id: str, login: str, password_hash: str, before: str | None
    ) -> None:
        await self.reach()
        person = self.disk.persons.get(id)
        if person is None or person.deleted is not None or person.password_hash != before:
            return
        self._refuse_taken(login, besides=id)
        self.disk.persons[id] = replace(person, login=login, password_hash=password_hash)

    async def forget_person(self, id: str, now: int) -> None:
        await self.reach()
        person = self.disk.persons.get(id)
        if person is not None:
            self.disk.persons[id] = Person(id, "", "", person.created, deleted=now)
            self._drop_tokens(id)
            self.disk.skeletons.pop(id, None)
            for report in self.disk.reports.values():
                if report.reporter == id:
                    self.disk.reports[report.id] = replace(report, text="")
            for key in [key.credential for key in self._passkeys(id)]:
                del self.disk.passkeys[key]

    async def claim_name(self, person: str, skeleton: str) -> None:
        await self.reach()
        known = self.disk.persons.get(person)
        if known is not None and known.deleted is None:
            self.disk.skeletons[person] = skeleton

    async def people_like(self, skeleton: str) -> list[Person]:
        await self.reach()
        alike = sorted(id for id, found in self.disk.skeletons.items() if found == skeleton)
        return [self.disk.persons[id] for id in alike]

    async def person_by_login(self, login: str) -> Person | None:
        await self.reach()
        return next((each for each in self.disk.persons.values() if each.login == login), None)

    async def add_token(self, token: Token) -> None:
        await self.reach()
        self.disk.tokens.setdefault(token.hash, token)

    async def person_by_token(self, hash: bytes) -> Person | None:
        await self.reach()
        token = self.disk.tokens.get(hash)
        return None if token is None else self.disk.persons.get(token.person)

    async def tokens_of(self, person: str) -> list[Token]:
        await self.reach()
        found = [token for token in self.disk.tokens.values() if token.person == person]
        return sorted(found, key=lambda token: (token.created, token.hash))

    async def signed_in(self, hashes: Sequence[bytes]) -> dict[bytes, str]:
        await self.reach()
        notices = self.disk.notices
        return {hash: notices.get(hash, "") for hash in hashes if hash in self.disk.tokens}

    async def prove_token(self, hash: bytes, now: int) -> None:
        await self.reach()
        if hash in self.disk.tokens:
            self.disk.proven[hash] = now

    async def proven(self, hash: bytes) -> int:
        await self.reach()
        return self.disk.proven.get(hash, 0)

    async def leave_notice(self, person: str, besides: bytes | None, notice: str) -> None:
        await self.reach()
        for token in self.disk.tokens.values():
            before = self.disk.notices.get(token.hash, "")
            room = len(before) < MOST_NOTICES
            if token.person == person and token.hash != besides and room:
                self.disk.notices[token.hash] = f"{before}{notice}\n"

    async def drop_notices(self, hash: bytes, shown: str) -> None:
        await self.reach()
        notices = self.disk.notices.get(hash, "")
        if notices.startswith(shown):
            self.disk.notices[hash] = notices.removeprefix(shown)

    async def used_tokens(self, seen: Mapping[bytes, int]) -> None:
        await self.reach()
        for hash, at in seen.items():
            token = self.disk.tokens.get(hash)
            if token is not None and token.last_used < at:
                self.disk.tokens[hash] = replace(token, last_used=at)

    async def drop_token(self, hash: bytes) -> None:
        await self.reach()
        self._drop_token(hash)

    async def add_passkey(self, passkey: Passkey) -> None:
        await self.reach()
        self.disk.passkeys.setdefault(passkey.credential, passkey)

    async def passkeys_of(self, person: str) -> list[Passkey]:
        await self.reach()
        return self._passkeys(person)

    async def passkey(self, credential: bytes) -> Passkey | None:
        await self.reach()
        return self.disk.passkeys.get(credential)

    async def used_passkey(self, credential: bytes, sign_count: int) -> None:
        await self.reach()
        passkey = self.disk.passkeys.get(credential)
        if passkey is not None:
            self.disk.passkeys[credential] = replace(passkey, sign_count=sign_count)

    async def drop_passkey(self, person: str, credential: bytes) -> None:
        await self.reach()
        mine, me = self._passkeys(person), self.disk.persons.get(person)
        others = len(mine) > 1 or (me is not None and me.password_hash is not None)
        if others and any(one.credential == credential for one in mine):
            del self.disk.passkeys[credential]

    async def attempts(self, key: bytes) -> tuple[int, int]:
        await self.reach()
        return self.disk.attempts.get(key, (0, 0))

    async def count_attempt(self, key: bytes, before: int, now: int, since: int) -> bool:
        await self.reach()
        known = self.disk.attempts
        for old in [old for old, (_, at) in known.items() if at < since]:
            del known[old]
        if key in known and known[key][0] != before:
            return False
        known[key] = before + 1, now
        return True

    async def drop_attempts(self, key: bytes) -> None:
        await self.reach()
        self.disk.attempts.pop(key, None)

    def _refuse_taken(self, login: str | None, besides: str = "") -> None:
        if login is not None and any(
            each.login == login and each.id != besides for each in self.disk.persons.values()
        ):
            raise LoginTaken(login)

    def _drop_tokens(self, person: str) -> None:
        for hash in [each.hash for each in self.disk.tokens.values() if each.person == person]:
            self._drop_token(hash)

    def _drop_token(self, hash: bytes) -> None:
        for kept in (self.disk.tokens, self.disk.proven, self.disk.notices):
            kept.pop(hash, None)

    def _passkeys(self, person: str) -> list[Passkey]:
        found = [each for each in self.disk.passkeys.values() if each.person == person]
        return sorted(found, key=lambda each: (each.created, each.credential))
