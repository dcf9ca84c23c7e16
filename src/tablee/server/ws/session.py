"""The session of a connection, with what the server adds to it: counting, and manners."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.auth.accounts import is_gone, is_guest
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
    """A session whose messages are counted; not everybody may sit down everywhere."""

    service: Service = field(kw_only=True)
    hang_up: Callable[[wire.Bye], None] = field(kw_only=True)
    _asking: asyncio.Task[None] | None = None

    def end(self) -> None:
        """The connection is gone."""
        super().end()
        if self._asking is not None:
            self._asking.cancel()

    def tell(self, message: redaction.Redacted) -> None:
        """Sends a message; after a farewell there is nothing more to say."""
        if isinstance(message.message, wire.Bye):
            self.hang_up(message.message)
        else:
            super().tell(message)

    async def _advise(self, asked: wire.AskHint, seq: int) -> None:
        # The coach takes its time: who asks can go on meanwhile.
        self._asking = asyncio.create_task(self._ask(asked, seq))

    async def _ask(self, asked: wire.AskHint, seq: int) -> None:
        try:
            await super()._advise(asked, seq)
        except WorkFailed:
            self.tell(redaction.refused(Refusal("serve.no_advice"), asked.id, asked.table))
        except Refusal as refusal:
            self.tell(redaction.refused(refusal, asked.id, asked.table))
        except StoreDown:
            self.hang_up(wire.Bye(Saying("server.store_down"), 1000))
        except Exception:
            log.exception("a hint could not be given")
            self.hang_up(wire.Bye(Saying("serve.broken"), 1000))

    async def _answer(self, message: wire.FromClient) -> None:
        kind, outcome = str(message.__struct_config__.tag), "failed"
        began = time.perf_counter()
        try:
            if isinstance(message, wire.AskHint) and self._asking and not self._asking.done():
                raise Refusal("serve.one_hint")  # and nothing else has to wait for it
            new = isinstance(message, CHECKED) and not await self._is_done(message)
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
            self.service.meters.answered(kind, outcome, time.perf_counter() - began)

    async def _is_done(self, command: wire.Command) -> bool:
        """Whether it comes again: then it is answered as it was, whatever has changed since."""
        return await self.service.store.last_command(idempotency_key(command, self.who)) is not None

    async def _check(self, message: wire.FromClient) -> None:
        if isinstance(message, wire.Sit | wire.TakeSeatBack):
            await self._check_person(message)
        elif isinstance(message, wire.Rematch):
            await self._check_all_exist(message.table)
        elif isinstance(message, wire.Speak):
            self.service.limits.talk.check(self.who.id)
            if await is_gone(self.service, self.who.id):
                raise Refusal("serve.nobody")

    async def _check_person(self, message: wire.Sit | wire.TakeSeatBack) -> None:
        """Who was forgotten, maybe at another process a moment ago, gets no seat any more."""
        person = await self.service.store.person(self.who.id)
        if person is None or person.deleted is not None:
            raise Refusal("serve.nobody")
        room = await self.hall.room(message.table)
        if room.settings.rated and await is_guest(self.service, person):
            raise Refusal("serve.rated_guest")

    async def _check_all_exist(self, table: str) -> None:
        """Nobody waits for another match with somebody who was forgotten."""
        for held in (await self.hall.room(table)).holdings:
            person = await self.service.store.person(held.person) if held.person else None
            if held.person and (person is None or person.deleted is not None):
                raise Refusal("serve.rematch_gone", name=held.name)
