"""Sensitive steps need recent proof of identity, and a person's other devices are notified."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tablee.server import wire
from tablee.server.auth.accounts import Accounts
from tablee.server.errors import HttpRefusal
from tablee.server.store.contract import EventStore, Person

FRESH_MS = 10 * 60 * 1000
"""So long a password or passkey that was given on a device counts as proof there."""


class Proofs:
    """Track the devices with recent proof of identity."""

    def __init__(self, store: EventStore, accounts: Accounts, now: Callable[[], int]) -> None:
        self._store = store
        self._accounts = accounts
        self._now = now

    async def record(self, device: bytes | None) -> None:
        """Record that a password or passkey was given on a device."""
        if device is not None:
            await self._store.prove_token(device, self._now())

    async def is_fresh(self, me: Person, device: bytes | None) -> bool:
        """Return whether a device has recent proof; a guest has nothing but the device."""
        proven = 0 if device is None else await self._store.proven(device)
        return abs(self._now() - proven) < FRESH_MS or await self._accounts.is_guest(me)

    async def check(self, me: Person, device: bytes | None) -> None:
        """Refuse a sensitive step without a fresh proof."""
        if not await self.is_fresh(me, device):
            raise HttpRefusal(403, "serve.prove_again")

    async def tell_others(self, me: Person, device: bytes | None, what: wire.AccountChange) -> None:
        """Leave a notice for all other devices of a person; `Connections` delivers it."""
        tokens = await self._store.tokens_of(me.id)
        label = next((one.label for one in tokens if one.hash == device), "")
        notice = wire.AccountNotice(what, label, self._now())
        await self._store.leave_notice(me.id, device, msgspec.json.encode(notice).decode())
