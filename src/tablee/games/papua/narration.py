"""Papua in words: what happens in a step, and what a move would do."""

from __future__ import annotations

from tablee.show.saying import Each, Saying, Seat
from tablee.show.step import Step, Told

from .state import POT
from .view import holder

# --- what happens --------------------------------------------------------------------------------


def tell(step: Step) -> list[Told]:
    """What happens in a step; a move belongs to the number rolled."""
    verb, seat = step.words[0], step.before.turn + 1
    if verb == "first":
        return [Told(int(step.words[1]), (Saying("tell.begins"),))]
    if verb == "die":
        return [Told(seat, (Saying("tell.papua_die", {"die": step.words[1]}),))]
    return [Told(seat, preview(step), goes_on=True)]


def preview(step: Step) -> tuple[Saying, ...]:
    """Where a move leads, who goes along, who is sent back or caught, who wins."""
    s = step.before
    if step.words[0] == "pass":
        return (Saying("tell.papua_pass"),)
    starts = movers(step)
    sayings = [move_saying(step, starts)]
    owners = {holder(s, space) for space in starts} - {s.turn, None}
    if owners:
        others = Each(tuple(Seat(seat + 1) for seat in sorted(owners, key=str) if seat is not None))
        sayings.append(Saying("tell.papua_along", {"seats": others}))
    return (*sayings, *losses(step, starts))


def movers(step: Step) -> list[int]:
    """The spaces that a move sets in motion."""
    if step.words[0] == "group":
        first, last = map(int, step.words[1].split("-"))
        return list(range(first, last + 1))
    return [int(step.words[1])]


def move_saying(step: Step, starts: list[int]) -> Saying:
    """From where to where."""
    die = step.before.die
    if step.words[0] == "group":
        arrivals = f"{starts[0] + die}-{starts[-1] + die}"
        return Saying("tell.papua_group", {"start": step.words[1], "end": arrivals})
    values = {"start": starts[0], "end": starts[0] + die}
    return Saying("tell.papua_from_pot" if starts[0] == POT else "tell.papua_one", values)


def losses(step: Step, starts: list[int]) -> list[Saying]:
    """Who is sent back to the pot, who is caught on his arrival, who has reached the canoe."""
    s, die = step.before, step.before.die
    sayings = []
    for start in starts:
        arrival = start + die
        mover = s.turn if start == POT else holder(s, start)
        assert mover is not None
        there = None if arrival in starts else holder(s, arrival)
        if there is not None:
            values = {"seat": Seat(there + 1), "space": arrival}
            sayings.append(Saying("tell.papua_sent_back", values))
        if s.cannibals >> arrival & 1:
            values = {"seat": Seat(mover + 1), "space": arrival}
            sayings.append(Saying("tell.papua_caught", values))
        if arrival == s.canoe:
            sayings.append(Saying("tell.papua_canoe", {"seat": Seat(mover + 1)}))
    return sayings


def note(step: Step) -> str:
    """Where a move leads; × for each islander it sends back, ! for each one that is caught."""
    if step.words[0] == "pass":
        return ""
    starts = movers(step)
    die = step.before.die
    ends = [str(starts[0] + die), str(starts[-1] + die)]
    lost = [saying.key for saying in losses(step, starts)]
    signs = "×" * lost.count("tell.papua_sent_back") + "!" * lost.count("tell.papua_caught")
    return f"→{'-'.join(ends[: 1 + (ends[0] != ends[1])])}{signs}"
