"""The layout of a record in memory: little-endian, each number at a multiple of its own size."""

from __future__ import annotations

from base64 import b64decode, b64encode
from functools import cache
from struct import Struct
from typing import Generic, TypeVar

from ..record import Record

R = TypeVar("R", bound=Record)
LETTERS = {8: "b", 16: "h", 32: "i", 64: "q"}


class Layout(Generic[R]):
    """The bytes of a record, as compiled code reads and writes them."""

    def __init__(self, kind: type[R]) -> None:
        self.kind = kind
        self.offsets: dict[str, int] = {}
        self.alignment = 1
        offset, parts = 0, ["<"]
        for name, field in kind.fields.items():
            width = field.bits // 8
            gap = -offset % width
            count = 1 if field.length is None else field.length
            parts.append(f"{gap}x{count}{LETTERS[field.bits]}")
            self.offsets[name] = offset + gap
            self.alignment = max(self.alignment, width)
            offset += gap + count * width
        parts.append(f"{-offset % self.alignment}x")
        self._struct = Struct("".join(parts))
        self.size = self._struct.size

    def pack(self, record: R) -> bytes:
        """Return the bytes of a record."""
        numbers: list[int] = []
        for name, field in self.kind.fields.items():
            value = getattr(record, name)
            if field.length is None:
                numbers.append(value)
            else:
                numbers.extend(value)
        return self._struct.pack(*numbers)

    def unpack(self, data: bytes | bytearray) -> R:
        """Return the record that these bytes hold."""
        record = object.__new__(self.kind)
        numbers = self._struct.unpack(data)
        at = 0
        for name, field in self.kind.fields.items():
            if field.length is None:
                setattr(record, name, numbers[at])
                at += 1
            else:
                setattr(record, name, list(numbers[at : at + field.length]))
                at += field.length
        return record


@cache
def layout(kind: type[R]) -> Layout[R]:
    """Return the layout of a record."""
    return Layout(kind)


def to_text(record: Record) -> str:
    """Return the bytes of a record in base64."""
    return b64encode(layout(type(record)).pack(record)).decode("ascii")


def from_text(kind: type[R], text: str) -> R:
    """Return the record that `to_text` wrote."""
    record: R = layout(kind).unpack(b64decode(text, validate=True))
    return record
