"""The session of a connection, with what the server adds to it: counting, and manners."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core import seen
from tablee.server.core.session import Session
from tablee.server.store.contract import StoreDown
from tablee.server.workers import WorkFailed
from tablee.show.saying import Saying

from .people import is_guest
from .service import Service

log = logging.getLogger("tablee.socket")


@dataclass(eq=False)
class Talk(Session):
    """A session whose messages are counted; guests do not sit at rated tables."""

    service: Service = field(kw_only=True)
    hang_up: Callable[[wire.Bye], None] = field(kw_only=True)
    _asking: asyncio.Task[None] | None = None

    def end(self) -> None:
        """The connection is gone."""
        super().end()
        if self._asking is not None:
            self._asking.cancel()

    def tell(self, message: seen.Redacted) -> None:
        """Sends a message; after a farewell there is nothing more to say."""
        if isinstance(message.message, wire.Bye):
            self.hang_up(message.message)
        else:
            super().tell(message)

    async def _answer_or_refuse(self, message: wire.FromClient) -> None:
        if not isinstance(message, wire.AskHint):
            await super()._answer_or_refuse(message)
            return
        # The coach takes its time: who asks can go on meanwhile, but asks one thing at a time.
        if self._asking is not None:
            await asyncio.wait([self._asking])
        self._asking = asyncio.create_task(self._ask(message))

    async def _ask(self, message: wire.AskHint) -> None:
        try:
            await super()._answer_or_refuse(message)
        except StoreDown:
            self.hang_up(wire.Bye(Saying("server.store_down"), 1000))
        except Exception:
            log.exception("a hint could not be given")
            self.hang_up(wire.Bye(Saying("serve.broken"), 1000))

    async def _answer(self, message: wire.FromClient) -> None:
        kind, outcome = str(message.__struct_config__.tag), "failed"
        began = time.perf_counter()
        try:
            if isinstance(message, wire.Sit):
                await self._check_rated(message)
            await super()._answer(message)
            outcome = "done"
        except WorkFailed:
            raise Refusal("serve.no_advice") from None
        except Refusal:
            outcome = "refused"
            raise
        finally:
            self.service.meters.answered(kind, outcome, time.perf_counter() - began)

    async def _check_rated(self, message: wire.Sit) -> None:
        room = await self.hall.room(message.table)
        if room.settings.rated:
            person = await self.service.store.person(self.who.id)
            if person is None or await is_guest(self.service, person):
                raise Refusal("serve.rated_guest")
