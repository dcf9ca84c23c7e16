"""What is sent of a table to somebody: the only place where a room becomes something to be sent.

`Redacted` is the only thing the sessions encode, and only this module makes it. Whatever is in it
comes from `view(seat)` of positions, from `seen_by(seat)` of the match, or is open to everybody.
Most viewers of a table see the same most of the time; `shared` lets them have one and the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import GameState
from tablee.kernel.reports import Row
from tablee.position import View
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.show.saying import Saying
from tablee.show.scene import previews_of, showing_of
from tablee.show.step import Step, Told, reports_seen, steps_ahead, telling_of
from tablee.table import (
    WAITING,
    ChanceCame,
    Ended,
    EntropyAdded,
    Event,
    Match,
    Moved,
    PlayBegan,
    SeatTaken,
    SecretShown,
    Stage,
    TakenBack,
    UndoAsked,
)
from tablee.table.clock import Clock
from tablee.table.match_state import SeatState
from tablee.table.redaction import event_seen
from tablee.words import Said

from .entries import Begun, Closed, Entry, Holding, Remade, SeatChanged, Spoke, Wanted
from .room import Happening, Room, Stale

PLAYED = (Moved, ChanceCame)
REDRAWN = (*PLAYED, TakenBack)
UNTOLD = (PlayBegan, EntropyAdded, Ended, SecretShown)
MOST_SAID = 300  # sentences in one update, of each channel
EYES = 9  # so many see a table in different ways at most: eight seats, and everybody else
_ENCODER = msgspec.json.Encoder()
Made = TypeVar("Made")


@dataclass(frozen=True)
class Viewer:
    """Who looks: a person, or nobody in particular; through the eyes of a seat, or of none."""

    person: str | None
    seat: int | None = None
    form: wire.Form = "scene"


class Redacted:
    """A message that holds nothing its receiver may not know; nothing else is ever sent."""

    __slots__ = ("_encoded", "message")

    def __init__(self, message: wire.ServerMessage) -> None:
        self.message = message
        self._encoded: bytes | None = None

    def encode(self) -> bytes:
        """As it goes over the wire; that is worked out once, however many it is sent to."""
        if self._encoded is None:
            self._encoded = _ENCODER.encode(self.message)
        return self._encoded


def shared(room: Room, make: Callable[..., Made], *seen: Any) -> Made:
    """What is made of what somebody sees; who sees the same is given the same.

    `make` gets nothing but what is compared: whatever it makes, nobody learns more than he sees.
    Nothing of that leads back to the room, which would otherwise live on in a ring with it.
    """
    known: list[tuple[Any, Made]] = room.shown.setdefault(make, [])
    for compared, made in known:
        if compared == seen:
            return made
    if len(known) >= EYES:
        known.clear()  # from another time
    known.append((seen, made := make(*seen)))
    return made


# --- a table -------------------------------------------------------------------------------------


def viewer_of(
    room: Room, person: str | None, seat: int | None, form: wire.Form = "scene"
) -> Viewer:
    """Somebody who looks through the eyes of a seat; who has just one seat, does so anyway.

    Who has several around one screen, and names none, sees what a spectator sees.
    """
    own = room.seats_of(person)
    if seat is not None and seat not in own:
        raise Refusal("server.not_your_seat", seat=seat)
    if seat is None and len(own) == 1:
        seat = own[0]
    return Viewer(person, seat, form)


def update(
    room: Room, viewer: Viewer, since: int, entries: Iterable[tuple[Room, Entry]], now: int
) -> Redacted:
    """The table as it is now, and the entries after `since`, each with the room after it.

    Who has no seat in any of these rooms is shown what all others without one are shown.
    """
    entries = list(entries)
    rooms = [room, *(after for after, _ in entries)]
    if viewer.seat is not None or any(one.seats_of(viewer.person) for one in rooms):
        return _update(room, viewer, since, entries, now)
    anybody = Viewer(None, None, viewer.form)
    key = (since, anybody, now)
    known: tuple[Any, Redacted] | None = room.shown.get(None)
    if known is None or known[0] != key:
        known = room.shown[None] = key, _update(room, anybody, since, entries, now)
    return known[1]


def _update(
    room: Room, viewer: Viewer, since: int, entries: list[tuple[Room, Entry]], now: int
) -> Redacted:
    news: list[wire.News] = []
    if len(entries) > MOST_SAID:
        entries = without_old_talk(entries)
    for after, entry in entries:
        news += news_of(after, entry, viewer, over=room.stage == "over")
    shown = room_seen(room, viewer, now)
    return Redacted(wire.Update(room.table, room.seq, since, now, shown, news))


def without_old_talk(entries: list[tuple[Room, Entry]]) -> list[tuple[Room, Entry]]:
    """The same but for what was said long ago: nobody can talk a table out of reach."""
    said = {"players": 0, "spectators": 0}
    kept = []
    for after, entry in reversed(entries):
        if isinstance(entry.what, Spoke):
            said[entry.what.channel] += 1
            if said[entry.what.channel] > MOST_SAID:
                continue
        kept.append((after, entry))
    return kept[::-1]


def room_seen(room: Room, viewer: Viewer, now: int) -> wire.RoomSeen:
    """The table as a viewer sees it."""
    match, seat = room.match, viewer.seat
    stage: Any = room.stage
    seats = seats_seen(room, viewer, now)
    common = (room.table, room.settings, room.host, stage, seats, seat, room.event, room.commitment)
    rematch = wire.RematchSeen(sorted(room.wanted), room.remade) if stage == "over" else None
    if match is None:
        return wire.RoomSeen(*common, to_act=WAITING, rematch=rematch)
    view = match.view(seat)
    moves = seat == match.to_act and _held(match, seat)
    board: dict[str, Any]
    if viewer.form == "view":
        board = {"view": view_seen(view, moves)}
    else:
        scene, awaited, paragraph = shared(room, board_seen, view.game, view.seen)
        board = {"scene": scene, "awaited": awaited, "awaited_paragraph": paragraph}
        board["moves"] = moves_seen(view) if moves else []
        board["may_undo"], board["may_ask_undo"] = _may_undo(match, seat), _may_ask(match, seat)
    return wire.RoomSeen(
        *common,
        **board,
        to_act=match.to_act,
        running=match.clock.running,
        paused=match.clock.paused,
        asked=asked_seen(match),
        result=result_seen(match),
        rematch=rematch,
    )


def board_seen(game: Game, state: Any) -> tuple[Any, Saying, str]:
    """What is drawn of what somebody sees, and what has to happen now, with its paragraph."""
    paragraph, awaited = game.notation.awaited(state)
    return showing_of(game.name).scene(state), Saying(awaited), paragraph


def seats_seen(room: Room, viewer: Viewer, now: int) -> list[wire.SeatSeen]:
    """All seats, and which of them are the viewer's."""
    match, at = room.match, max(now, room.at)
    states, clock = (match.state.seats, match.clock) if match else (None, None)
    seats = shared(room, everybodys_seats, room.holdings, states, clock, at)
    me = viewer.person or "nobody"
    return [replace(one, mine=True) if one.person == me else one for one in seats]


def everybodys_seats(
    holdings: tuple[Holding, ...],
    states: tuple[SeatState, ...] | None,
    clock: Clock | None,
    at: int,
) -> list[wire.SeatSeen]:
    """All seats with who holds them and what their clocks have left."""
    seats = []
    for seat, held in enumerate(holdings, 1):
        kind: Literal["person", "bot", "open", "left"] = "open" if held.free else "person"
        name, level, out, left_ms = held.name, held.level, False, None
        if states is not None:
            state = states[seat - 1]
            holder = state.holder
            kind = "left" if holder is None else "bot" if holder.is_bot else "person"
            level = holder.level if holder else None
            out = state.out > 0
            if clock is not None and clock.timed:
                left_ms = max(0, clock.left(seat, at))
        elif level:
            kind = "bot"
        seats.append(
            wire.SeatSeen(seat, kind, name, level, held.person, held.avatar, False, out, left_ms)
        )
    return seats


def moves_seen(view: View) -> list[wire.MoveSeen]:
    """The legal moves of the seat that looks, with what each does in words."""
    notation = view.game.notation.NOTATION
    preview = telling_of(view.game.name).preview
    return [
        wire.MoveSeen(notation.text(code), notation.json(code), preview(step))
        for code, step in steps_ahead(view).items()
    ]


def view_seen(view: View, moves: bool) -> wire.ViewSeen:
    """What the one who looks may know, in numbers; with his legal moves, if he may make one."""
    told = wire.ViewSeen(**view.data)
    return told if moves or not told.moves else replace(told, moves=[])


def asked_seen(match: Match) -> wire.Asked | None:
    """What somebody asks to take back."""
    asked = match.asked
    if asked is None:
        return None
    taken = match.events[asked.event - 1]
    assert isinstance(taken, Moved)
    return wire.Asked(asked.seat, asked.event, taken.move, sorted(asked.waiting))


def result_seen(match: Match) -> wire.ResultSeen | None:
    """How it ended, if it has."""
    if match.stage != Stage.OVER:
        return None
    result = match.result
    if result is None:
        return wire.ResultSeen([], [], [], broken=True)
    return wire.ResultSeen(list(result.winners), list(result.scores), list(result.ranks))


def _held(match: Match, seat: int | None) -> bool:
    holder = match.holder(seat) if seat else None
    return holder is not None and not holder.is_bot


def _may_undo(match: Match, seat: int | None) -> bool:
    run = match.state.run
    if seat is None or match.stage != Stage.PLAYING or not run or run[-1].ply.seat != seat:
        return False
    return _held(match, seat) and match.why_not_undo(seat) is None


def _may_ask(match: Match, seat: int | None) -> bool:
    if seat is None or match.stage != Stage.PLAYING or match.asked or not _held(match, seat):
        return False
    moved = match.state.decisions(seat) > 0
    return moved and match.header.undo != "never" and seat not in match.state.declined


# --- news ---------------------------------------------------------------------------------------


def news_of(room: Room, entry: Entry, viewer: Viewer, over: bool) -> list[wire.News]:
    """What an entry says to a viewer; `room` is the room after it."""
    what = entry.what
    match what:
        case Spoke(who, seat, channel, phrase, text):
            # Who plays does not hear those who may know something else; afterwards he may.
            if channel == "spectators" and room.seats_of(viewer.person) and not over:
                return []
            return [wire.Spoken(entry.seq, entry.at, who.id, who.name, seat, channel, phrase, text)]
        case SeatChanged(seat, held):
            key = "server.note_stood" if held.free else "server.note_sat"
            key = "server.note_bot" if held.level else key
            says = Saying(key, {"name": held.name, "seat": seat})
            return [wire.Noted(entry.seq, entry.at, says)]
        case Wanted(person):
            name = next((one.name for one in room.holdings if one.person == person), "?")
            says = Saying("server.note_wanted", {"name": name})
            return [wire.Noted(entry.seq, entry.at, says)]
        case Remade() | Closed():
            key = "server.note_remade" if isinstance(what, Remade) else "server.note_closed"
            return [wire.Noted(entry.seq, entry.at, Saying(key))]
    return list(happenings(room, entry, viewer, over))


def happenings(room: Room, entry: Entry, viewer: Viewer, over: bool) -> list[wire.Happened]:
    """The events of an entry as a viewer may see them."""
    if not room.story:
        return []
    assert room.match is not None
    place, game = (entry.seq, entry.at), room.settings.game
    if viewer.form == "view":
        return story_noted(place, room.match, room.story, viewer.seat, over)
    story = story_seen(room.match, room.story, viewer.seat, over)
    return shared(room, story_told, place, game, story, viewer.form == "frames")


def story_noted(
    place: tuple[int, int], match: Match, story: Iterable[Happening], seat: int | None, over: bool
) -> list[wire.Happened]:
    """The events of an entry in their notation, without words and pictures."""
    return [
        wire.Happened(*place, step.number, event.DO, seat_of(event), notation_of(event), [])
        for step, event in veiled(match, story, seat, over)
    ]


def veiled(
    match: Match, story: Iterable[Happening], seat: int | None, over: bool
) -> list[tuple[Happening, Event]]:
    """The events of an entry, each with what somebody may see of it."""
    hidden = () if over else match.state.hidden
    return [(step, event_seen(step.number, step.event, hidden, seat or 0)) for step in story]


def seat_of(event: Event) -> int:
    """Whose event it is; 0: nobody's."""
    seat: int = getattr(event, "seat", 0)
    return seat


def notation_of(event: Event) -> str:
    """The text of a move or an outcome; nothing else has one."""
    if isinstance(event, PLAYED):
        return event.move if isinstance(event, Moved) else event.outcome
    return ""


class StepSeen(NamedTuple):
    """An event as somebody may see it, with what he sees before and after it."""

    number: int
    event: Event
    before: GameState
    after: GameState
    reports: tuple[Row, ...]  # of a move or an outcome
    told: list[Told]  # of anything else


def story_seen(
    match: Match, story: Iterable[Happening], seat: int | None, over: bool
) -> list[StepSeen]:
    """The events of an entry as somebody may see them."""
    seen = []
    for (number, event, before, after), shown in veiled(match, story, seat, over):
        told: list[Told] = []
        reports: tuple[Row, ...] = ()
        if isinstance(event, PLAYED):
            code = before.read(notation_of(event))
            reports = reports_seen(before, code, seat, over=over)
        else:
            told = table_told(match, event)
        records = (before.view(seat).seen, after.view(seat).seen)
        seen.append(StepSeen(number, shown, *records, reports, told))
    return seen


def story_told(
    place: tuple[int, int], game: str, story: list[StepSeen], frames: bool
) -> list[wire.Happened]:
    """The events of an entry: their words, and how it looks on the way and in the end."""
    return [happened(place, game, step, frames) for step in story]


def happened(place: tuple[int, int], game: str, seen: StepSeen, frames: bool) -> wire.Happened:
    """An event as somebody may see it."""
    event = seen.event
    told, text, scene = seen.told, notation_of(event), None
    beats: list[wire.Frame] = []
    if isinstance(event, PLAYED):
        step = Step(tuple(text.split(" ")), seen.before, seen.after, seen.reports)
        told = telling_of(game).tell(step)
        if frames:
            beats = [wire.Frame(beat, scene) for beat, scene in showing_of(game).frames(step)]
    if frames and isinstance(event, REDRAWN):
        scene = showing_of(game).scene(seen.after)
    by = seat_of(event)
    return wire.Happened(*place, seen.number, event.DO, by, text, told, beats, scene)


def table_told(match: Match, event: Event) -> list[Told]:
    """What there is to tell of an event that is neither a move nor an outcome."""
    if isinstance(event, UNTOLD):
        return []
    key, values = f"tell.event_{event.DO}", {}
    if isinstance(event, TakenBack | UndoAsked):
        taken = match.events[event.event - 1]
        assert isinstance(taken, Moved)
        values = {"move": taken.move}
    elif isinstance(event, SeatTaken) and event.holder.is_bot:
        key, values = "tell.event_take_seat_bot", {"name": event.holder.name}
    return [Told(seat_of(event), (Saying(key, values),))]


# --- answers -------------------------------------------------------------------------------------


def previews(room: Room, viewer: Viewer) -> Redacted:
    """What each legal move of the seat that looks would do."""
    match = room.match
    assert viewer.seat is not None
    if match is None or match.to_act != viewer.seat:
        return Redacted(wire.Previews(room.table, room.event, viewer.seat, {}))
    moves = previews_of(match.view(viewer.seat))
    return Redacted(wire.Previews(room.table, room.event, viewer.seat, moves))


def advice(found: wire.Advice, table: str, event: int, seat: int) -> Redacted:
    """What the coach, who sees what the seat sees, has said."""
    return Redacted(replace(found, table=table, event=event, seat=seat))


def notices(
    room: Room, news: Sequence[tuple[Room, Entry]]
) -> list[tuple[str, Literal["your_turn", "begun", "over", "rematch", "undo_asked"]]]:
    """Whom what concerns of what has happened, though he may be looking at another table."""
    seated = [held.person for held in room.holdings if held.person]
    events = {step.event.DO for after, _ in news for step in after.story}
    found: list[tuple[str, Any]] = []
    for _, entry in news:
        if isinstance(entry.what, Begun):
            found += [(person, "begun") for person in seated]
        elif isinstance(entry.what, Wanted):
            found += [(one, "rematch") for one in seated if one not in room.wanted]
    if "end" in events:
        found += [(person, "over") for person in seated]
    asked = room.match.asked if room.match else None
    if asked is not None and "ask_undo" in events:
        waiting = (room.holdings[seat - 1].person for seat in asked.waiting)
        found += [(person, "undo_asked") for person in waiting if person]
    if not events.isdisjoint(("move", "begin", "take_back")) and (next_one := room.person_to_act):
        found.append((next_one, "your_turn"))
    return list(dict.fromkeys(found))  # who has two seats is told once


def done(identifier: str, table: str, seq: int) -> Redacted:
    """A command is carried out."""
    return Redacted(wire.Done(identifier, table, seq))


def refused(refusal: Refusal, identifier: str | None, table: str | None) -> Redacted:
    """A command is not carried out."""
    return Redacted(
        wire.Refused(
            identifier,
            table,
            refusal_said(refusal),
            refusal.paragraph,
            list(refusal.instead),
            isinstance(refusal, Stale),
        )
    )


def plain(message: wire.Welcome | wire.Pong | wire.Bye | wire.Notice | wire.Presence) -> Redacted:
    """A message that says nothing of what happens on a board."""
    return Redacted(message)


def refusal_said(refusal: Refusal) -> Saying:
    """Why something is refused, with a refusal behind it put into words by the reader, too."""
    values: dict[str, Any] = {}
    for name, value in refusal.values.items():
        if isinstance(value, Refusal):
            inner = refusal_said(value)
            values[name] = {"key": inner.key, "values": inner.values}
        elif isinstance(value, Said):
            values[name] = {"key": value.key, "values": {}}
        else:
            values[name] = value if isinstance(value, int | float | str) else str(value)
    return Saying(refusal.key, values)


__all__ = ["CHANCE", "OVER", "Redacted", "Viewer", "update", "viewer_of"]
