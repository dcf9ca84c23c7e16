"""Mâamut in the terminal: the hexagon of tiles, the hunters beside it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tablee.cli.terminal.output.canvas import Canvas
from tablee.cli.terminal.output.picture import State
from tablee.cli.terminal.output.writer import Writer, chip
from tablee.show.saying import Count, Seat

from .ground import flee_seat, hunters_on, trap_owner
from .state import CARD_VALUES, CROSS, HEXAGON, NOWHERE, RADIUS, TILE_NAMES, Phase
from .view import hunt_line, listed, pile_line, seat_line

WIDE, HIGH = 8, 2  # a tile is a brick: laid in rows shifted by half, bricks touch like hexagons
INSIDE = WIDE - 1
PANEL = 59  # column of what stands beside the board
PANEL_WIDTH = 21
BEAST = "bold white on #6b3e1f"
GROUND = {"#": "bright_black", '"': "green", ".": "cyan", "+": "bold yellow"}


# --- the board -----------------------------------------------------------------------------------


def board(s: State, writer: Writer) -> list[Text]:
    """Draw the hexagon, with hunters and legend beside it if there is room, else below."""
    canvas = Canvas()
    for tile, (q, r) in enumerate(HEXAGON):
        left, top = WIDE * (q + RADIUS) + WIDE // 2 * r, HIGH * (r + RADIUS)
        canvas.frame(left, top, WIDE, HIGH)
        sign = ground(s, tile)
        canvas.write(left + 1, top, TILE_NAMES[tile], GROUND[sign])
        canvas.write(left + 1, top + 1, inside(s, tile, sign))
    lines = canvas.lines()
    panel = [*compass(), *hunter_lines(s, writer), *legend(writer)]
    if writer.width >= PANEL + PANEL_WIDTH:
        for line, text in zip(lines, panel, strict=False):
            line.pad_right(PANEL - len(line))
            line.append_text(text)
    else:
        lines += [*hunter_lines(s, writer), Text(" ").join(legend(writer))]
    return [*lines, Text(pile_line(s, writer.language)), *map(Text, flight_lines(s, writer))]


def ground(s: State, tile: int) -> str:
    """Return the sign of what a tile is."""
    if tile == CROSS:
        return "+"
    return "#" if s.rock >> tile & 1 else '"' if s.grass >> tile & 1 else "."


def inside(s: State, tile: int, sign: str) -> Text:
    """Return the inside of a tile: its pieces, its trap, and the ground between."""
    if sign == "#":
        return Text(sign * INSIDE, GROUND[sign])
    pieces = Text().append("M" if s.mammoth == tile else "", BEAST)
    for seat in range(s.seats):
        if hunters_on(s, tile) >> seat & 1:
            pieces.append_text(chip(seat + 1, str(seat + 1)))
    owner = trap_owner(s, tile)
    trap = chip(owner + 1, f"t{owner + 1}") if owner != NOWHERE else Text()
    text = Text().append(sign, GROUND[sign]).append_text(pieces)
    text.pad_right(INSIDE - 1 - len(text) - len(trap))
    return text.append_text(trap).append(sign, GROUND[sign])


def compass() -> list[Text]:
    """Return the six directions."""
    return [
        Text(line, style="bright_black") for line in ("   NW   NE", "  W ──●── E", "   SW   SE")
    ]


def hunter_lines(s: State, writer: Writer) -> list[Text]:
    """List each hunter: name, tile, traps in hand, and cards as far as they are known."""
    lines = []
    for seat in range(s.seats):
        turn = (
            "▸"
            if s.phase in (Phase.HUNT, Phase.FRIGHT, Phase.PLACE_HUNTER) and seat == actor(s)
            else " "
        )
        lines.append(Text(turn).append_text(writer.line(writer.short(seat + 1, PANEL_WIDTH - 1))))
        lines.append(Text(f"  {hunter_text(s, seat, writer)}"))
    return lines


def actor(s: State) -> int:
    """Return the seat that is to act."""
    return int(flee_seat(s) if s.phase == Phase.FRIGHT else s.turn)


def hunter_text(s: State, seat: int, writer: Writer) -> str:
    """Describe a hunter: `c5 · 3 traps · 1 2 2`, or that the hunter is out."""
    if s.hunter[seat] == NOWHERE and s.phase > Phase.PLACE_HUNTER:
        return writer.say("terminal.maamut_out")
    where = "–" if s.hunter[seat] == NOWHERE else TILE_NAMES[s.hunter[seat]]
    known = listed(s.hand[CARD_VALUES * seat : CARD_VALUES * (seat + 1)])
    cards = known or " ".join("?" * s.held[seat]) or "–"
    traps = Count("traps", s.stock[seat])
    return writer.say("terminal.maamut_hunter", tile=where, traps=traps, cards=cards)


def legend(writer: Writer) -> list[Text]:
    """Return what the signs of the ground mean."""
    lines = []
    for signs in (('"', "grass"), (".", "snow")), (("#", "rock"), ("+", "cross")):
        line = Text(" ")
        for sign, name in signs:
            line.append(sign, GROUND[sign]).append(
                f" {writer.say(f'terminal.maamut_{name}')}".ljust(9)
            )
        line.rstrip()
        lines.append(line)
    beast = Text(" ").append("M", BEAST).append(f" {writer.say('terminal.maamut_mammoth')} ")
    return [*lines, beast.append(f"t1 {writer.say('terminal.maamut_trap')}")]


def flight_lines(s: State, writer: Writer) -> list[str]:
    """Return how far the hunt has come, or where the mammoth runs."""
    return hunt_line(s, writer.language).split("\n") if s.phase >= Phase.HUNT else []


def listing(s: State, writer: Writer) -> list[str]:
    """Return the tiles by their kind, the mammoth, the traps, the hunters, the cards."""
    kinds: dict[str, list[str]] = {sign: [] for sign in GROUND}
    for tile, name in enumerate(TILE_NAMES):
        kinds[ground(s, tile)].append(name)
    names = {'"': "grass", ".": "snow", "#": "rock", "+": "cross"}
    lines = [
        writer.say(
            "terminal.list", what=writer.say(f"terminal.maamut_{name}"), items=" ".join(kinds[g])
        )
        for g, name in names.items()
    ]
    beast = writer.say("terminal.maamut_mammoth")
    lines.append(writer.say("terminal.list", what=beast, items=TILE_NAMES[s.mammoth]))
    for seat in range(s.seats):
        lines.append(seat_line(s, seat, writer.language))
        traps = [name for tile, name in enumerate(TILE_NAMES) if s.trap[seat] >> tile & 1]
        if traps:
            what = writer.say("terminal.maamut_traps", seat=Seat(seat + 1))
            lines.append(writer.say("terminal.list", what=what, items=" ".join(traps)))
    return [*lines, pile_line(s, writer.language), *flight_lines(s, writer)]


def account(states: Sequence[State], seat: int, writer: Writer) -> str:
    """Return whether the mammoth fell into a trap of this seat, or what became of the hunter."""
    s = states[-1]
    if s.winner == seat + 1:
        return writer.say("terminal.maamut_account_won", tile=TILE_NAMES[s.mammoth])
    return hunter_text(s, seat, writer)


__all__ = ["account", "board", "listing"]
