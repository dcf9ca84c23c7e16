"""A match: the object that drives a game at a table, in the terminal and at the server.

It is a value: a command returns a new match, and the old one stays as it was. A caller that keeps
events in a database appends `after.since(before)` first and uses the new match only if that went
well. The caller provides the time, in milliseconds, the secret and the table's id.

>>> from tablee.discovery import names
>>> secret = bytes(range(32))
>>> header = Header.of(names()[0], [Holder("person", "Ada"), Holder("bot:casual", "Casual")],
...                    table="5f" * 16, commitment=fair.commitment(secret))
>>> match = Match.start(header, secret)
>>> match = match.deal().deal()
>>> match.to_act, match.position.moves()
(1, ['turtle 1', 'turtle 2'])
>>> match.play(2, "turtle 1")
Traceback (most recent call last):
tablee.table.refusals.NotYourTurn: It is not the turn of seat 2: seat 1 has to move.
>>> match = match.play(1, "turtle 1")
>>> print(match.undo(1).transcript.text().splitlines()[-2][:36].rstrip())
    5  seat 1 takes back 4
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace as changed

from tablee.kernel.actors import CHANCE
from tablee.position import Position, Result
from tablee.refusals import Refusal
from tablee.view import View, check_seat

from . import fair
from .apply import apply
from .apply.automatic import automatic_event
from .apply.moves import check_turn
from .apply.undo import why_not_free
from .clock import Clock
from .events import (
    LATEST,
    BrokenOff,
    ChanceCame,
    ClockPaused,
    ClockResumed,
    EntropyAdded,
    Event,
    HintTaken,
    Moved,
    PlayBegan,
    Resigned,
    SeatLeft,
    SeatTaken,
    TakenBack,
    TimeRanOut,
    UndoAgreed,
    UndoAsked,
    UndoDeclined,
)
from .header import Header, Holder, Origin
from .match_state import Ask, MatchState, Stage, position_after
from .persistent_list import PersistentList
from .refusals import ChanceRefused, NotNow, UndoRefused, WrongEvent
from .steps import Step
from .transcripts.quoting import is_whole
from .transcripts.redaction import Seen, events_seen, header_seen
from .transcripts.transcript import Transcript


class Match(Struct, frozen=True):
    """A match at one moment. Every command returns a new one, or raises a Refusal."""

    state: MatchState
    events: PersistentList[Event] = field(default_factory=PersistentList)
    secret: bytes | None = None  # of the table; None elsewhere
    steps: PersistentList[Step] = field(default_factory=PersistentList)  # see `without_steps`

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine, others = (self.state, self.events), (other.state, other.events)
        return mine == others and self.secret == other.secret

    def __hash__(self) -> int:
        return hash((self.header.table, self.events))

    def __repr__(self) -> str:
        return f"Match({self.state!r}, {self.events!r})"  # not its secret

    # --- how a match comes to be -------------------------------------------------------------

    @classmethod
    def open(cls, header: Header, secret: bytes | None = None) -> Match:
        """Return a match before its first event; seats may add entropy until it begins."""
        if secret is not None:
            found = fair.commitment(secret)
            if found != header.commitment:
                raise ChanceRefused("table.secret_misfit", expected=header.commitment, found=found)
        return cls(MatchState.at_start(header), secret=secret)

    @classmethod
    def start(
        cls,
        header: Header,
        secret: bytes | None = None,
        entropy: Mapping[int, bytes] | None = None,
        at: int | None = None,
    ) -> Match:
        """Return a match that begins at once, with the entropy of some seats."""
        match = cls.open(header, secret)
        for seat, given in (entropy or {}).items():
            match = match.add_entropy(seat, given, at=at)
        return match.begin(at=at)

    @classmethod
    def replay(cls, transcript: Transcript, secret: bytes | None = None) -> Match:
        """Replay a transcript, or raise a Refusal if something in it is impossible."""
        return cls.open(transcript.header, secret).apply_all(transcript.events).without_steps()

    def apply(self, event: Event) -> Match:
        """Return the match after an event that was decided elsewhere."""
        return self._after(event)

    def apply_all(self, events: Iterable[Event]) -> Match:
        """Return the match after several such events."""
        match = self
        for event in events:
            match = match.apply(event)
        return match

    def without_steps(self) -> Match:
        """Return the same match with no steps, so that `steps` are those of what comes next.

        A step holds an event with the positions before and after it. They are not kept for a
        whole match, because that would take much more memory than the match itself.
        """
        return changed(self, steps=PersistentList())

    def _after(self, event: Event, code: int | None = None) -> Match:
        """Return the match after an event; the code of a move or an outcome, if it is known."""
        state = apply(self.state, event, code)
        played = state.line[-1].code if isinstance(event, Moved | ChanceCame) else None
        step = Step(state.number, event, played, self.position, state.position)
        return Match(state, self.events.plus(event), self.secret, self.steps.plus(step))

    # --- what there is -----------------------------------------------------------------------

    @property
    def header(self) -> Header:
        return self.state.header

    @property
    def transcript(self) -> Transcript:
        """The transcript, hidden outcomes included; `seen_by` is for seats."""
        return Transcript(self.header, tuple(self.events))

    @property
    def position(self) -> Position:
        """The current position, hidden cards included."""
        return self.state.position

    @property
    def stage(self) -> Stage:
        """Whether the match is waiting, running or over."""
        return self.state.stage

    @property
    def to_act(self) -> int:
        """The seat to move, numbered from 1, or CHANCE, OVER, or WAITING before it begins."""
        return self.state.to_act

    @property
    def result(self) -> Result | None:
        """Winners, scores and ranks; None before the end and if the match was abandoned."""
        return self.state.result

    @property
    def clock(self) -> Clock:
        """The clocks of all seats."""
        return self.state.clock

    @property
    def deadline(self) -> int | None:
        """When `tick` has to be called, if a clock is running."""
        return self.state.clock.deadline

    @property
    def asked(self) -> Ask | None:
        """The pending undo request, with the seats that haven't answered yet."""
        return self.state.ask

    def holder(self, seat: int) -> Holder | None:
        """Return the holder of a seat; None if it was left."""
        check_seat(seat, len(self.state.seats))
        return self.state.seats[seat - 1].holder

    @property
    def bot_to_act(self) -> tuple[int, str] | None:
        """The seat and level of the bot that is to act, if any."""
        seat, state = self.to_act, self.state
        if seat < 1 or state.clock.paused:
            return None
        holder = state.seats[seat - 1].holder
        return (seat, holder.level) if holder and holder.level else None

    def can_win(self, seat: int) -> bool:
        """Return whether a seat is still in the running."""
        check_seat(seat, len(self.state.seats))
        return not self.state.seats[seat - 1].out

    def view(self, seat: int | None = None) -> View:
        """Return what a seat, or a spectator, may know of the position."""
        return self.position.view(seat)

    def seen_by(self, seat: int | None = None, after: int = 0) -> Seen:
        """Return the events after a number as a seat, or a spectator, may see them."""
        viewer = self._viewer(seat)
        news = tuple(enumerate(self.events[self._number(after) :], after + 1))
        if self.stage == Stage.OVER:
            return Seen(news)
        return Seen(events_seen(news, self.state.hidden, viewer))

    def header_seen_by(self, seat: int | None = None) -> dict[str, Any]:
        """Return the header as plain data, as a seat or a spectator may see it."""
        viewer = self._viewer(seat)
        if self.stage == Stage.OVER:
            return self.header.to_json()
        return header_seen(self.header, viewer)

    def _viewer(self, seat: int | None) -> int:
        if seat is not None:
            check_seat(seat, len(self.state.seats))
        return seat or 0

    def since(self, earlier: Match) -> tuple[tuple[int, Event], ...]:
        """Return the numbered events that an earlier state of this match didn't have."""
        known = len(earlier.events)
        return tuple(enumerate(self.events[known:], known + 1))

    # --- time travel -------------------------------------------------------------------------

    def as_of(self, event: int) -> Match:
        """Return the match as it was after an event; 0 is before the first."""
        events = self.events[: self._number(event)]
        return Match.replay(Transcript(self.header, events), self.secret)

    def plies(self) -> Iterator[tuple[int, int, str, Position]]:
        """Yield what was not undone: event, seat or CHANCE, text, and the position before."""
        text = self.position.game.notation.NOTATION.text
        position = self.header.start
        for ply in self.state.line:
            yield ply.number, ply.seat, text(ply.code), position
            position = position_after(position, (ply,))

    def branch(self, event: int, *, table: str, secret: bytes, **changes: Any) -> Match:
        """Play from here: a new match, not begun yet, that goes on after an event of this one.

        Only a match that is over can be branched: the new one knows all that was hidden in it.
        """
        if self.stage != Stage.OVER:
            raise NotNow("table.not_over")
        if fair.commitment(secret) == self.header.commitment:
            raise ChanceRefused("table.secret_used")
        there = self.as_of(event)
        header = replace(
            self.header,
            table=table,
            commitment=fair.commitment(secret),
            origin=Origin(self.header.table, self.transcript.hash, event),
            given=(*self.header.given, *(text for _, _, text, _ in there.plies())),
            **changes,
        )
        return Match.open(header, secret)

    def _number(self, event: object) -> int:
        if not is_whole(event, 0, len(self.events)):
            raise WrongEvent("table.no_such_event", event=ascii(event), last=len(self.events))
        assert isinstance(event, int)
        return event

    # --- what can be done --------------------------------------------------------------------

    def add_entropy(self, seat: int, entropy: bytes, at: int | None = None) -> Match:
        """Add entropy for a seat, once, before the match begins."""
        return self._do(EntropyAdded(seat, fair.check_entropy(entropy).hex(), at=at))

    def begin(self, at: int | None = None) -> Match:
        """Begin the match; no entropy can be added afterwards."""
        return self._do(PlayBegan(at=at))

    def play(self, seat: int, move: str | Mapping[str, Any], at: int | None = None) -> Match:
        """Play a move for a seat, given as text or as its JSON object."""
        check_turn(self.state, seat)
        code = self.position.read(move)
        text = self.position.game.notation.NOTATION.text(code)
        return self._do(Moved(seat, text, at=at), code)

    def deal(self, at: int | None = None) -> Match:
        """Draw the next outcome of chance from the secret."""
        state = self.state
        if self.to_act != CHANCE:
            raise ChanceRefused("table.no_chance_now")
        if self.secret is None:
            raise ChanceRefused("table.no_secret")
        outcome = fair.draw(
            self.secret,
            self.header.table,
            dict(state.entropy),
            state.outcomes + 1,
            self.position.chance_codes(),
        )
        text = self.position.game.notation.NOTATION.text
        return self._do(ChanceCame(text(outcome), at=at), outcome)

    def undo(self, seat: int, event: int | None = None, at: int | None = None) -> Match:
        """Undo the latest move of a seat, or everything since one of its moves, without asking."""
        return self._do(TakenBack(seat, self._latest(seat, event), at=at))

    def why_not_undo(self, seat: int, event: int | None = None) -> Refusal | None:
        """Return the refusal if a seat may not undo that without asking, else None."""
        try:
            return why_not_free(self.state, seat, self._latest(seat, event))
        except Refusal as refusal:
            return refusal

    def ask_undo(self, seat: int, event: int | None = None, at: int | None = None) -> Match:
        """Ask the other seats for an undo of any own move."""
        return self._do(UndoAsked(seat, self._latest(seat, event), at=at))

    def answer(self, seat: int, yes: bool, at: int | None = None) -> Match:
        """Answer an undo request; when all agree, the move is undone."""
        return self._do(UndoAgreed(seat, at=at) if yes else UndoDeclined(seat, at=at))

    def hint(self, seat: int, at: int | None = None) -> Match:
        """Record that a seat asked the coach."""
        return self._do(HintTaken(seat, at=at))

    def leave(self, seat: int, at: int | None = None) -> Match:
        """Let a person or a program leave their seat."""
        return self._do(SeatLeft(seat, at=at))

    def hand_to_bot(self, seat: int, level: str, at: int | None = None) -> Match:
        """Let a bot take the seat of a person or a program."""
        return self._do(SeatTaken(seat, Holder.bot(level), at=at))

    def take_back_seat(
        self, seat: int, holder: Holder | None = None, at: int | None = None
    ) -> Match:
        """Give a seat back to the person who left it, or to a substitute."""
        check_seat(seat, len(self.state.seats))
        owner = self.state.seats[seat - 1].owner
        return self._do(SeatTaken(seat, holder or owner, at=at))

    def resign(self, seat: int, at: int | None = None) -> Match:
        """Resign for a seat; a bot makes its moves while others are still in the running."""
        return self._do(Resigned(seat, at=at))

    def pause(self, at: int | None = None) -> Match:
        """Pause: all clocks stop, and nothing can be played."""
        return self._do(ClockPaused(at=at))

    def resume(self, at: int | None = None) -> Match:
        """End a pause."""
        return self._do(ClockResumed(at=at))

    def tick(self, now: int) -> Match:
        """Apply the passing of time: if a clock has expired, its seat is out of time."""
        if not is_whole(now, 0, LATEST):
            raise WrongEvent("table.event_field", field="now", value=ascii(now)[:200])
        deadline = self.deadline
        if deadline is None or now < deadline:
            return self
        return self._do(TimeRanOut(self.clock.running, at=deadline))

    def break_off(self, at: int | None = None) -> Match:
        """Abandon the match: it ends without a result, and the secret is revealed."""
        return self._do(BrokenOff(at=at))

    def settle(self, at: int | None = None) -> Match:
        """Apply everything that follows automatically; commands do this anyway."""
        match = self
        while (event := automatic_event(match.state, match.secret, at)) is not None:
            match = match.apply(event)
        return match

    def _do(self, event: Event, code: int | None = None) -> Match:
        return self._after(event, code).settle(event.at)

    def _latest(self, seat: int, event: int | None) -> int:
        """Return the event of a move to be taken back: the one named, or the latest of the seat."""
        check_seat(seat, len(self.state.seats))
        if event is not None:
            return event
        for ply in reversed(self.state.line):
            if ply.seat == seat:
                return ply.number
        raise UndoRefused("table.undo_nothing", seat=seat)
