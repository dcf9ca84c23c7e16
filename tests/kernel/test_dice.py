"""Random numbers: published test vectors of Philox, exact uniformity, stable streams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.dice import dice_for, philox, pick, roll

KNOWN = [  # counter, key, answer: the authors' own test vectors
    ("00000000 00000000 00000000 00000000", "00000000 00000000",
     "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
     "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
     "d16cfe09 94fdcceb 5001e420 24126ea1"),
]  # fmt: skip


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_philox_matches_published_test_vectors(counter: str, key: str, answer: str) -> None:
    out = [0] * 4
    c0, c1, c2, c3, k0, k1 = (int(word, 16) for word in f"{counter} {key}".split())
    philox(c0, c1, c2, c3, k0, k1, out)
    assert " ".join(f"{word:08x}" for word in out) == answer


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(1, 2**31 - 1))
def test_a_roll_is_in_range_and_advances_one_ply(seed: int, match: int, sides: int) -> None:
    dice = dice_for(seed, match)
    for ply in range(6):
        assert dice.ply == ply
        assert 0 <= roll(dice, sides) < sides


def test_surplus_words_are_rejected() -> None:
    """With 3·2³⁰ sides a quarter of all words is surplus, and rolls are still uniform."""
    sides = 3 << 30
    low = sum(roll(dice_for(5, match), sides) < sides // 3 for match in range(3000))
    assert 900 < low < 1100  # without rejection it would be 1500 or 750


def test_faces_are_uniform() -> None:
    dice = dice_for(2026)
    counts = [0] * 6
    for _ in range(60_000):
        counts[roll(dice, 6)] += 1
    chi_squared = sum((count - 10_000) ** 2 / 10_000 for count in counts)
    assert chi_squared < 20.5  # p = 0.001 at five degrees of freedom


def test_picks_follow_weights() -> None:
    dice = dice_for(1)
    counts = [0] * 3
    for _ in range(6000):
        counts[pick(dice, [1, 0, 5], 3)] += 1
    assert counts[1] == 0
    assert 850 < counts[0] < 1150


def test_the_stream_of_a_seed_never_changes() -> None:
    dice = dice_for(0xDEADBEEF_12345678, match=1 << 33)
    assert [roll(dice, 1000) for _ in range(8)] == [596, 891, 947, 766, 535, 707, 591, 905]
