"""Commands are decided by who sends them; the log gives the same rooms as the decisions."""

from __future__ import annotations

from typing import Any

import pytest

from samples import BOARDS, OPEN
from server.core.rooms import (
    ADA,
    AT,
    BOB,
    EVE,
    SECRET,
    TABLE,
    asked_to_take_back,
    do,
    move,
    opened,
    playing,
    recorded,
    refused,
    to_act,
)
from tablee.refusals import Refusal, UnknownGame
from tablee.server import wire
from tablee.server.core.rooms import decisions
from tablee.server.core.rooms.entries import Entry, Identity, Opened, Spoke
from tablee.server.core.rooms.opening import open_room, rematch_table
from tablee.server.core.rooms.room import Room, RoomRefusal, Stale
from tablee.server.core.views import redaction
from tablee.server.core.views.news import news_of
from tablee.server.core.views.room_view import seats_seen
from tablee.server.core.views.viewers import Shared, Viewer
from tablee.table import OVER, Match, Transcript, verify

# --- before play ---------------------------------------------------------------------------------


def test_a_game_starts_when_every_seat_is_taken() -> None:
    room = opened("me", "open", "gentle")
    assert room.stage == "lobby"
    assert refused(room, ADA, wire.Begin) == "server.seats_free"
    room = do(room, BOB, wire.Sit, seat=2)
    assert refused(room, BOB, wire.Begin) == "server.not_host"
    room = do(room, ADA, wire.Begin)
    assert room.stage == "playing"
    assert [one.name for one in room.holdings] == ["Ada", "Bob", "gentle"]


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame) as found:
        opened("me", "open", game="chess")
    assert OPEN in found.value.instead


def test_seats_before_play() -> None:
    room = opened("me", "open")
    assert refused(room, BOB, wire.Sit, seat=1) == "server.seat_taken"
    assert refused(room, BOB, wire.Sit, seat=3) == "common.no_such_seat"
    assert refused(room, BOB, wire.Stand, seat=1) == "server.not_your_seat"
    assert refused(room, BOB, wire.Stand, seat=2) == "server.seat_free"
    assert refused(room, BOB, wire.SeatBot, seat=2, level="club") == "server.not_host"
    room = do(room, BOB, wire.Sit, seat=2)
    assert refused(room, ADA, wire.SeatBot, seat=2, level="club") == "server.seat_taken"
    room = do(room, ADA, wire.Stand, seat=2)  # the host may free any seat
    room = do(room, ADA, wire.SeatBot, seat=2, level="club")
    assert room.holdings[1].level == "club"


def test_names_of_seats_are_clean() -> None:
    room = opened("me", "me", "open", names=["Zoé\u202e ", "\tBob\0"])
    assert [one.name for one in room.holdings[:2]] == room.settings.names == ["Zoé", "Bob"]
    room = do(room, EVE, wire.Sit, seat=3, name="\u200bEve")
    assert room.holdings[2].name == "Eve"
    with pytest.raises(Refusal) as found:
        opened("me", "me", names=["Ada", "\u3164"])
    assert (found.value.key, found.value.values) == ("server.blank", {"field": "names"})
    assert refused(opened("me", "open"), EVE, wire.Sit, seat=2, name=" ") == "server.blank"


def test_a_table_can_be_closed_before_the_game() -> None:
    room = do(opened("me", "open"), ADA, wire.CloseTable)
    assert room.stage == "closed"
    assert refused(room, BOB, wire.Sit, seat=2) == "server.closed"
    assert refused(playing(), ADA, wire.CloseTable) == "server.begun"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ["me"] * 8},
        {"options": {"colour": "red"}},
        {"options": {"cards_as_dice": 7}},
        {"clock": wire.Clock("fischer", 1000)},
        {"clock": wire.Clock("none", 1000)},
        {"names": ["Ada", "Bob", "Eve"]},
    ],
)
def test_invalid_settings_are_refused_when_a_table_is_opened(wrong: dict[str, Any]) -> None:
    settings = wire.Settings(**{"game": OPEN, "seats": ["me", "open"], **wrong})
    with pytest.raises(Refusal):
        open_room(settings, ADA, SECRET)


def test_entropy_of_a_player_goes_into_the_dice() -> None:
    room = playing()
    assert room.match is not None
    assert dict(room.match.state.entropy) == {2: "c0ffee"}


# --- play ----------------------------------------------------------------------------------------


def test_only_the_player_to_act_can_move() -> None:
    room = playing()
    seat, who = to_act(room)
    other = BOB if who is ADA else ADA
    assert room.match is not None
    text, known = room.match.position.moves()[0], room.event
    assert refused(room, other, wire.Move, seat=seat, move=text, after=known) == (
        "server.not_your_seat"
    )
    assert refused(room, other, wire.Move, seat=3 - seat, move=text, after=known) == (
        "table.not_your_turn"
    )
    assert refused(room, EVE, wire.Move, seat=seat, move=text, after=known) == (
        "server.not_your_seat"
    )
    with pytest.raises(Stale):
        do(room, who, wire.Move, seat=seat, move=text, after=known - 1)
    assert move(room).event > known


def test_a_whole_match_verifies() -> None:
    room = playing()
    while room.stage == "playing":
        room = move(room)
    assert room.match is not None
    assert room.match.to_act == OVER
    report = verify(room.match.transcript.text().encode())
    assert report.holds
    assert Match.replay(Transcript.read(room.match.transcript.text().encode())).result


def test_leaving_handing_over_and_coming_back() -> None:
    room = playing()
    seat, who = to_act(room)
    other = BOB if who is ADA else ADA
    assert refused(room, other, wire.HandToBot, seat=seat, level="club") == "server.not_your_seat"
    room = do(room, who, wire.Leave, seat=seat)
    assert seats_seen(room, Viewer(None), AT, Shared())[seat - 1].kind == "left"
    assert refused(room, EVE, wire.HandToBot, seat=seat, level="club") == "server.not_your_seat"
    room = do(room, other, wire.HandToBot, seat=seat, level="club")
    assert room.bot_to_act == (seat, "club")
    assert room.person_to_act is None
    assert refused(room, who, wire.Resign, seat=seat) == "server.seat_not_held"
    assert room.match is not None
    move = room.match.position.moves()[0]
    played = recorded(room, decisions.bot_move(room, room.event, move, AT))
    with pytest.raises(Stale):
        decisions.bot_move(room, room.event - 1, "roll", AT)
    room = do(played, who, wire.TakeSeatBack, seat=seat)
    assert seats_seen(room, Viewer(None), AT, Shared())[seat - 1].kind == "person"


def test_bots_replace_no_player_at_a_rated_table() -> None:
    lobby = opened("me", "open", rated=True, hints=False, undo="never", time_out="master")
    assert lobby.settings.time_out == "forfeit"
    assert refused(lobby, ADA, wire.SeatBot, seat=2, level="club") == "server.rated_bots"
    assert refused(lobby, ADA, wire.Sit, seat=2) == "server.rated_one_seat"
    room = do(do(lobby, BOB, wire.Sit, seat=2), ADA, wire.Begin)
    assert refused(room, ADA, wire.HandToBot, seat=1, level="master") == "server.rated_bots"
    room = do(room, ADA, wire.Leave, seat=1)
    assert refused(room, ADA, wire.HandToBot, seat=1, level="master") == "server.rated_bots"
    back = do(room, ADA, wire.TakeSeatBack, seat=1)
    assert seats_seen(back, Viewer(None), AT, Shared())[0].kind == "person"
    room = do(room, BOB, wire.HandToBot, seat=1, level="gentle")
    assert seats_seen(room, Viewer(None), AT, Shared())[0].kind == "bot"
    for command in (wire.TakeSeatBack, wire.Resign, wire.Leave):
        assert refused(room, ADA, command, seat=1) == "server.rated_bot_plays"


def test_a_seat_left_at_a_rated_table_agrees_to_no_undo() -> None:
    """Otherwise a player left alone could roll the dice until they like them."""
    room = playing(rated=True, hints=False, undo="consent")
    seat, who = to_act(room)
    other = BOB if who is ADA else ADA
    room = move(room)
    asked = do(room, who, wire.AskUndo, seat=seat)
    assert asked.match is not None
    assert asked.match.asked is not None
    alone = do(room, other, wire.Leave, seat=3 - seat)
    assert refused(alone, who, wire.AskUndo, seat=seat) == "server.rated_undo"
    with_bot = do(alone, who, wire.HandToBot, seat=3 - seat, level="gentle")
    assert refused(with_bot, who, wire.AskUndo, seat=seat) == "server.rated_undo"


@pytest.mark.parametrize("way", ["leave", "resign", "time"])
def test_leaving_a_rated_table_declines_an_undo(way: str) -> None:
    clock = wire.Clock("move", 5000)
    _, room, seat, other = asked_to_take_back(rated=True, hints=False, clock=clock)
    if way == "time":
        room = recorded(room, decisions.time_out(room, AT + 5000))
    else:
        command = wire.Leave if way == "leave" else wire.Resign
        room = do(room, other, command, seat=3 - seat)
    kinds = [told.event.DO for told in room.steps]
    assert "decline" in kinds
    assert "take_back" not in kinds


def test_a_seat_that_resigned_can_do_nothing_more() -> None:
    room = do(opened("me", "me", "me", game=BOARDS), ADA, wire.Begin)
    room = do(room, ADA, wire.Resign, seat=2)
    for command in (wire.TakeSeatBack, wire.Resign, wire.Leave):
        assert refused(room, ADA, command, seat=2) == "table.seat_out"


def test_only_the_player_to_act_can_ask_for_a_hint() -> None:
    room = playing()
    seat, who = to_act(room)
    other = BOB if who is ADA else ADA
    assert refused(room, other, wire.AskHint, seat=3 - seat) == "server.hint_not_now"
    assert do(room, who, wire.AskHint, seat=seat).event == room.event + 1
    silent = playing(hints=False)
    seat, who = to_act(silent)
    assert refused(silent, who, wire.AskHint, seat=seat) == "table.no_hints"


# --- time ----------------------------------------------------------------------------------------


def test_a_clock_expires_once() -> None:
    room = playing(clock=wire.Clock("move", 5000), time_out="casual")
    assert room.deadline == AT + 5000
    assert decisions.time_out(room, AT + 4999) is None
    room = recorded(room, decisions.time_out(room, AT + 9000))
    assert decisions.time_out(room, AT + 9000) is None
    assert room.bot_to_act is not None


@pytest.mark.parametrize("clock", [wire.Clock("move", 5000), wire.Clock("fischer", 5000, 0)])
def test_a_bot_does_not_lose_time_to_a_busy_machine(clock: wire.Clock) -> None:
    """And no game hangs because its clock shows no time."""
    room = do(opened("me", "master", clock=clock), ADA, wire.Begin)
    if room.bot_to_act is None:
        room = do(do(room, ADA, wire.Leave, seat=1), ADA, wire.HandToBot, seat=1, level="master")
    assert room.deadline is None
    assert decisions.time_out(room, AT + 9000) is None
    room = do(room, ADA, wire.Speak, AT + 4990, channel="players", text="hello?")
    assert room.match is not None
    move = room.match.position.moves()[0]
    moved = recorded(room, decisions.bot_move(room, room.event, move, AT + 9000))
    assert [told.event.DO for told in moved.steps][:3] == ["pause", "resume", "move"]
    assert moved.match is not None
    seat = room.match.to_act
    assert moved.match.clock.left(seat, AT + 9000) == 5000
    with pytest.raises(Stale):
        decisions.bot_move(moved, room.event, move, AT + 9000)
    early = recorded(room, decisions.bot_move(room, room.event, move, AT + 4999))
    assert early.steps[0].event.DO == "move"


def test_a_player_can_resign_while_a_bot_is_late() -> None:
    room = do(opened("me", "master", clock=wire.Clock("move", 5000)), ADA, wire.Begin)
    while room.bot_to_act is None:
        room = move(room)
    late = do(room, ADA, wire.Resign, AT + 9000, seat=1)
    assert late.stage == "over"


@pytest.mark.parametrize(
    ("kind", "why"), [("move", "server.seat_not_held"), ("fischer", "table.no_time_left")]
)
def test_a_move_after_time_is_refused_with_the_right_reason(kind: Any, why: str) -> None:
    """It depends on the clock whether the player can take their seat back."""
    increment = 0 if kind == "fischer" else None
    room = playing(clock=wire.Clock(kind, 5000, increment), time_out="casual")
    seat, who = to_act(room)
    room = recorded(room, decisions.time_out(room, AT + 9000))
    late = {"at": AT + 9000, "seat": seat, "move": "1", "after": room.event}
    assert refused(room, who, wire.Move, **late) == why


def test_an_outage_costs_no_time() -> None:
    room = playing(clock=wire.Clock("fischer", 60_000, 0))
    since, until = AT + 10_000, AT + 3_600_000
    later = recorded(room, decisions.outage(room, "a", since, until))
    assert later.deadline == AT + 3_600_000 + 50_000
    assert decisions.outage(later, "a", since, until) is None
    assert decisions.outage(playing(), "a", AT, until) is None
    assert decisions.outage(room, "a", AT + 60_000, until) is None, "the clock had expired before"


def test_time_never_runs_backwards() -> None:
    room = move(playing(clock=wire.Clock("move", 60_000)), AT + 500)
    assert move(room, AT - 10_000).match is not None


# --- around the table ----------------------------------------------------------------------------


def test_players_and_spectators_have_separate_channels() -> None:
    room = playing()
    assert refused(room, EVE, wire.Speak, channel="players", text="hi") == "server.channel_players"
    assert refused(room, ADA, wire.Speak, channel="spectators", text="hi") == (
        "server.channel_spectators"
    )
    assert refused(room, ADA, wire.Speak, channel="players") == "server.phrase_or_text"
    command = wire.Speak(id="12345678", table=TABLE, channel="spectators", text="psst")
    later = recorded(room, decisions.decide(room, command, EVE, "key", AT))
    assert news_of(later, Viewer(ADA.id, 1), over=False, shared=Shared()) == []
    assert len(news_of(later, Viewer(ADA.id, 1), over=True, shared=Shared())) == 1
    assert len(news_of(later, Viewer(None), over=False, shared=Shared())) == 1


def test_chat_cannot_make_a_table_unreachable() -> None:
    """An update has the latest messages of each channel, and all events."""
    room = playing()
    history: list[Room] = []

    def go_on(command: wire.Command, who: Identity) -> None:
        nonlocal room
        room = decisions.decide(room, command, who, "key", AT)
        history.append(room)

    for number in range(2 * redaction.MOST_MESSAGES):
        go_on(wire.Speak("12345678", TABLE, "players", None, f"players {number}"), ADA)
        go_on(wire.Speak("12345678", TABLE, "spectators", None, f"spectators {number}"), EVE)
        if number == 3:
            go_on(wire.Resign("12345678", TABLE, 1), ADA)
    update = redaction.update(room, history, Viewer(None), 3, AT).message
    assert isinstance(update, wire.Update)
    said = [news.text for news in update.news if isinstance(news, wire.Spoken)]
    latest = range(redaction.MOST_MESSAGES, 2 * redaction.MOST_MESSAGES)
    assert said == [f"{channel} {n}" for n in latest for channel in ("players", "spectators")]
    assert "resign" in [news.what for news in update.news if isinstance(news, wire.Happened)]


def test_chat_is_sanitised() -> None:
    room = opened("me", "open")
    said = wire.Speak("command-1", TABLE, "players", text=" Hello\u202e\n\x1byou ")
    payload = decisions.decide(room, said, ADA, "key", AT).entry.payload
    assert isinstance(payload, Spoke)
    assert payload.text == "Hello you"
    for blank in (" ", "\u200b", "\u202e\u2800"):
        assert refused(room, ADA, wire.Speak, channel="players", text=blank) == "server.blank"


def test_a_rematch_is_due_when_all_players_want_it() -> None:
    room = playing()
    assert refused(room, ADA, wire.Rematch) == "server.rematch_early"
    seat, who = to_act(room)
    room = do(room, who, wire.Resign, seat=seat)
    assert room.stage == "over"
    assert refused(room, EVE, wire.Rematch) == "server.no_seat"
    room = do(room, ADA, wire.Rematch)
    assert not room.rematch_due
    assert refused(room, ADA, wire.Rematch) == "server.rematch_wanted"
    assert do(room, BOB, wire.Rematch).rematch_due
    assert rematch_table(TABLE) == rematch_table(TABLE) != TABLE


def test_an_entry_must_follow_the_one_before() -> None:
    room = opened("me", "open")
    with pytest.raises(AssertionError):
        room.apply(Entry(3, AT, "x", Opened(room.settings, ADA, "00", [])))
    assert issubclass(RoomRefusal, Refusal)


def test_an_answer_to_another_undo_request_is_stale() -> None:
    room, asked, seat, other = asked_to_take_back()
    assert asked.match is not None
    assert asked.match.asked is not None
    event = asked.match.asked.event
    for late in (room, asked):  # nothing is asked, or something else
        known = event if late is room else event - 1
        assert refused(late, other, wire.Answer, seat=3 - seat, yes=True, event=known) == (
            "server.stale"
        )
    for told in (event, None):
        granted = do(asked, other, wire.Answer, seat=3 - seat, yes=True, event=told)
        assert "take_back" in [step.event.DO for step in granted.steps]
