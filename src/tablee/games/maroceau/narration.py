"""Maroc'eau in words: what happens in a step, and what a move would do."""

from __future__ import annotations

from tablee.show.saying import Count, Saying
from tablee.show.step import Step, Told

from .notation import GRID
from .rules import round_points
from .state import FACE_DOWN, KINDS, LOWEST, NO_CARD, PLACES, ROWS, Phase

# --- what happens --------------------------------------------------------------------------------


def tell(step: Step) -> list[Told]:
    """What happens in a step; all that a seat does in its turn goes on the same line."""
    verb, s = step.words[0], step.before
    if verb == "start":
        return [Told(int(step.words[1]), (Saying("tell.begins"),))]
    if verb == "card":
        return card_told(step)
    return [Told(s.turn + 1, move_sayings(step), goes_on=verb in ("swap", "drop", "flip"))]


def card_told(step: Step) -> list[Told]:
    """A card is seen: by all, or by who has drawn it."""
    s, after, shown = step.before, step.after, step.words[1]
    seat = s.turn + 1
    if s.phase == Phase.OPEN_DISCARD:
        opens = Told(0, (Saying("tell.maroceau_opens", {"card": shown}),))
        begins = Told(after.turn + 1, (Saying("tell.begins"),))
        return [opens, begins] if after.phase == Phase.CHOOSE else [opens]
    if s.phase == Phase.REVEAL:
        seat, place = s.place // PLACES + 1, GRID[s.place % PLACES]
        saying = Saying("tell.maroceau_reveals", {"place": place, "card": shown})
        return [Told(seat, (saying,), goes_on=True), *round_told(step)]
    if s.phase == Phase.DRAWN and shown == "?":
        return []
    key = "tell.maroceau_replaced" if s.phase == Phase.REPLACED else "tell.maroceau_shows"
    sayings = [Saying(key, {"card": shown})]
    if s.phase in (Phase.REPLACED, Phase.ONE_CARD):
        sayings += turn_end(step)
    return [Told(seat, tuple(sayings), goes_on=True), *round_told(step)]


def move_sayings(step: Step) -> tuple[Saying, ...]:
    """What a seat does."""
    verb, s, after = step.words[0], step.before, step.after
    if verb == "take":
        return (Saying("tell.maroceau_takes", {"card": s.top}),)
    if verb == "draw":
        draws = Saying("tell.maroceau_draws")
        return (draws, Saying("tell.reshuffled")) if after.reshuffled > s.reshuffled else (draws,)
    if verb == "drop":
        return (Saying("tell.maroceau_drops", {"card": after.top}),)
    if verb == "flip":
        return (Saying("tell.maroceau_turns", {"place": step.words[1]}),)
    place = s.turn * PLACES + GRID.index(step.words[1])
    card = s.hand
    if after.grid[place] not in (FACE_DOWN, NO_CARD):
        card = after.grid[place]  # now it lies open for all
    known = card != FACE_DOWN
    held = Saying("tell.maroceau_the", {"card": card}) if known else Saying("tell.maroceau_it")
    values = {"held": held, "place": step.words[1], "card": s.grid[place]}
    if s.grid[place] == FACE_DOWN:
        return (Saying("tell.maroceau_puts", values),)
    return (Saying("tell.maroceau_swaps", values), *turn_end(step))


def turn_end(step: Step) -> list[Saying]:
    """A column that is complete goes; and who has turned his last card ends the round."""
    s, after = step.before, step.after
    if counted(step):
        return []
    sayings = []
    grid = range(s.turn * PLACES, (s.turn + 1) * PLACES, ROWS)
    for column, first in enumerate(grid):
        if s.grid[first] != NO_CARD and after.grid[first] == NO_CARD:
            values = {"column": "abcd"[column], "card": after.top}
            sayings.append(Saying("tell.maroceau_column_goes", values))
    if after.ended_by and not s.ended_by:
        sayings.append(Saying("tell.maroceau_ends"))
    return sayings


def counted(step: Step) -> bool:
    """Whether a round was counted in this step."""
    s, after = step.before, step.after
    return bool(
        after.round_number > s.round_number
        or (s.phase != Phase.ENDED and after.phase == Phase.ENDED)
    )


def round_told(step: Step) -> list[Told]:
    """The points of a round that is over, seat by seat."""
    s, after = step.before, step.after
    if not counted(step):
        return []
    told = [Told(0, (Saying("tell.maroceau_round", {"round": s.round_number}),))]
    for seat in range(s.seats):
        points, total = round_points(after, seat), after.totals[seat]
        doubled = points != after.last_points[seat]
        key = "tell.maroceau_doubled" if doubled else "tell.maroceau_points"
        values = {"points": Count("points", points), "total": total}
        told.append(Told(seat + 1, (Saying(key, values),)))
    return told


# --- what a move would do ------------------------------------------------------------------------


def preview(step: Step) -> tuple[Saying, ...]:
    """What a move would do."""
    verb, s = step.words[0], step.before
    if verb == "draw":
        pool = s.pile if s.reshuffled else s.unseen
        mean = sum((LOWEST + i) * pool[i] for i in range(KINDS)) / max(1, sum(pool))
        return (Saying("tell.maroceau_may_draw", {"mean": mean}),)
    if verb == "take":
        return (Saying("tell.maroceau_may_take", {"card": s.top}),)
    if verb == "swap":
        key = (
            "tell.maroceau_may_swap"
            if step.after.phase != Phase.REPLACED
            else "tell.maroceau_may_put"
        )
        replaced = s.grid[s.turn * PLACES + GRID.index(step.words[1])]
        values = {"card": s.hand, "place": step.words[1], "replaced": replaced}
        return (Saying(key, values), *turn_end(step))
    if verb == "drop":
        return (Saying("tell.maroceau_may_drop", {"card": s.hand}),)
    return move_sayings(step)


def note(step: Step) -> str:
    """The card that would be replaced; * if the column goes."""
    if step.words[0] != "swap":
        return ""
    replaced = step.before.grid[step.before.turn * PLACES + GRID.index(step.words[1])]
    goes = any(saying.key == "tell.maroceau_column_goes" for saying in turn_end(step))
    return f" ({'?' if replaced == FACE_DOWN else replaced})" + ("*" if goes else "")
