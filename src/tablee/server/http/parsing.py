"""What a request brings: a body, read as strictly as a frame of the WebSocket, and ids."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.params import HeaderParameter, PathParameter

from tablee.server.bodies import DEVICE_ID, PASSKEY_ID
from tablee.server.http.problems import Denied
from tablee.server.validation_errors import UNREADABLE, unreadable
from tablee.server.wire import COMMAND_ID, TABLE_ID

TableInPath = Annotated[str, PathParameter(pattern=TABLE_ID)]
PersonInPath = Annotated[str, PathParameter(pattern=TABLE_ID)]
DeviceInPath = Annotated[str, PathParameter(pattern=DEVICE_ID)]
PasskeyInPath = Annotated[str, PathParameter(pattern=PASSKEY_ID)]
"""Ids in addresses; Litestar does not look at the pattern of a msgspec type there."""
Once = Annotated[str | None, HeaderParameter(name="Idempotency-Key", pattern=COMMAND_ID)]
"""What makes a request the same one when it is sent again."""


class Reading(Request[Any, Any, Any]):
    """A request; its body is only asked for where one is needed.

    By itself Litestar would take "5" for a number, and stumble over what is nested too deep.
    """

    async def body(self) -> bytes:
        """The body; Denied if there is none."""
        found = await super().body()
        if not found:
            raise Denied(400, "serve.no_body")
        return found

    async def json(self) -> Any:
        """The body as the struct that the route wants; Denied if it is none."""
        wanted = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        try:
            return msgspec.json.decode(await self.body(), type=wanted)
        except UNREADABLE as problem:
            raise Denied(400, "serve.bad_request", problem=unreadable(problem)) from None
