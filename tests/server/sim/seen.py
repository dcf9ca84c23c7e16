"""What clients of a simulated world have seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tablee.discovery import game as find_game
from tablee.kernel.compile.layout import from_text
from tablee.view import legal_codes


def moves_in(room: dict[str, Any]) -> list[str]:
    """Return the legal moves of a viewer, in any form they were sent."""
    if room["view"]:
        return list(room["view"]["moves"])
    seat, game = room["seat"], find_game(room["settings"]["game"])
    if room["record"] and seat == room["to_act"] and room["seats"][seat - 1]["kind"] == "person":
        state = from_text(game.state.State, room["record"]["data"])
        return [game.notation.NOTATION.text(code) for code in legal_codes(game, state)]
    return [one["text"] for one in room["moves"]]


class Wrong(AssertionError):
    """Something that must never happen."""


@dataclass
class Known:
    """What a client knows of a table."""

    seq: int = 0
    room: dict[str, Any] = field(default_factory=dict)
    events: list[int] = field(default_factory=list)  # of the match, as the client was told


class Shown(NamedTuple):
    """An update as it arrived, and the few parts of it that do not follow from the log."""

    table: str
    seq: int
    since: int
    now: int
    seat: int | None
    frame: bytes

    @classmethod
    def of(cls, message: dict[str, Any], frame: bytes) -> Shown:
        table, seq, since, now = (message[name] for name in ("table", "seq", "since", "now"))
        return cls(table, seq, since, now, message["room"]["seat"], frame)
