"""Mâamut: what a hunter knows [H50], and the board as text."""

from __future__ import annotations

from tablee.kernel.dice import Dice, pick
from tablee.kernel.rule import rule
from tablee.words import say

from .ground import (
    cornered,
    flee_seat,
    hunters_on,
    hunters_tiles,
    next_tile,
    pile_size,
    refuges,
    trap_owner,
    walk,
)
from .state import (
    CARD_VALUES,
    CROSS,
    DIRECTION_NAMES,
    HEXAGON,
    NOWHERE,
    RADIUS,
    TILE_NAMES,
    Phase,
    State,
)

WIDE, HIGH = 8, 3  # a tile is a brick: laid in rows shifted by half, bricks touch like hexagons
FRAME = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by where lines go on: 1 up, 2 down, 4 left, 8 right
PANEL = 59  # column of the legend


@rule
def observe(s: State, seat: int) -> None:
    """[H50] Put the cards in other hands back among those that this seat has not seen."""
    for other in range(s.seats):
        if other != seat:
            for i in range(CARD_VALUES):
                s.pile[i] += s.hand[CARD_VALUES * other + i]
                s.hand[CARD_VALUES * other + i] = 0


@rule
def resample(s: State, seat: int, dice: Dice) -> None:
    """[H50] Deal every other hunter as many unseen cards as it is known to hold."""
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other]):
                i = pick(dice, s.pile, CARD_VALUES)
                s.pile[i] -= 1
                s.hand[CARD_VALUES * other + i] += 1


@rule
def sees(s: State, seat: int) -> int:
    """[H50] Return whether a seat sees a card: the hunter who gets it; all else is in the open."""
    return 1 if seat == s.turn or (s.phase != Phase.DEAL_HANDS and s.phase != Phase.DRAW) else 0


def board(s: State, language: str = "en") -> str:
    """Draw the hexagon of tiles with a legend, the hunters' cards, and how the hunt stands."""
    legend = say("maamut.legend", language).split("\n")
    lines = []
    for number, line in enumerate(hexagon(s)):
        beside = legend[number] if number < len(legend) else ""
        lines.append(f"{line:{PANEL}}{beside}".rstrip())
    for seat in range(s.seats):
        lines.append(seat_line(s, seat, language))
    lines.append(pile_line(s, language))
    if s.phase >= Phase.HUNT:
        lines.append(hunt_line(s, language))
    return "\n".join(lines)


def hexagon(s: State) -> list[str]:
    """Return the tiles with their names, their ground and their pieces."""
    joints: dict[tuple[int, int], int] = {}
    written: dict[tuple[int, int], str] = {}
    for tile, (q, r) in enumerate(HEXAGON):
        left, top = WIDE * (q + RADIUS) + WIDE // 2 * r, HIGH * (r + RADIUS)
        for x in range(left, left + WIDE):
            for y in (top, top + HIGH):
                joints[x, y] = joints.get((x, y), 0) | 8
                joints[x + 1, y] = joints.get((x + 1, y), 0) | 4
        for y in range(top, top + HIGH):
            for x in (left, left + WIDE):
                joints[x, y] = joints.get((x, y), 0) | 2
                joints[x, y + 1] = joints.get((x, y + 1), 0) | 1
        for down, text in enumerate(tile_texts(s, tile), 1):
            written |= {(left + 1 + i, top + down): sign for i, sign in enumerate(text)}
    width, height = WIDE * (2 * RADIUS + 1) + 1, HIGH * (2 * RADIUS + 1) + 1
    return [
        "".join(written.get((x, y), FRAME[joints.get((x, y), 0)]) for x in range(width)).rstrip()
        for y in range(height)
    ]


def tile_texts(s: State, tile: int) -> tuple[str, str]:
    """Return the two lines inside a tile."""
    name = TILE_NAMES[tile]
    if (s.rock >> tile) & 1:
        return f"{name} ####", "#######"
    if tile >= next_tile(s) and tile != CROSS:
        return name, ""
    sign = "+" if tile == CROSS else '"' if (s.grass >> tile) & 1 else "."
    pawns = "M" if s.mammoth == tile else ""
    pawns += "".join(str(seat + 1) for seat in range(s.seats) if hunters_on(s, tile) >> seat & 1)
    owner = trap_owner(s, tile)
    trap = f"t{owner + 1}" if owner != NOWHERE else ""
    return f"{name}  {sign} {sign}", f"{pawns:5}{trap}"


def seat_line(s: State, seat: int, language: str) -> str:
    """Return where a hunter is, its traps in hand, and its cards as far as they are known."""
    if s.hunter[seat] != NOWHERE:
        where = say("maamut.on_tile", language, tile=TILE_NAMES[s.hunter[seat]])
    elif s.phase > Phase.PLACE_HUNTER:
        return say("maamut.out_line", language, seat=seat + 1)
    else:
        where = say("maamut.not_placed", language)
    known = listed(s.hand[CARD_VALUES * seat : CARD_VALUES * (seat + 1)])
    cards = known or " ".join("?" * s.held[seat]) or "–"
    return say(
        "maamut.seat_line",
        language,
        seat=seat + 1,
        where=where,
        traps=s.stock[seat],
        cards=cards,
    )


def listed(counts: list[int]) -> str:
    """List cards one by one, from the lowest: 1 2 2."""
    return " ".join(str(value) for value, count in enumerate(counts, 1) for _ in range(count))


def pile_line(s: State, language: str) -> str:
    """Return how many cards can be drawn, and which have been used."""
    used = " · ".join(f"{count} × {value}" for value, count in enumerate(s.discards, 1) if count)
    return say("maamut.pile_line", language, left=pile_size(s), discards=used or "–")


def hunt_line(s: State, language: str) -> str:
    """Return the turn and where the mammoth runs, or how the hunt has ended."""
    if s.phase == Phase.ENDED:
        if s.winner:
            return say("maamut.fell", language, seat=s.winner, tile=TILE_NAMES[s.mammoth])
        return say(survival(s), language, limit=s.hunt_limit * s.seats)
    limit = s.hunt_limit * s.seats
    line = say("maamut.turn_line", language, seat=s.turn + 1, turn=s.turns + 1, limit=limit)
    if s.phase == Phase.FRIGHT:
        line += "\n" + say(
            "maamut.flight_line",
            language,
            direction=DIRECTION_NAMES[s.flight],
            run=s.run,
            seat=s.turn + 1,
            tile=TILE_NAMES[s.landing],
        )
    return line


def survival(s: State) -> str:
    """Return the key of the message that tells why the mammoth has survived [H42] [H43]."""
    if not hunters_tiles(s):
        return "maamut.survived_all"
    if not s.region & hunters_tiles(s):
        return "maamut.survived_apart"
    return "maamut.survived_corner" if cornered(s) else "maamut.survived_limit"


QUERIES = (cornered, flee_seat, hunters_tiles, next_tile, pile_size, refuges, trap_owner, walk)
"""What a page asks besides the verbs; the compiled module exports it."""
