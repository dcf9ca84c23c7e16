"""Papua in the terminal: the path from the pot to the canoe, folded into rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from tablee.cli.terminal.output.picture import State
from tablee.cli.terminal.output.writer import Writer, chip
from tablee.show.saying import Saying, Seat

from .groups import in_pot
from .state import ISLANDERS, Phase
from .view import SHAPES, holder, joined, kind

CELL = 5  # columns of a space, with what joins it to the next
STYLES = {
    "papua.square": "bright_black",
    "papua.round": "green",
    "papua.god": "bold magenta",
    "papua.cannibal": "bold red",
    "papua.canoe": "bold cyan",
}


# --- the board -----------------------------------------------------------------------------------


def board(s: State, writer: Writer) -> list[Text]:
    """Return the pot, the path with its groups joined, what the shapes mean, and the die."""
    pot = Text(writer.say("terminal.papua_pot") + " ")
    for seat in range(s.seats):
        if in_pot(s, seat):
            pot.append_text(chip(seat + 1, str(seat + 1) * in_pot(s, seat)))
            pot.append("  ")
    pot.rstrip()
    if all(in_pot(s, seat) == 0 for seat in range(s.seats)):
        pot.append(writer.say("papua.nobody"))
    lines = [pot, Text(), *path(s, writer), *legend(writer)]
    return lines + [writer.line(line) for line in turn_lines(s, writer)]


def legend(writer: Writer) -> list[Text]:
    """Return what the shapes mean, on as many lines as it takes."""
    lines = [Text()]
    items = [
        Text().append(shape, STYLES[name]).append(f" {writer.say(name)}")
        for name, shape in SHAPES.items()
    ]
    for item in [*items, Text(f"(1)--(2) {writer.say('papua.group')}")]:
        if len(lines[-1]) + 3 + len(item) > writer.width:
            lines.append(Text())
        lines[-1].append("   " if len(lines[-1]) else "").append_text(item)
    return lines


def path(s: State, writer: Writer) -> Iterator[Text]:
    """Return all spaces in rows as equal as can be: their numbers, and their islanders."""
    most = (writer.width - 1) // CELL
    rows = -(-s.canoe // most)
    length = -(-s.canoe // rows)
    for start in range(1, s.canoe + 1, length):
        row = range(start, min(start + length, s.canoe + 1))
        yield Text(" " + "  ".join(f"{space:^3}" for space in row).rstrip(), style="bright_black")
        line = Text("-" if joined(s, start - 1) else " ")  # a group goes on from the row above
        for space in row:
            line.append_text(cell(s, space)).append("--" if joined(s, space) else "  ")
        line.right_crop(1)  # half of what joins the last to the next row
        line.rstrip()
        yield line
        yield Text()


def cell(s: State, space: int) -> Text:
    """Return a space: its kind by its shape, and its islander."""
    shape, style, seat = SHAPES[kind(s, space)], STYLES[kind(s, space)], holder(s, space)
    if seat is None:
        return Text(shape, style)
    text = Text().append(shape[0], style).append_text(chip(seat + 1, str(seat + 1)))
    return text.append(shape[2], style)


def turn_lines(s: State, writer: Writer) -> list[str]:
    """Return which number was rolled, and how long the game may last."""
    if s.phase in (Phase.WHO_BEGINS, Phase.ENDED):
        return []
    key = "terminal.papua_rolled" if s.die else "terminal.papua_turn"
    limit = s.turn_limit * s.seats
    return [writer.say(key, seat=Seat(s.turn + 1), die=s.die, turn=s.turns + 1, limit=limit)]


def listing(s: State, writer: Writer) -> list[str]:
    """Return the islanders of each seat, the special spaces, the groups, and the die."""
    lines = []
    for seat in range(s.seats):
        items = [
            writer.say("terminal.papua_on", space=space, kind=Saying(kind(s, space)))
            for space in range(1, s.canoe + 1)
            if s.islanders[seat] >> space & 1
        ]
        if in_pot(s, seat):
            items.append(writer.say("terminal.papua_in_pot", count=in_pot(s, seat)))
        what = writer.label(seat + 1)
        lines.append(writer.say("terminal.list", what=what, items=", ".join(items)))
    for name in ("papua.god", "papua.cannibal"):
        spaces = [str(space) for space in range(1, s.canoe) if kind(s, space) == name]
        if spaces:
            lines.append(
                writer.say("terminal.list", what=writer.say(name), items=", ".join(spaces))
            )
    lines.append(writer.say("terminal.list", what=writer.say("papua.canoe"), items=s.canoe))
    lines += [
        writer.say("terminal.papua_group_list", spaces=f"{first}-{last}")
        for first, last in groups(s)
    ]
    return lines + turn_lines(s, writer)


def groups(s: State) -> list[tuple[int, int]]:
    """Return the first and the last space of every group."""
    found: list[tuple[int, int]] = []
    for space in range(1, s.canoe):
        if joined(s, space):
            if found and found[-1][1] == space:
                found[-1] = (found[-1][0], space + 1)
            else:
                found.append((space, space + 1))
    return found


def account(states: Sequence[State], seat: int, writer: Writer) -> str:
    """Return where the islanders of a seat are."""
    s = states[-1]
    spaces = [str(space) for space in range(s.canoe, 0, -1) if s.islanders[seat] >> space & 1]
    pot = writer.say("terminal.papua_in_pot", count=ISLANDERS - len(spaces))
    return ", ".join([*spaces, pot] if len(spaces) < ISLANDERS else spaces)


__all__ = ["account", "board", "listing"]
