"""Papua: boards as people write them [P2], the rules they keep [P3], and the option to choose one.

A board is given by name, as a file, or as what such a file says:

>>> option = BoardOption("board", "P3")
>>> option.read("short")
'short'
>>> reef = {"name": "Reef", "squares": ["1-6", 9, "17-22"], "gods": [], "cannibals": [12]}
>>> option.read({**reef, "canoe": 23})
{'name': 'Reef', 'squares': ['1-6', 9, '17-22'], 'gods': [], 'cannibals': [12], 'canoe': 23}
>>> option.read({**reef, "gods": [10, 16], "canoe": 23})
Traceback (most recent call last):
tablee.refusals.BoardRefused: P3: the board 'Reef': the god spaces 10 and 16 are only 6 apart; …
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

from tablee.refusals import BoardRefused

from .state import GODS_APART, MAX_SPACES, MIN_SPACES, SQUARES_AT_ENDS

GIVEN = ("standard", "short", "long")  # [P2]
KINDS = ("squares", "gods", "cannibals")  # lists of spaces; those in none of them are round
FIELDS = ("name", *KINDS, "canoe")
LONGEST_NAME = 40
LARGEST_FILE = 10_000  # bytes
SPAN = re.compile(r" *([0-9]{1,4}) *(?:[-–] *([0-9]{1,4}) *)?")  # "1-6", or just "9"


@dataclass(frozen=True)
class BoardOption:
    """The option of the board: a name, the path of a JSON file, or what such a file says."""

    name: str
    paragraph: str
    default: str = GIVEN[0]

    def read(self, value: Any) -> str | dict[str, Any]:
        if isinstance(value, str) and value in GIVEN:
            return value
        if isinstance(value, Mapping):
            return checked(value)
        if isinstance(value, os.PathLike):
            return checked(read_file(os.fsdecode(value)))
        if not isinstance(value, str):
            raise refused("not_a_board", GIVEN, value=repr(value))
        if not value.endswith(".json"):
            raise refused("no_such_board", GIVEN, value=repr(value))
        return checked(read_file(value))

    def recall(self, value: Any) -> str | dict[str, Any]:
        if isinstance(value, Mapping) or value in GIVEN:
            return self.read(value)
        raise refused("no_such_board", GIVEN, value=repr(value))

    def integers(self, value: Any) -> list[int]:
        board = given(value) if isinstance(value, str) else value
        sets = [sum(1 << space for space in spaces_of(board, kind)) for kind in KINDS]
        return [*sets, board["canoe"]]

    def choices(self) -> list[str]:
        return [*GIVEN, "….json"]


def refused(reason: str, instead: tuple[str, ...] = (), **values: object) -> BoardRefused:
    """Return a refusal for one of the reasons in the message catalogue."""
    return BoardRefused(f"papua.board_{reason}", paragraph="P3", instead=instead, **values)


# --- reading -------------------------------------------------------------------------------------


@cache
def given(name: str) -> dict[str, Any]:
    """Return one of the boards that come with the game."""
    folder = resources.files(__package__).joinpath("boards")
    return checked(json.loads(folder.joinpath(f"{name}.json").read_text("utf-8")))


def read_file(name: str) -> Any:
    """Return what the JSON of a person's file says."""
    path = Path(name)
    try:
        if not path.is_file():
            raise refused("no_file", file=repr(name))
        if path.stat().st_size > LARGEST_FILE:
            raise refused("file_too_large", file=repr(name), most=LARGEST_FILE)
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise refused("unreadable_file", file=repr(name), problem=problem) from None
    try:
        return json.loads(text, object_pairs_hook=no_field_twice)
    except BoardRefused:
        raise
    except (ValueError, RecursionError) as problem:
        raise refused("not_json", file=repr(name), problem=problem) from None


def no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these fields; JSON itself would silently keep the last of two."""
    fields: dict[str, Any] = {}
    for field, value in pairs:
        if field in fields:
            raise refused("field_twice", field=repr(field))
        fields[field] = value
    return fields


def spaces_of(board: Mapping[str, Any], kind: str) -> list[int]:
    """Return the spaces of one kind on a board that has been checked."""
    return [space for entry in board[kind] for space in span(entry) or ()]


def span(entry: object) -> range | None:
    """Return the spaces that one entry of a list means; None if it means nothing."""
    if isinstance(entry, str):
        match = SPAN.fullmatch(entry)
        if match is None:
            return None
        first, last = int(match[1]), int(match[2] or match[1])
        return range(first, last + 1) if first <= last else None
    if isinstance(entry, int) and not isinstance(entry, bool):
        return range(entry, entry + 1)
    return None


# --- checking ------------------------------------------------------------------------------------


def checked(data: object) -> dict[str, Any]:
    """Return the board in its canonical form, or raise BoardRefused."""
    if not isinstance(data, Mapping):
        raise refused("not_object", fields=", ".join(FIELDS))
    for field in data:
        if field not in FIELDS:
            raise refused("unknown_field", FIELDS, field=repr(field))
    for field in FIELDS:
        if field not in data:
            raise refused("missing_field", field=field)
    name, canoe = data["name"], data["canoe"]
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise refused("name", most=LONGEST_NAME, value=repr(name))
    if isinstance(canoe, bool) or not isinstance(canoe, int):
        raise refused("canoe", board=repr(name), value=repr(canoe))
    if not MIN_SPACES <= canoe - 1 <= MAX_SPACES:  # [P3]
        raise refused(
            "length", board=repr(name), spaces=canoe - 1, fewest=MIN_SPACES, most=MAX_SPACES
        )
    kind_of: dict[int, str] = {}
    for kind in KINDS:
        for space in read_spaces(name, kind, data[kind], canoe):
            if space in kind_of:
                raise refused(
                    "space_twice", board=repr(name), space=space, one=kind_of[space], other=kind
                )
            kind_of[space] = kind
    squares, gods, cannibals = (
        sorted(space for space in kind_of if kind_of[space] == kind) for kind in KINDS
    )
    check_rules(name, set(squares), gods, cannibals, canoe)
    return {
        "name": name,
        "squares": written(squares),
        "gods": gods,
        "cannibals": cannibals,
        "canoe": canoe,
    }


def read_spaces(name: str, kind: str, entries: object, canoe: int) -> list[int]:
    """Return the spaces of one kind, all of them on the path."""
    if not isinstance(entries, list):
        raise refused("not_a_list", board=repr(name), kind=kind, value=repr(entries))
    spaces: list[int] = []
    for entry in entries:
        meant = span(entry)
        if meant is None:
            raise refused("entry", board=repr(name), kind=kind, value=repr(entry))
        for end in (meant[0], meant[-1]):
            if not 0 < end < canoe:
                raise refused(
                    "off_path", board=repr(name), kind=kind, space=end, last=canoe - 1, canoe=canoe
                )
        spaces += meant
    return spaces


def check_rules(
    name: str, squares: set[int], gods: list[int], cannibals: list[int], canoe: int
) -> None:
    """[P3] Squares at both ends, god spaces apart, no two cannibal spaces together."""
    at_ends = SQUARES_AT_ENDS
    for reason, ends in (
        ("begins", range(1, at_ends + 1)),
        ("ends", range(canoe - at_ends, canoe)),
    ):
        for space in ends:
            if space not in squares:
                raise refused(
                    reason,
                    board=repr(name),
                    space=space,
                    first=ends[0],
                    last=ends[-1],
                    least=at_ends,
                )
    for one, other in pairwise(gods):
        if other - one < GODS_APART:
            raise refused(
                "gods", board=repr(name), one=one, other=other, apart=other - one, least=GODS_APART
            )
    for one, other in pairwise(cannibals):
        if other - one < 2:
            raise refused("cannibals", board=repr(name), one=one, other=other)


def written(spaces: list[int]) -> list[int | str]:
    """List spaces as a person would: neighbours from-to, others one by one."""
    entries: list[int | str] = []
    start = 0
    for i, space in enumerate(spaces):
        if i + 1 == len(spaces) or spaces[i + 1] != space + 1:
            entries.append(space if i == start else f"{spaces[start]}-{space}")
            start = i + 1
    return entries
