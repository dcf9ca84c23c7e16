"""What clients of a simulated world have seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


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
