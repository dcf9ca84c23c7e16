"""Records in NumPy arrays, as compiled code reads and writes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..record import Record


def dtype_of(kind: type[Record], wide: bool = False) -> np.dtype[Any]:
    """Return the layout of a record for compiled code; aligned, since a GPU insists on it.

    The wide one, for CUDA's simulator, lets NumPy's own scalars take the place of compiled
    integers: 64 bits each, so that `1 << s.cell` does not overflow, and fields by attribute.
    """
    columns: list[tuple[Any, ...]] = []
    for name, field in kind.fields.items():
        number = "i8" if wide else f"i{field.bits // 8}"
        columns.append((name, number) if field.length is None else (name, number, (field.length,)))
    packed = np.dtype(columns, align=True)
    return np.dtype((np.record, packed)) if wide else packed
