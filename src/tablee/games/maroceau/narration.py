"""Maroc'eau in words: what happens in a step, and what a move would do."""

from __future__ import annotations

from tablee.kernel.reports import Row
from tablee.show.saying import Count, Saying
from tablee.show.step import ShownStep, Told

from .grids import round_points
from .notation import GRID
from .state import FACE_DOWN, KINDS, LOWEST, PLACES, ROWS, Phase, Report

# --- what happens --------------------------------------------------------------------------------


def tell(step: ShownStep) -> list[Told]:
    """Tell what happens in a step; all that a seat does in its turn goes on the same line."""
    told = []
    sayings = tuple(saying for row in step.reports for saying in sayings_of(step, row))
    if sayings:
        first = step.reports[0]
        revealed = step.before.phase == Phase.REVEAL
        seat = first.a // PLACES if revealed else step.before.turn
        goes_on = first.what not in (Report.TAKES, Report.DRAWS)
        told.append(Told(seat + 1, sayings, goes_on=goes_on))
    for row in step.reports:
        if row.what == Report.OPENS:
            told.append(Told(0, (Saying("tell.maroceau_opens", {"card": row.a}),)))
        elif row.what == Report.BEGINS:
            told.append(Told(row.a + 1, (Saying("tell.begins"),)))
        elif row.what == Report.COUNTED:
            told += round_told(step, row.a)
    return told


def sayings_of(step: ShownStep, row: Row) -> tuple[Saying, ...]:
    """Return what a seat does, or what becomes of its cards; nothing, if it is told otherwise."""
    what, a, b, _ = row
    counted = reported(step, Report.COUNTED)
    match what:
        case Report.TAKES:
            return (Saying("tell.maroceau_takes", {"card": b}),)
        case Report.DRAWS:
            return (Saying("tell.maroceau_draws"),)
        case Report.RESHUFFLED:
            return (Saying("tell.reshuffled"),)
        case Report.DROPS:
            return (Saying("tell.maroceau_drops", {"card": b}),)
        case Report.TURNS:
            return (Saying("tell.maroceau_turns", {"place": GRID[b % PLACES]}),)
        case Report.SHOWS if step.before.phase == Phase.REVEAL:
            values = {"place": GRID[a % PLACES], "card": b}
            return (Saying("tell.maroceau_reveals", values),)
        case Report.SEES | Report.SHOWS:
            return (Saying("tell.maroceau_shows", {"card": b}),)
        case Report.LAYS:
            return (laying(step, GRID[a % PLACES], b),)
        case Report.REPLACED if not reported(step, Report.LAYS):
            return (Saying("tell.maroceau_replaced", {"card": b}),)
        case Report.COLUMN_GOES if not counted:
            values = {"column": "abcd"[a % PLACES // ROWS], "card": b}
            return (Saying("tell.maroceau_column_goes", values),)
        case Report.ENDS_ROUND if not counted:
            return (Saying("tell.maroceau_ends"),)
    return ()


def laying(step: ShownStep, place: str, card: int) -> Saying:
    """Say that a card is laid, in exchange for one that lies open or not."""
    values = {"held": Saying("tell.maroceau_the", {"card": card}), "place": place}
    for row in step.reports:
        if row.what == Report.REPLACED:
            return Saying("tell.maroceau_swaps", {**values, "card": row.b})
    return Saying("tell.maroceau_puts", values)


def reported(step: ShownStep, what: int) -> bool:
    """Return whether something of this kind happens in a step."""
    return any(row.what == what for row in step.reports)


def round_told(step: ShownStep, number: int) -> list[Told]:
    """Return the points of a round that is over, seat by seat."""
    after = step.after
    told = [Told(0, (Saying("tell.maroceau_round", {"round": number}),))]
    for seat in range(after.seats):
        points, total = round_points(after, seat), after.totals[seat]
        doubled = points != after.last_points[seat]
        key = "tell.maroceau_doubled" if doubled else "tell.maroceau_points"
        values = {"points": Count("points", points), "total": total}
        told.append(Told(seat + 1, (Saying(key, values),)))
    return told


# --- what a move would do ------------------------------------------------------------------------


def preview(step: ShownStep) -> tuple[Saying, ...]:
    """Return what a move would do."""
    s, (what, seat, card, _) = step.before, step.reports[0]
    match what:
        case Report.DRAWS:
            pool = s.pile if s.reshuffled else s.unseen
            mean = sum((LOWEST + i) * pool[i] for i in range(KINDS)) / max(1, sum(pool))
            return (Saying("tell.maroceau_may_draw", {"mean": mean}),)
        case Report.TAKES:
            return (Saying("tell.maroceau_may_take", {"card": card}),)
        case Report.DROPS:
            return (Saying("tell.maroceau_may_drop", {"card": card}),)
        case Report.TURNS:
            return sayings_of(step, step.reports[0])
    place = seat
    known = reported(step, Report.REPLACED)
    key = "tell.maroceau_may_swap" if known else "tell.maroceau_may_put"
    values = {"card": card, "place": GRID[place % PLACES], "replaced": s.grid[place]}
    later = (saying for row in step.reports[1:] for saying in sayings_of(step, row))
    return (Saying(key, values), *later)


def note(step: ShownStep) -> str:
    """Return the card that would be replaced; * if the column goes."""
    what, place, _, _ = step.reports[0]
    if what != Report.LAYS:
        return ""
    replaced = step.before.grid[place]
    goes = reported(step, Report.COLUMN_GOES) and not reported(step, Report.COUNTED)
    return f" ({'?' if replaced == FACE_DOWN else replaced})" + ("*" if goes else "")
