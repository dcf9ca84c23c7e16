"""The sanctions in force, as this process knows them, and what follows from them.

The store is asked every second, so that acts through another process or from the command line take
effect at once: for the next request, and for connections that are open.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

from tablee.server import wire
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.connections import Connections
from tablee.server.core.views.redaction import refusal_said
from tablee.server.errors import Sanctioned
from tablee.server.moderation.targets import Network
from tablee.server.runtime.background import in_background
from tablee.server.store.contract import EventStore, StoreDown
from tablee.server.store.moderation import Act

EVERY_SECONDS = 1.0
FOREVER = 2**62

log = logging.getLogger("tablee.moderation")


class Sanctions:
    """Refuses what suspended, banned and muted people, and networks, may not do."""

    def __init__(
        self,
        store: EventStore,
        connections: Connections,
        accounts: Accounts,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._connections = connections
        self._accounts = accounts
        self._now = now
        self._of_person: dict[str, list[Act]] = {}
        self._of_network: list[tuple[Network, Act]] = []
        self._left: set[str] = set()  # bans whose people have left their tables

    def check(self, person: str | None, address: str) -> None:
        """Refuse a suspended or banned person or network."""
        refusal = self.why_not(person, address)
        if refusal is not None:
            raise refusal

    def why_not(self, person: str | None, address: str) -> Sanctioned | None:
        """Return why a person or network is kept out, and until when; None if they aren't."""
        out = [act for act in self._on(person, address) if act.deed != "mute"]
        if (act := _longest(out)) is None:
            return None
        whose = "" if act.target == person else "network_"
        return self._refusal(act, f"serve.{whose}suspended", f"serve.{whose}banned")

    def check_may_write(self, person: str, address: str) -> None:
        """Refuse a muted person or network."""
        if (act := _longest(self._on(person, address))) is not None:
            raise self._refusal(act, "serve.muted", "serve.muted_for_good")

    def _on(self, person: str | None, address: str) -> list[Act]:
        """Return the sanctions on a person and an address."""
        found = list(self._of_person.get(person or "", ()))
        with suppress(ValueError):
            there = ipaddress.ip_address(address)
            found += [act for network, act in self._of_network if there in network]
        now = self._now()
        return [act for act in found if act.until is None or act.until > now]

    def _refusal(self, act: Act, until: str, forever: str) -> Sanctioned:
        if act.until is None:
            return Sanctioned(forever, reason=act.reason)
        end = datetime.fromtimestamp(-(-act.until // 60_000) * 60, UTC)
        seconds = -(-(act.until - self._now()) // 1000)
        told = {"reason": act.reason, "until": f"{end:%Y-%m-%d %H:%M} UTC"}
        return Sanctioned(until, seconds=seconds, **told)

    # --- what other processes have done ------------------------------------------------------

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Know the sanctions, and follow their changes while this lasts."""
        await self.reload()
        async with in_background(self._reload_regularly()):
            yield

    async def _reload_regularly(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.reload()
                await self._leave_tables()
            except StoreDown:
                log.warning("the database is unreachable; sanctions are read later")
            except Exception:
                log.exception("sanctions could not be read; retrying")

    async def reload(self) -> None:
        """Read the sanctions in force, and close the connections they are on."""
        acts = await self._store.sanctions(self._now())
        of_person: dict[str, list[Act]] = {}
        of_network: list[tuple[Network, Act]] = []
        for act in acts:
            if is_network(act.target):
                of_network.append((ipaddress.ip_network(act.target), act))
            else:
                of_person.setdefault(act.target, []).append(act)
        self._of_person, self._of_network = of_person, of_network
        for connection in self._connections:
            refusal = self.why_not(connection.person.id, connection.address)
            if refusal is not None:
                connection.hang_up(wire.Bye(refusal_said(refusal), None))

    async def _leave_tables(self) -> None:
        """Let bots take over from people who were banned since this process has started, or before.

        Another process may do the same: whatever it has done is not done again.
        """
        acts = [act for acts in self._of_person.values() for act in acts]
        for act in acts:
            if act.deed == "ban" and act.id not in self._left:
                person = await self._store.person(act.target)
                if person is not None:
                    await self._accounts.leave_tables(person)
                self._left.add(act.id)


def is_network(target: str) -> bool:
    """Return whether a sanction is on a range of addresses."""
    return "/" in target


def _longest(acts: Iterable[Act]) -> Act | None:
    """Return the sanction that ends last."""
    return max(acts, key=lambda act: FOREVER if act.until is None else act.until, default=None)
