"""A store as text: one JSON object a line, the same from every store.

The first line names the format. Each other line is a record of the contract: `is` says which, bytes
are base64. A name that ends in `.gz` is compressed.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from tablee.server.store.contract import Record, StoreRefused

FIRST_LINE = b'{"tablee":"store","version":1}\n'

_decoder = msgspec.json.Decoder(Record)
_encoder = msgspec.json.Encoder()


async def write(path: Path, records: AsyncIterator[Record]) -> int:
    """Write a dump into a new file, whole or not at all; returns how many records."""
    refuse_existing(path)
    part = path.with_name(path.name + ".part")
    count = 0
    with part.open("wb") as raw:
        lines = gzip.GzipFile("", "wb", fileobj=raw, mtime=0) if zipped(path) else raw
        lines.write(FIRST_LINE)
        async for record in records:
            lines.write(_encoder.encode(record) + b"\n")
            count += 1
        if lines is not raw:
            lines.close()
        raw.flush()
        os.fsync(raw.fileno())
    settle(part, path)
    return count


async def read(path: Path) -> AsyncIterator[Record]:
    """The records of a dump."""
    with gzip.open(path) if zipped(path) else path.open("rb") as lines:
        if lines.readline() != FIRST_LINE:
            raise StoreRefused("store.no_dump", file=path)
        for number, line in enumerate(lines, 2):
            try:
                yield _decoder.decode(line)
            except msgspec.MsgspecError as error:
                raise StoreRefused("store.bad_line", file=path, line=number) from error


def zipped(path: Path) -> bool:
    return path.suffix == ".gz"


def refuse_existing(path: Path) -> None:
    """A backup never overwrites anything."""
    if path.exists():
        raise StoreRefused("store.file_there", file=path)


def settle(part: Path, path: Path) -> None:
    """Give a file that is whole its name, for good."""
    os.replace(part, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
