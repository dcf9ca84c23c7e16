"""Three ways to say a move: a small integer, a text, a JSON object; each turns into the others.

>>> notation = Notation(
...     moves=[
...         Form(0, "stop"),
...         Form(1, "move {card} {direction}", card=(1, 2, 3), direction=("W", "E")),
...     ],
...     outcomes=[Form(7, "die {face}", face=range(1, 7))],
... )
>>> notation.text(4)
'move 2 E'
>>> notation.code(" MOVE  2 e")
4
>>> notation.json(4)
{'do': 'move', 'card': 2, 'direction': 'E'}
>>> notation.from_json({'do': 'move', 'card': 2, 'direction': 'E'})
4
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

Value = int | str


class Form:
    """One kind of move: its words, with a place for each value; its codes count up from `base`."""

    def __init__(self, base: int, words: str, **values: Sequence[Value]) -> None:
        self.base = base
        self.words = words
        self.verb = words.split()[0]
        self.values = {name: tuple(choices) for name, choices in values.items()}
        self.size = 1
        for choices in self.values.values():
            self.size *= len(choices)

    def entries(self) -> list[tuple[int, str, dict[str, Value]]]:
        """Yield every code of this form with its text and its JSON object."""
        found = []
        for code, chosen in enumerate(product(*self.values.values()), self.base):
            named: dict[str, Value] = dict(zip(self.values, chosen, strict=True))
            found.append((code, self.words.format(**named), {"do": self.verb, **named}))
        return found

    def usage(self) -> str:
        """Return the form with its values spelt out, for people: `card 1…6`."""
        shown = {
            name: "|".join(map(str, choices))
            if len(choices) < 3 or (isinstance(choices[0], str) and len(choices) <= 6)
            else f"{choices[0]}…{choices[-1]}"
            for name, choices in self.values.items()
        }
        return self.words.format(**shown)


class Notation:
    """All forms of a game: moves of seats and outcomes of chance."""

    def __init__(self, moves: Sequence[Form], outcomes: Sequence[Form]) -> None:
        self.forms = (*moves, *outcomes)
        self.outcomes = frozenset(
            code for form in outcomes for code in range(form.base, form.base + form.size)
        )
        self._outcome_verbs = {form.verb for form in outcomes}
        self._text: dict[int, str] = {}
        self._words: dict[int, tuple[str, ...]] = {}
        self._json: dict[int, dict[str, Value]] = {}
        self._code: dict[str, int] = {}
        for form in self.forms:
            for code, text, data in form.entries():
                if code in self._text:
                    raise ValueError(f"code {code} is both {self._text[code]!r} and {text!r}")
                self._text[code] = text
                self._words[code] = tuple(text.split(" "))
                self._json[code] = data
                self._code[text.lower()] = code

    def __iter__(self) -> Iterator[int]:
        return iter(self._text)

    def __contains__(self, code: int) -> bool:
        return code in self._text

    def text(self, code: int) -> str:
        """Return the words of a code."""
        return self._text[code]

    def words(self, code: int) -> tuple[str, ...]:
        """Return the words of a code, one by one."""
        return self._words[code]

    def json(self, code: int) -> dict[str, Value]:
        """Return the JSON object of a code."""
        return dict(self._json[code])

    def code(self, text: str) -> int | None:
        """Return the code of a text, however it is spaced or capitalised; None if it is no move."""
        if text in self._code:
            return self._code[text]
        return self._code.get(re.sub(r"\s+", " ", text.strip()).lower())

    def from_json(self, data: object) -> int | None:
        """Return the code of a JSON object; None if it says nothing."""
        if not isinstance(data, Mapping):
            return None
        for form in self.forms:
            if data.get("do") == form.verb and set(data) == {"do", *form.values}:
                code = form.base
                for name, choices in form.values.items():
                    value = data[name]
                    if isinstance(value, bool) or value not in choices:
                        break
                    code = _place(code - form.base, choices, value) + form.base
                else:
                    return code
        return None

    def is_outcome_verb(self, text: str) -> bool:
        """Return whether a text begins like an outcome of chance, whatever follows: `die 9`."""
        return text.strip().lower().split(" ")[0] in self._outcome_verbs

    def usages(self) -> list[str]:
        """Return how each form is written, for an error message."""
        return [form.usage() for form in self.forms]


def _place(before: int, choices: Sequence[Value], value: object) -> int:
    return before * len(choices) + list(choices).index(value)  # type: ignore[arg-type]
