"""A record is laid out in memory as in NumPy, and read back unchanged."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import tablee
from tablee.kernel.compile.arrays import dtype_of
from tablee.kernel.compile.layout import layout
from tablee.kernel.dice import Dice
from tablee.kernel.engines.playout import Tally
from tablee.kernel.record import Record, int8, int16, int32, int64


class Mixed(Record):
    """Fields of all widths, in an order that leaves padding."""

    a: int = int8()
    b: int = int64()
    c: list[int] = int8(3)
    d: list[int] = int16(2)
    e: int = int8()
    f: int = int32()
    g: int = int8()


def test_offsets_match_numpy() -> None:
    states: list[type[Record]] = [game.state.State for game in tablee.all_games()]
    kinds: list[type[Record]] = [Mixed, Dice, Tally, *states]
    for kind in kinds:
        numpy = dtype_of(kind)
        assert numpy.fields is not None
        assert layout(kind).size == numpy.itemsize
        assert layout(kind).offsets == {name: numpy.fields[name][1] for name in kind.fields}


@given(st.data())
def test_records_round_trip(data: st.DataObject) -> None:
    record = Mixed()
    for name, field in Mixed.fields.items():
        number = st.integers(field.lowest, field.highest)
        few = st.lists(number, min_size=field.length or 0, max_size=field.length or 0)
        setattr(record, name, data.draw(number if field.length is None else few))
    assert layout(Mixed).unpack(layout(Mixed).pack(record)) == record
