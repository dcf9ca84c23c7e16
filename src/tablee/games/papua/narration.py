"""Papua in words: what happens in a step, and what a move would do."""

from __future__ import annotations

from tablee.kernel.reports import Row
from tablee.show.saying import Each, Saying, Seat
from tablee.show.step import ShownStep, Told

from .state import POT, Report

# --- what happens --------------------------------------------------------------------------------


def tell(step: ShownStep) -> list[Told]:
    """Tell what happens in a step; a move belongs to the number rolled."""
    what, seat, face, _ = step.reports[0]
    if what == Report.BEGINS:
        return [Told(seat + 1, (Saying("tell.begins"),))]
    if what == Report.DIE:
        return [Told(seat + 1, (Saying("tell.papua_die", {"die": face}),))]
    return [Told(step.before.turn + 1, preview(step), goes_on=True)]


def preview(step: ShownStep) -> tuple[Saying, ...]:
    """Say where a move leads, and which islanders go along, are sent back, caught, or win."""
    if step.reports[0].what == Report.PASSES:
        return (Saying("tell.papua_pass"),)
    sayings = [move_saying(step)]
    owners = {row.a for row in of_kind(step, Report.MOVES_FROM)} - {step.before.turn}
    if owners:
        others = Each(tuple(Seat(seat + 1) for seat in sorted(owners)))
        sayings.append(Saying("tell.papua_along", {"seats": others}))
    return (*sayings, *map(loss_saying, losses(step)))


def of_kind(step: ShownStep, *kinds: int) -> list[Row]:
    """Return what is reported of these kinds, in the order of the spaces."""
    return sorted((row for row in step.reports if row.what in kinds), key=lambda row: row.b)


def losses(step: ShownStep) -> list[Row]:
    """Return the islanders that are sent back, are caught, or reach the canoe."""
    return of_kind(step, Report.SENT_BACK, Report.CAUGHT, Report.IN_CANOE)


def move_saying(step: ShownStep) -> Saying:
    """Say from where to where."""
    starts = [row.b for row in of_kind(step, Report.MOVES_FROM)]
    first, last, die = starts[0], starts[-1], step.before.die
    if last > first:
        values: dict[str, object] = {
            "start": f"{first}-{last}",
            "end": f"{first + die}-{last + die}",
        }
        return Saying("tell.papua_group", values)
    values = {"start": first, "end": first + die}
    return Saying("tell.papua_from_pot" if first == POT else "tell.papua_one", values)


LOSSES = {Report.SENT_BACK: "tell.papua_sent_back", Report.CAUGHT: "tell.papua_caught"}


def loss_saying(row: Row) -> Saying:
    """Return what becomes of an islander."""
    if row.what == Report.IN_CANOE:
        return Saying("tell.papua_canoe", {"seat": Seat(row.a + 1)})
    return Saying(LOSSES[row.what], {"seat": Seat(row.a + 1), "space": row.b})


def note(step: ShownStep) -> str:
    """Return where a move leads; × for each islander sent back, ! for each one caught."""
    if step.reports[0].what == Report.PASSES:
        return ""
    die = step.before.die
    ends = [str(row.b + die) for row in of_kind(step, Report.MOVES_FROM)]
    lost = [row.what for row in losses(step)]
    signs = "×" * lost.count(Report.SENT_BACK) + "!" * lost.count(Report.CAUGHT)
    return f"→{'-'.join(dict.fromkeys((ends[0], ends[-1])))}{signs}"
