"""A store as text: one JSON object a line, the same from every store.

The first line names the format, the last one says how many records there are, so that a file which
was cut off is known. Each line between is a record of the contract: `is` says which, bytes are
base64. A name that ends in `.gz` is compressed.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from tablee.server.store.contract import DumpRecord, StoreRefused
from tablee.server.store.errors import refusing
from tablee.server.store.files import new_file

FIRST_LINE = b'{"tablee":"store","version":1}\n'
LAST_LINE = b'{"tablee":"end","records":%d}\n'
END = LAST_LINE.partition(b",")[0]

DECODER = msgspec.json.Decoder(DumpRecord)
ENCODER = msgspec.json.Encoder()


async def write(path: Path, records: AsyncIterator[DumpRecord]) -> int:
    """Write a dump into a new file, whole or not at all; returns how many records."""
    count = 0
    with new_file(path) as part, part.open("wb") as raw:
        lines = gzip.GzipFile("", "wb", fileobj=raw, mtime=0) if zipped(path) else raw
        lines.write(FIRST_LINE)
        async for record in records:
            lines.write(ENCODER.encode(record) + b"\n")
            count += 1
        lines.write(LAST_LINE % count)
        if lines is not raw:
            lines.close()
        raw.flush()
        os.fsync(raw.fileno())
    return count


async def read(path: Path) -> AsyncIterator[DumpRecord]:
    """Yield the records of a dump; it is refused after the last of them if it is not whole."""
    count = 0
    with refusing(path), gzip.open(path) if zipped(path) else path.open("rb") as lines:
        try:
            if lines.readline() != FIRST_LINE:
                raise StoreRefused("store.no_dump", file=path)
            while (line := lines.readline()) != LAST_LINE % count:
                if not line.endswith(b"\n") or line.startswith(END):
                    raise StoreRefused("store.cut_off", file=path, count=count)
                yield DECODER.decode(line)
                count += 1
            if lines.read(1):
                raise StoreRefused("store.bad_line", file=path, line=count + 3)
        except EOFError:  # compressed, and cut off
            raise StoreRefused("store.cut_off", file=path, count=count) from None
        except (gzip.BadGzipFile, zlib.error) as error:
            if count == 0:
                raise StoreRefused("store.no_dump", file=path) from error
            raise StoreRefused("store.bad_line", file=path, line=count + 2) from error
        except msgspec.MsgspecError as error:
            raise StoreRefused("store.bad_line", file=path, line=count + 2) from error


def zipped(path: Path) -> bool:
    return path.suffix == ".gz"
