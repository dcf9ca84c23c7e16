"""Open a table: check its settings, and make its first entry and the header of its match."""

from __future__ import annotations

import hashlib
from typing import Any

from msgspec.structs import replace

from tablee.bots.levels import LEVELS
from tablee.discovery import game as find_game
from tablee.server import wire
from tablee.server.names import clean_name
from tablee.table import ClockSetting, Header, Holder, Origin
from tablee.table.header import BOT, FORFEIT

from .entries import FREE, Entry, Holding, Identity, Opened
from .room import Room, RoomRefusal


def open_room(settings: wire.Settings, host: Identity, secret: bytes) -> Opened:
    """Return the first entry of a table; a refusal if game, seats, options or clock don't fit."""
    game = find_game(settings.game)
    game.read_seats(len(settings.seats))
    if len(settings.names) > len(settings.seats):
        raise RoomRefusal("server.names", count=len(settings.seats))
    settings = replace(settings, names=[clean_name(name, "names") for name in settings.names])
    if settings.rated:
        settings = replace(settings, time_out=FORFEIT)  # or a bot would play for an absent player
    opened = Opened(settings, host, secret.hex(), holdings_of(settings, host))
    # What doesn't fit is refused now, and not when the match begins.
    seats = tuple(Holding("?", "?") if one.free else one for one in opened.holdings)
    header_of(replace(Room.opened("00" * 16, Entry(1, 0, "", opened)), holdings=seats))
    return opened


def holdings_of(settings: wire.Settings, host: Identity) -> list[Holding]:
    """Return the holders of the seats of a new table."""
    holdings = []
    for seat, wish in enumerate(settings.seats):
        if wish in LEVELS:
            holdings.append(Holding(name=wish, level=wish))
        elif wish == "me":
            name = settings.names[seat] if seat < len(settings.names) else host.name
            holdings.append(Holding(host.id, name, host.avatar))
        else:
            holdings.append(FREE)
    return holdings


def header_of(room: Room) -> Header:
    """Return the header of a match with the settings and seats of a room."""
    wanted = room.settings
    clock = ClockSetting(wanted.clock.kind, wanted.clock.first, wanted.clock.increment)
    timed = clock.kind != "none" and wanted.time_out != FORFEIT
    seats = [
        Holder.bot(one.level) if one.level else Holder("person", one.name) for one in room.holdings
    ]
    branch: dict[str, Any] = {}
    if room.branch is not None:
        origin = Origin(*room.branch["origin"])
        branch = {"origin": origin, "given": tuple(room.branch["given"])}
    return Header.of(
        wanted.game,
        seats,
        table=room.table,
        commitment=room.commitment,
        options=wanted.options,
        clock=clock,
        time_out=f"{BOT}{wanted.time_out}" if timed else FORFEIT,
        undo=wanted.undo,
        hints=wanted.hints,
        **branch,
    )


def rematch_table(table: str) -> str:
    """Return the id of the rematch of a table: the same in every process."""
    return hashlib.sha256(f"tablee again {table}".encode()).hexdigest()[:32]
