"""The events of a table, as one viewer is told them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from tablee.discovery import game as find_game
from tablee.kernel.compile.layout import to_text
from tablee.kernel.contract import GameState
from tablee.kernel.reports import Row, seen_by
from tablee.server import wire
from tablee.show.saying import Saying
from tablee.show.scene import showing_of
from tablee.show.step import ShownStep, Told, telling_of
from tablee.table import (
    ChanceCame,
    Ended,
    EntropyAdded,
    Event,
    Match,
    Moved,
    PlayBegan,
    SeatTaken,
    SecretShown,
    Step,
    TakenBack,
    UndoAsked,
)
from tablee.table.transcripts.redaction import event_seen

from ..rooms.entries import Begun, Closed, Erased, Remade, SeatChanged, Spoke, Wanted
from ..rooms.room import Room
from .viewers import Shared, Viewer

PLAYED = (Moved, ChanceCame)
REDRAWN = (*PLAYED, TakenBack)
UNTOLD = (PlayBegan, EntropyAdded, Ended, SecretShown)
Place = tuple[int, int]
"""Number and time of an entry."""


def news_of(room: Room, viewer: Viewer, over: bool, shared: Shared) -> list[wire.News]:
    """Return what the last entry of a room tells a viewer; `over`: the match is over by now."""
    if room.steps:
        return list(happenings(room, viewer, over, shared))
    entry = room.entry
    payload = entry.payload
    match payload:
        case Spoke(who, seat, channel, phrase, text):
            if is_unheard(channel, room, viewer, over):
                return []
            return [wire.Spoken(entry.seq, entry.at, who.id, who.name, seat, channel, phrase, text)]
        case Erased(message, channel) if not is_unheard(channel, room, viewer, over):
            return [wire.MessageErased(entry.seq, entry.at, message)]
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
            key = "server.note_remade" if isinstance(payload, Remade) else "server.note_closed"
            key = "server.note_closed_by_operator" if room.closed_by_operator else key
            return [wire.Noted(entry.seq, entry.at, Saying(key))]
    return []


def is_unheard(channel: wire.Channel, room: Room, viewer: Viewer, over: bool) -> bool:
    """Return whether a channel is closed to a viewer.

    Players don't read those who may know something they don't, before the match is over.
    """
    return channel == "spectators" and bool(room.seats_of(viewer.person)) and not over


def happenings(
    room: Room, viewer: Viewer, over: bool, shared: Shared | None = None
) -> list[wire.Happened]:
    """Return the events of the last entry of a room as a viewer may see them."""
    if not (happened := room.steps):
        return []
    match, place = room.playing(), (room.entry.seq, room.entry.at)
    if viewer.form == "view":
        return steps_noted(place, match, happened, viewer.seat, over)
    shared = shared or Shared()
    steps = steps_seen(match, happened, viewer.seat, over, shared)
    tell = steps_recorded if viewer.form == "record" else steps_told
    return shared.make(room.seq, tell, place, room.settings.game, steps)


# --- events --------------------------------------------------------------------------------------


def steps_noted(
    place: Place, match: Match, steps: Iterable[Step], seat: int | None, over: bool
) -> list[wire.Happened]:
    """Return events in their notation, without words and scenes."""
    return [
        wire.Happened(*place, step.number, event.DO, seat_of(event), notation_of(event))
        for step, event in events_seen(match, steps, seat, over)
    ]


def events_seen(
    match: Match, steps: Iterable[Step], seat: int | None, over: bool
) -> list[tuple[Step, Event]]:
    """Return steps, each with what a seat may see of its event."""
    hidden = () if over else match.state.hidden
    return [(step, event_seen(step.number, step.event, hidden, seat or 0)) for step in steps]


def seat_of(event: Event) -> int:
    """Return the seat of an event; 0 if it has none."""
    seat: int = getattr(event, "seat", 0)
    return seat


def notation_of(event: Event) -> str:
    """Return the text of a move or an outcome; other events have none."""
    if isinstance(event, PLAYED):
        return event.move if isinstance(event, Moved) else event.outcome
    return ""


class SeenStep(NamedTuple):
    """A step as a viewer may see it."""

    number: int
    event: Event
    before: GameState
    after: GameState
    reports: tuple[Row, ...]  # of a move or an outcome
    told: list[Told]  # of another event


def steps_seen(
    match: Match, steps: Iterable[Step], seat: int | None, over: bool, shared: Shared
) -> list[SeenStep]:
    """Return steps as a viewer may see them."""
    seen = []
    for step, event in events_seen(match, steps, seat, over):
        told = [] if isinstance(event, PLAYED) else table_told(match, event)
        before, after = (shared.view(one, seat).seen for one in (step.before, step.after))
        reports = step.reports if over else seen_by(step.reports, seat)
        seen.append(SeenStep(step.number, event, before, after, reports, told))
    return seen


def steps_told(place: Place, game: str, steps: list[SeenStep]) -> list[wire.Happened]:
    """Return events with their sentences, and with the scene after each."""
    found = []
    for step in steps:
        event, told, scene = step.event, step.told, None
        text = notation_of(event)
        if isinstance(event, PLAYED):
            shown = ShownStep(tuple(text.split(" ")), step.before, step.after, step.reports)
            told = telling_of(game).tell(shown)
        if isinstance(event, REDRAWN):
            scene = showing_of(game).scene(step.after)
        happened = wire.Happened(*place, step.number, event.DO, seat_of(event), text, told, scene)
        found.append(happened)
    return found


def steps_recorded(place: Place, game: str, steps: list[SeenStep]) -> list[wire.Happened]:
    """Return events for clients that have the rules, with what these can't derive.

    A game that hides something sends every record: whether one could be derived may be hidden, too.
    """
    hides = find_game(game).hides
    found = []
    for step in steps:
        event, record, reports = step.event, None, []
        if isinstance(event, PLAYED) and hides:
            record, reports = to_text(step.after), list(step.reports)
        elif isinstance(event, PlayBegan | TakenBack):
            record = to_text(step.after)
        text, by = notation_of(event), seat_of(event)
        happened = wire.Happened(*place, step.number, event.DO, by, text, step.told, None, record)
        found.append(replace(happened, reports=reports) if reports else happened)
    return found


def table_told(match: Match, event: Event) -> list[Told]:
    """Return the sentence on an event that is neither a move nor an outcome."""
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


# --- notices -------------------------------------------------------------------------------------


def notices(
    rooms: Sequence[Room],
) -> list[tuple[str, Literal["your_turn", "begun", "over", "rematch", "undo_asked"]]]:
    """Return whom to notify, and of what, though they may be at another table."""
    room = rooms[-1]
    seated = [held.person for held in room.holdings if held.person]
    events = {step.event.DO for after in rooms for step in after.steps}
    found: list[tuple[str, Any]] = []
    for after in rooms:
        if isinstance(after.entry.payload, Begun):
            found += [(person, "begun") for person in seated]
        elif isinstance(after.entry.payload, Wanted):
            found += [(one, "rematch") for one in seated if one not in room.wanted]
    if "end" in events:
        found += [(person, "over") for person in seated]
    asked = room.match.asked if room.match else None
    if asked is not None and "ask_undo" in events:
        waiting = (room.holdings[seat - 1].person for seat in asked.waiting)
        found += [(person, "undo_asked") for person in waiting if person]
    if not events.isdisjoint(("move", "begin", "take_back")) and (next_one := room.person_to_act):
        found.append((next_one, "your_turn"))
    return list(dict.fromkeys(found))  # once, even for a person with two seats
