"""Output to the terminal, in colour, without it, or as plain text for screen readers."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from tablee.position import Position
from tablee.view import View

from .picture import picture_of
from .writer import Writer

NARROWEST = 60
PATIENCE = 2.0  # seconds of thinking before a spinner shows


class Screen:
    """Output for one table; the language may change at any time."""

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
        self.writer = Writer(language, (), plain=plain)

    @property
    def language(self) -> str:
        return self.writer.language

    @property
    def plain(self) -> bool:
        return self.writer.plain

    def set_names(self, names: Sequence[str]) -> None:
        """Set the names of the players, without what cannot be printed."""
        self.writer.names = [
            "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)
            for name in names
        ]

    # --- printing ----------------------------------------------------------------------------

    def print(self, text: str | Text = "", style: str = "") -> None:
        """Print a line, wrapped between words."""
        line = text if isinstance(text, Text) else self.writer.line(text, style)
        self.console.print(self.in_words(line), soft_wrap=self.plain)

    def in_words(self, text: Text) -> Text:
        """Replace symbols that a screen reader would read out by name."""
        if not self.plain:
            return text
        return Text(text.plain.replace(" · ", ", ").replace("→", self.writer.say("terminal.arrow")))

    def say(self, key: str, **values: object) -> None:
        """Print a message of the catalogue."""
        self.print(self.writer.say(key, **values))

    def markdown(self, text: str) -> None:
        """Print Markdown, as the rules are."""
        from rich.markdown import Markdown  # not before it is needed: it takes its time

        self.console.print(Markdown(text))

    def events(self, lines: Iterable[str]) -> None:
        """Print events, a line each, with a hanging indent."""
        for line in lines:
            text = self.writer.line(line)
            self.hanging(text if self.plain else Text("  ").append_text(text), indent=6)

    def hanging(self, text: Text, indent: int) -> None:
        """Print a line with a hanging indent."""
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
        """Print the board as a seat sees it, or all of it for a position."""
        picture = picture_of(shown.game)
        self.writer.width = self.width()
        if self.plain:
            for fact in picture.listing(shown.state, self.writer):
                self.print(fact)
            return
        for line in picture.board(shown.state, self.writer):
            self.hanging(line, indent=2)

    def width(self) -> int:
        """Return the width of the terminal, but at least what a board needs."""
        return max(NARROWEST, self.console.width)

    def clear(self) -> None:
        """Clear the screen and its scrollback."""
        if self.console.is_terminal:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()
        else:
            sys.stdout.write("\f\n")

    # --- waiting -----------------------------------------------------------------------------

    @contextmanager
    def thinking(self, key: str, **values: object) -> Iterator[None]:
        """Show a spinner on stderr if it takes long and stderr is a terminal."""
        if not sys.stderr.isatty():
            yield
            return
        status = Console(stderr=True).status(Text(self.writer.say(key, **values)))
        timer = threading.Timer(PATIENCE, status.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()
