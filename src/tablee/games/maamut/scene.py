"""Mâamut as a page draws it: the steppe, the pieces on it, the hands; and what a move would do.

Tiles are called by their names, a1 to g4; seats are numbered from 1, and 0 is none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.show.step import ShownStep

from .flight import ahead, moments, reported, seats_reported, way_of
from .ground import next_tile, pile_size, refuges
from .rules import to_act
from .state import (
    CARD_VALUES,
    CROSS,
    DIRECTION_NAMES,
    DIRECTIONS,
    GRASS,
    NOWHERE,
    ROCK,
    STAY,
    TILE_NAMES,
    TILES,
    Phase,
    Report,
    State,
)
from .view import survival

Ground = Literal["grass", "snow", "rock", "cross", "unlaid"]
PhaseName = Literal["first", "tiles", "deal", "place", "hunt", "flight", "fright", "draw", "over"]
Kind = Literal["place", "move", "trap", "lift", "discard", "flee"]

PHASES: dict[int, PhaseName] = {
    Phase.WHO_BEGINS: "first",
    Phase.LAY_TILE: "tiles",
    Phase.DEAL_HANDS: "deal",
    Phase.PLACE_HUNTER: "place",
    Phase.HUNT: "hunt",
    Phase.FRIGHT: "fright",
    Phase.DRAW: "draw",
    Phase.ENDED: "over",
}


class Trap(Struct, frozen=True):
    """A trap on the board."""

    seat: int
    tile: str


class Hunter(Struct, frozen=True):
    """A hunter with a hand: `cards` are the values that the viewer knows, lowest first."""

    seat: int
    tile: str | None  # None: not placed yet, or out
    out: bool
    frightened: bool
    stock: int  # traps in hand
    held: int  # cards in hand
    cards: list[int]


class Flight(Struct, frozen=True):
    """The mammoth runs: where to, and where the hunter behind it will end."""

    direction: str
    ahead: list[str]  # tiles it has still to run
    driver: int
    landing: str


class Scene(Struct, frozen=True):
    """What a hunter or a spectator sees of the hunt."""

    phase: PhaseName
    ground: list[Ground]  # by tile, a1 to g4
    next_tile: str | None  # where the next tile is laid
    bag: dict[str, int]  # tiles not laid yet, by kind
    mammoth: str
    fallen: bool  # it lies in a trap
    flight: Flight | None
    hunters: list[Hunter]
    traps: list[Trap]
    pile: int
    discards: list[int]  # how many of one step, of two, of three
    first: int  # the seat that began
    turn: int  # the seat that is dealt to, places or hunts
    to_act: int  # the seat that has to choose
    turns: int  # that are over
    limit: int  # after which the mammoth has survived
    traps_stay: bool  # of hunters who are out
    winner: int
    ending: str  # the message that says how the hunt ended, or ""


class Preview(Struct, frozen=True):
    """What a move would do, until another seat has to choose or a card is drawn."""

    kind: Kind
    seat: int
    card: int  # played or discarded, else 0
    path: list[str]  # of the hunter, its own tile first
    landing: str | None  # where it will stand; None: out, or not on the way
    run: list[str]  # of the mammoth, from where it stands; empty if it does not move
    ahead: list[str]  # where it will run on once there is room
    stands: bool  # it has no way out
    frightened: list[int]  # hunters it meets, in their order
    refuges: list[str]  # where the first hunter asked may go
    out: list[int]  # hunters who would be out
    lost: list[Trap]  # traps that would leave the board with them
    sets: Trap | None
    lifts: Trap | None
    winner: int  # the owner of the trap it would fall into
    ending: str  # as in Scene
    draw: list[int]  # cards unseen so far, of one step, two, three, of which one would be drawn


# --- what is seen --------------------------------------------------------------------------------


def scene(s: State) -> Scene:
    """Return the whole table; `s` holds only what the viewer may know, so all of it is shown."""
    return Scene(
        phase=PHASES[s.phase],
        ground=ground(s),
        next_tile=name(next_tile(s)) if s.phase == Phase.LAY_TILE else None,
        bag=dict(zip(("rock", "grass", "snow"), s.tiles, strict=True)),
        mammoth=TILE_NAMES[s.mammoth],
        fallen=s.winner != 0,
        flight=flight(s) if s.landing != NOWHERE else None,
        hunters=[hunter(s, one) for one in range(s.seats)],
        traps=traps(s),
        pile=pile_size(s),
        discards=list(s.discards),
        first=s.first + 1 if s.phase != Phase.WHO_BEGINS else 0,
        turn=s.turn + 1 if s.phase not in (Phase.WHO_BEGINS, Phase.LAY_TILE, Phase.ENDED) else 0,
        to_act=max(to_act(s) + 1, 0),
        turns=s.turns,
        limit=s.hunt_limit * s.seats,
        traps_stay=s.fallen_traps == STAY,
        winner=s.winner,
        ending=ending(s),
    )


def name(tile: int) -> str | None:
    """Return the name of a tile, if it is one."""
    return TILE_NAMES[tile] if 0 <= tile < TILES else None


def ground(s: State) -> list[Ground]:
    """Return what each tile shows."""
    return list(laid_out(s.rock, s.grass, next_tile(s)))


@lru_cache(4096)
def laid_out(rock: int, grass: int, laid: int) -> tuple[Ground, ...]:
    """Return the same, from where rocks and grass are; once laid, tiles stay where they are."""
    shown: list[Ground] = [
        "rock" if rock >> tile & 1 else "grass" if grass >> tile & 1 else "snow"
        for tile in range(TILES)
    ]
    shown[laid:] = ["unlaid"] * (TILES - laid)
    shown[CROSS] = "cross"
    return tuple(shown)


def hunter(s: State, seat: int) -> Hunter:
    """Return a hunter, and as much of its hand as is known."""
    counts = s.hand[CARD_VALUES * seat : CARD_VALUES * (seat + 1)]
    return Hunter(
        seat=seat + 1,
        tile=name(s.hunter[seat]),
        out=s.phase > Phase.PLACE_HUNTER and s.hunter[seat] == NOWHERE,
        frightened=s.frightened >> seat & 1 == 1,
        stock=s.stock[seat],
        held=s.held[seat],
        cards=[value for value, count in enumerate(counts, 1) for _ in range(count)],
    )


def flight(s: State) -> Flight:
    """Return where the mammoth runs, also while others make room for it."""
    return Flight(
        direction=DIRECTION_NAMES[s.flight],
        ahead=[TILE_NAMES[tile] for tile in ahead(s)],
        driver=s.turn + 1,
        landing=TILE_NAMES[s.landing],
    )


def traps(s: State) -> list[Trap]:
    """Return all traps on the board, in the order of tiles; no two are on one tile."""
    found = []
    for seat in range(s.seats):
        left = s.trap[seat]
        while left:
            found.append((left.bit_length() - 1, seat))
            left ^= 1 << found[-1][0]
    return [Trap(seat + 1, TILE_NAMES[tile]) for tile, seat in sorted(found)]


def ending(s: State) -> str:
    """Return the key of the message that says how the hunt ended."""
    if s.phase != Phase.ENDED:
        return ""
    return "maamut.fell" if s.winner else survival(s)


# --- on the way ----------------------------------------------------------------------------------


def frames(step: ShownStep) -> list[tuple[str, Scene]]:
    """Return a flight tile by tile, with frights and falls; or a steppe that is laid again."""
    if reported(step, Report.TILE_LAID):
        return laid_in_vain(step)
    seen = [(beat, on_the_way(s)) for beat, s in moments(step)]
    # What the scene after the step shows anyway needs no frame of its own.
    if seen and pieces(seen[-1][1]) == pieces(scene(step.after)):
        seen.pop()
    return seen


def on_the_way(s: State) -> Scene:
    """Return a moment of a flight, when no seat has to choose."""
    return replace(scene(s), phase="flight", to_act=0)


def pieces(seen: Scene) -> tuple[object, ...]:
    """Return where everything stands, and which hunters are frightened."""
    hunters = [(one.tile, one.frightened) for one in seen.hunters]
    return seen.mammoth, hunters, seen.traps, seen.fallen


def laid_in_vain(step: ShownStep) -> list[tuple[str, Scene]]:
    """Return all 36 tiles, before they are taken up again for the rocks around the cross [H3]."""
    laid = reported(step, Report.TILE_LAID)
    if laid is None or not reported(step, Report.TILES_TAKEN_UP):
        return []
    s: State = step.before.copy()
    s.rock |= (laid.b == ROCK) << laid.a
    s.grass |= (laid.b == GRASS) << laid.a
    s.tiles = [0] * len(s.tiles)
    return [("rocks", scene(s))]


# --- what a move would do ------------------------------------------------------------------------


def preview(step: ShownStep) -> Preview:
    """Return the way, the flight, and what becomes of every hunter on it."""
    s: State = step.before
    after: State = step.after
    kind: Any = step.words[0]
    room, played = reported(step, Report.MAKES_ROOM), reported(step, Report.MOVES)
    discarded = reported(step, Report.DISCARDS)
    mover = room.a if room else s.turn
    card = played.b // DIRECTIONS + 1 if played else discarded.b if discarded else 0
    run = seats_reported(step, Report.RUNS_TO)
    out = seats_reported(step, Report.OUT)
    asked = in_turn_order(after, after.frightened) if after.phase == Phase.FRIGHT else []
    return Preview(
        kind=kind,
        seat=mover + 1,
        card=card,
        path=[TILE_NAMES[tile] for tile in path(step, mover)],
        landing=landing(step, kind, mover),
        run=[TILE_NAMES[tile] for tile in (s.mammoth, *run)] if run else [],
        ahead=[TILE_NAMES[tile] for tile in ahead(after)],
        stands=reported(step, Report.STANDS) is not None,
        frightened=[one + 1 for one in out if one != s.turn] + [one + 1 for one in asked],
        refuges=[TILE_NAMES[tile] for tile in range(TILES) if asked and refuges(after) >> tile & 1],
        out=[one + 1 for one in out],
        lost=[one for one in traps(s) if one.seat - 1 in out and one not in traps(after)],
        sets=trap_in(step, Report.SETS_TRAP),
        lifts=trap_in(step, Report.LIFTS_TRAP),
        winner=after.winner,
        ending=ending(after),
        draw=list(after.pile) if after.phase == Phase.DRAW and mover == s.turn else [],
    )


def in_turn_order(s: State, seats: int) -> list[int]:
    """Return the seats of these bits, in turn order after the active player [H28]."""
    order = [(s.turn + number) % s.seats for number in range(1, s.seats + 1)]
    return [seat for seat in order if seats >> seat & 1]


def trap_in(step: ShownStep, what: int) -> Trap | None:
    """Return the trap that is set, or lifted."""
    row = reported(step, what)
    return Trap(row.a + 1, TILE_NAMES[row.b]) if row else None


def path(step: ShownStep, mover: int) -> list[int]:
    """Return the tiles of the hunter's way; a single one where it does not move."""
    here = step.before.hunter[mover]
    for what, a, b, _ in step.reports:
        if what == Report.PLACED:
            return [b]
        if what == Report.MOVES:
            return way_of(step.before, a, b)
        if what == Report.MAKES_ROOM:
            return [here, b]
    return [here]


def landing(step: ShownStep, kind: Kind, mover: int) -> str | None:
    """Return where the hunter will end: a flight in between does not change it [H29]."""
    s: State = step.after
    if kind == "move" and s.landing != NOWHERE:
        return TILE_NAMES[s.landing]
    return name(s.hunter[mover])
