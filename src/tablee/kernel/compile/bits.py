"""Sets as the bits of an integer, up to 64.

`count_bits` and `trailing_zeros` are written as LLVM knows them: compiled for a CPU or for
WebAssembly, each is a single instruction.
"""

from __future__ import annotations

from typing import Any

from ..rule import rule, table

# No two powers of two below 2**66 leave the same rest by 67: the rest finds the bit.
PRIME = 67
RESTS = [2**bit % PRIME for bit in range(PRIME - 1)]
BIT_OF = table([64, *(RESTS.index(rest) for rest in range(1, PRIME))])

TWOS, FOURS, EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
ALL_BYTES = 0x0101010101010101
LAST_BYTE = 56  # where it begins
BYTE = 255


@rule
def count_bits(bits: int) -> int:
    """Return how many bits are set, counting pairs, fours and eights side by side."""
    bits -= (bits >> 1) & TWOS
    bits = (bits & FOURS) + ((bits >> 2) & FOURS)
    bits = (bits + (bits >> 4)) & EIGHTS
    return ((bits * ALL_BYTES) >> LAST_BYTE) & BYTE


@rule
def lowest_bit(bits: int) -> int:
    """Return the number of the lowest bit that is set, from 0; 64 if none is."""
    return BIT_OF[(bits & -bits) % PRIME]


@rule
def trailing_zeros(bits: int) -> int:
    """Return the same, as compiled code finds it sooner."""
    return count_bits(~bits & (bits - 1))


COMPILED: dict[Any, Any] = {lowest_bit: trailing_zeros}
"""What takes the place of a function in code for a CPU or for WebAssembly."""
