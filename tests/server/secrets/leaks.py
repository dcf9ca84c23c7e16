"""Planted leaks, one in every channel: the pairs must reveal each of them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tablee.kernel.compile.layout import to_text
from tablee.position import Position
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.bodies import Replay
from tablee.server.core.coach import Coach
from tablee.server.core.commits import Commits
from tablee.server.core.rooms import decisions, summaries
from tablee.server.core.rooms.entries import Identity
from tablee.server.core.rooms.room import Room
from tablee.server.core.session import Session
from tablee.server.core.views import news, redaction, room_view, viewers
from tablee.server.core.views.viewers import Shared, Viewer
from tablee.server.http.routes import export, matches, reviews, tables
from tablee.server.store.contract import Head
from tablee.show import scene as scenes
from tablee.show.saying import Saying
from tablee.table import ChanceCame, Match, Step
from tablee.view import View

from . import streams

Plant = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, Plant] = {}


def leak(plant: Plant) -> Plant:
    """Register a leak under the name of its function."""
    LEAKS[plant.__name__] = plant
    return plant


@leak
def the_scene_shows_the_position(patch: pytest.MonkeyPatch) -> None:
    room_seen = room_view.room_seen

    def leaky(room: Room, viewer: Viewer, now: int, shared: Shared) -> wire.RoomSeen:
        shown = room_seen(room, viewer, now, shared)
        if room.match is None:
            return shown
        naked = room.match.position.view(room.match.to_act if room.match.to_act > 0 else 1)
        return msgspec.structs.replace(shown, scene=scenes.scene_of(naked))

    patch.setattr(room_view, "room_seen", leaky)


@leak
def the_view_holds_the_position(patch: pytest.MonkeyPatch) -> None:
    view_seen = room_view.view_seen
    plain = Shared.view
    naked: dict[str, Any] = {}

    def remembered(self: Shared, position: Position, seat: int | None) -> View:
        naked["record"] = position.state.to_dict()
        return plain(self, position, seat)

    def leaky(view: Any, moves: bool) -> wire.ViewSeen:
        return msgspec.structs.replace(view_seen(view, moves), view=naked["record"])

    patch.setattr(Shared, "view", remembered)
    patch.setattr(room_view, "view_seen", leaky)


@leak
def notes_are_not_redacted(patch: pytest.MonkeyPatch) -> None:
    steps_noted = news.steps_noted

    def leaky(
        place: news.Place, match: Match, steps: Any, seat: int | None, over: bool
    ) -> list[wire.Happened]:
        return steps_noted(place, match, steps, seat, True)

    patch.setattr(news, "steps_noted", leaky)


@leak
def outcomes_are_not_redacted(patch: pytest.MonkeyPatch) -> None:
    steps_seen = news.steps_seen

    def leaky(
        match: Any, steps: Any, seat: int | None, over: bool, shared: Shared
    ) -> list[news.SeenStep]:
        return steps_seen(match, steps, seat, True, shared)

    patch.setattr(news, "steps_seen", leaky)


@leak
def reports_are_not_redacted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(news, "seen_by", lambda rows, seat: tuple(rows))


@leak
def steps_are_narrated_from_the_position(patch: pytest.MonkeyPatch) -> None:
    steps_seen = news.steps_seen

    def leaky(match: Any, steps: Any, *given: Any) -> list[news.SeenStep]:
        return [
            seen._replace(before=step.before.state, after=step.after.state)
            for step, seen in zip(steps, steps_seen(match, steps, *given), strict=True)
        ]

    patch.setattr(news, "steps_seen", leaky)


@leak
def any_viewer_may_choose_a_seat(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        viewers,
        "viewer_of",
        lambda room, person, seat, form="scene": Viewer(person, seat, form),
    )


@leak
def moves_of_others_are_listed(patch: pytest.MonkeyPatch) -> None:
    room_seen = room_view.room_seen

    def leaky(room: Room, viewer: Viewer, now: int, shared: Shared) -> wire.RoomSeen:
        shown = room_seen(room, viewer, now, shared)
        if room.match is None or room.match.to_act < 1:
            return shown
        moves = room_view.moves_seen(room.match.view(room.match.to_act))
        return msgspec.structs.replace(shown, moves=moves)

    patch.setattr(room_view, "room_seen", leaky)


@leak
def lists_hold_the_position(patch: pytest.MonkeyPatch) -> None:
    info_of = summaries.info_of

    def leaky(room: Room, person: str | None = None) -> Any:
        info = info_of(room, person)
        secret = room.match.position.to_json() if room.match else ""
        return msgspec.structs.replace(info, host=secret)

    patch.setattr(summaries, "info_of", leaky)
    patch.setattr(streams, "info_of", leaky)


@leak
def a_refusal_says_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    decide = decisions.decide

    def leaky(room: Room, *given: Any) -> Any:
        try:
            return decide(room, *given)
        except Refusal as refusal:
            if room.match is not None:
                refusal.values["state"] = room.match.position.to_json()
            raise

    patch.setattr(decisions, "decide", leaky)


@leak
def a_refusal_lists_moves_of_others(patch: pytest.MonkeyPatch) -> None:
    decide = decisions.decide

    def leaky(room: Room, *given: Any) -> Any:
        try:
            return decide(room, *given)
        except Refusal as refusal:
            if room.match is not None:
                refusal.instead = tuple(room.match.position.moves())
            raise

    patch.setattr(decisions, "decide", leaky)


@leak
def the_record_is_that_of_the_position(patch: pytest.MonkeyPatch) -> None:
    room_seen = room_view.room_seen

    def leaky(room: Room, viewer: Viewer, now: int, shared: Shared) -> wire.RoomSeen:
        shown = room_seen(room, viewer, now, shared)
        if room.match is None or viewer.form != "record":
            return shown
        position = room.match.position
        naked = room_view.record_seen(position.game, position.state)
        return msgspec.structs.replace(shown, record=naked)

    patch.setattr(room_view, "room_seen", leaky)


def change_events(
    patch: pytest.MonkeyPatch, form: wire.Form, change: Callable[[Step], dict[str, Any]]
) -> None:
    """Change fields of the events that are sent in some form."""
    news_of = news.news_of

    def leaky(room: Room, viewer: Viewer, over: bool, shared: Shared) -> list[wire.News]:
        told = news_of(room, viewer, over, shared)
        if viewer.form != form or not room.steps:
            return told
        return [
            msgspec.structs.replace(shown, **change(step))
            for step, shown in zip(room.steps, told, strict=True)
        ]

    patch.setattr(news, "news_of", leaky)


@leak
def events_bring_the_record_of_the_position(patch: pytest.MonkeyPatch) -> None:
    change_events(patch, "record", lambda step: {"record": to_text(step.after.state)})


@leak
def whether_a_record_comes_depends_on_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    def change(step: Step) -> dict[str, Any]:
        return {"record": None} if zlib.crc32(step.after.to_json().encode()) % 2 else {}

    change_events(patch, "record", change)


@leak
def scenes_after_events_show_the_position(patch: pytest.MonkeyPatch) -> None:
    def change(step: Step) -> dict[str, Any]:
        return {"scene": scenes.showing_of(step.after.game.name).scene(step.after.state)}

    change_events(patch, "scene", change)


@leak
def reports_come_with_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    change_events(patch, "record", lambda step: {"reports": list(step.reports)})


@leak
def a_replay_starts_from_the_position(patch: pytest.MonkeyPatch) -> None:
    replay_for = matches.replay_for

    def leaky(history: matches.History, viewer: Viewer) -> Replay:
        replay = replay_for(history, viewer)
        position = history[-1].playing().position
        naked = room_view.record_seen(position.game, position.state)
        return msgspec.structs.replace(replay, record=naked)

    patch.setattr(matches, "replay_for", leaky)


@leak
def the_coach_sees_everything(patch: pytest.MonkeyPatch) -> None:
    async def leaky(self: Coach, table: str, seq: int) -> redaction.Redacted:
        room = await self.rooms.current(table)
        match = room.playing()
        why = [Saying("coach.why", {"state": match.position.to_json()})]
        return redaction.Redacted(wire.Advice(table, room.event, match.to_act, [], why))

    patch.setattr(Coach, "advise", leaky)


@leak
def an_id_is_a_retry_of_any_command(patch: pytest.MonkeyPatch) -> None:
    async def do(self: Commits, command: wire.Command, who: Identity) -> int:
        key = f"{who.id}/{command.table}/{command.id}"
        return await self.settle(
            command.table,
            key,
            lambda room: decisions.decide(room, command, who, key, self.now()),
        )

    async def send_hint(self: Session, asked: wire.AskHint, seq: int) -> None:
        room = await self.hall.rooms.current(asked.table)
        if room.playing().to_act == asked.seat:
            view = room.playing().view(asked.seat)
            advice = await self.hall.coach.thinkers.advise(view, 1, self.who.id)
            self.send(redaction.advice(advice, asked.table, room.event, asked.seat))

    patch.setattr(Commits, "do", do)
    patch.setattr(Session, "send_hint", send_hint)


@leak
def a_reconnecting_client_is_told_more(patch: pytest.MonkeyPatch) -> None:
    update = redaction.update

    def leaky(room: Any, latest: Any, viewer: Any, *given: Any) -> redaction.Redacted:
        if len(latest) > 2:
            viewer = Viewer(viewer.person, 1 if viewer.seat != 1 else 2, viewer.form)
        return update(room, latest, viewer, *given)

    patch.setattr(redaction, "update", leaky)


@leak
def the_secret_of_the_dice_is_sent(patch: pytest.MonkeyPatch) -> None:
    """It would reveal the future; pairs compare only the past, so hidden outcomes are sent, too."""

    def leaky(secret: bytes) -> str:
        return secret.hex()

    room_seen = room_view.room_seen

    def told(room: Room, viewer: Viewer, now: int, shared: Shared) -> wire.RoomSeen:
        shown = room_seen(room, viewer, now, shared)
        events = room.match.events if room.match else ()
        drawn = [event.outcome for event in events if isinstance(event, ChanceCame)]
        return msgspec.structs.replace(shown, commitment="".join(drawn) + leaky(room.secret))

    patch.setattr(room_view, "room_seen", told)


@leak
def undo_depends_on_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    def leaky(match: Any, seat: int | None) -> bool:
        return bool(zlib.crc32(match.position.to_json().encode()) % 2)

    patch.setattr(room_view, "may_undo", leaky)


@leak
def an_update_is_shared_between_all_viewers(patch: pytest.MonkeyPatch) -> None:
    known: dict[Any, Any] = {}

    def leaky(self: Shared, seq: int, make: Callable[..., Any], *given: Any) -> Any:
        key = (id(self), seq, make)
        if key not in known:
            known[key] = self, make(*given)
        return known[key][1]

    patch.setattr(Shared, "make", leaky)


@leak
def narration_is_shared_regardless_of_views(patch: pytest.MonkeyPatch) -> None:
    plain = Shared.make
    known: dict[Any, Any] = {}

    def leaky(self: Shared, seq: int, make: Callable[..., Any], *given: Any) -> Any:
        if make not in (news.steps_told, news.steps_recorded):
            return plain(self, seq, make, *given)
        place, _, steps = given
        events = tuple((seen.number, seen.event) for seen in steps)
        key = (id(self), make, place, events)  # all but what is seen before and after them
        if key not in known:
            known[key] = self, make(*given)
        return known[key][1]

    patch.setattr(Shared, "make", leaky)


@leak
def a_running_replay_is_not_redacted(patch: pytest.MonkeyPatch) -> None:
    replay_for = matches.replay_for

    def leaky(history: matches.History, viewer: Viewer) -> Replay:
        replay = replay_for(history, viewer)
        events = [one for room in history for one in news.happenings(room, viewer, True)]
        return msgspec.structs.replace(replay, events=events)

    patch.setattr(matches, "replay_for", leaky)


@leak
def running_matches_can_be_verified(patch: pytest.MonkeyPatch) -> None:
    """So their outcomes are revealed, and branches can start from them."""

    async def leaky(service: Any, table: str) -> Match:
        room: Room = await service.hall.rooms.current(table)
        assert room.match is not None
        return room.match

    patch.setattr(tables, "finished_match", leaky)
    patch.setattr(matches, "finished_match", leaky)


@leak
def an_export_has_transcripts_of_running_matches(patch: pytest.MonkeyPatch) -> None:
    async def leaky(service: Any, head: Head, person: str) -> export.Files:
        match = (await service.hall.rooms.current(head.table)).match
        return {"match.tablee": match.transcript.text()} if match else {}

    patch.setattr(export, "match_at", leaky)


@leak
def a_running_match_is_reviewed(patch: pytest.MonkeyPatch) -> None:
    async def leaky(service: Any, table: str) -> Any:
        match = (await service.hall.rooms.current(table)).match
        service.reviews = SimpleNamespace(start=lambda *given: given, state=lambda table: table)
        return match

    patch.setattr(reviews, "finished_match", leaky)
