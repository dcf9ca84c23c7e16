"""Decide commands: each function returns the room after it, with the entry that makes it so.

Nothing is changed here. A decision becomes true once its entry is in the log; if another process
was faster, it is discarded and made again on the room as it is then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import cast

import msgspec
from msgspec.structs import replace

from tablee.server import wire
from tablee.server.names import clean_name
from tablee.server.sanitize import clean
from tablee.table import CHANCE, Event, Match, Stage
from tablee.table.events import AnyEvent

from .entries import (
    FREE,
    AnyPayload,
    Begun,
    Closed,
    EntropyGiven,
    Entry,
    Erased,
    Forgotten,
    Holding,
    Identity,
    Played,
    Remade,
    SeatChanged,
    Spoke,
    Wanted,
)
from .opening import header_of
from .room import Room, RoomRefusal, Stale

_ENCODE = msgspec.json.Encoder().encode


def idempotency_key(command: wire.Command, who: Identity) -> str:
    """Return the key under which a command is in the log: its author, its id and its content.

    Another command with the same id has another key, so it is never mistaken for a retry.
    """
    said = hashlib.blake2b(_ENCODE(command), digest_size=8).hexdigest()
    return f"{who.id}/{command.table}/{command.id}/{said}"


# --- what people do ------------------------------------------------------------------------------


def decide(room: Room, command: wire.Command, who: Identity, key: str, now: int) -> Room:
    """Return the room after a command of a person, or refuse the command."""
    at = max(now, room.at)
    if room.closed_by_operator:
        raise RoomRefusal("server.closed_by_operator")
    match command:
        case wire.Speak():
            return _written(room, key, at, _message(room, command, who))
        case wire.Rematch():
            return _written(room, key, at, _rematch(room, command, who))
        case wire.AddEntropy():
            _check_lobby(room)
            return _entropy_added(room, command, who, key, at)
        case wire.Sit() | wire.Stand() | wire.SeatBot() | wire.CloseTable() | wire.Begin():
            _check_lobby(room)
            if isinstance(command, wire.Begin):
                _check_host(room, who)
                return begin(room, key, at)
            return _written(room, key, at, _lobby_change(room, command, who))
    return _played(room, key, at, _play(room, command, who, at))


def _check_lobby(room: Room) -> None:
    if room.closed:
        raise RoomRefusal("server.closed")
    if room.match is not None:
        raise RoomRefusal("server.begun")


def _lobby_change(room: Room, command: wire.Command, who: Identity) -> AnyPayload:
    match command:
        case wire.CloseTable():
            _check_host(room, who)
            return Closed()
        case wire.Sit(seat=seat):
            if not room.holding(seat).free:
                raise RoomRefusal("server.seat_taken", seat=seat)
            if room.settings.rated and room.seats_of(who.id):
                raise RoomRefusal("server.rated_one_seat")
            name = clean_name(command.name, "name") if command.name else who.name
            held = Holding(who.id, name, who.avatar, entropy=command.entropy)
            return SeatChanged(seat, held)
        case wire.SeatBot(seat=seat, level=level):
            _check_host(room, who)
            _check_not_rated(room)
            if room.holding(seat).person not in (None, who.id):
                raise RoomRefusal("server.seat_taken", seat=seat)
            return SeatChanged(seat, Holding(name=level, level=level))
        case wire.Stand(seat=seat):
            if room.holding(seat).free:
                raise RoomRefusal("server.seat_free", seat=seat)
            if who.id not in (room.host, room.holding(seat).person):
                raise RoomRefusal("server.not_your_seat", seat=seat)
            return SeatChanged(seat, FREE)
    raise AssertionError(command)


def _entropy_added(room: Room, command: wire.AddEntropy, who: Identity, key: str, at: int) -> Room:
    """Return the room after entropy was added; the last one starts a game that waits for it."""
    seat, held = command.seat, room.holding(command.seat)
    if held.person != who.id:
        raise RoomRefusal("server.not_your_seat", seat=seat)
    if held.entropy is not None:
        raise RoomRefusal("table.entropy_twice", seat=seat)
    holdings = room.with_entropy(seat, command.entropy)
    missing = {one.person for one in holdings if one.person}
    missing -= {one.person for one in holdings if one.entropy}
    if not room.starting or missing:
        return _written(room, key, at, EntropyGiven(seat, command.entropy))
    begun = begin(replace(room, holdings=holdings), key, at)
    return replace(begun, holdings=room.holdings)  # the entropy is in the events of the match


def _play(room: Room, command: wire.Command, who: Identity, at: int) -> Match:
    """Return the match after a command of a seat."""
    match = _without_bot_delay(room, at)
    seat: int = command.seat  # type: ignore[attr-defined]
    owner, holder = room.holding(seat).person, match.holder(seat)
    if isinstance(command, wire.HandToBot) and owner and holder is None and room.seats_of(who.id):
        if owner == who.id:
            _check_not_rated(room)
        return match.hand_to_bot(seat, command.level, at)
    if owner != who.id:
        raise RoomRefusal("server.not_your_seat", seat=seat)
    state = match.state.seats[seat - 1]
    if state.out:
        raise RoomRefusal("table.seat_out", seat=seat)
    bot_plays = holder is not None and holder.is_bot
    if bot_plays and room.settings.rated:  # what a bot has won can't be taken over
        raise RoomRefusal("server.rated_bot_plays", seat=seat)
    if isinstance(command, wire.TakeSeatBack):
        return match.take_back_seat(seat, at=at)
    if holder is None or bot_plays:
        lost = state.untimed and room.settings.clock.kind == "fischer"
        raise RoomRefusal("table.no_time_left" if lost else "server.seat_not_held", seat=seat)
    return _play_held(room, match, command, at)


def _play_held(room: Room, match: Match, command: wire.Command, at: int) -> Match:
    """Return the match after a command of a seat that its player holds."""
    match command:
        case wire.Move(seat=seat, move=text, after=known):
            if known != room.event:
                raise Stale("server.stale", known=known, event=room.event)
            return match.play(seat, text, at)
        case wire.Undo(seat=seat, event=event):
            return match.undo(seat, event, at)
        case wire.AskUndo(seat=seat, event=event):
            if room.settings.rated and _player_is_away(match):
                raise RoomRefusal(
                    "server.rated_undo"
                )  # no one can consent for a player who has left
            return match.ask_undo(seat, event, at)
        case wire.Answer(seat=seat, yes=yes, event=event):
            if event is not None and (match.asked is None or match.asked.event != event):
                raise Stale("server.stale", known=event, event=room.event)
            return match.answer(seat, yes, at)
        case wire.Resign(seat=seat):
            return _with_undo_declined(room, match, seat).resign(seat, at)
        case wire.HandToBot(seat=seat, level=level):
            _check_not_rated(room)
            return match.hand_to_bot(seat, level, at)
        case wire.Leave(seat=seat):
            return _with_undo_declined(room, match, seat).leave(seat, at)
        case wire.AskHint(seat=seat):
            if match.stage == Stage.OVER:
                raise RoomRefusal("table.over")
            if match.to_act != seat:
                raise RoomRefusal("server.hint_not_now", seat=seat)
            return match.hint(seat, at)
    raise AssertionError(command)


def _message(room: Room, command: wire.Speak, who: Identity) -> AnyPayload:
    seats = room.seats_of(who.id)
    if (command.phrase is None) == (command.text is None):
        raise RoomRefusal("server.phrase_or_text")
    if command.channel == "players" and not seats:
        raise RoomRefusal("server.channel_players")
    if command.channel == "spectators" and seats:
        raise RoomRefusal("server.channel_spectators")
    seat = seats[0] if seats else None
    text = None if command.text is None else clean(command.text, "text")
    return Spoke(who, seat, command.channel, command.phrase, text)


def _rematch(room: Room, command: wire.Rematch, who: Identity) -> AnyPayload:
    if room.stage != "over":
        raise RoomRefusal("server.rematch_early")
    if not room.seats_of(who.id):
        raise RoomRefusal("server.no_seat")
    if room.remade is not None:
        raise RoomRefusal("server.rematch_made", table=room.remade)
    if who.id in room.wanted:
        raise RoomRefusal("server.rematch_wanted")
    return Wanted(who.id, command.adds_entropy)


# --- what the server does ------------------------------------------------------------------------


def begin(room: Room, key: str, at: int) -> Room:
    """Return the room after the start of its match; a refusal while a seat is free."""
    free = [seat for seat, one in enumerate(room.holdings, 1) if one.free]
    if free:
        raise RoomRefusal("server.seats_free", seats=", ".join(map(str, free)))
    match = Match.open(header_of(room), room.secret)
    for seat, held in enumerate(room.holdings, 1):
        if held.entropy and held.person:
            match = match.add_entropy(seat, bytes.fromhex(held.entropy), at)
    match = with_chance(match.begin(at), at)
    payload = Begun(match.header.to_json(), _listed(match.events))
    return replace(room, entry=Entry(room.seq + 1, at, key, payload), match=match)


def bot_move(room: Room, event: int, move: str, now: int) -> Room:
    """Return the room after the move of the bot that was to act after that event."""
    at = max(now, room.at)
    match = _without_bot_delay(room, at)
    if room.bot_to_act is None or event != room.event:
        raise Stale("server.stale", known=event, event=room.event)
    after = match.play(match.to_act, move, at)
    return _played(room, f"bot/{room.table}/{event}", at, after)


def time_out(room: Room, now: int) -> Room | None:
    """Return the room after the running clock has expired, if it has.

    A game that has waited long enough for entropy starts.
    """
    match, deadline = room.match, room.deadline
    if deadline is None or now < deadline:
        return None
    if match is None:
        return begin(room, f"begin/{room.table}", max(now, room.at))
    match = _with_undo_declined(room, match.without_steps(), match.to_act)
    key = f"clock/{room.table}/{room.event}"
    return _played(room, key, max(now, room.at), match.tick(now))


def outage(room: Room, process: str, since: int, until: int) -> Room | None:
    """Return the room with the clock stopped during an outage; None if no clock ran."""
    match = room.match
    if match is None or match.deadline is None or room.closed:
        return None
    since = max(since, match.state.last_at)
    if not since < min(until, match.deadline):
        return None
    paused = match.without_steps().pause(since).resume(until)
    key = f"slept/{process}/{room.table}/{room.seq}"
    return _played(room, key, max(until, room.at), paused)


def rematch_made(room: Room, key: str, now: int, table: str) -> Room:
    """Return the room once there is a table for its rematch."""
    return _written(room, key, max(now, room.at), Remade(table))


def name_erased(room: Room, key: str, now: int, person: str) -> Room:
    """Return the room without the name of a person; the record of a match keeps its players."""
    if room.match is not None and room.seats_of(person):
        raise RoomRefusal("server.begun")
    return _written(room, key, max(now, room.at), Forgotten(person))


def closed_by_operator(room: Room, key: str, now: int) -> Room:
    """Return the room after an operator has closed it; what was played stays as it is."""
    if room.closed:
        raise RoomRefusal("server.closed_already")
    if room.stage == "over":
        raise RoomRefusal("table.over")
    return _written(room, key, max(now, room.at), Closed(by_operator=True))


def message_erased(room: Room, key: str, now: int, message: int, channel: wire.Channel) -> Room:
    """Return the room after an operator has erased a chat message."""
    return _written(room, key, max(now, room.at), Erased(message, channel))


# --- the entry -----------------------------------------------------------------------------------


def _written(room: Room, key: str, at: int, payload: AnyPayload) -> Room:
    return room.apply(Entry(room.seq + 1, at, key, payload))


def _played(room: Room, key: str, at: int, match: Match) -> Room:
    """Return the room with a match that was played on, and with the chance that follows."""
    match = with_chance(match, match.events[-1].at)
    payload = Played(_listed([step.event for step in match.steps]))
    return replace(room, entry=Entry(room.seq + 1, at, key, payload), match=match)


def with_chance(match: Match, at: int | None) -> Match:
    """Return the match after all dice and cards before the next decision of a seat."""
    while match.to_act == CHANCE and not match.clock.paused:
        match = match.deal(at)
    return match


def _listed(events: Sequence[Event]) -> list[AnyEvent]:
    return cast(list[AnyEvent], list(events))


# --- conditions ----------------------------------------------------------------------------------


def _without_bot_delay(room: Room, at: int) -> Match:
    """Return the match; a bot gets the time back that it had to wait for the machine."""
    match = room.playing().without_steps()
    if match.deadline is None or at < match.deadline or match.bot_to_act is None:
        return match
    return match.pause(match.state.last_at).resume(at)


def _with_undo_declined(room: Room, match: Match, seat: int) -> Match:
    """Decline a pending undo request for a seat that leaves a rated game, so it isn't granted."""
    asked = match.asked
    if not room.settings.rated or asked is None or seat not in asked.waiting:
        return match
    return match.answer(seat, False, match.state.last_at)


def _player_is_away(match: Match) -> bool:
    """Return whether a seat that can still win was left, or is played by a bot since."""
    holders = (state.holder for state in match.state.seats if not state.out)
    return any(holder is None or holder.is_bot for holder in holders)


def _check_not_rated(room: Room) -> None:
    """Refuse to let a bot play for a player at a rated table.

    The others may give a seat that was left to a bot, so that they can finish.
    """
    if room.settings.rated:
        raise RoomRefusal("server.rated_bots")


def _check_host(room: Room, who: Identity) -> None:
    if who.id != room.host:
        raise RoomRefusal("server.not_host")
