"""Viewers of a table, and what they share because they see the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tablee.position import Position
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.view import View

from ..rooms.room import Room

Made = TypeVar("Made")


@dataclass(frozen=True)
class Viewer:
    """A person, or any visitor, and the seat or spectator whose view they have."""

    person: str | None
    seat: int | None = None
    form: wire.Form = "scene"


def viewer_of(
    room: Room, person: str | None, seat: int | None, form: wire.Form = "scene"
) -> Viewer:
    """Return a person as a viewer from a seat; a person with one seat views from that anyway.

    A person with several seats, around one screen, who names none sees what a spectator sees.
    """
    own = room.seats_of(person)
    if seat is not None and seat not in own:
        raise Refusal("server.not_your_seat", seat=seat)
    if seat is None and len(own) == 1:
        seat = own[0]
    return Viewer(person, seat, form)


class Shared:
    """What was made for the viewers of one publication: most of them see the same.

    Things are made from what a viewer may see, and from nothing else, and given to all viewers who
    see the same. So sharing reveals nothing.
    """

    __slots__ = ("_made", "_views", "updates")

    def __init__(self) -> None:
        self.updates: dict[tuple[int, Viewer, int, int], Any] = {}
        self._made: dict[tuple[int, Any], list[tuple[Any, Any]]] = {}
        self._views: dict[tuple[int, int | None], tuple[Position, View]] = {}

    def view(self, position: Position, seat: int | None) -> View:
        """Return what a seat sees of a position."""
        key = id(position), seat  # the position is kept as well, so that its id stays its own
        known = self._views.get(key)
        if known is None:
            known = self._views[key] = position, position.view(seat)
        return known[1]

    def make(self, seq: int, function: Callable[..., Made], *given: Any) -> Made:
        """Return what a function makes of what is given, for entry `seq`; make it only once."""
        known = self._made.setdefault((seq, function), [])
        for compared, made in known:
            if compared == given:
                found: Made = made
                return found
        known.append((given, new := function(*given)))
        return new
