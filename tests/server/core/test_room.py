"""A room decides commands by who asks, and applies entries wherever they were decided."""

from __future__ import annotations

import gc
from typing import Any

import msgspec
import pytest

from tablee.position import View
from tablee.refusals import Refusal, UnknownGame
from tablee.server import wire
from tablee.server.core import redaction
from tablee.server.core.entries import Closed, Entry, Identity, Opened, Payload, Played, entry_of
from tablee.server.core.room import Room, RoomRefusal, Stale, open_room, rematch_table
from tablee.table import OVER, Match, Transcript, verify

TABLE = "5f" * 16
AT = 1_700_000_000_000
ADA, BOB, EVE = (
    Identity(letter * 32, name) for letter, name in zip("abe", ("Ada", "Bob", "Eve"), strict=True)
)
SECRET = bytes(range(32))


def opened(*seats: str, game: str = "mahe", **settings: Any) -> Room:
    wanted = wire.Settings(game, list(seats), **settings)  # type: ignore[arg-type]
    return Room.opened(TABLE, Entry(1, AT, "open", open_room(wanted, ADA, SECRET)))


def after(room: Room, what: Payload, at: int = AT) -> Room:
    entry = Entry(room.seq + 1, at, f"c{room.seq}", what)  # type: ignore[arg-type]
    assert entry_of(entry.seq, entry.at, entry.command, entry.body()) == entry
    return room.apply(entry)


def do(room: Room, who: Identity, kind: type[wire.Command], at: int = AT, **fields: Any) -> Room:
    command = kind(id="command-1", table=TABLE, **fields)
    return after(room, room.decide(command, who, at), at)


def playing(**settings: Any) -> Room:
    room = do(opened("me", "open", **settings), BOB, wire.Sit, seat=2, entropy="c0ffee")
    return do(room, ADA, wire.Begin)


def to_act(room: Room) -> tuple[int, Identity]:
    assert room.match is not None
    return room.match.to_act, (ADA, BOB)[room.match.to_act - 1]


def move(room: Room, at: int = AT) -> Room:
    assert room.match is not None
    seat, who = to_act(room)
    text = room.match.position.moves()[-1]
    return do(room, who, wire.Move, at, seat=seat, move=text, after=room.event)


def asked_to_take_back(**settings: Any) -> tuple[Room, Room, int, Identity]:
    """A room before and after a seat asks to take back; that seat, and who has to answer."""
    room = playing(undo="consent", game="maamut", **settings)
    seat, who = to_act(room)
    while to_act(room)[0] == seat:
        room = move(room)
    return room, do(room, who, wire.AskUndo, seat=seat), seat, BOB if who is ADA else ADA


def refused(room: Room, who: Identity, kind: type[wire.Command], **fields: Any) -> str:
    with pytest.raises(Refusal) as found:
        do(room, who, kind, **fields)
    return found.value.key


# --- before play ---------------------------------------------------------------------------------


def test_a_table_begins_when_every_seat_is_held() -> None:
    room = opened("me", "open", "gentle")
    assert room.stage == "lobby"
    assert refused(room, ADA, wire.Begin) == "server.seats_free"
    room = do(room, BOB, wire.Sit, seat=2)
    assert refused(room, BOB, wire.Begin) == "server.not_host"
    room = do(room, ADA, wire.Begin)
    assert room.stage == "playing"
    assert [one.name for one in room.holdings] == ["Ada", "Bob", "gentle"]


def test_a_table_of_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGame) as found:
        opened("me", "open", game="chess")
    assert "mahe" in found.value.instead


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


def test_a_table_can_be_given_up_before_play() -> None:
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
def test_what_does_not_fit_is_refused_when_a_table_is_opened(wrong: dict[str, Any]) -> None:
    settings = wire.Settings(**{"game": "mahe", "seats": ["me", "open"], **wrong})
    with pytest.raises(Refusal):
        open_room(settings, ADA, SECRET)


def test_entropy_of_who_sits_down_goes_into_the_dice() -> None:
    room = playing()
    assert room.match is not None
    assert dict(room.match.state.entropy) == {2: "c0ffee"}


# --- play ----------------------------------------------------------------------------------------


def test_moves_are_played_by_whose_turn_it_is() -> None:
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
    assert redaction.seats_seen(room, redaction.Viewer(None), AT)[seat - 1].kind == "left"
    assert refused(room, EVE, wire.HandToBot, seat=seat, level="club") == "server.not_your_seat"
    room = do(room, other, wire.HandToBot, seat=seat, level="club")
    assert room.bot_to_act == (seat, "club")
    assert room.person_to_act is None
    assert refused(room, who, wire.Resign, seat=seat) == "server.seat_not_held"
    assert room.match is not None
    played = room.bot_move(room.event, room.match.position.moves()[0], AT)
    with pytest.raises(Stale):
        room.bot_move(room.event - 1, "roll", AT)
    room = do(after(room, played), who, wire.TakeSeatBack, seat=seat)
    assert redaction.seats_seen(room, redaction.Viewer(None), AT)[seat - 1].kind == "person"


def test_at_a_rated_table_no_bot_plays_for_anybody() -> None:
    lobby = opened("me", "open", rated=True, hints=False, undo="never", time_out="master")
    assert lobby.settings.time_out == "forfeit"
    assert refused(lobby, ADA, wire.SeatBot, seat=2, level="club") == "server.rated_bots"
    assert refused(lobby, ADA, wire.Sit, seat=2) == "server.rated_one_seat"
    room = do(do(lobby, BOB, wire.Sit, seat=2), ADA, wire.Begin)
    assert refused(room, ADA, wire.HandToBot, seat=1, level="master") == "server.rated_bots"
    room = do(room, ADA, wire.Leave, seat=1)
    assert refused(room, ADA, wire.HandToBot, seat=1, level="master") == "server.rated_bots"
    back = do(room, ADA, wire.TakeSeatBack, seat=1)
    assert redaction.seats_seen(back, redaction.Viewer(None), AT)[0].kind == "person"
    room = do(room, BOB, wire.HandToBot, seat=1, level="gentle")
    assert redaction.seats_seen(room, redaction.Viewer(None), AT)[0].kind == "bot"
    for command in (wire.TakeSeatBack, wire.Resign, wire.Leave):
        assert refused(room, ADA, command, seat=1) == "server.rated_bot_plays"


def test_nobody_agrees_for_who_has_left_a_rated_table() -> None:
    """Else whoever is left alone would roll the dice until he likes them."""
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
def test_who_goes_from_a_rated_table_agrees_to_nothing(way: str) -> None:
    clock = wire.Clock("move", 5000)
    _, room, seat, other = asked_to_take_back(rated=True, hints=False, clock=clock)
    if way == "time":
        what = room.overdue(AT + 5000)
        assert what is not None
        room = after(room, what, AT + 5000)
    else:
        command = wire.Leave if way == "leave" else wire.Resign
        room = do(room, other, command, seat=3 - seat)
    kinds = [told.event.DO for told in room.story]
    assert "decline" in kinds
    assert "take_back" not in kinds


def test_who_has_given_up_is_told_so_whatever_he_tries() -> None:
    room = do(opened("me", "me", "me", game="papua"), ADA, wire.Begin)
    room = do(room, ADA, wire.Resign, seat=2)
    for command in (wire.TakeSeatBack, wire.Resign, wire.Leave):
        assert refused(room, ADA, command, seat=2) == "table.seat_out"


def test_the_coach_is_asked_by_who_is_to_act() -> None:
    room = playing()
    seat, who = to_act(room)
    other = BOB if who is ADA else ADA
    assert refused(room, other, wire.AskHint, seat=3 - seat) == "server.hint_not_now"
    assert do(room, who, wire.AskHint, seat=seat).event == room.event + 1
    silent = playing(hints=False)
    seat, who = to_act(silent)
    assert refused(silent, who, wire.AskHint, seat=seat) == "table.no_hints"


# --- time ----------------------------------------------------------------------------------------


def test_time_runs_out_once() -> None:
    room = playing(clock=wire.Clock("move", 5000), time_out="casual")
    assert room.deadline == AT + 5000
    assert room.overdue(AT + 4999) is None
    what = room.overdue(AT + 9000)
    assert what is not None
    room = after(room, what, AT + 9000)
    assert room.overdue(AT + 9000) is None
    assert room.bot_to_act is not None


@pytest.mark.parametrize("clock", [wire.Clock("move", 5000), wire.Clock("fischer", 5000, 0)])
def test_a_bot_does_not_pay_for_the_machine(clock: wire.Clock) -> None:
    """And nobody is held up by a clock that shows nothing any more."""
    room = do(opened("me", "master", clock=clock), ADA, wire.Begin)
    if room.bot_to_act is None:
        room = do(do(room, ADA, wire.Leave, seat=1), ADA, wire.HandToBot, seat=1, level="master")
    assert room.deadline is None
    assert room.overdue(AT + 9000) is None
    room = do(room, ADA, wire.Speak, AT + 4990, channel="players", text="hello?")
    assert room.match is not None
    move = room.match.position.moves()[0]
    moved = after(room, room.bot_move(room.event, move, AT + 9000), AT + 9000)
    assert [told.event.DO for told in moved.story][:3] == ["pause", "resume", "move"]
    assert moved.match is not None
    seat = room.match.to_act
    assert moved.match.clock.left(seat, AT + 9000) == 5000
    with pytest.raises(Stale):
        moved.bot_move(room.event, move, AT + 9000)
    early = after(room, room.bot_move(room.event, move, AT + 4999), AT + 4999)
    assert early.story[0].event.DO == "move"


def test_who_plays_against_a_bot_that_is_late_can_give_up() -> None:
    room = do(opened("me", "master", clock=wire.Clock("move", 5000)), ADA, wire.Begin)
    while room.bot_to_act is None:
        room = move(room)
    late = do(room, ADA, wire.Resign, AT + 9000, seat=1)
    assert late.stage == "over"


@pytest.mark.parametrize(
    ("kind", "why"), [("move", "server.seat_not_held"), ("fischer", "table.no_time_left")]
)
def test_who_has_run_out_of_time_is_told_what_he_can_do(kind: Any, why: str) -> None:
    """He can take his seat back, or not; nobody is sent in circles."""
    increment = 0 if kind == "fischer" else None
    room = playing(clock=wire.Clock(kind, 5000, increment), time_out="casual")
    seat, who = to_act(room)
    what = room.overdue(AT + 9000)
    assert what is not None
    room = after(room, what, AT + 9000)
    late = {"at": AT + 9000, "seat": seat, "move": "1", "after": room.event}
    assert refused(room, who, wire.Move, **late) == why


def test_nobody_pays_for_the_time_without_a_server() -> None:
    room = playing(clock=wire.Clock("fischer", 60_000, 0))
    what = room.slept(AT + 10_000, AT + 3_600_000)
    assert what is not None
    later = after(room, what, AT + 3_600_000)
    assert later.deadline == AT + 3_600_000 + 50_000
    assert later.slept(AT + 10_000, AT + 3_600_000) is None
    assert playing().slept(AT, AT + 3_600_000) is None
    assert room.slept(AT + 60_000, AT + 3_600_000) is None, "his time was up before"


def test_time_never_runs_backwards() -> None:
    room = move(playing(clock=wire.Clock("move", 60_000)), AT + 500)
    assert move(room, AT - 10_000).match is not None


# --- around the table ----------------------------------------------------------------------------


def test_players_and_spectators_speak_on_channels_of_their_own() -> None:
    room = playing()
    assert refused(room, EVE, wire.Speak, channel="players", text="hi") == "server.channel_players"
    assert refused(room, ADA, wire.Speak, channel="spectators", text="hi") == (
        "server.channel_spectators"
    )
    assert refused(room, ADA, wire.Speak, channel="players") == "server.phrase_or_text"
    command = wire.Speak(id="12345678", table=TABLE, channel="spectators", text="psst")
    entry = Entry(room.seq + 1, AT, "x", room.decide(command, EVE, AT))  # type: ignore[arg-type]
    later = room.apply(entry)
    assert redaction.news_of(later, entry, redaction.Viewer(ADA.id, 1), over=False) == []
    assert len(redaction.news_of(later, entry, redaction.Viewer(ADA.id, 1), over=True)) == 1
    assert len(redaction.news_of(later, entry, redaction.Viewer(None), over=False)) == 1


def test_nobody_talks_a_table_out_of_reach() -> None:
    """Who comes back is told what was said lately, of each channel, and all that was played."""
    room = playing()
    history: list[tuple[Room, Entry]] = []

    def go_on(command: wire.Command, who: Identity) -> None:
        nonlocal room
        what: Any = room.decide(command, who, AT)
        entry = Entry(room.seq + 1, AT, "x", what)
        room = room.apply(entry)
        history.append((room, entry))

    for number in range(2 * redaction.MOST_SAID):
        go_on(wire.Speak("12345678", TABLE, "players", None, f"players {number}"), ADA)
        go_on(wire.Speak("12345678", TABLE, "spectators", None, f"spectators {number}"), EVE)
        if number == 3:
            go_on(wire.Resign("12345678", TABLE, 1), ADA)
    update = redaction.update(room, redaction.Viewer(None), 3, history, AT).message
    assert isinstance(update, wire.Update)
    said = [news.text for news in update.news if isinstance(news, wire.Spoken)]
    latest = range(redaction.MOST_SAID, 2 * redaction.MOST_SAID)
    assert said == [f"{channel} {n}" for n in latest for channel in ("players", "spectators")]
    assert "resign" in [news.what for news in update.news if isinstance(news, wire.Happened)]


def test_what_is_said_is_clean() -> None:
    room = opened("me", "open")
    said = wire.Speak("command-1", TABLE, "players", text=" Hello\u202e\n\x1byou ")
    assert room.decide(said, ADA, AT).text == "Hello you"  # type: ignore[attr-defined]
    for blank in (" ", "\u200b", "\u202e\u2800"):
        assert refused(room, ADA, wire.Speak, channel="players", text=blank) == "server.blank"


def test_another_game_when_everybody_wants_it() -> None:
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


# --- eyes ----------------------------------------------------------------------------------------


def told_of(room: Room) -> list[tuple[str, str]]:
    """Whom the last entry concerns, and why."""
    return list(
        redaction.notices(room, [(room, Entry(room.seq, room.at, "it-was-played", Played([])))])
    )


def test_who_is_to_act_again_is_told_so() -> None:
    """Somebody at another table is told that his move is taken back, as he has asked for."""
    room = playing(undo="consent")
    seat, who = to_act(room)
    room = move(room)
    other = BOB if who is ADA else ADA
    room = do(room, who, wire.AskUndo, seat=seat)
    assert (who.id, "your_turn") not in told_of(room)
    room = do(room, other, wire.Answer, seat=3 - seat, yes=True)
    assert (who.id, "your_turn") in told_of(room)


def test_through_whose_eyes_one_looks() -> None:
    room = playing()
    assert redaction.viewer_of(room, ADA.id, None).seat == 1
    assert redaction.viewer_of(room, EVE.id, None).seat is None
    with pytest.raises(Refusal):
        redaction.viewer_of(room, ADA.id, 2)
    around = opened("me", "me", game="maamut", names=["Ada", "Ben"])
    assert redaction.viewer_of(around, ADA.id, None).seat is None
    assert redaction.viewer_of(around, ADA.id, 2).seat == 2


@pytest.mark.parametrize("game", ["mahe", "maamut", "maroceau"])
def test_programs_are_told_in_numbers(game: str) -> None:
    """As much as those who are shown scenes, and nothing else."""
    room = playing(game=game)
    for _ in range(12):
        assert room.match is not None
        entries = [(room, Entry(room.seq, AT, "x", Played([])))]
        for seat, person in ((1, ADA.id), (2, BOB.id), (None, EVE.id)):
            told, shown = (
                redaction.update(room, redaction.Viewer(person, seat, form), 0, entries, AT).message
                for form in ("view", "scene")
            )
            assert isinstance(told, wire.Update)
            assert isinstance(shown, wire.Update)
            data = msgspec.to_builtins(told.room.view)
            view = View.from_data(data)
            assert view == room.match.view(seat)
            assert data == msgspec.to_builtins(view.to_data())
            assert data["moves"] == [one.text for one in shown.room.moves]
            assert (told.room.scene, told.room.moves, told.room.awaited) == (None, [], None)
            assert [msgspec.structs.replace(one, told=[]) for one in shown.news] == told.news, (
                "the same events, veiled for the same eyes"
            )
        room = move(room)


def test_programs_have_no_moves_while_a_bot_plays() -> None:
    room = playing()
    seat, who = to_act(room)
    room = do(room, who, wire.HandToBot, seat=seat, level="gentle")
    told = redaction.room_seen(room, redaction.Viewer(who.id, seat, "view"), AT)
    assert told.view is not None
    assert told.view.moves == []


def test_only_who_is_to_act_is_shown_moves() -> None:
    room = playing()
    seat, _ = to_act(room)
    moves = [
        len(redaction.room_seen(room, redaction.Viewer(None, one), AT).moves)
        for one in (seat, 3 - seat)
    ]
    assert moves[0] > 0
    assert moves[1] == 0
    assert redaction.room_seen(room, redaction.Viewer(None), AT).moves == []


def test_who_sees_the_same_is_shown_the_same_and_nobody_else() -> None:
    for game, alike in (("mahe", True), ("maamut", False)):
        room = playing(game=game)
        ada, bob = (redaction.room_seen(room, redaction.Viewer(None, seat), AT) for seat in (1, 2))
        assert (ada.scene is bob.scene) == (ada.scene == bob.scene) == alike


def rooms_alive() -> set[int]:
    return {id(one) for one in gc.get_objects() if type(one) is Room}


def test_a_room_that_was_shown_dies_without_the_collector() -> None:
    gc.collect()  # what other tests left behind is none of this one's business
    gc.disable()
    try:
        before = rooms_alive()
        room = playing(clock=wire.Clock("move", 1000))
        for viewer in (
            redaction.Viewer(ADA.id, 1),
            redaction.Viewer(BOB.id, 2),
            redaction.Viewer(EVE.id),
        ):
            redaction.update(room, viewer, 0, [(room, Entry(room.seq, AT, "x", Closed()))], AT)
        assert len(room.shown) > 2
        assert rooms_alive() > before
        del room
        assert rooms_alive() == before
    finally:
        gc.enable()


def test_an_entry_must_follow_the_one_before() -> None:
    room = opened("me", "open")
    with pytest.raises(AssertionError):
        room.apply(Entry(3, AT, "x", Opened(room.settings, ADA, "00", [])))
    assert issubclass(RoomRefusal, Refusal)


def test_an_answer_to_another_question_is_stale() -> None:
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
        assert "take_back" in [step.event.DO for step in granted.story]
