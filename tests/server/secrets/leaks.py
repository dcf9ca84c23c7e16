"""Leaks that are planted on purpose, one in every channel: the pairs must show each of them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.bodies import Replay
from tablee.server.core import redaction, summaries
from tablee.server.core.entries import Identity
from tablee.server.core.hall import Hall
from tablee.server.core.room import Room
from tablee.server.core.session import Session
from tablee.server.http.routes import export, matches, reviews, tables
from tablee.server.store.contract import Head
from tablee.show import scene as scenes
from tablee.show.saying import Saying
from tablee.show.step import reports_seen
from tablee.table import ChanceCame, Match

from . import streams

Plant = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, Plant] = {}


def leak(plant: Plant) -> Plant:
    """A leak by the name of its function."""
    LEAKS[plant.__name__] = plant
    return plant


@leak
def the_scene_shows_the_position(patch: pytest.MonkeyPatch) -> None:
    room_seen = redaction.room_seen

    def leaky(room: Room, viewer: redaction.Viewer, now: int) -> wire.RoomSeen:
        shown = room_seen(room, viewer, now)
        if room.match is None:
            return shown
        naked = room.match.position.view(room.match.to_act if room.match.to_act > 0 else 1)
        return msgspec.structs.replace(shown, scene=scenes.scene_of(naked))

    patch.setattr(redaction, "room_seen", leaky)


@leak
def the_view_holds_the_position(patch: pytest.MonkeyPatch) -> None:
    view_seen = redaction.view_seen
    match_view = Match.view
    naked: dict[str, Any] = {}

    def remembered(self: Match, seat: int | None) -> Any:
        naked["record"] = self.position.state.to_dict()
        return match_view(self, seat)

    def leaky(view: Any, moves: bool) -> wire.ViewSeen:
        return msgspec.structs.replace(view_seen(view, moves), view=naked["record"])

    patch.setattr(Match, "view", remembered)
    patch.setattr(redaction, "view_seen", leaky)


@leak
def what_is_noted_is_not_veiled(patch: pytest.MonkeyPatch) -> None:
    story_noted = redaction.story_noted

    def leaky(
        place: tuple[int, int], match: Match, story: Any, seat: int | None, over: bool
    ) -> list[wire.Happened]:
        return story_noted(place, match, story, seat, True)

    patch.setattr(redaction, "story_noted", leaky)


@leak
def outcomes_are_not_veiled(patch: pytest.MonkeyPatch) -> None:
    story_seen = redaction.story_seen

    def leaky(match: Any, story: Any, seat: int | None, over: bool) -> list[redaction.StepSeen]:
        return story_seen(match, story, seat, True)

    patch.setattr(redaction, "story_seen", leaky)


@leak
def reports_to_one_seat_are_shown_to_all(patch: pytest.MonkeyPatch) -> None:
    def leaky(before: Any, code: int, seat: int | None, *, over: bool = False) -> Any:
        return reports_seen(before, code, seat, over=True)

    patch.setattr(redaction, "reports_seen", leaky)


@leak
def steps_are_told_from_the_position(patch: pytest.MonkeyPatch) -> None:
    story_seen = redaction.story_seen

    def leaky(match: Any, story: Any, seat: int | None, over: bool) -> list[redaction.StepSeen]:
        return [
            shown._replace(before=step.before.state, after=step.after.state)
            for step, shown in zip(story, story_seen(match, story, seat, over), strict=True)
        ]

    patch.setattr(redaction, "story_seen", leaky)


@leak
def somebody_else_may_look_through_my_eyes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        redaction,
        "viewer_of",
        lambda room, person, seat, form="scene": redaction.Viewer(person, seat, form),
    )


@leak
def moves_of_others_are_listed(patch: pytest.MonkeyPatch) -> None:
    room_seen = redaction.room_seen

    def leaky(room: Room, viewer: redaction.Viewer, now: int) -> wire.RoomSeen:
        shown = room_seen(room, viewer, now)
        if room.match is None or room.match.to_act < 1:
            return shown
        moves = redaction.moves_seen(room.match.view(room.match.to_act))
        return msgspec.structs.replace(shown, moves=moves)

    patch.setattr(redaction, "room_seen", leaky)


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
    decide = Room.decide

    def leaky(self: Room, command: Any, who: Any, now: int) -> Any:
        try:
            return decide(self, command, who, now)
        except Refusal as refusal:
            if self.match is not None:
                refusal.values["state"] = self.match.position.to_json()
            raise

    patch.setattr(Room, "decide", leaky)


@leak
def a_refusal_lists_moves_of_others(patch: pytest.MonkeyPatch) -> None:
    decide = Room.decide

    def leaky(self: Room, command: Any, who: Any, now: int) -> Any:
        try:
            return decide(self, command, who, now)
        except Refusal as refusal:
            if self.match is not None:
                refusal.instead = tuple(self.match.position.moves())
            raise

    patch.setattr(Room, "decide", leaky)


@leak
def whoever_asks_is_shown_previews(patch: pytest.MonkeyPatch) -> None:
    def leaky(room: Room, viewer: redaction.Viewer) -> redaction.Redacted:
        match = room.match
        seat = match.to_act if match and match.to_act > 0 else 1
        moves = scenes.previews_of(match.view(seat)) if match else {}
        return redaction.Redacted(wire.Previews(room.table, room.event, seat, moves))

    patch.setattr(redaction, "previews", leaky)
    patch.setattr(
        redaction,
        "viewer_of",
        lambda room, person, seat, form="scene": redaction.Viewer(person, seat, form),
    )


@leak
def frames_show_the_position(patch: pytest.MonkeyPatch) -> None:
    news_of = redaction.news_of

    def leaky(room: Room, entry: Any, viewer: redaction.Viewer, over: bool) -> list[wire.News]:
        news = news_of(room, entry, viewer, over)
        if viewer.form != "frames" or not room.story:
            return news
        showing = scenes.showing_of(room.settings.game)
        return [
            msgspec.structs.replace(shown, scene=showing.scene(step.after.state))
            for step, shown in zip(room.story, news, strict=True)
        ]

    patch.setattr(redaction, "news_of", leaky)


@leak
def the_coach_sees_everything(patch: pytest.MonkeyPatch) -> None:
    async def leaky(self: Hall, table: str, seq: int) -> redaction.Redacted:
        room = await self.room(table)
        assert room.match is not None
        why = [Saying("coach.why", {"state": room.match.position.to_json()})]
        return redaction.Redacted(wire.Advice(table, room.event, room.match.to_act, [], why))

    patch.setattr(Hall, "advise", leaky)


@leak
def what_was_done_under_an_id_answers_for_all_else(patch: pytest.MonkeyPatch) -> None:
    async def do(self: Hall, command: wire.Command, who: Identity) -> int:
        key = f"{who.id}/{command.table}/{command.id}"
        return await self._settle(
            command.table, key, lambda room: room.decide(command, who, self.now())
        )

    async def advise(self: Session, asked: wire.AskHint, seq: int) -> None:
        room = await self.hall.room(asked.table)
        assert room.match is not None
        if room.match.to_act == asked.seat:
            advice = await self.hall.thinkers.advise(room.match.view(asked.seat), 1, self.who.id)
            self.tell(redaction.advice(advice, asked.table, room.event, asked.seat))

    patch.setattr(Hall, "do", do)
    patch.setattr(Session, "_advise", advise)


@leak
def who_comes_back_is_told_more(patch: pytest.MonkeyPatch) -> None:
    update = redaction.update

    def leaky(room: Any, viewer: Any, since: int, entries: Any, now: int) -> redaction.Redacted:
        entries = list(entries)
        if len(entries) > 2:
            viewer = redaction.Viewer(viewer.person, 1 if viewer.seat != 1 else 2, viewer.form)
        return update(room, viewer, since, entries, now)

    patch.setattr(redaction, "update", leaky)


@leak
def the_secret_of_the_dice_is_sent(patch: pytest.MonkeyPatch) -> None:
    """What is still to come would be known; here the hidden past is put in its place."""

    def leaky(secret: bytes) -> str:
        return secret.hex()

    room_seen = redaction.room_seen

    def told(room: Room, viewer: redaction.Viewer, now: int) -> wire.RoomSeen:
        shown = room_seen(room, viewer, now)
        events = room.match.events if room.match else ()
        drawn = [event.outcome for event in events if isinstance(event, ChanceCame)]
        return msgspec.structs.replace(shown, commitment="".join(drawn) + leaky(room.secret))

    patch.setattr(redaction, "room_seen", told)


@leak
def undo_depends_on_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    def leaky(match: Any, seat: int | None) -> bool:
        return bool(zlib.crc32(match.position.to_json().encode()) % 2)

    patch.setattr(redaction, "_may_undo", leaky)


@leak
def whatever_was_made_is_shown_to_all(patch: pytest.MonkeyPatch) -> None:
    def leaky(room: Room, make: Callable[..., Any], *given: Any) -> Any:
        if make not in room.shown:
            room.shown[make] = make(*given)
        return room.shown[make]

    patch.setattr(redaction, "shared", leaky)


@leak
def what_was_seen_before_is_not_compared(patch: pytest.MonkeyPatch) -> None:
    shared = redaction.shared

    def leaky(room: Room, make: Callable[..., Any], *given: Any) -> Any:
        if make is not redaction.story_told:
            return shared(room, make, *given)
        place, _, story, frames = given
        events = tuple((step.number, step.event) for step in story)
        key = (place, events, frames)  # all but what is seen before and after them
        return room.shown.setdefault(key, make(*given))

    patch.setattr(redaction, "shared", leaky)


@leak
def a_replay_is_told_as_after_the_end(patch: pytest.MonkeyPatch) -> None:
    happenings = redaction.happenings
    replay_for = matches.replay_for

    def leaky(history: matches.History, viewer: redaction.Viewer) -> Replay:
        replay = replay_for(history, viewer)
        events = [one for after, entry in history for one in happenings(after, entry, viewer, True)]
        return msgspec.structs.replace(replay, events=events)

    patch.setattr(matches, "replay_for", leaky)


@leak
def matches_that_run_can_be_verified(patch: pytest.MonkeyPatch) -> None:
    """And so their outcomes are told, and one may branch off from them."""

    async def leaky(service: Any, table: str) -> Match:
        room: Room = await service.hall.room(table)
        assert room.match is not None
        return room.match

    patch.setattr(tables, "finished_match", leaky)
    patch.setattr(matches, "finished_match", leaky)


@leak
def an_export_has_transcripts_of_matches_that_run(patch: pytest.MonkeyPatch) -> None:
    async def leaky(service: Any, head: Head, person: str) -> export.Files:
        match = (await service.hall.room(head.table)).match
        return {"match.tablee": match.transcript.text()} if match else {}

    patch.setattr(export, "match_at", leaky)


@leak
def a_review_of_a_match_that_runs_is_begun(patch: pytest.MonkeyPatch) -> None:
    async def leaky(service: Any, table: str) -> Any:
        match = (await service.hall.room(table)).match
        service.reviews = SimpleNamespace(start=lambda *given: given, state=lambda table: table)
        return match

    patch.setattr(reviews, "finished_match", leaky)
