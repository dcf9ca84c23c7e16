"""What a compiled function takes, read from its annotations.

An `int` is an integer of 64 bits, `Ints` a row of them, `Int16s` and `Int32s` rows of narrower
ones. A record is passed as it is, `list[Dice]` is a row of records. `State`, which is `Any` to the
rules, is the record of the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from ..record import Record


@dataclass(frozen=True)
class Kind:
    """A parameter: an integer or a record, or a row of either."""

    bits: int = 64
    record: type[Record] | None = None
    row: bool = False


def kinds(function: Callable[..., Any], records: Mapping[Any, type[Record]]) -> dict[str, Kind]:
    """Return the kind of each parameter by its name.

    `records` says which record of the game is meant by `State`, and by others that depend on it.
    """
    hints = get_type_hints(function, include_extras=True)
    return {name: _kind(hints[name], records) for name in inspect.signature(function).parameters}


def _kind(hint: Any, records: Mapping[Any, type[Record]]) -> Kind:
    bits = 64
    if get_origin(hint) is Annotated:
        hint, bits = get_args(hint)
    if get_origin(hint) is list:
        (of,) = get_args(hint)
        return Kind(bits, row=True) if of is int else Kind(record=_record(of, records), row=True)
    return Kind(bits) if hint is int else Kind(record=_record(hint, records))


def _record(hint: Any, records: Mapping[Any, type[Record]]) -> type[Record]:
    found = records.get(hint, hint)
    assert isinstance(found, type)
    assert issubclass(found, Record), f"{hint} is no record"
    return found
