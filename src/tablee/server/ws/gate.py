"""The gate of sessions: limits, permissions and metrics for each message of a client."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.auth.permissions import check_may_chat, check_may_sit, check_rematch
from tablee.server.core.rooms.decisions import idempotency_key
from tablee.server.core.rooms.entries import Identity
from tablee.server.service import Service

CHECKED = wire.Sit | wire.TakeSeatBack | wire.Rematch | wire.Speak | wire.AskHint

GROWING = CHECKED | wire.Stand | wire.SeatBot | wire.Undo | wire.AskUndo
"""What could fill the database; a game can go on without it."""


class ServerGate:
    """Admits messages, counts them, and measures how long they take."""

    def __init__(self, service: Service) -> None:
        self._service = service

    @asynccontextmanager
    async def admit(self, message: wire.FromClient, who: Identity) -> AsyncIterator[None]:
        """Handle a message in this context, unless it is refused."""
        kind, outcome = str(message.__struct_config__.tag), "failed"
        began = time.perf_counter()
        try:
            new = isinstance(message, CHECKED) and not await self._is_done(message, who)
            if new:
                await self._check(message, who)
            if isinstance(message, GROWING):
                await self._check_growth(message, who)
            tables = self._service.limits.opening(who.id)
            with tables if new and isinstance(message, wire.Rematch) else nullcontext():
                yield
            outcome = "done"
        except Refusal:
            outcome = "refused"
            raise
        finally:
            self._service.metrics.count_message(kind, outcome, time.perf_counter() - began)

    async def _check_growth(self, command: wire.Command, who: Identity) -> None:
        """Refuse what could go on for ever, if a person has stored too much."""
        try:
            self._service.limits.check_stored(who.id)
        except Refusal:
            if not await self._is_done(command, who):
                raise

    async def _is_done(self, command: wire.Command, who: Identity) -> bool:
        """Return whether this is a retry: it gets the same answer, whatever has changed since."""
        key = idempotency_key(command, who)
        return await self._service.store.last_command(key) is not None

    async def _check(self, message: wire.FromClient, who: Identity) -> None:
        accounts = self._service.accounts
        match message:
            case wire.Sit() | wire.TakeSeatBack():
                room = await self._service.hall.rooms.current(message.table)
                await check_may_sit(accounts, self._service.store, who.id, room)
                if isinstance(message, wire.Sit) and message.name is not None:
                    await accounts.checked_name(message.name, who.id)
            case wire.Rematch():
                room = await self._service.hall.rooms.current(message.table)
                await check_rematch(accounts, room)
            case wire.AskHint():
                self._service.workers.check_hints(who.id)
            case wire.Speak():
                address = self._service.limits.last_addresses.of(who.id)
                self._service.sanctions.check_may_write(who.id, address)
                self._service.limits.check_chat(who.id)
                await check_may_chat(accounts, who.id)
