"""Fair chance: no one at the table can predict or influence it; anyone can recompute it later.

Before the first event the table publishes the SHA-256 of its secret. Seats may add entropy until
play begins. The outcome number k of a match (counting those taken back) comes from HMAC-SHA256
under the secret, over the table's id, all entropy and k. docs/explanation/fair-chance.md has an
example.

>>> secret = bytes(range(32))
>>> commitment(secret)[:16]
'630dcd2966c43366'
>>> draw(secret, "00" * 16, {1: "c0ffee"}, 1, {"die 1": 1, "die 2": 1, "die 3": 1})
'die 2'
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from .refusals import ChanceRefused

Outcome = TypeVar("Outcome", str, int)

SECRET_BYTES = (32, 64)  # fewest and most: a longer key HMAC would shorten
ENTROPY_BYTES = (1, 64)
BLOCK = 64  # bytes that SHA-256 takes at a time
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
SPAN = 1 << 256  # as many numbers as SHA-256 has digests


def check_secret(secret: object) -> bytes:
    """Return the secret, or raise ChanceRefused if it isn't bytes of a valid length."""
    fewest, most = SECRET_BYTES
    if not isinstance(secret, bytes) or not fewest <= len(secret) <= most:
        raise ChanceRefused("table.secret_form", fewest=fewest, most=most)
    return secret


def check_entropy(entropy: object) -> bytes:
    """Return the entropy of a seat, or raise ChanceRefused if it isn't bytes of a valid length."""
    fewest, most = ENTROPY_BYTES
    if not isinstance(entropy, bytes) or not fewest <= len(entropy) <= most:
        raise ChanceRefused("table.entropy_form", fewest=fewest, most=most)
    return entropy


def commitment(secret: bytes) -> str:
    """Return the hash of the secret that is published beforehand."""
    return hashlib.sha256(check_secret(secret)).hexdigest()


def message(table: str, entropy: Mapping[int, str], outcome: int, attempt: int) -> bytes:
    """Return what is authenticated for an outcome: unambiguous lines of plain ASCII.

    >>> print(message("5f" * 16, {2: "c0ffee"}, 13, 1).decode(), end="")
    tablee 1 chance
    table 5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
    seat 2 c0ffee
    outcome 13
    attempt 1
    """
    seats = "".join(f"seat {seat} {entropy[seat]}\n" for seat in sorted(entropy))
    return (
        f"tablee 1 chance\ntable {table}\n{seats}outcome {outcome}\nattempt {attempt}\n"
    ).encode()


def numbers(secret: bytes, table: str, entropy: Mapping[int, str], outcome: int) -> Iterator[int]:
    """Yield the numbers for an outcome, from 0 to 2²⁵⁶ - 1, one for each attempt."""
    attempt = 0
    while True:
        attempt += 1
        digest = authenticated(secret, message(table, entropy, outcome, attempt))
        yield int.from_bytes(digest, "big")


def authenticated(secret: bytes, text: bytes) -> bytes:
    """Return HMAC-SHA256 (RFC 2104); `hmac` would yield to other threads each time."""
    key = secret.ljust(BLOCK, b"\0")
    inner = hashlib.sha256(key.translate(INNER) + text).digest()
    return hashlib.sha256(key.translate(OUTER) + inner).digest()


def ticket(attempts: Iterable[int], span: int, total: int) -> int:
    """Return a number from 0 to total - 1, all equally likely if the attempts are uniform.

    What is left over when the span is cut into equal shares is rejected: the next attempt counts.

    >>> [ticket([number, 0], 16, 6) for number in range(16)]
    [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 0, 0, 0]
    """
    shared = span - span % total
    for number in attempts:
        if number < shared:
            return number % total
    raise AssertionError("there is always another attempt")


def draw(
    secret: bytes,
    table: str,
    entropy: Mapping[int, str],
    outcome: int,
    chances: Mapping[Outcome, int],
) -> Outcome:
    """Draw the outcome with that number, from the possible ones with their weights."""
    drawn = ticket(numbers(secret, table, entropy, outcome), SPAN, sum(chances.values()))
    for possible, weight in chances.items():
        drawn -= weight
        if drawn < 0:
            return possible
    raise AssertionError("the weights are not those that were drawn from")


def seed_for(secret: bytes, purpose: str) -> int:
    """Return a seed for randomness outside the game, such as the choices of bots.

    It follows from the secret, so that a resumed match goes on as it would have gone; the secret
    can't be computed from it.
    """
    digest = hashlib.sha256(b"tablee " + purpose.encode() + b"\n" + secret).digest()
    return int.from_bytes(digest[:8], "big")
