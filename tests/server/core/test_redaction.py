"""What viewers are sent, and who is notified."""

from __future__ import annotations

import gc

import msgspec
import pytest

from samples import HANDS, OPEN, ROUNDS
from server.core.rooms import (
    ADA,
    AT,
    BOB,
    EVE,
    do,
    move,
    opened,
    playing,
    to_act,
)
from tablee.kernel.compile.layout import from_text
from tablee.kernel.contract import GameState
from tablee.kernel.reports import play
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core.rooms.room import Room
from tablee.server.core.views import redaction
from tablee.server.core.views.news import notices
from tablee.server.core.views.room_view import room_seen
from tablee.server.core.views.viewers import Shared, Viewer, viewer_of
from tablee.view import View


def told_of(room: Room) -> list[tuple[str, str]]:
    """Return who is notified of the last entry, and of what."""
    return list(notices([room]))


def test_an_undo_notifies_the_player_to_act() -> None:
    """A player at another table learns that the undo they asked for was granted."""
    room = playing(undo="consent")
    seat, who = to_act(room)
    room = move(room)
    other = BOB if who is ADA else ADA
    room = do(room, who, wire.AskUndo, seat=seat)
    assert (who.id, "your_turn") not in told_of(room)
    room = do(room, other, wire.Answer, seat=3 - seat, yes=True)
    assert (who.id, "your_turn") in told_of(room)


def test_the_seat_of_a_viewer() -> None:
    room = playing()
    assert viewer_of(room, ADA.id, None).seat == 1
    assert viewer_of(room, EVE.id, None).seat is None
    with pytest.raises(Refusal):
        viewer_of(room, ADA.id, 2)
    around = opened("me", "me", game=HANDS, names=["Ada", "Ben"])
    assert viewer_of(around, ADA.id, None).seat is None
    assert viewer_of(around, ADA.id, 2).seat == 2


def bare(news: wire.News) -> wire.News:
    """An event in its notation alone."""
    assert isinstance(news, wire.Happened)
    return msgspec.structs.replace(news, told=[], scene=None, record=None, reports=[])


@pytest.mark.parametrize("game", [OPEN, HANDS, ROUNDS])
def test_a_record_is_what_the_view_holds(game: str) -> None:
    """From the first record on, the rules and what is sent with the events lead to the last one."""
    room = playing(game=game)
    viewers = [
        Viewer(ADA.id, 1, "record"),
        Viewer(BOB.id, 2, "record"),
        Viewer(EVE.id, None, "record"),
    ]
    states: dict[Viewer, GameState] = {}
    for _ in range(12):
        assert room.match is not None
        for viewer in viewers:
            told = redaction.update(room, [room], viewer, 0, AT).message
            assert isinstance(told, wire.Update)
            view = room.match.view(viewer.seat)
            rules, kind = view.game.rules, view.game.state.State
            for one in told.news:
                assert isinstance(one, wire.Happened)
                if one.record is not None:
                    states[viewer] = from_text(kind, one.record)
                elif one.what in ("move", "chance"):
                    code = view.game.notation.NOTATION.code(one.text)
                    assert code is not None
                    states[viewer], _ = play(rules.apply, states[viewer], code)
                    assert one.reports == []
            assert told.room.record is not None
            assert told.room.record.rules == view.game.rules_version
            seen = from_text(kind, told.room.record.data)
            assert seen == states[viewer] == view.state
            assert (told.room.scene, told.room.moves, told.room.view) == (None, [], None)
        room = move(room)


@pytest.mark.parametrize("game", [OPEN, HANDS, ROUNDS])
def test_programs_get_numbers(game: str) -> None:
    """As much as viewers who get scenes, and nothing else."""
    room = playing(game=game)
    for _ in range(12):
        assert room.match is not None
        for seat, person in ((1, ADA.id), (2, BOB.id), (None, EVE.id)):
            told, shown = (
                redaction.update(room, [room], Viewer(person, seat, form), 0, AT).message
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
            assert [bare(one) for one in shown.news] == told.news, (
                "the same events, redacted for the same viewer"
            )
        room = move(room)


def test_programs_have_no_moves_while_a_bot_plays() -> None:
    room = playing()
    seat, who = to_act(room)
    room = do(room, who, wire.HandToBot, seat=seat, level="gentle")
    told = room_seen(room, Viewer(who.id, seat, "view"), AT, Shared())
    assert told.view is not None
    assert told.view.moves == []


def test_only_the_player_to_act_gets_legal_moves() -> None:
    room = playing()
    seat, _ = to_act(room)
    moves = [
        len(room_seen(room, Viewer(None, one), AT, Shared()).moves) for one in (seat, 3 - seat)
    ]
    assert moves[0] > 0
    assert moves[1] == 0
    assert room_seen(room, Viewer(None), AT, Shared()).moves == []


def test_viewers_who_see_the_same_share_a_scene() -> None:
    for game, alike in ((OPEN, True), (HANDS, False)):
        room = playing(game=game)
        shared = Shared()
        ada, bob = (room_seen(room, Viewer(None, seat), AT, shared) for seat in (1, 2))
        assert (ada.scene is bob.scene) == (ada.scene == bob.scene) == alike


def rooms_alive() -> set[int]:
    return {id(one) for one in gc.get_objects() if type(one) is Room}


def test_a_room_that_was_sent_is_freed_without_garbage_collection() -> None:
    gc.collect()  # of what other tests left behind
    gc.disable()
    try:
        before = rooms_alive()
        room = playing(clock=wire.Clock("move", 1000))
        shared = Shared()
        for viewer in (Viewer(ADA.id, 1), Viewer(BOB.id, 2), Viewer(EVE.id)):
            redaction.update(room, [room], viewer, 0, AT, shared)
        assert rooms_alive() > before
        del room, shared
        assert rooms_alive() == before
    finally:
        gc.enable()
