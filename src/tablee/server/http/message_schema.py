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
    drawn = [kind for show in shows for kind in (show.Scene, show.Preview)]
    (client, server, *rest), parts = msgspec.json.schema_components(
        (wire.FromClient, wire.FromServer, *drawn)
    )
    scenes, previews = rest[::2], rest[1::2]
    for struct, field in (("RoomSeen", "scene"), ("Frame", "scene"), ("Happened", "scene")):
        parts[struct]["properties"][field] = {"anyOf": [*scenes, NOTHING]}
    parts["Previews"]["properties"]["moves"]["additionalProperties"] = {"anyOf": previews}
    return {"from_client": client, "from_server": server, "$defs": parts}
