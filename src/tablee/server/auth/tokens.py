"""Device tokens: 128 random bits, of which the store keeps the SHA-256 only."""

from __future__ import annotations

import hashlib
import secrets

from tablee.server.store.contract import EventStore, Token

LONGEST_LABEL = 120


def hash_token(token: str) -> bytes:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode()).digest()


async def issue_token(store: EventStore, person: str, label: str, now: int) -> str:
    """Sign a person in on a new device; returns the token."""
    token = secrets.token_urlsafe(16)
    await store.add_token(Token(hash_token(token), person, now, now, label[:LONGEST_LABEL]))
    return token
