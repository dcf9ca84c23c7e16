"""Mâamut: how moves are written, what is awaited, and why a move is refused."""

from __future__ import annotations

from tablee.kernel.notation import Form, Notation
from tablee.words import Said, seat_name

from .ground import flee_seat, trap_owner
from .state import (
    CARD_VALUES,
    DIRECTION_NAMES,
    DIRECTIONS,
    MAX_SEATS,
    NOWHERE,
    TILE_NAMES,
    Code,
    Phase,
    State,
    Why,
    tile_after,
)

VALUES = range(1, CARD_VALUES + 1)

NOTATION = Notation(
    moves=[
        Form(Code.PLACE, "place {tile}", tile=TILE_NAMES),
        Form(Code.MOVE, "move {card} {direction}", card=VALUES, direction=DIRECTION_NAMES),
        Form(Code.TRAP, "trap"),
        Form(Code.LIFT, "lift"),
        Form(Code.DISCARD, "discard {card}", card=VALUES),
        Form(Code.FLEE, "flee {direction}", direction=DIRECTION_NAMES),
    ],
    outcomes=[
        Form(Code.TILE, "tile {kind}", kind=("rock", "grass", "snow")),
        Form(Code.DEAL, "deal {card}", card=VALUES),
        Form(Code.FIRST, "first {seat}", seat=range(1, MAX_SEATS + 1)),
    ],
)

AWAITED = {
    Phase.WHO_BEGINS: ("H7", "maamut.who_begins"),
    Phase.LAY_TILE: ("H2", "maamut.lay_tile"),
    Phase.DEAL_HANDS: ("H4", "maamut.deal_hands"),
    Phase.PLACE_HUNTER: ("H6", "maamut.place_hunter"),
    Phase.HUNT: ("H10", "maamut.hunt"),
    Phase.FRIGHT: ("H26", "maamut.fright"),
    Phase.DRAW: ("H15", "maamut.draw"),
    Phase.ENDED: ("H41", "maamut.survived"),
}

REASONS = {
    Why.NOT_OUTER: ("H6", "maamut.not_outer"),
    Why.PLACED_ON_ROCK: ("H6", "maamut.placed_on_rock"),
    Why.PLACE_TAKEN: ("H6", "maamut.place_taken"),
    Why.NO_SUCH_CARD: ("H10", "maamut.no_such_card"),
    Why.OFF_BOARD: ("H10", "maamut.off_board"),
    Why.ROCK_ON_WAY: ("H10", "maamut.rock_on_way"),
    Why.NOT_GRASS: ("H12", "maamut.not_grass"),
    Why.TRAP_HERE: ("H12", "maamut.trap_here"),
    Why.NOT_ALONE: ("H12", "maamut.not_alone"),
    Why.NO_TRAP_LEFT: ("H12", "maamut.no_trap_left"),
    Why.NO_TRAP_HERE: ("H13", "maamut.no_trap_here"),
    Why.NOT_ALONE_TO_LIFT: ("H13", "maamut.not_alone_to_lift"),
    Why.NO_CARD_TO_DISCARD: ("H14", "maamut.no_card_to_discard"),
    Why.FLEE_OFF_BOARD: ("H27", "maamut.flee_off_board"),
    Why.FLEE_TO_ROCK: ("H27", "maamut.flee_to_rock"),
    Why.FLEE_BACK: ("H26", "maamut.flee_back"),
    Why.FLEE_TAKEN: ("H27", "maamut.flee_taken"),
}


def awaited(s: State) -> tuple[str, str]:
    """Return the paragraph and the message that say what has to happen now."""
    return ("H40", "maamut.fallen") if s.winner else AWAITED[s.phase]


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """Return the paragraph, the message and its values for a move that `why_not` refuses."""
    if reason == Why.NOT_NOW:
        return not_now(s, code)
    paragraph, key = REASONS[reason]
    here = s.hunter[s.turn]
    if code < Code.MOVE:
        return paragraph, key, whereabouts(s, code - Code.PLACE)
    if code < Code.TRAP:
        return paragraph, key, way_values(s, here, code - Code.MOVE)
    if code <= Code.LIFT:
        return paragraph, key, whereabouts(s, here)
    if code < Code.FLEE:
        return paragraph, key, {"card": code - Code.DISCARD + 1}
    return paragraph, key, whereabouts(s, tile_after(s.mammoth, code - Code.FLEE, 1))


def not_now(s: State, code: int) -> tuple[str, str, dict[str, object]]:
    """Return the refusal of a move that belongs to another moment."""
    if s.phase == Phase.FRIGHT:
        return "H26", "maamut.not_now_fright", {"seat": seat_name(flee_seat(s) + 1)}
    if s.phase == Phase.PLACE_HUNTER:
        return "H6", "maamut.not_now_place", {}
    if code < Code.MOVE:
        return "H6", "maamut.not_now_placed", {}
    return "H26", "maamut.not_now_calm", {}


def way_values(s: State, here: int, way: int) -> dict[str, object]:
    """Return a card, a direction, and the first rock on that way."""
    steps, direction = way // DIRECTIONS + 1, way % DIRECTIONS
    passed = [tile_after(here, direction, step) for step in range(1, steps + 1)]
    rocks = [TILE_NAMES[tile] for tile in passed if tile != NOWHERE and s.rock >> tile & 1]
    return {
        "card": steps,
        "direction": Said(f"web.direction_{DIRECTION_NAMES[direction]}"),
        "here": TILE_NAMES[here],
        "rock": rocks[0] if rocks else "",
    }


def whereabouts(s: State, tile: int) -> dict[str, object]:
    """Return a tile and the owner of its trap; nothing off the board."""
    if tile == NOWHERE:
        return {}
    return {"tile": TILE_NAMES[tile], "owner": seat_name(trap_owner(s, tile) + 1)}
