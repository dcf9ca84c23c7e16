"""Parse bodies as strictly as WebSocket messages, and ids in paths and headers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.params import HeaderParameter, PathParameter

from tablee.server.bodies import DEVICE_ID, PASSKEY_ID
from tablee.server.errors import HttpRefusal
from tablee.server.validation_errors import UNREADABLE, unreadable
from tablee.server.wire import COMMAND_ID, TABLE_ID

TableInPath = Annotated[str, PathParameter(pattern=TABLE_ID)]
PersonInPath = Annotated[str, PathParameter(pattern=TABLE_ID)]
DeviceInPath = Annotated[str, PathParameter(pattern=DEVICE_ID)]
PasskeyInPath = Annotated[str, PathParameter(pattern=PASSKEY_ID)]
"""Ids in paths; Litestar ignores the pattern of a msgspec type there."""
IdempotencyKey = Annotated[str | None, HeaderParameter(name="Idempotency-Key", pattern=COMMAND_ID)]
"""Makes a request that is sent again recognisable as the same one."""


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is decoded strictly.

    Litestar itself would accept "5" as a number, and fail on a body that is nested too deeply.
    """

    async def body(self) -> bytes:
        """Return the body, which must not be empty."""
        found = await super().body()
        if not found:
            raise HttpRefusal(400, "serve.no_body")
        return found

    async def json(self) -> Any:
        """Return the body as the struct that the route declares."""
        wanted = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        try:
            return msgspec.json.decode(await self.body(), type=wanted)
        except UNREADABLE as problem:
            raise HttpRefusal(400, "serve.bad_request", problem=unreadable(problem)) from None
