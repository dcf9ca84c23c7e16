"""Clocks: values that are given the time in milliseconds and never read it themselves.

Only the seat that is to decide spends time; chance takes none. For every seat
`left = granted - spent`, and what all seats have spent is the time during which some clock ran:
no millisecond is lost or made.

>>> clock = Clock.begin(ClockSetting("fischer", 60_000, 5_000), seats=2)
>>> clock = clock.run(1, decision=1, now=1_000)
>>> clock.left(1, now=11_000), clock.deadline
(50000, 61000)
>>> clock = clock.stop(now=11_000).decided(1, decision=1)
>>> clock.left(1, now=99_000)
55000
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from .refusals import WrongHeader
from .transcripts.quoting import is_whole

DAY = 86_400_000
LONGEST = 1000 * DAY
NUMBERS = {"none": (), "move": (1,), "fischer": (1, 0), "days": (1,)}
"""The numbers of each kind of clock, by the least each may be."""
FIELDS = ("first", "increment")


@dataclass(frozen=True)
class ClockSetting:
    """No clock; a time per move; a budget and an increment per move; or days per move."""

    kind: str = "none"
    first: int | None = None  # milliseconds for the whole match or for each move; or days
    increment: int | None = None  # milliseconds

    def __post_init__(self) -> None:
        if self.kind not in NUMBERS:
            raise WrongHeader("table.clock_kind", instead=list(NUMBERS), kind=repr(self.kind))
        lowest = NUMBERS[self.kind]
        most = LONGEST // DAY if self.kind == "days" else LONGEST
        for place, (field, number) in enumerate(zip(FIELDS, self.numbers, strict=True)):
            if place >= len(lowest):
                if number is not None:
                    raise WrongHeader("table.clock_too_many", kind=self.kind, field=field)
            elif not is_whole(number, lowest[place], most):
                least = lowest[place]
                raise WrongHeader("table.clock_number", field=field, least=least, most=most)

    @property
    def numbers(self) -> tuple[int | None, int | None]:
        return self.first, self.increment

    @property
    def initial(self) -> int:
        """The time of a seat at the start of the match, or of each move."""
        return (self.first or 0) * (DAY if self.kind == "days" else 1)

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.kind, *self.numbers) if part is not None)


NO_CLOCK = ClockSetting()


class SeatTime(Struct, frozen=True):
    """The time of one seat."""

    granted: int = 0
    spent: int = 0
    decisions: int = 0  # the number of the latest decision that was granted time


class Clock(Struct, frozen=True):
    """The clocks of all seats; at most one is running."""

    setting: ClockSetting
    times: tuple[SeatTime, ...]
    running: int = 0  # the seat, or 0
    since: int = 0  # the running clock is charged until then
    turn: int = 0  # spent by the running seat since its clock started
    paused: bool = False

    @classmethod
    def begin(cls, setting: ClockSetting, seats: int) -> Clock:
        """Return clocks that are set, with none running."""
        granted = setting.initial if setting.kind == "fischer" else 0
        return cls(setting, (SeatTime(granted),) * seats)

    @property
    def timed(self) -> bool:
        """Whether the match is timed."""
        return self.setting.kind != "none"

    def left(self, seat: int, now: int) -> int:
        """Return the time a seat has left."""
        time = self.times[seat - 1]
        running = seat == self.running and not self.paused
        return time.granted - time.spent - (now - self.since if running else 0)

    @property
    def deadline(self) -> int | None:
        """When the running clock expires; a move at that moment is too late."""
        if self.running == 0 or self.paused:
            return None
        return self.since + self.left(self.running, self.since)

    def run(self, seat: int, decision: int, now: int) -> Clock:
        """Start the clock of a seat, for its decision of that number."""
        if not self.timed or self.running == seat:
            return self
        clock = self.stop(now)
        time = clock.times[seat - 1]
        if self.setting.kind != "fischer" and decision > time.decisions:
            # A decision that replaces an undone one has only the time that was left.
            missing = self.setting.initial - (time.granted - time.spent)
            clock = clock._with(seat, granted=missing, decisions=decision)
        return replace(clock, running=seat, since=now, turn=0)

    def stop(self, now: int) -> Clock:
        """Stop the running clock."""
        return self if self.running == 0 else replace(self._charged(now), running=0)

    def decided(self, seat: int, decision: int) -> Clock:
        """Grant the increment for a decision, unless it replaces an undone one."""
        increment = self.setting.increment
        if increment is None or decision <= self.times[seat - 1].decisions:
            return self
        return self._with(seat, granted=increment, decisions=decision)

    def as_if_not_pressed(self, seat: int, now: int) -> Clock:
        """Charge the time of this turn to the given seat instead of the running one."""
        clock = self._charged(now)
        if clock.running in (0, seat):
            return clock.stop(now)
        moved = clock._with(clock.running, spent=-clock.turn)._with(seat, spent=clock.turn)
        return replace(moved, running=0)

    def renewed(self, seat: int) -> Clock:
        """Grant the next decision of a seat its full time."""
        time = replace(self.times[seat - 1], decisions=0)
        return replace(self, times=(*self.times[: seat - 1], time, *self.times[seat:]))

    def pause(self, now: int) -> Clock:
        """Stop charging time until `resume`."""
        return replace(self._charged(now), paused=True)

    def resume(self, now: int) -> Clock:
        """Charge time again."""
        return replace(self, paused=False, since=now)

    def _charged(self, now: int) -> Clock:
        if self.running == 0 or self.paused:
            return self
        elapsed = now - self.since
        times = self._times_with(self.running, spent=elapsed)
        return replace(self, times=times, since=now, turn=self.turn + elapsed)

    def _with(self, seat: int, granted: int = 0, spent: int = 0, decisions: int = 0) -> Clock:
        return replace(self, times=self._times_with(seat, granted, spent, decisions))

    def _times_with(
        self, seat: int, granted: int = 0, spent: int = 0, decisions: int = 0
    ) -> tuple[SeatTime, ...]:
        old = self.times[seat - 1]
        new = SeatTime(old.granted + granted, old.spent + spent, decisions or old.decisions)
        return (*self.times[: seat - 1], new, *self.times[seat:])
