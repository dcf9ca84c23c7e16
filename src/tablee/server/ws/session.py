"""The session of a connection, with permissions, limits and metrics."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.auth.permissions import check_may_chat, check_may_sit, check_rematch
from tablee.server.core import redaction
from tablee.server.core.hall import idempotency_key
from tablee.server.core.session import Session
from tablee.server.service import Service
from tablee.server.store.contract import StoreDown
from tablee.server.workers import WorkFailed
from tablee.show.saying import Saying

CHECKED = (wire.Sit, wire.TakeSeatBack, wire.Rematch, wire.Speak)

log = logging.getLogger("tablee.socket")


@dataclass(eq=False)
class LimitedSession(Session):
    """A session whose messages are counted, checked and limited."""

    service: Service = field(kw_only=True)
    hang_up: Callable[[wire.Bye], None] = field(kw_only=True)
    _hint: asyncio.Task[None] | None = None

    def end(self) -> None:
        """Stop: the connection is closed."""
        super().end()
        if self._hint is not None:
            self._hint.cancel()

    def tell(self, message: redaction.Redacted) -> None:
        """Send a message; a `Bye` closes the connection."""
        if isinstance(message.message, wire.Bye):
            self.hang_up(message.message)
        else:
            super().tell(message)

    async def _advise(self, asked: wire.AskHint, seq: int) -> None:
        # As a task: the coach takes its time, and other messages are answered meanwhile.
        self._hint = asyncio.create_task(self._give_hint(asked, seq))

    async def _give_hint(self, asked: wire.AskHint, seq: int) -> None:
        try:
            await super()._advise(asked, seq)
        except WorkFailed:
            self.tell(redaction.refused(Refusal("serve.no_advice"), asked.id, asked.table))
        except Refusal as refusal:
            self.tell(redaction.refused(refusal, asked.id, asked.table))
        except StoreDown:
            self.hang_up(wire.Bye(Saying("server.store_down"), 1000))
        except Exception:
            log.exception("a hint failed")
            self.hang_up(wire.Bye(Saying("serve.broken"), 1000))

    async def _answer(self, message: wire.FromClient) -> None:
        kind, outcome = str(message.__struct_config__.tag), "failed"
        began = time.perf_counter()
        try:
            if isinstance(message, wire.AskHint) and self._hint and not self._hint.done():
                raise Refusal("serve.one_hint")
            new = isinstance(message, CHECKED) and not await self._is_retry(message)
            if new:
                await self._check(message)
            tables = self.service.limits.tables.counted(self.who.id)
            with tables if new and isinstance(message, wire.Rematch) else nullcontext():
                await super()._answer(message)
            outcome = "done"
        except Refusal:
            outcome = "refused"
            raise
        finally:
            self.service.metrics.count_message(kind, outcome, time.perf_counter() - began)

    async def _is_retry(self, command: wire.Command) -> bool:
        """Whether the log has this command: then the answer is what it was, without checks."""
        return await self.service.store.last_command(idempotency_key(command, self.who)) is not None

    async def _check(self, message: wire.FromClient) -> None:
        accounts = self.service.accounts
        if isinstance(message, wire.Sit | wire.TakeSeatBack):
            room = await self.hall.room(message.table)
            await check_may_sit(accounts, self.service.store, self.who.id, room)
        elif isinstance(message, wire.Rematch):
            await check_rematch(accounts, await self.hall.room(message.table))
        elif isinstance(message, wire.Speak):
            self.service.limits.chat.check(self.who.id)
            await check_may_chat(accounts, self.who.id)
