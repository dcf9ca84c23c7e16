"""Options of a table: what may be chosen, what it means to the rules, why a choice is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from tablee.refusals import WrongOption


class Option(Protocol):
    """An option: its name, its paragraph, and its default."""

    @property
    def name(self) -> str: ...
    @property
    def paragraph(self) -> str: ...
    @property
    def default(self) -> Any: ...

    def read(self, value: Any) -> Any:
        """Return the value in the form that is written down (JSON); WrongOption if it is none."""

    def recall(self, value: Any) -> Any:
        """Read a stored value, possibly from a stranger: it opens no file."""

    def integers(self, value: Any) -> list[int]:
        """Return the numbers of a value for the rules."""

    def choices(self) -> list[str]:
        """Return the possible values as text."""


@dataclass(frozen=True)
class YesNo:
    """An option that is on or off."""

    name: str
    paragraph: str
    default: bool = False

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise WrongOption(
                "common.not_yes_or_no", paragraph=self.paragraph, name=self.name, value=repr(value)
            )
        return value

    recall = read

    def integers(self, value: bool) -> list[int]:
        return [int(value)]

    def choices(self) -> list[str]:
        return ["true", "false"]


@dataclass(frozen=True)
class Number:
    """An option that is a whole number."""

    name: str
    paragraph: str
    default: int
    lowest: int
    highest: int

    def read(self, value: Any) -> int:
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or not self.lowest <= value <= self.highest
        ):
            raise WrongOption(
                "common.not_in_range",
                paragraph=self.paragraph,
                name=self.name,
                lowest=self.lowest,
                highest=self.highest,
                value=repr(value),
            )
        return value

    recall = read

    def integers(self, value: int) -> list[int]:
        return [value]

    def choices(self) -> list[str]:
        return [f"{self.lowest}…{self.highest}"]


@dataclass(frozen=True)
class Choice:
    """An option that is one of a few words; the rules get its index."""

    name: str
    paragraph: str
    words: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.words[0]

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise WrongOption(
                "common.not_a_choice",
                paragraph=self.paragraph,
                instead=self.words,
                name=self.name,
                value=repr(value),
            )
        return value

    recall = read

    def integers(self, value: str) -> list[int]:
        return [self.words.index(value)]

    def choices(self) -> list[str]:
        return list(self.words)
