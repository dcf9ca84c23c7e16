"""A table as one viewer sees it now."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from tablee.gamebox import Game
from tablee.kernel.compile.layout import to_text
from tablee.kernel.contract import GameState
from tablee.server import wire
from tablee.show.saying import Saying
from tablee.show.scene import showing_of
from tablee.show.step import steps_ahead, telling_of
from tablee.table import WAITING, Match, Moved, Stage
from tablee.table.clock import Clock
from tablee.table.match_state import SeatState
from tablee.view import View

from ..rooms.entries import Holding
from ..rooms.room import Room
from .viewers import Shared, Viewer


def room_seen(room: Room, viewer: Viewer, now: int, shared: Shared) -> wire.RoomSeen:
    """Return the table as a viewer sees it."""
    match, seat = room.match, viewer.seat
    stage: Any = room.stage
    seats = seats_seen(room, viewer, now, shared)
    common = (
        room.table, room.settings, room.host, stage, seats, seat, room.event, room.commitment,
        room.starting,
    )  # fmt: skip
    rematch = wire.RematchSeen(sorted(room.wanted), room.remade) if stage == "over" else None
    if match is None:
        return wire.RoomSeen(*common, to_act=WAITING, rematch=rematch)
    view = shared.view(match.position, seat)
    moves = seat == match.to_act and _held(match, seat)
    board: dict[str, Any]
    if viewer.form == "view":
        board = {"view": view_seen(view, moves)}
    elif viewer.form == "record":
        board = {"record": shared.make(room.seq, record_seen, view.game, view.seen)}
    else:
        scene, awaited, paragraph = shared.make(room.seq, board_seen, view.game, view.seen)
        board = {"scene": scene, "awaited": awaited, "awaited_paragraph": paragraph}
        board["moves"] = moves_seen(view) if moves else []
    if viewer.form != "view":
        board["may_undo"], board["may_ask_undo"] = may_undo(match, seat), may_ask_undo(match, seat)
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
    """Return the scene of what a viewer sees, and what is awaited, with its paragraph."""
    paragraph, awaited = game.notation.awaited(state)
    return showing_of(game.name).scene(state), Saying(awaited), paragraph


def record_seen(game: Game, state: GameState) -> wire.RecordSeen:
    """Return the record of what a viewer sees."""
    return wire.RecordSeen(game.rules_version, to_text(state))


def seats_seen(room: Room, viewer: Viewer, now: int, shared: Shared) -> list[wire.SeatSeen]:
    """Return all seats, with the viewer's own ones marked."""
    match, at = room.match, max(now, room.at)
    states, clock = (match.state.seats, match.clock) if match else (None, None)
    seats = shared.make(room.seq, public_seats, room.holdings, states, clock, at)
    me = viewer.person or "nobody"
    return [replace(one, mine=True) if one.person == me else one for one in seats]


def public_seats(
    holdings: tuple[Holding, ...],
    states: tuple[SeatState, ...] | None,
    clock: Clock | None,
    at: int,
) -> list[wire.SeatSeen]:
    """Return all seats with their holders and the time left on their clocks."""
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
            wire.SeatSeen(
                seat,
                kind,
                name,
                mine=False,
                level=level,
                person=held.person,
                avatar=held.avatar,
                out=out,
                entropy=held.entropy is not None,
                left_ms=left_ms,
            )
        )
    return seats


def moves_seen(view: View) -> list[wire.MoveSeen]:
    """Return the legal moves of the viewer's seat, with what each does in words."""
    notation = view.game.notation.NOTATION
    preview = telling_of(view.game.name).preview
    return [
        wire.MoveSeen(notation.text(code), notation.json(code), preview(step))
        for code, step in steps_ahead(view).items()
    ]


def view_seen(view: View, moves: bool) -> wire.ViewSeen:
    """Return what a viewer may know, in numbers; with legal moves only if they may make one."""
    told = wire.ViewSeen(**view.data)
    return told if moves or not told.moves else replace(told, moves=[])


def asked_seen(match: Match) -> wire.Asked | None:
    """Return the pending undo request."""
    asked = match.asked
    if asked is None:
        return None
    taken = match.events[asked.event - 1]
    assert isinstance(taken, Moved)
    return wire.Asked(asked.seat, asked.event, taken.move, sorted(asked.waiting))


def result_seen(match: Match) -> wire.ResultSeen | None:
    """Return the result, if the match is over."""
    if match.stage != Stage.OVER:
        return None
    result = match.result
    if result is None:
        return wire.ResultSeen([], [], [], broken=True)
    return wire.ResultSeen(list(result.winners), list(result.scores), list(result.ranks))


def _held(match: Match, seat: int | None) -> bool:
    holder = match.holder(seat) if seat else None
    return holder is not None and not holder.is_bot


def may_undo(match: Match, seat: int | None) -> bool:
    run = match.state.run
    if seat is None or match.stage != Stage.PLAYING or not run or run[-1].ply.seat != seat:
        return False
    return _held(match, seat) and match.why_not_undo(seat) is None


def may_ask_undo(match: Match, seat: int | None) -> bool:
    if seat is None or match.stage != Stage.PLAYING or match.asked or not _held(match, seat):
        return False
    moved = match.state.decisions(seat) > 0
    return moved and match.header.undo != "never" and seat not in match.state.declined
