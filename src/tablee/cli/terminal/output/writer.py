"""Write seats, pieces and sentences, in colour or as plain text for screen readers.

Colour is never the only cue: every seat has a number and a symbol too.

>>> writer = Writer("en", ["Ada", "casual"], plain=True)
>>> writer.speak(Saying("coach.about", {"move": Seat(2), "fact": Count("cards", 1)}))
'seat 2 (casual): 1 card'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from tablee.show.saying import Count, Each, Saying, Seat
from tablee.words import say

SYMBOLS = "●▲■◆★♥♣♠"
LONGEST_LABEL = 20  # columns
CHIPS = (
    "bold black on #e69f00",
    "bold black on #56b4e9",
    "bold white on #00735a",
    "bold black on #f0e442",
    "bold white on #7a3b8f",
    "bold white on #c2410c",
    "bold white on #1f5fa8",
    "bold black on #c8c8c8",
)
"""Colours of seats 1 to 8 that stay apart for colour-blind eyes and in grey."""


@dataclass
class Writer:
    """Write in one language for one table; `width` is that of the screen."""

    language: str
    names: Sequence[str]
    plain: bool = False
    width: int = 80

    def say(self, key: str, **values: object) -> str:
        """Return a message of the catalogue, with seats and counts filled in."""
        return self.speak(Saying(key, values))

    def speak(self, saying: Saying) -> str:
        """Return a sentence in the language of the writer."""
        spoken = {name: self._spell(value) for name, value in saying.values.items()}
        return Saying(saying.key, spoken).text(self.language)

    def _spell(self, value: object) -> object:
        if isinstance(value, Seat):
            return self.label(value.seat)
        if isinstance(value, Count):
            return value.text(self.language)
        if isinstance(value, Each):
            return Each(tuple(self._spell(item) for item in value.each))
        return self.speak(value) if isinstance(value, Saying) else value

    def label(self, seat: int) -> str:
        """Name a seat: `▲2 casual`, or in plain words `seat 2 (casual)`."""
        if self.plain:
            name = self.names[seat - 1]
            return say("terminal.seat_plain", self.language, seat=seat, name=name)
        return self.short(seat, LONGEST_LABEL)

    def labels(self, seats: Iterable[int]) -> str:
        """Return the labels of several seats."""
        return ", ".join(self.label(seat) for seat in seats)

    def short(self, seat: int, room: int) -> str:
        """Return the label, shortened to a width."""
        label = f"{tag(seat)} {self.names[seat - 1]}"
        if cell_len(label) <= room:
            return label
        return set_cell_size(label, room - 1).rstrip() + "…"

    def line(self, text: str, style: str = "") -> Text:
        """Return a line in which the tags of seats have their colours."""
        line = Text().append(text, style)
        for seat in range(1, len(self.names) + 1):
            line.highlight_words([tag(seat)], CHIPS[seat - 1])
        return line


def tag(seat: int) -> str:
    """Return the symbol and the number of a seat: `▲2`."""
    return f"{SYMBOLS[seat - 1]}{seat}"


def chip(seat: int, text: str) -> Text:
    """Return a piece of a seat in its colour."""
    return Text(text, style=CHIPS[seat - 1])
