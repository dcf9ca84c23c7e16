"""Values that never change, and how the next one is made from one of them."""

from __future__ import annotations

from typing import Any, TypeVar

Value = TypeVar("Value")


def changed(value: Value, **changes: Any) -> Value:
    """The same but for some fields: `dataclasses.replace`, without checking every field anew.

    >>> from tablee.table.clock import SeatTime
    >>> changed(SeatTime(granted=5, spent=1), spent=2)
    SeatTime(granted=5, spent=2, decisions=0)
    """
    fields = value.__dict__
    assert changes.keys() <= fields.keys(), changes
    new = object.__new__(type(value))
    new.__dict__.update(fields)
    new.__dict__.update(changes)
    return new
