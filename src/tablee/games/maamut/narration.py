"""Mâamut in words: what happens in a step, and what a move would do."""

from __future__ import annotations

from tablee.show.saying import Saying, Seat
from tablee.show.step import State, Step, Told

from .ground import flee_seat, trap_owner
from .state import DIRECTION_NAMES, NOWHERE, TILE_NAMES, Phase, tile_after
from .view import survival

# --- what happens --------------------------------------------------------------------------------


def tell(step: Step) -> list[Told]:
    """What happens in a step; tiles and first hands are told as a whole, when all are there."""
    verb, s, after = step.words[0], step.before, step.after
    if verb == "first":
        return [Told(int(step.words[1]), (Saying("tell.begins"),))]
    if verb == "tile":
        if s.phase == Phase.LAY_TILE and after.phase == Phase.DEAL_HANDS:
            return [Told(0, (Saying("tell.maamut_tiles"),))]
        again = sum(after.tiles) > sum(s.tiles)
        return [Told(0, (Saying("tell.maamut_tiles_again"),))] if again else []
    if verb == "deal":
        return deal_told(step)
    seat = flee_seat(s) if verb == "flee" else s.turn
    return [Told(seat + 1, preview(step))]


def deal_told(step: Step) -> list[Told]:
    """A card is dealt; which one is told to who sees it."""
    s, after = step.before, step.after
    if s.phase == Phase.DEAL_HANDS:
        dealt = after.phase == Phase.PLACE_HUNTER
        return [Told(0, (Saying("tell.maamut_hands"),))] if dealt else []
    told = []
    if step.words[1] != "?":
        saying = Saying("tell.maamut_draws", {"card": step.words[1]})
        told.append(Told(s.turn + 1, (saying,), goes_on=True))
    if sum(s.discards) and not sum(after.discards):
        told.append(Told(0, (Saying("tell.reshuffled"),)))
    return told


def preview(step: Step) -> tuple[Saying, ...]:
    """What a hunter does, and what becomes of the mammoth and of all who are in its way."""
    verb, s = step.words[0], step.before
    here = s.hunter[flee_seat(s) if verb == "flee" else s.turn]
    if verb == "place":
        first = Saying("tell.maamut_place", {"tile": step.words[1]})
    elif verb == "move":
        card, direction = int(step.words[1]), step.words[2]
        end = tile_after(here, DIRECTION_NAMES.index(direction), card)
        end = s.mammoth if cornered_by(step) else end
        values = {"card": card, "start": TILE_NAMES[here], "end": TILE_NAMES[end]}
        first = Saying("tell.maamut_move", values)
    elif verb == "trap":
        first = Saying("tell.maamut_sets", {"tile": TILE_NAMES[here]})
    elif verb == "lift":
        first = lift_saying(s, here)
    elif verb == "discard":
        first = Saying("tell.maamut_discards", {"card": step.words[1]})
    else:
        end = tile_after(s.mammoth, DIRECTION_NAMES.index(step.words[1]), 1)
        first = Saying("tell.maamut_flees", {"tile": TILE_NAMES[end]})
    return (first, *consequences(step))


def lift_saying(s: State, tile: int) -> Saying:
    """Whose trap is lifted [H13]."""
    owner = trap_owner(s, tile)
    if owner == s.turn:
        return Saying("tell.maamut_lifts_own", {"tile": TILE_NAMES[tile]})
    return Saying("tell.maamut_lifts", {"tile": TILE_NAMES[tile], "seat": Seat(owner + 1)})


def cornered_by(step: Step) -> bool:
    """Whether the mammoth had no way out, and stood its ground against the hunter at turn [H24]."""
    s, after = step.before, step.after
    was_there = step.words[0] == "move" and s.hunter[s.turn] != NOWHERE
    return bool(was_there and after.hunter[s.turn] == NOWHERE)


def consequences(step: Step) -> list[Saying]:
    """Where the mammoth runs, who falls, who has to flee, how it all ends."""
    s, after = step.before, step.after
    sayings = [Saying("tell.maamut_stands")] if cornered_by(step) else []
    if after.mammoth != s.mammoth:
        values = {"start": TILE_NAMES[s.mammoth], "end": TILE_NAMES[after.mammoth]}
        sayings.append(Saying("tell.maamut_runs", values))
    for seat in range(s.seats):
        if s.hunter[seat] != NOWHERE and after.hunter[seat] == NOWHERE:
            sayings.append(Saying("tell.maamut_out", {"seat": Seat(seat + 1)}))
    if after.winner:
        sayings.append(Saying("tell.maamut_falls", {"seat": Seat(after.winner)}))
    elif after.phase == Phase.ENDED:
        sayings.append(Saying(survival(after), {"limit": after.hunt_limit * after.seats}))
    elif after.phase == Phase.FRIGHT:
        sayings.append(Saying("tell.maamut_must_flee", {"seat": Seat(flee_seat(after) + 1)}))
    return sayings


def note(step: Step) -> str:
    """Where a move leads, and where the mammoth runs; † if the hunter falls, * into a trap."""
    verb, s, after = step.words[0], step.before, step.after
    if verb != "move":
        return ""
    if cornered_by(step):
        return f"→{TILE_NAMES[s.mammoth]} †"
    direction = DIRECTION_NAMES.index(step.words[2])
    end = tile_after(s.hunter[s.turn], direction, int(step.words[1]))
    text = f"→{TILE_NAMES[end]}"
    if after.mammoth != s.mammoth:
        text += f" M→{TILE_NAMES[after.mammoth]}" + ("*" if after.winner else "")
    return text
