"""Passkey challenges that wait for an answer; each can be answered once."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict

from tablee.server.errors import HttpRefusal

MINUTES = 5  # in which a challenge can be answered
REMEMBERED = 10_000  # challenges


class Challenges:
    """The challenges this process has issued."""

    def __init__(self) -> None:
        self._issued: OrderedDict[bytes, tuple[float, str]] = OrderedDict()

    def issue(self, purpose: str) -> bytes:
        """Return a new challenge for a purpose."""
        challenge = secrets.token_bytes(32)
        self._issued[challenge] = (time.monotonic() + 60 * MINUTES, purpose)
        while len(self._issued) > REMEMBERED:
            self._issued.popitem(last=False)
        return challenge

    def redeem(self, challenge: bytes, purpose: str) -> None:
        """Refuse a challenge that wasn't issued for this purpose, expired or was answered."""
        until, issued_for = self._issued.pop(challenge, (0.0, ""))
        if issued_for != purpose or time.monotonic() > until:
            raise HttpRefusal(400, "serve.passkey_expired")
