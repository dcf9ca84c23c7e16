"""Mâamut in words: what happens in a step, and what a move would do."""

from __future__ import annotations

from tablee.kernel.reports import Row
from tablee.show.saying import Saying, Seat
from tablee.show.step import ShownStep, Told

from .flight import reported, way_of
from .state import DIRECTIONS, TILE_NAMES, Phase, Report
from .view import survival

TABLE = {
    Report.TILES_LIE: "tell.maamut_tiles",
    Report.TILES_TAKEN_UP: "tell.maamut_tiles_again",
    Report.HANDS_DEALT: "tell.maamut_hands",
    Report.RESHUFFLED: "tell.reshuffled",
}

# --- what happens --------------------------------------------------------------------------------


def tell(step: ShownStep) -> list[Told]:
    """Tell what happens in a step; tiles and first hands only when all are there."""
    sayings = preview(step)
    if sayings:
        mover = reported(step, Report.MAKES_ROOM)
        return [Told((mover.a if mover else step.before.turn) + 1, sayings)]
    told = []
    for row in step.reports:
        if row.what == Report.BEGINS:
            told.append(Told(row.a + 1, (Saying("tell.begins"),)))
        elif row.what == Report.CARD_DEALT and step.before.phase == Phase.DRAW:
            draws = Saying("tell.maamut_draws", {"card": row.b})
            told.append(Told(row.a + 1, (draws,), goes_on=True))
        elif row.what in TABLE:
            told.append(Told(0, (Saying(TABLE[row.what]),)))
    return told


def preview(step: ShownStep) -> tuple[Saying, ...]:
    """Return what a hunter does, and what becomes of the mammoth and of all in its way."""
    return tuple(said for row in step.reports if (said := saying(step, row)))


def saying(step: ShownStep, row: Row) -> Saying | None:
    """Return a report as a sentence, if it is one of its own."""
    what, a, b, _ = row
    match what:
        case Report.PLACED:
            return Saying("tell.maamut_place", {"tile": TILE_NAMES[b]})
        case Report.MOVES:
            return move_saying(step, a, b)
        case Report.SETS_TRAP:
            return Saying("tell.maamut_sets", {"tile": TILE_NAMES[b]})
        case Report.LIFTS_TRAP if a == step.before.turn:
            return Saying("tell.maamut_lifts_own", {"tile": TILE_NAMES[b]})
        case Report.LIFTS_TRAP:
            return Saying("tell.maamut_lifts", {"tile": TILE_NAMES[b], "seat": Seat(a + 1)})
        case Report.DISCARDS:
            return Saying("tell.maamut_discards", {"card": b})
        case Report.MAKES_ROOM:
            return Saying("tell.maamut_flees", {"tile": TILE_NAMES[b]})
        case Report.STANDS:
            return Saying("tell.maamut_stands")
        case Report.RUNS_TO if row == reported(step, Report.RUNS_TO):
            start, end = TILE_NAMES[step.before.mammoth], TILE_NAMES[step.after.mammoth]
            return Saying("tell.maamut_runs", {"start": start, "end": end})
        case Report.OUT:
            return Saying("tell.maamut_out", {"seat": Seat(a + 1)})
        case Report.TRAPPED:
            return Saying("tell.maamut_falls", {"seat": Seat(a + 1)})
        case Report.MUST_MAKE_ROOM:
            return Saying("tell.maamut_must_flee", {"seat": Seat(a + 1)})
        case Report.SURVIVES:
            limit = step.after.hunt_limit * step.after.seats
            return Saying(survival(step.after), {"limit": limit})
    return None


def move_saying(step: ShownStep, seat: int, way: int) -> Saying:
    """Return the way of a hunter, which ends at a mammoth that stands its ground [H24]."""
    tiles = way_of(step.before, seat, way)
    end = step.before.mammoth if reported(step, Report.STANDS) else tiles[-1]
    values = {"card": way // DIRECTIONS + 1, "start": TILE_NAMES[tiles[0]], "end": TILE_NAMES[end]}
    return Saying("tell.maamut_move", values)


def note(step: ShownStep) -> str:
    """Return where a move leads and the mammoth runs; † if the hunter falls, * into a trap."""
    moves, after = reported(step, Report.MOVES), step.after
    if moves is None:
        return ""
    if reported(step, Report.STANDS):
        return f"→{TILE_NAMES[after.mammoth]} †"
    text = f"→{TILE_NAMES[way_of(step.before, moves.a, moves.b)[-1]]}"
    if reported(step, Report.RUNS_TO):
        text += f" M→{TILE_NAMES[after.mammoth]}" + ("*" if after.winner else "")
    return text
