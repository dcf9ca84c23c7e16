"""A canvas of characters: frames that join wherever they touch, and coloured text over them.

>>> canvas = Canvas()
>>> canvas.frame(0, 0, 4, 2)
>>> canvas.frame(4, 0, 4, 2)
>>> canvas.write(1, 1, "abc")
>>> for line in canvas.lines(): print(line)
┌───┬───┐
│abc│   │
└───┴───┘
"""

from __future__ import annotations

from rich.text import Text

JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by where lines go on: 1 up, 2 down, 4 left, 8 right
LINES = "bright_black"


class Canvas:
    """Characters by place; later ones cover earlier ones."""

    def __init__(self) -> None:
        self._joints: dict[tuple[int, int], int] = {}
        self._written: dict[tuple[int, int], tuple[str, str]] = {}

    def frame(self, left: int, top: int, width: int, height: int) -> None:
        """Draw a frame with two corners at the given places."""
        for x in range(left, left + width):
            for y in (top, top + height):
                self._join(x, y, 8)
                self._join(x + 1, y, 4)
        for y in range(top, top + height):
            for x in (left, left + width):
                self._join(x, y, 2)
                self._join(x, y + 1, 1)

    def write(self, left: int, top: int, text: str | Text, style: str = "") -> None:
        """Write a text from a place to the right."""
        rich = text if isinstance(text, Text) else Text(text, style=style)
        styles = [rich.style if isinstance(rich.style, str) else ""] * len(rich)
        for span in rich.spans:
            for i in range(span.start, min(span.end, len(rich))):
                styles[i] = str(span.style)
        for i, sign in enumerate(rich.plain):
            self._written[left + i, top] = (sign, styles[i])

    def lines(self) -> list[Text]:
        """Return the canvas line by line."""
        places = [*self._joints, *self._written]
        width = max(x for x, _ in places) + 1
        height = max(y for _, y in places) + 1
        return [self._line(y, width) for y in range(height)]

    def _line(self, y: int, width: int) -> Text:
        line = Text()
        for x in range(width):
            frame = (JOINTS[self._joints.get((x, y), 0)], LINES)
            sign, style = self._written.get((x, y), frame)
            line.append(sign, style)
        line.rstrip()
        return line

    def _join(self, x: int, y: int, way: int) -> None:
        self._joints[x, y] = self._joints.get((x, y), 0) | way
