"""Bits of sets: the same in plain Python and in machine code."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablee.kernel.compile.bits import count_bits, lowest_bit, trailing_zeros
from tablee.kernel.compile.cpu import compile_rules
from tablee.kernel.rule import driver

ONES = [1 << bit for bit in range(63)]
RANDOM = [random.Random(bit).getrandbits(63) for bit in range(100)]


@pytest.mark.parametrize("find", [lowest_bit, trailing_zeros])
def test_the_lowest_bit(find: Any) -> None:
    assert [find(one) for one in ONES] == list(range(63))
    assert [find(-one) for one in ONES] == list(range(63))
    assert find(0) == 64
    assert all(find(one) == (one & -one).bit_length() - 1 for one in RANDOM)


def test_bits_are_counted() -> None:
    assert [count_bits((1 << bits) - 1) for bits in range(64)] == list(range(64))
    assert all(count_bits(one) == one.bit_count() for one in RANDOM)


@driver
def each(sets: Any, found: Any) -> None:
    """Write what both functions find in each set."""
    for i in range(len(sets)):
        found[i, 0] = lowest_bit(sets[i])
        found[i, 1] = count_bits(sets[i])


@pytest.mark.slow
def test_compiled_code_has_instructions_for_bits_and_counts_no_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))  # code from a cache can't be inspected
    sets = [0, *ONES, *RANDOM]
    found = np.zeros((len(sets), 2), np.int64)
    compiled = compile_rules(each, {}, "bits")
    compiled(np.array(sets), found)
    assert found.tolist() == [[lowest_bit(one), count_bits(one)] for one in sets]
    (code,) = compiled.inspect_llvm().values()
    assert "llvm.cttz.i64" in code
    assert "llvm.ctpop.i64" in code
    assert "NRT_" not in code
