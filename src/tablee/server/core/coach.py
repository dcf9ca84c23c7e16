"""Answer requests for a hint."""

from __future__ import annotations

from tablee.table.events import HintTaken
from tablee.table.fair import seed_for

from .bots import Thinkers
from .rooms.cache import Rooms
from .rooms.room import RoomRefusal
from .views import redaction


class Coach:
    """The coach, limited to the view of the asking seat."""

    def __init__(self, rooms: Rooms, thinkers: Thinkers) -> None:
        self.rooms = rooms
        self.thinkers = thinkers

    async def advise(self, table: str, seq: int) -> redaction.Redacted:
        """Return the advice that was asked for in entry `seq`.

        It is about the position of that entry, and given only while the seat is still in it.
        """
        asked = (await self.rooms.history(table, seq - 1))[0]
        seat = next(step.event.seat for step in asked.steps if isinstance(step.event, HintTaken))
        then, now = asked.playing(), (await self.rooms.current(table)).playing()
        if now.to_act != seat or now.position != then.position:
            raise RoomRefusal("server.hint_not_now", seat=seat)
        seed = seed_for(asked.secret, f"coach {asked.event}")
        whose = asked.holdings[seat - 1].person or asked.host
        advice = await self.thinkers.advise(then.view(seat), seed, whose)
        return redaction.advice(advice, table, asked.event, seat)
