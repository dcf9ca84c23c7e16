"""Input: lines from a person or a script, before the clock runs out."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Sequence

PROMPT = "> "
LONGEST = 4000  # characters of a line that count: no path is longer, and int() reads no more digits


class EndOfInput(Exception):
    """The input has ended."""


class TimeUp(Exception):
    """The clock ran out before a line was entered."""


class Keyboard:
    """Reads lines, and echoes those of a script."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self.show = show
        self.interactive = sys.stdin.isatty()
        self.words: Sequence[str] = ()
        if self.interactive:
            self._complete_words()

    def line(self, milliseconds: int | None = None, prompt: str = PROMPT) -> str:
        """Return the next line, stripped, or raise TimeUp."""
        return self._line(milliseconds, prompt).strip()[:LONGEST]

    def _line(self, milliseconds: int | None, prompt: str) -> str:
        if not self.interactive:
            text = sys.stdin.readline()
            if not text:
                raise EndOfInput
            self.show(f"{prompt}{text.strip()}")
            return text
        if milliseconds is not None and os.name == "posix":
            print(prompt, end="", flush=True)
            ready, _, _ = select.select([sys.stdin], [], [], max(0, milliseconds) / 1000)
            if not ready:
                print()
                raise TimeUp
            text = sys.stdin.readline()
            if not text:
                raise EndOfInput
            return text
        try:
            return input(prompt)
        except EOFError:
            print()
            raise EndOfInput from None

    def _complete_words(self) -> None:
        """Let the tab key complete moves and commands, where the system can do that."""
        if sys.platform == "win32":
            return
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims("\n")
        readline.set_completer(self.completion)
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def completion(self, begun: str, number: int) -> str | None:
        """Return the word of that number among those that begin like that."""
        found = [word for word in self.words if word.lower().startswith(begun.lower())]
        return found[number] if number < len(found) else None
