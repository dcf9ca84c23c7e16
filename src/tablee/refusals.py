"""What the program answers when it cannot do what was asked. Nothing is changed by a refusal.

    Refusal
    ├── UnknownGame          no game of that name
    ├── BrokenGame           an installed game that cannot be played
    ├── SeatsOutOfRange      too few or too many seats, or a seat that is not at this table
    ├── UnknownOption        the game has no option of that name
    ├── WrongOption          the option does not take that value
    │   └── BoardRefused     a drawn board that breaks a rule for boards
    ├── UnreadableText       a text that is no move and no outcome
    ├── IllegalMove          a move the rules forbid now
    ├── ImpossibleOutcome    an outcome that cannot come up now
    ├── GameIsOver           anything played after the end
    ├── GameNotOver          a result asked for before the end
    └── UnreadablePosition   JSON that is no position

Each cites the paragraph of the rulebook where there is one, and holds a key of the message
catalogue with its values, so that any language can be spoken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tablee.words import say

SHOWN_CHOICES = 12
REFUSED, TRY_AGAIN = 2, 75
"""How a command ends: what was asked will not do, or not now."""


class Refusal(ValueError):
    """Something that is not allowed: why, and what is possible instead."""

    exit_status: ClassVar[int] = REFUSED

    def __init__(
        self,
        key: str,
        *,
        paragraph: str | None = None,
        instead: Sequence[str] = (),
        **values: object,
    ) -> None:
        self.key = key
        self.paragraph = paragraph
        self.instead = tuple(instead)
        self.values = values
        super().__init__(self.text("en"))

    def text(self, language: str) -> str:
        """Return the text: `M61: a card of 4 would make 9, above 7. Possible: stop, roll.`"""
        reason = say(self.key, language, **self.values)
        if self.paragraph:
            reason = say("common.cited", language, paragraph=self.paragraph, reason=reason)
        if not self.instead:
            return reason
        shown = ", ".join(self.instead[:SHOWN_CHOICES])
        if len(self.instead) > SHOWN_CHOICES:
            rest = len(self.instead) - SHOWN_CHOICES
            shown += " " + say("common.and_so_on", language, count=rest)
        return f"{reason} {say('common.instead', language, choices=shown)}"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.key, self.paragraph, self.instead, self.values)


def _rebuild(
    kind: type[Refusal],
    key: str,
    paragraph: str | None,
    instead: Sequence[str],
    values: dict[str, object],
) -> Refusal:
    return kind(key, paragraph=paragraph, instead=instead, **values)


class UnknownGame(Refusal):
    """There is no game of that name."""


class BrokenGame(Refusal):
    """An installed game that can't be played: its file and the reason."""


class SeatsOutOfRange(Refusal):
    """The game is not played with that number of seats, or there is no such seat."""


class UnknownOption(Refusal):
    """The game has no option of that name."""


class WrongOption(Refusal):
    """The option doesn't accept that value."""


class BoardRefused(WrongOption):
    """A drawn board that breaks a rule for boards."""


class UnreadableText(Refusal):
    """A text that is neither a move nor an outcome of this game."""


class IllegalMove(Refusal):
    """A move that the rules forbid now."""


class ImpossibleOutcome(Refusal):
    """An outcome of chance that is impossible now."""


class GameIsOver(Refusal):
    """The game is over; nothing more can be played."""


class GameNotOver(Refusal):
    """The game is still running and has no result yet."""


class UnreadablePosition(Refusal):
    """JSON that is not a position of this game."""
