"""The WebSocket's messages as JSON Schema, with the scenes of each game.

The structs of the protocol leave scenes open; here each game's are filled in.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from tablee import discovery
from tablee.server import wire
from tablee.show.scene import showing_of

NOTHING = {"type": "null"}


@cache
def messages() -> dict[str, Any]:
    """Return the schema of all messages, in both directions."""
    shows = [showing_of(game) for game in discovery.names()]
    (client, server, *scenes), parts = msgspec.json.schema_components(
        (wire.FromClient, wire.FromServer, *(show.Scene for show in shows))
    )
    for struct in ("RoomSeen", "Happened"):
        parts[struct]["properties"]["scene"] = {"anyOf": [*scenes, NOTHING]}
    return {"from_client": client, "from_server": server, "$defs": parts}
