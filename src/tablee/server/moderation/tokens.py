"""The operators who may use the local API, each with a token of their own."""

from __future__ import annotations

import hashlib
import hmac
import re
from pathlib import Path

from tablee.server.runtime.config import WrongSetting

LINE = re.compile(r"(\S{1,40})\s+(\S{32,200})")


class Operators:
    """Names and tokens, from a file with one of each on a line."""

    def __init__(self, tokens: dict[str, bytes]) -> None:
        self._tokens = tokens  # hashes by name

    @classmethod
    def read(cls, file: str | None) -> Operators:
        """Read the file of a setting; without one there are no operators."""
        if file is None:
            return cls({})
        try:
            lines = Path(file).read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            problem = getattr(error, "strerror", None) or str(error)
            raise WrongSetting("admin.no_operators", file=file, problem=problem) from None
        tokens = {}
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.startswith("#"):
                continue
            found = LINE.fullmatch(line.strip())
            if found is None or found[1] in tokens:
                raise WrongSetting("admin.wrong_operator", file=file, line=number)
            tokens[found[1]] = _hash(found[2])
        return cls(tokens)

    def __bool__(self) -> bool:
        return bool(self._tokens)

    def name_of(self, token: str) -> str | None:
        """Return whose token this is."""
        given, found = _hash(token), None
        for name, known in self._tokens.items():
            if hmac.compare_digest(given, known):
                found = name
        return found


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
