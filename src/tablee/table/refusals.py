"""What the table answers when it cannot do what was asked. Nothing is changed by a refusal.

Refusal
└── TableRefusal
    ├── WrongHeader            a field of the header that does not fit
    ├── UnknownRules           a version of the rules that is not here
    ├── WrongEvent             a field of an event that does not fit
    ├── UnreadableTranscript   a file that is no transcript
    │   └── DamagedTranscript  a transcript in which something was changed
    ├── NotNow                 the match has not begun, is paused, or is over
    ├── NotYourTurn            another seat is to act
    ├── SeatRefused            a seat that cannot be left, taken or handed on like that
    ├── UndoRefused            what cannot be taken back
    ├── ClockRefused           no time given, time running backwards, time run out
    └── ChanceRefused          a secret or entropy that does not fit
"""

from __future__ import annotations

from tablee.refusals import Refusal


class TableRefusal(Refusal):
    """Something that isn't possible at this table; a value may be the refusal behind it."""

    def text(self, language: str) -> str:
        """Return the refusal as a sentence, with the one behind it in the same language."""
        spoken = {
            name: value.text(language) if isinstance(value, Refusal) else value
            for name, value in self.values.items()
        }
        if spoken == self.values:
            return super().text(language)
        return TableRefusal(
            self.key, paragraph=self.paragraph, instead=self.instead, **spoken
        ).text(language)


class WrongHeader(TableRefusal):
    """An invalid field of the header; the refusal names it."""


class UnknownRules(TableRefusal):
    """A transcript with an unknown version of the rules."""


class WrongEvent(TableRefusal):
    """An invalid field of an event; the refusal names it."""


class UnreadableTranscript(TableRefusal):
    """A file that isn't a transcript; the refusal names the line."""


class DamagedTranscript(UnreadableTranscript):
    """A transcript that was changed; the refusal names the first line."""


class NotNow(TableRefusal):
    """The match has not begun, is paused, or is over."""


class NotYourTurn(TableRefusal):
    """Another seat is to act."""


class SeatRefused(TableRefusal):
    """A seat that can't be left, taken or handed over."""


class UndoRefused(TableRefusal):
    """An undo that isn't possible."""


class ClockRefused(TableRefusal):
    """A missing time, a time that runs backwards, or an expired clock."""


class ChanceRefused(TableRefusal):
    """An invalid secret or entropy, or an outcome when chance isn't to act."""
