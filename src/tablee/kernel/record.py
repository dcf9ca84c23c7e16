"""A record: one declaration of integers that serves plain Python, Numba and mypy alike.

>>> class Hut(Record):
...     door: int = int8()
...     beds: list[int] = int16(3)
>>> hut = Hut()
>>> hut.beds[1] = 7
>>> hut
Hut(door=0, beds=[0, 7, 0])
>>> hut.copy() == hut
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, NamedTuple, Self

Ints = list[int]
"""What a rule function sees of an array: ints to index. Compiled, each has 64 bits."""

Int16s = Annotated[list[int], 16]
"""The same with 16 bits each, as codes have."""

Int32s = Annotated[list[int], 32]
"""The same with 32 bits each."""


class Field(NamedTuple):
    """One integer, or a fixed row of them, and how wide each is stored."""

    bits: int
    length: int | None

    @property
    def lowest(self) -> int:
        return -(1 << (self.bits - 1))

    @property
    def highest(self) -> int:
        return (1 << (self.bits - 1)) - 1


# They return Any so that `turn: int = int8()` and `beds: list[int] = int8(3)` both type-check.
def int8(length: int | None = None) -> Any:
    """Declare an integer of one byte, or a row of them."""
    return Field(8, length)


def int16(length: int | None = None) -> Any:
    """Declare an integer of two bytes, or a row of them."""
    return Field(16, length)


def int32(length: int | None = None) -> Any:
    """Declare an integer of four bytes, or a row of them."""
    return Field(32, length)


def int64(length: int | None = None) -> Any:
    """Declare an integer of eight bytes, or a row of them."""
    return Field(64, length)


def _copiers(fields: dict[str, Field]) -> dict[str, Any]:
    """Return functions that copy such a record field by field, since play copies a lot."""
    lines = [
        f" twin.{name} = self.{name}{'' if field.length is None else '[:]'}"
        for name, field in fields.items()
    ]
    made: dict[str, Any] = {"new": object.__new__}
    heads = {
        "copy": ("self", "type(self)", "Return another record with the same numbers."),
        "copy_as": ("self, kind", "kind", "Return these numbers as a wider or narrower record."),
    }
    for name, (given, kind, story) in heads.items():
        head = [f"def {name}({given}):", f' """{story}"""', f" twin = new({kind})"]
        exec("\n".join([*head, *lines, " return twin"]), made)
    return {name: made[name] for name in heads}


def _reader(fields: dict[str, Field]) -> Any:
    """Return a function that gives the numbers of such a record as something hashable."""
    values = [
        f"self.{name}" if field.length is None else f"tuple(self.{name})"
        for name, field in fields.items()
    ]
    made: dict[str, Any] = {}
    exec(f"def key(self):\n return ({', '.join([*values, ''])})", made)
    return made["key"]


def _lister(fields: dict[str, Field]) -> Any:
    """Return a function that gives the numbers of such a record by their names, ready for JSON."""
    items = [
        f"{name!r}: self.{name}{'' if field.length is None else '[:]'}"
        for name, field in fields.items()
    ]
    made: dict[str, Any] = {}
    story = '"""The numbers by field name, ready for JSON."""'
    exec(f"def to_dict(self):\n {story}\n return {{{', '.join(items)}}}", made)
    return made["to_dict"]


def _comparer(fields: dict[str, Field]) -> Any:
    """Return a function that says whether two such records hold the same numbers."""
    same = " and ".join(f"self.{name} == other.{name}" for name in fields) or "True"
    made: dict[str, Any] = {}
    exec(f"def same(self, other):\n return {same}", made)
    return made["same"]


class _Declared(type):
    """Turns the declared fields into slots: a misspelt field is an error and not a new one."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Declared:
        own = {key: value for key, value in body.items() if isinstance(value, Field)}
        inherited: dict[str, Field] = {}
        for base in bases:
            inherited |= getattr(base, "fields", {})
        body = {key: value for key, value in body.items() if key not in own}
        body["__slots__"] = tuple(own)
        body["fields"] = inherited | own
        body |= _copiers(body["fields"])
        body["to_dict"] = _lister(body["fields"])
        body["_key"] = _reader(body["fields"])
        body["_same"] = _comparer(body["fields"])
        return super().__new__(mcs, name, bases, body)


class Record(metaclass=_Declared):
    """A fixed set of integers and rows of integers, all zero at first."""

    fields: ClassVar[dict[str, Field]]
    copy: Callable[[], Self]
    copy_as: Callable[..., Any]
    to_dict: Callable[[], dict[str, int | list[int]]]
    _key: Callable[[], tuple[object, ...]]
    _same: Callable[[Record], bool]

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, 0 if field.length is None else [0] * field.length)

    def clear(self) -> None:
        """Make every number zero, in place."""
        Record.__init__(self)

    def key(self) -> tuple[object, ...]:
        """Return the numbers as something hashable."""
        return self._key()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._same(other)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self._key())

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    __hash__ = None  # type: ignore[assignment]  # a record can change; hash its key()

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({inside})"

    # --- to and from JSON's numbers and lists -------------------------------------------------

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return the record of a dictionary; ValueError names the first field that does not fit."""
        if not isinstance(data, dict):
            raise ValueError("not an object of fields")
        for name in data:
            if name not in cls.fields:
                raise ValueError(f"unknown field {name!r}")
        record = cls()
        for name, field in cls.fields.items():
            if name not in data:
                raise ValueError(f"missing field {name!r}")
            value = data[name]
            if field.length is None:
                _check(value, name, field)
                setattr(record, name, value)
            else:
                if not isinstance(value, list) or len(value) != field.length:
                    raise ValueError(f"field {name!r} is not a list of {field.length} integers")
                for item in value:
                    _check(item, name, field)
                setattr(record, name, list(value))
        return record

    # --- to and from NumPy, for compiled code -------------------------------------------------

    def write(self, slot: Any) -> None:
        """Put the numbers into one element of a NumPy array of this dtype."""
        for name in self.fields:
            slot[name] = getattr(self, name)

    @classmethod
    def read(cls, slot: Any) -> Self:
        """Return the record in one element of such an array."""
        record = object.__new__(cls)
        for name in cls.fields:
            setattr(record, name, slot[name].tolist())
        return record


def _rebuild(kind: type[Record], values: tuple[Any, ...]) -> Record:
    record: Record = object.__new__(kind)
    for name, value in zip(kind.fields, values, strict=True):
        setattr(record, name, list(value) if isinstance(value, tuple) else value)
    return record


def _check(value: object, name: str, field: Field) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"field {name!r} holds something that is not an integer")
    if not field.lowest <= value <= field.highest:
        raise ValueError(f"field {name!r} holds {value}, outside {field.lowest} to {field.highest}")
