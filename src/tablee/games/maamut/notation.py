"""Mâamut: how moves are written, what is awaited, and why a move is refused."""

from __future__ import annotations

from tablee.kernel.notation import Form, Notation

from .ground import flee_seat, trap_owner
from .state import (
    CARD_VALUES,
    DEAL,
    DEAL_HANDS,
    DIRECTION_NAMES,
    DIRECTIONS,
    DISCARD,
    DRAW,
    ENDED,
    FIRST,
    FLEE,
    FLEE_BACK,
    FLEE_OFF_BOARD,
    FLEE_TAKEN,
    FLEE_TO_ROCK,
    FRIGHT,
    HUNT,
    LAY_TILE,
    LIFT,
    MAX_SEATS,
    MOVE,
    NO_CARD_TO_DISCARD,
    NO_SUCH_CARD,
    NO_TRAP_HERE,
    NO_TRAP_LEFT,
    NOT_ALONE,
    NOT_ALONE_TO_LIFT,
    NOT_GRASS,
    NOT_NOW,
    NOT_OUTER,
    NOWHERE,
    OFF_BOARD,
    PLACE,
    PLACE_HUNTER,
    PLACE_TAKEN,
    PLACED_ON_ROCK,
    ROCK_ON_WAY,
    TILE,
    TILE_NAMES,
    TRAP,
    TRAP_HERE,
    WHO_BEGINS,
    State,
    tile_after,
)

VALUES = range(1, CARD_VALUES + 1)

NOTATION = Notation(
    moves=[
        Form(PLACE, "place {tile}", tile=TILE_NAMES),
        Form(MOVE, "move {card} {direction}", card=VALUES, direction=DIRECTION_NAMES),
        Form(TRAP, "trap"),
        Form(LIFT, "lift"),
        Form(DISCARD, "discard {card}", card=VALUES),
        Form(FLEE, "flee {direction}", direction=DIRECTION_NAMES),
    ],
    outcomes=[
        Form(TILE, "tile {kind}", kind=("rock", "grass", "snow")),
        Form(DEAL, "deal {card}", card=VALUES),
        Form(FIRST, "first {seat}", seat=range(1, MAX_SEATS + 1)),
    ],
)

AWAITED = {
    WHO_BEGINS: ("H7", "maamut.who_begins"),
    LAY_TILE: ("H2", "maamut.lay_tile"),
    DEAL_HANDS: ("H4", "maamut.deal_hands"),
    PLACE_HUNTER: ("H6", "maamut.place_hunter"),
    HUNT: ("H10", "maamut.hunt"),
    FRIGHT: ("H26", "maamut.fright"),
    DRAW: ("H15", "maamut.draw"),
    ENDED: ("H41", "maamut.survived"),
}

REASONS = {
    NOT_OUTER: ("H6", "maamut.not_outer"),
    PLACED_ON_ROCK: ("H6", "maamut.placed_on_rock"),
    PLACE_TAKEN: ("H6", "maamut.place_taken"),
    NO_SUCH_CARD: ("H10", "maamut.no_such_card"),
    OFF_BOARD: ("H10", "maamut.off_board"),
    ROCK_ON_WAY: ("H10", "maamut.rock_on_way"),
    NOT_GRASS: ("H12", "maamut.not_grass"),
    TRAP_HERE: ("H12", "maamut.trap_here"),
    NOT_ALONE: ("H12", "maamut.not_alone"),
    NO_TRAP_LEFT: ("H12", "maamut.no_trap_left"),
    NO_TRAP_HERE: ("H13", "maamut.no_trap_here"),
    NOT_ALONE_TO_LIFT: ("H13", "maamut.not_alone_to_lift"),
    NO_CARD_TO_DISCARD: ("H14", "maamut.no_card_to_discard"),
    FLEE_OFF_BOARD: ("H27", "maamut.flee_off_board"),
    FLEE_TO_ROCK: ("H27", "maamut.flee_to_rock"),
    FLEE_BACK: ("H26", "maamut.flee_back"),
    FLEE_TAKEN: ("H27", "maamut.flee_taken"),
}


def awaited(s: State) -> tuple[str, str]:
    """The paragraph and the message that say what has to happen now."""
    return ("H40", "maamut.fallen") if s.winner else AWAITED[s.phase]


def refusal(s: State, code: int, reason: int) -> tuple[str, str, dict[str, object]]:
    """The paragraph, the message and its values for a move that `why_not` refuses."""
    if reason == NOT_NOW:
        return not_now(s, code)
    paragraph, key = REASONS[reason]
    here = s.hunter[s.turn]
    if code < MOVE:
        return paragraph, key, whereabouts(s, code - PLACE)
    if code < TRAP:
        return paragraph, key, way_values(s, here, code - MOVE)
    if code <= LIFT:
        return paragraph, key, whereabouts(s, here)
    if code < FLEE:
        return paragraph, key, {"card": code - DISCARD + 1}
    return paragraph, key, whereabouts(s, tile_after(s.mammoth, code - FLEE, 1))


def not_now(s: State, code: int) -> tuple[str, str, dict[str, object]]:
    """The refusal of a move that belongs to another moment."""
    if s.phase == FRIGHT:
        return "H26", "maamut.not_now_fright", {"seat": flee_seat(s) + 1}
    if s.phase == PLACE_HUNTER:
        return "H6", "maamut.not_now_place", {}
    if code < MOVE:
        return "H6", "maamut.not_now_placed", {}
    return "H26", "maamut.not_now_calm", {}


def way_values(s: State, here: int, way: int) -> dict[str, object]:
    """A card, a direction, and the first rock on that way."""
    steps, direction = way // DIRECTIONS + 1, way % DIRECTIONS
    passed = [tile_after(here, direction, step) for step in range(1, steps + 1)]
    rocks = [TILE_NAMES[tile] for tile in passed if tile != NOWHERE and s.rock >> tile & 1]
    return {
        "card": steps,
        "direction": DIRECTION_NAMES[direction],
        "here": TILE_NAMES[here],
        "rock": rocks[0] if rocks else "",
    }


def whereabouts(s: State, tile: int) -> dict[str, object]:
    """A tile, the hunters on it, and whose trap is there; nothing off the board."""
    if tile == NOWHERE:
        return {}
    there = [str(seat + 1) for seat in range(s.seats) if s.hunter[seat] == tile]
    return {
        "tile": TILE_NAMES[tile],
        "seats": ", ".join(there),
        "owner": trap_owner(s, tile) + 1,
    }
