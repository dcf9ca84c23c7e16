"""What the table answers when it cannot do what was asked. Nothing is changed by a refusal.

Refusal
└── TableRefusal
    ├── WrongHeader            a field of the header that does not fit
    ├── UnknownRules           a version of the rules that is not here
    ├── WrongEvent             a field of an event that does not fit
    ├── UnreadableTranscript   a file that is no transcript
    │   └── DamagedTranscript  a transcript in which something was changed
    ├── NotNow                 the match has not begun, is paused, or is over
    ├── NotYourTurn            somebody else is to act
    ├── SeatRefused            a seat that cannot be left, taken or handed on like that
    ├── UndoRefused            what cannot be taken back
    ├── ClockRefused           no time given, time running backwards, time run out
    └── ChanceRefused          a secret or entropy that does not fit
"""

from __future__ import annotations

from tablee.refusals import Refusal


class TableRefusal(Refusal):
    """Something that is not done at this table; a value may be the refusal behind it."""

    def text(self, language: str) -> str:
        """The refusal in words, and the one behind it in the same language."""
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
    """A field of the header that does not fit; the refusal names it."""


class UnknownRules(TableRefusal):
    """A transcript of rules in a version that is not here."""


class WrongEvent(TableRefusal):
    """A field of an event that does not fit; the refusal names it."""


class UnreadableTranscript(TableRefusal):
    """A file that is no transcript; the refusal names the line."""


class DamagedTranscript(UnreadableTranscript):
    """A transcript in which something was changed; the refusal names the first line."""


class NotNow(TableRefusal):
    """The match has not begun, is paused, or is over."""


class NotYourTurn(TableRefusal):
    """Somebody else is to act."""


class SeatRefused(TableRefusal):
    """A seat that cannot be left, taken or handed on like that."""


class UndoRefused(TableRefusal):
    """What cannot be taken back."""


class ClockRefused(TableRefusal):
    """No time given, time running backwards, or time run out."""


class ChanceRefused(TableRefusal):
    """A secret or an entropy that does not fit, or an outcome nobody waits for."""
