"""Random numbers keyed by (seed, match, ply): the same on every engine, machine and version.

The generator is Philox 4×32 with ten rounds (Salmon and others, 2011): a counter goes in, four
words of 32 bits come out, and nothing is remembered in between. The counter is (match, ply // 4,
attempt), the key is the seed; ply % 4 picks the word. All arithmetic is on words below 2³² whose
products are masked at once, so that Python's unbounded integers and the 64-bit ones of compiled
code (which wrap) agree.
"""

from __future__ import annotations

from .record import Ints, Record, int64
from .rule import rule

WORD = 0xFFFFFFFF
TWO_TO_32 = 1 << 32
ROUNDS = 10
MULTIPLY_0 = 0xD2511F53
MULTIPLY_2 = 0xCD9E8D57
WEYL_0 = 0x9E3779B9
WEYL_1 = 0xBB67AE85


class Dice(Record):
    """The state of a stream of random numbers: its key, match and ply."""

    seed_low: int = int64()
    seed_high: int = int64()
    match: int = int64()
    ply: int = int64()
    words: list[int] = int64(4)  # the block that holds the word of this ply
    spare: list[int] = int64(4)  # a block for the rare second attempts


@rule
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int, out: Ints) -> None:
    """Compute Philox 4×32-10 of counter (c0, c1, c2, c3) under key (k0, k1)."""
    for _ in range(ROUNDS):
        p0 = MULTIPLY_0 * c0
        p2 = MULTIPLY_2 * c2
        c0 = ((p2 >> 32) & WORD) ^ c1 ^ k0
        c1 = p2 & WORD
        c2 = ((p0 >> 32) & WORD) ^ c3 ^ k1
        c3 = p0 & WORD
        k0 = (k0 + WEYL_0) & WORD
        k1 = (k1 + WEYL_1) & WORD
    out[0] = c0
    out[1] = c1
    out[2] = c2
    out[3] = c3


@rule
def take_up(dice: Dice, seed_low: int, seed_high: int, match: int) -> None:
    """Set the dice to the first ply of a match under a seed given as two 32-bit halves."""
    dice.seed_low = seed_low
    dice.seed_high = seed_high
    dice.match = match
    dice.ply = 0


@rule
def roll(dice: Dice, sides: int) -> int:
    """Return a number from 0 to sides - 1, each exactly as likely, and on to the next ply."""
    lane = dice.ply & 3
    low = dice.match & WORD
    high = (dice.match >> 32) & WORD
    if lane == 0:
        philox(low, high, dice.ply >> 2, 0, dice.seed_low, dice.seed_high, dice.words)
    product = dice.words[lane] * sides
    rest = product & WORD
    if rest < sides:
        # Of the 2**32 words, 2**32 mod sides are too many: such a word is thrown again (Lemire).
        surplus = (TWO_TO_32 - sides) % sides
        attempt = 0
        while rest < surplus:
            attempt += 1
            philox(low, high, dice.ply >> 2, attempt, dice.seed_low, dice.seed_high, dice.spare)
            product = dice.spare[lane] * sides
            rest = product & WORD
    dice.ply += 1
    return product >> 32


@rule
def pick(dice: Dice, weights: Ints, count: int) -> int:
    """Return an index below count, each as likely as its weight says."""
    total = 0
    for i in range(count):
        total += weights[i]
    ticket = roll(dice, total)
    # How many outcomes end at or before the ticket? Counting all of them takes no wrong branch.
    before = 0
    end = 0
    for i in range(count):
        end += weights[i]
        if end <= ticket:
            before += 1
    return before


def dice_for(seed: int, match: int = 0) -> Dice:
    """Return fresh dice for a match under a seed, for plain Python.

    >>> dice = dice_for(seed=7)
    >>> [roll(dice, 6) + 1 for _ in range(6)]
    [6, 5, 1, 1, 3, 2]
    """
    dice = Dice()
    take_up(dice, seed & WORD, (seed >> 32) & WORD, match)
    return dice
