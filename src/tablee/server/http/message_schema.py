"""The messages of the WebSocket as JSON Schema, with what each game draws.

In the structs a scene is any of four, which the wire does not know: here they are put in.
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
    """All messages, both ways."""
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
