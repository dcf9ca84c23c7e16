"""A program that sits down at a table and plays to the end: `python examples/join.py URL`.

It needs the address of a table with a free seat, as a browser shows it, and a way to choose a move.
Here that is one of Tablée's own players; put yours in the place of `choose`. It is given the view
of its seat, with all a seat may know, and says one of `view.moves()`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import urllib.request
import uuid
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tablee import View
from tablee.bots.levels import LEVELS, player
from tablee.kernel.dice import dice_for
from tablee.show.saying import from_the_wire

Json = dict[str, Any]
Choose = Callable[[View], str]
TRIES = 30
PAUSE = 1.0  # seconds


def player_of(level: str) -> Choose:
    """One of Tablée's own players."""
    dice = dice_for(uuid.uuid4().int % 2**63)
    return lambda view: player(level, view.game.name).choose(view, dice)


def guest(server: str, name: str) -> str:
    """Create a guest; return the token that proves who it is."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/api/guest", body, method="POST")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        cookie: str = answer.headers["Set-Cookie"]
    return cookie.partition("=")[2].partition(";")[0]


def stay(server: str, token: str, table: str, choose: Choose) -> Json:
    """Play to the end, and come back whenever the connection is lost: nothing is lost by that."""
    address, headers = f"ws{server[4:]}/ws", {"Authorization": f"Bearer {token}"}
    tries_left = TRIES
    while True:
        try:
            with connect(address, additional_headers=headers) as line:
                tries_left = TRIES
                return play(line, table, choose)
        except (ConnectionClosed, OSError):
            tries_left -= 1
            if not tries_left:
                raise
            time.sleep(PAUSE)


def play(line: ClientConnection, table: str, choose: Choose) -> Json:
    """Take a free seat, and move whenever it is to act; return how it ended."""
    line.send(json.dumps({"do": "watch", "table": table, "form": "view"}))
    done_after = None  # a chat message sends the same table again
    while True:
        message = json.loads(line.recv())
        if message["do"] in ("refused", "bye") and not message.get("stale"):
            raise SystemExit(from_the_wire(message["why"]).text("en"))
        if message["do"] != "update":
            continue
        room = message["room"]
        if room["stage"] in ("over", "closed"):
            return dict(room)
        if done_after != (room["stage"], room["event"]) and (order := next_order(room, choose)):
            done_after = room["stage"], room["event"]
            line.send(json.dumps({**order, "id": uuid.uuid4().hex, "table": table}))


def next_order(room: Json, choose: Choose) -> Json | None:
    """Return what to do now: sit down, move, or wait."""
    if not any(seat["mine"] for seat in room["seats"]):
        free = [seat["seat"] for seat in room["seats"] if seat["kind"] == "open"]
        if not free:
            raise SystemExit("There is no free seat at this table.")
        return {"do": "sit", "seat": free[0]}
    if room["stage"] == "lobby" or not room["view"]["moves"]:
        return None
    move = choose(View.from_data(room["view"]))
    return {"do": "move", "seat": room["seat"], "move": move, "after": room["event"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("url", help="the address of a table, as a browser shows it")
    parser.add_argument("--name", default="A program")
    parser.add_argument("--level", default="club", choices=LEVELS)
    given = parser.parse_args()
    address = re.match(r"(https?://[^/]+)/table/([0-9a-f]{32})\b", given.url)
    if address is None:
        parser.error(f"not the address of a table (http://localhost:8000/table/…): {given.url}")
    server, table = address.groups()
    try:
        room = stay(server, guest(server, given.name), table, player_of(given.level))
    except (ConnectionClosed, OSError) as problem:
        sys.exit(f"{server} cannot be reached: {problem}")
    result = room["result"]
    names = [room["seats"][seat - 1]["name"] for seat in (result or {}).get("winners", ())]
    print(f"Won by {', '.join(names)}." if names else "It has ended without a winner.")


if __name__ == "__main__":
    main()
