"""What a module says of itself in a custom section: what it was made from, and by which tools."""

from __future__ import annotations

import hashlib
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

FILE = "rules.wasm"
"""The module of a game, in its folder."""

PAGE_FILE = "page.wasm"
"""Beside it, for games that the page draws: the rules alone, without bots and coach."""

SECTION = b"tablee"
MAGIC = b"\0asm\1\0\0\0"
COMMENTS = re.compile(rb'"""(?:[^\\]|\\.)*?"""|#[^\n]*', re.DOTALL)
"""Docstrings and comments, which change no module."""


class DamagedModule(ValueError):
    """Bytes that are no module, or not one of a game."""


def fingerprints(modules: Iterable[str]) -> dict[str, str]:
    """Return a checksum of the code of each Python module, without comments and docstrings."""
    return {name: _fingerprint(name) for name in modules}


def _fingerprint(module: str) -> str:
    loaded = sys.modules.get(module)
    file = loaded.__file__ if loaded else getattr(find_spec(module), "origin", None)
    if file is None:
        return ""
    lines = COMMENTS.sub(b"", Path(file).read_bytes()).splitlines()
    code = b"\n".join(line.rstrip() for line in lines if line.strip())
    return hashlib.sha256(code).hexdigest()[:8]


@dataclass(frozen=True)
class Stamp:
    """The sources of a module with their checksums, and the versions of its tools."""

    sources: Mapping[str, str]
    tools: Mapping[str, str]

    def on(self, module: bytes) -> bytes:
        """Return the module with this stamp at its end."""
        packages: defaultdict[str, list[str]] = defaultdict(list)
        for name, fingerprint in sorted(self.sources.items()):
            package, _, last = name.rpartition(".")
            packages[package] += [last, fingerprint]
        tools = [part for tool in sorted(self.tools.items()) for part in tool]
        lines = [tools, *([package, *pairs] for package, pairs in packages.items())]
        content = "\n".join(map(" ".join, lines)).encode()
        body = _number(len(SECTION)) + SECTION + content
        return module + b"\0" + _number(len(body)) + body

    @staticmethod
    def read(content: str) -> Stamp:
        """Return the stamp of this content: a line of tools, and one for each package."""
        tools, *packages = (line.split(" ") if line else [] for line in content.split("\n"))
        sources = {}
        for package, *pairs in packages:
            for last, fingerprint in _pairs(pairs):
                sources[f"{package}.{last}" if package else last] = fingerprint
        return Stamp(sources, dict(_pairs(tools)))


def _pairs(parts: list[str]) -> Iterator[tuple[str, str]]:
    return zip(parts[::2], parts[1::2], strict=True)


def stamp_of(module: bytes) -> Stamp:
    """Return the stamp of a module, or raise DamagedModule."""
    try:
        for body in _custom_sections(module):
            size, at = _read_number(body, 0)
            if body[at : at + size] == SECTION:
                return Stamp.read(body[at + size :].decode())
    except (IndexError, ValueError) as problem:
        raise DamagedModule(str(problem)) from problem
    raise DamagedModule("it doesn't say what it was made from")


def changed(sources: Mapping[str, str]) -> list[str]:
    """Return the sources that are different now, or gone."""
    return [name for name, seen in sources.items() if _now(name) != seen]


def _now(module: str) -> str:
    try:
        return _fingerprint(module)
    except (ImportError, OSError):
        return ""


def _custom_sections(module: bytes) -> Iterator[bytes]:
    if not module.startswith(MAGIC):
        raise DamagedModule("it is no WebAssembly")
    at = len(MAGIC)
    while at < len(module):
        kind = module[at]
        size, at = _read_number(module, at + 1)
        if at + size > len(module):
            raise DamagedModule("it is cut short")
        if kind == 0:
            yield module[at : at + size]
        at += size


def _number(value: int) -> bytes:
    """Write a number as WebAssembly does (LEB128)."""
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
