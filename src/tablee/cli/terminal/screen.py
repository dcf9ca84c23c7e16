"""The screen: one place where everything is printed, in colour, without it, or as plain lists."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from tablee.position import Position, View

from .pen import Pen
from .picture import picture_of

NARROWEST = 60
PATIENCE = 2.0  # seconds before one is told that somebody thinks


class Screen:
    """Prints for one table; the language may change at any time."""

    def __init__(self, language: str, *, plain: bool = False, colour: bool = True) -> None:
        wanted = colour and not plain and not os.environ.get("NO_COLOR")
        self.console = Console(
            color_system="auto" if wanted else None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")
        self.pen = Pen(language, (), plain=plain)

    @property
    def language(self) -> str:
        return self.pen.language

    @property
    def plain(self) -> bool:
        return self.pen.plain

    def sit_down(self, names: Sequence[str]) -> None:
        """Who sits at the table; what cannot be printed in a name, is not."""
        self.pen.names = [
            "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)
            for name in names
        ]

    # --- printing ----------------------------------------------------------------------------

    def print(self, text: str | Text = "", style: str = "") -> None:
        """A line; a long one is folded between words."""
        line = text if isinstance(text, Text) else self.pen.line(text, style)
        self.console.print(self.in_words(line), soft_wrap=self.plain)

    def in_words(self, text: Text) -> Text:
        """For who listens: no signs that are read out by their names."""
        if not self.plain:
            return text
        return Text(text.plain.replace(" · ", ", ").replace("→", self.pen.say("terminal.arrow")))

    def say(self, key: str, **values: object) -> None:
        """A message of the catalogue."""
        self.print(self.pen.say(key, **values))

    def markdown(self, text: str) -> None:
        """A text with marks in it, as the rules are."""
        from rich.markdown import Markdown  # not before it is needed: it takes its time

        self.console.print(Markdown(text))

    def events(self, lines: Iterable[str]) -> None:
        """What has happened, a line each; what does not fit goes on a little further in."""
        for line in lines:
            text = self.pen.line(line)
            self.hanging(text if self.plain else Text("  ").append_text(text), indent=6)

    def hanging(self, text: Text, indent: int) -> None:
        """A line; what does not fit goes on so many columns further in."""
        if self.plain or len(text) <= self.width():
            self.console.print(self.in_words(text), soft_wrap=True)
            return
        first = text.wrap(self.console, self.width())[0]
        first.rstrip()
        self.console.print(first, soft_wrap=True)
        rest = text[len(first) :]
        while len(rest) and rest.plain[0] == " ":
            rest = rest[1:]
        for part in rest.wrap(self.console, self.width() - indent):
            part.rstrip()
            self.console.print(Text(" " * indent).append_text(part), soft_wrap=True)

    def board(self, shown: View | Position) -> None:
        """The board as somebody sees it; a position shows all that is hidden, too."""
        picture = picture_of(shown.game)
        self.pen.width = self.width()
        if self.plain:
            for fact in picture.listing(shown.state, self.pen):
                self.print(fact)
            return
        for line in picture.board(shown.state, self.pen):
            self.hanging(line, indent=2)

    def width(self) -> int:
        """The columns there are, but never fewer than a board needs."""
        return max(NARROWEST, self.console.width)

    def clear(self) -> None:
        """Takes away all that was shown, what has scrolled away included."""
        if self.console.is_terminal:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()
        else:
            sys.stdout.write("\f\n")

    # --- waiting -----------------------------------------------------------------------------

    @contextmanager
    def thinking(self, key: str, **values: object) -> Iterator[None]:
        """If it takes long a sign of life on the error output, where somebody sees it."""
        if not sys.stderr.isatty():
            yield
            return
        status = Console(stderr=True).status(Text(self.pen.say(key, **values)))
        timer = threading.Timer(PATIENCE, status.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()
