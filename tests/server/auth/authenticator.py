"""A software passkey: what a phone or security key does, as far as the server can see."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

Json = dict[str, Any]
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """A key pair bound to a domain."""

    def __init__(self, origin: str, domain: str = "localhost") -> None:
        self.origin = origin
        self.domain = domain
        self.id = secrets.token_bytes(16)
        self.user = b""
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: Json) -> Json:
        """Answer `navigator.credentials.create`."""
        self.user = decoded(options["user"]["id"])
        numbers = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: coordinate(numbers.x), -3: coordinate(numbers.y)}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        data = self._data(ATTESTED) + attested
        attestation = {"fmt": "none", "attStmt": {}, "authData": data}
        client = self._client("webauthn.create", options["challenge"])
        return self._credential(
            {
                "clientDataJSON": encoded(client),
                "attestationObject": encoded(cbor2.dumps(attestation)),
                "transports": ["internal"],
            }
        )

    def get(self, options: Json) -> Json:
        """Answer `navigator.credentials.get`."""
        self.count += 1
        data = self._data(0)
        client = self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client).digest()
        return self._credential(
            {
                "clientDataJSON": encoded(client),
                "authenticatorData": encoded(data),
                "signature": encoded(self._key.sign(signed, ec.ECDSA(hashes.SHA256()))),
                "userHandle": encoded(self.user),
            }
        )

    def _data(self, flags: int) -> bytes:
        domain = hashlib.sha256(self.domain.encode()).digest()
        return domain + struct.pack(">BI", PRESENT | VERIFIED | flags, self.count)

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _credential(self, response: Json) -> Json:
        return {
            "id": encoded(self.id),
            "rawId": encoded(self.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }


def coordinate(number: int) -> bytes:
    return number.to_bytes(32, "big")
