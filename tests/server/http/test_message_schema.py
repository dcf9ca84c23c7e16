"""The schema of messages: all messages fit it, and it describes what each game draws."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from samples import SAMPLES
from server.live import House, Json
from server.ws.test_play import GAMES
from tablee.server import bodies, wire

PROTOCOLS = {2: "72d3efcca707f91f"}
"""What each number of the protocol stands for: a hash of all messages and bodies."""


def validator(house: House, direction: str) -> jsonschema_rs.Validator:
    schema: Json = house.client().get("/api/schema.json").json()
    return jsonschema_rs.validator_for({**schema[direction], "$defs": schema["$defs"]})


@pytest.mark.parametrize("game", GAMES)
def test_all_messages_fit_the_schema(house: House, game: str) -> None:
    fits, ada, dice = validator(house, "from_server"), house.guest(), random.Random(1)
    seats = ("me",) * len(GAMES[game])
    table = ada.table(game, seats, options=SAMPLES[game].short, names=["Ada"] * len(seats))
    heard: list[Json] = []
    with ada.socket() as socket:
        for seat in range(1, len(seats) + 1):
            for form in get_args(wire.Form):
                socket.send(do="watch", table=table, since=0, seat=seat, form=form)
                heard.append(socket.until("update", table=table))
        for _ in range(40):
            seat = heard[-1]["room"]["to_act"]
            if seat < 1:
                break
            socket.send(do="watch", table=table, seat=seat, form="scene")
            heard.append(socket.until("update", table=table))
            room = heard[-1]["room"]
            move = dice.choice(room["moves"])["text"]
            fields: Any = {"seat": seat, "move": move, "after": room["event"]}
            heard.append(socket.command("move", table, **fields))
            heard.append(socket.latest[table])
    for message in heard:
        fits.validate(message)
    kinds = {message["do"] for message in heard}
    assert {"update", "done"} <= kinds
    broken = copy.deepcopy(next(one for one in heard if one["do"] == "update"))
    broken["room"]["scene"] = {"a": "board of another game"}
    assert not fits.is_valid(broken)


def test_a_changed_message_gets_a_new_protocol_number() -> None:
    own = [
        kind
        for kind in vars(bodies).values()
        if isinstance(kind, type) and kind.__module__ == bodies.__name__
    ]
    schema = msgspec.json.schema_components((wire.FromClient, wire.FromServer, *own))
    text = json.dumps(without_prose(schema), sort_keys=True)
    found = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert PROTOCOLS.get(wire.PROTOCOL) == found, (
        "raise wire.PROTOCOL if it is released, and write its hash"
    )


def without_prose(schema: Any) -> Any:
    """Return a schema without its descriptions."""
    if isinstance(schema, dict):
        return {
            key: without_prose(one)
            for key, one in schema.items()
            if not (key == "description" and isinstance(one, str))
        }
    if isinstance(schema, list | tuple):
        return [without_prose(one) for one in schema]
    return schema
