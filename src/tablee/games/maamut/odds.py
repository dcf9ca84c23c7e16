"""Mâamut: where the mammoth runs, whom it meets there, and whose trap it may fall into.

Flights are exact. What happens until a seat's next turn depends on hidden hands, and on what
the others choose: it is simulated, with hands that are possible and moves by rule of thumb.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.bots.heuristics import instance_of
from tablee.bots.tree import ROOT, WORLD, Workspace, step, workspace_of
from tablee.coach.odds import Coaching
from tablee.kernel.actors import OVER
from tablee.kernel.contract import apply, resample, to_act
from tablee.kernel.dice import Dice, dice_for, take_up
from tablee.kernel.engines.copying import COPY
from tablee.kernel.engines.instance import row_of
from tablee.kernel.record import Record, int64
from tablee.kernel.rule import entry
from tablee.show.saying import Chance, Count, Each, Odd, Seat
from tablee.view import View
from tablee.words import Said

from .ground import hunters_on, trap_owner, walk, way_open
from .state import (
    AROUND,
    BACK,
    DIRECTION_NAMES,
    DIRECTIONS,
    MAX_SEATS,
    NEIGHBOUR,
    NOWHERE,
    PATH,
    TILE_NAMES,
    TILES,
    WAYS,
    Code,
    Phase,
    State,
)

COACHING = Coaching(advice=10_000, review=1_200_000, trees=True)
MOST_TRAPS = 4  # that are spoken of
WORTH_SAYING = 0.01  # a chance below it is not


def seen(view: View) -> State:
    """Return the record of a view."""
    state = view.state
    assert isinstance(state, State)
    return state


def odds(view: View, seed: int = 0, simulations: int = 400) -> list[Odd]:
    """Return what matters in a position, whatever is played."""
    s = seen(view)
    if s.phase == Phase.PLACE_HUNTER:
        return []
    found = []
    for tile in range(TILES):
        seat = trap_owner(s, tile)
        ways = ways_to(s, s.mammoth, tile) if seat != NOWHERE else 0
        if ways:
            values = {"seat": Seat(seat + 1), "tile": TILE_NAMES[tile], "ways": ways}
            found.append(Odd("coach.maamut_ways", values, weight=ways))
    found = sorted(found, key=lambda odd: -odd.weight)[:MOST_TRAPS]
    if s.phase == Phase.HUNT:
        found += ahead_odds(view, -1, seed, simulations)
    return found


def move_odds(view: View, code: int, seed: int = 0, simulations: int = 400) -> list[Odd]:
    """Return what matters about one move."""
    s = seen(view)
    found: list[Odd] = []
    if code < Code.MOVE:
        tile = code - Code.PLACE
        ground = "grass" if s.grass >> tile & 1 else "snow"
        return [place_odd(s, tile, f"coach.maamut_place_{ground}", 30)]
    if code < Code.TRAP:
        found += way_odds(s, code - Code.MOVE)
    elif code in (Code.TRAP, Code.LIFT):
        found += trap_odds(s, code == Code.TRAP)
    elif code < Code.FLEE:
        found.append(Odd("coach.maamut_discard", {"card": code - Code.DISCARD + 1}, weight=-20))
    else:
        return refuge_odds(s, code - Code.FLEE)
    if abs(found[0].weight) < DECISIVE:
        found += ahead_odds(view, code, seed, simulations)
    return found


def ways_to(s: State, mammoth: int, tile: int) -> int:
    """Count the ways, by card and direction, in which the mammoth would run through a tile."""
    return sum(
        way_open(s, mammoth, way) and PATH[WAYS * mammoth + way] >> tile & 1 != 0
        for way in range(WAYS)
    )


# --- flights -------------------------------------------------------------------------------------

NEAR = 3  # steps from the mammoth
DECISIVE = 100.0  # such a reason leaves nothing to simulate


@dataclass(frozen=True)
class Flight:
    """What the mammoth does when a hunter meets it."""

    falls: bool = False  # the hunter, for it has no way out [H24]
    direction: int = 0
    tiles: tuple[int, ...] = ()  # those it runs over, as far as a trap
    owner: int = NOWHERE  # of the trap it falls into
    frightened: tuple[int, ...] = ()  # seats that have to make room [H26]


def flight_of(s: State, way: int) -> Flight | None:
    """[H20] Return the flight that a move of the seat at turn starts, if it meets the mammoth."""
    if (PATH[WAYS * s.hunter[s.turn] + way] >> s.mammoth) & 1 == 0:
        return None
    steps = way // DIRECTIONS + 1
    for clockwise in range(DIRECTIONS):  # [H21] [H22]
        direction = (way + clockwise) % DIRECTIONS
        if clockwise != BACK and way_open(s, s.mammoth, DIRECTIONS * (steps - 1) + direction):
            break
    else:
        return Flight(falls=True)
    tile = s.mammoth
    tiles: list[int] = []
    frightened: list[int] = []
    for _ in range(steps):
        tile = NEIGHBOUR[DIRECTIONS * tile + direction]
        tiles.append(tile)
        owner = trap_owner(s, tile)
        if owner != NOWHERE:  # [H25]
            return Flight(False, direction, tuple(tiles), owner, tuple(frightened))
        there = hunters_on(s, tile)
        frightened += [seat for seat in range(s.seats) if there >> seat & 1 and seat != s.turn]
    return Flight(False, direction, tuple(tiles), NOWHERE, tuple(frightened))


def way_odds(s: State, way: int) -> list[Odd]:
    """Return what a move does: to the mammoth, or to the place of the hunter."""
    flight = flight_of(s, way)
    if flight is None:
        there = walk(s.hunter[s.turn], way % DIRECTIONS, way // DIRECTIONS + 1)
        owner = trap_owner(s, there)
        if owner not in (NOWHERE, s.turn):
            values = {"tile": TILE_NAMES[there], "seat": Seat(owner + 1)}
            values |= {"ways": ways_to(s, s.mammoth, there)}
            return [Odd("coach.maamut_to_trap", values, weight=35)]
        ground = "grass" if s.grass >> there & 1 and owner == NOWHERE else "snow"
        return [place_odd(s, there, f"coach.maamut_to_{ground}", 25)]
    if flight.falls:
        return [Odd("coach.maamut_falls", weight=-DECISIVE)]
    values = {
        "direction": Said(f"web.direction_{DIRECTION_NAMES[flight.direction]}"),
        "tile": TILE_NAMES[flight.tiles[-1]],
        "tiles": Each(tuple(TILE_NAMES[tile] for tile in flight.tiles)),
        "seat": flight.owner + 1,
    }
    found = []
    if flight.owner == s.turn:
        found.append(Odd("coach.maamut_wins", values, weight=DECISIVE))
    elif flight.owner != NOWHERE:
        found.append(Odd("coach.maamut_gives", values, weight=-DECISIVE))
    else:
        mine, others = trap_ways(s, flight.tiles[-1])
        hope = 2 * mine - others
        found.append(Odd("coach.maamut_flees", values, weight=20 if hope >= 0 else -20))
        values = {
            "tile": TILE_NAMES[flight.tiles[-1]],
            "mine": Count("ways", mine),
            "others": others,
        }
        found.append(Odd("coach.maamut_flees_ways", values, weight=35 if hope >= 0 else -35))
    if flight.frightened and flight.owner == NOWHERE:
        seats = tuple(Seat(seat + 1) for seat in flight.frightened)
        values = {"seats": Each(seats), "count": len(seats)}
        found.append(Odd("coach.maamut_frightens", values, weight=30))
    return found


def distance(s: State, tile: int) -> int:
    """Return the steps from a tile to the mammoth round the rocks; TILES if there is no way."""
    reached = 1 << tile
    for steps in range(TILES):
        if reached >> s.mammoth & 1:
            return steps
        frontier = reached
        for near in range(TILES):
            if frontier >> near & 1:
                reached |= AROUND[near] & ~s.rock
    return TILES


def place_odd(s: State, tile: int, key: str, weight: float) -> Odd:
    """Return how far a tile is from the mammoth."""
    steps = distance(s, tile)
    if steps == TILES:
        return Odd("coach.maamut_apart", {"tile": TILE_NAMES[tile]}, weight=-weight)
    near = weight + NEAR - steps
    return Odd(key, {"tile": TILE_NAMES[tile], "steps": steps}, near if steps <= NEAR else -near)


def trap_ways(s: State, mammoth: int) -> tuple[int, int]:
    """Count the ways from a tile into my traps, and into those of others."""
    ways = [0, 0]
    for tile in range(TILES):
        owner = trap_owner(s, tile)
        if owner != NOWHERE:
            ways[0 if owner == s.turn else 1] += ways_to(s, mammoth, tile)
    return ways[0], ways[1]


def trap_odds(s: State, sets: bool) -> list[Odd]:
    """Return what it means to set or to lift a trap: in how many ways the mammoth can get there."""
    here = s.hunter[s.turn]
    values = {"tile": TILE_NAMES[here], "ways": ways_to(s, s.mammoth, here)}
    if sets:
        return [Odd("coach.maamut_trap", values, weight=45 if values["ways"] else -45)]
    owner = trap_owner(s, here)
    if owner == s.turn:
        return [Odd("coach.maamut_lift_own", values, weight=-45)]
    return [Odd("coach.maamut_lift", {**values, "seat": Seat(owner + 1)}, weight=45)]


def refuge_odds(s: State, direction: int) -> list[Odd]:
    """[H27] Return where a frightened hunter would go, and whether the mammoth runs there next."""
    tile = NEIGHBOUR[DIRECTIONS * s.mammoth + direction]
    values = {"tile": TILE_NAMES[tile]}
    if s.run > 0 and tile == NEIGHBOUR[DIRECTIONS * s.mammoth + s.flight]:
        return [Odd("coach.maamut_flee_ahead", values, weight=-60)]
    ground = "grass" if s.grass >> tile & 1 else "snow"
    return [Odd(f"coach.maamut_flee_{ground}", values, weight=30)]


# --- until one's next turn -----------------------------------------------------------------------


class Falls(Record):
    """How often the mammoth falls into no trap, then into each seat's."""

    into: list[int] = int64(MAX_SEATS + 1)


@entry
def hunt_ahead(
    states: list[State],
    dices: list[Dice],
    falls: list[Falls],
    works: list[Workspace],
    seat: int,
    code: int,
    count: int,
) -> None:
    """Count whose trap the mammoth falls into before the seat's next turn."""
    dice = dices[0]
    for number in range(count):
        take_up(dice, dice.seed_low, dice.seed_high, number)
        COPY(states, WORLD, ROOT)
        s = states[WORLD]
        end = s.turns + s.seats
        resample(s, seat, dice)
        if code >= 0:
            apply(s, code)
        while to_act(s) != OVER and s.turns < end:
            step(s, dice, works[0])
        falls[0].into[s.winner] += 1


def ahead_odds(view: View, code: int, seed: int, simulations: int) -> list[Odd]:
    """Return the chance that the mammoth falls before one's next turn, and into whose trap."""
    s, game = seen(view), view.game
    if not any(s.trap) or simulations < 1:
        return []
    instance = instance_of(game)
    row = instance.rows(Falls, 1)
    instance.run(
        hunt_ahead, row_of(instance, s, s), row_of(instance, dice_for(seed)), row,
        instance.rows(workspace_of(game), 1), s.turn, code, simulations,
    )  # fmt: skip
    falls = row[0].into
    mine = falls[s.turn + 1] / simulations
    others = {seat: falls[seat] / simulations for seat in range(1, s.seats + 1)}
    del others[s.turn + 1]
    seat = max(others, key=lambda other: others[other])
    danger = sum(others.values())
    if mine + danger < WORTH_SAYING:
        return [] if code >= 0 else [Odd("coach.maamut_ahead_calm", exact=False)]
    values: dict[str, object] = {"mine": Chance(mine), "others": Chance(danger)}
    values |= {"seat": Seat(seat), "most": Chance(others[seat])}
    key = "coach.maamut_ahead" if code < 0 else "coach.maamut_ahead_move"
    weight = 30 + 60 * mine if mine > danger else -30 - 60 * danger
    return [Odd(key, values, weight, exact=False)]
