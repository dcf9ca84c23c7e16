"""Replay the logs of two stores with equal content, in a process with another hash seed.

`python -m server.replays.replaying ADDRESS ADDRESS` reads tables, one per line, and answers each
with the hash of its transcript, or with a word about what is wrong.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from tablee.refusals import Refusal
from tablee.server.ops.recompute import after
from tablee.server.store import open_store
from tablee.server.store.contract import Row


def replayed(log: Sequence[Row]) -> str:
    """Return the hash of the transcript in a log."""
    room = None
    try:
        for row in log:
            room = after(room, row)
    except (Refusal, AssertionError) as problem:
        return f"broken: {problem}"
    if room is None or room.match is None:
        return "nothing"
    return room.match.transcript.hash


async def replay(addresses: Sequence[str], tables: Sequence[str]) -> list[str]:
    """Return the hash of each table; logs with equal bytes are replayed once."""
    stores = [open_store(address) for address in addresses]
    for store in stores:
        await store.open()
    found = []
    try:
        for table in tables:
            first, *others = [await store.read(table) for store in stores]
            hashes = {replayed(first), *(replayed(log) for log in others if log != first)}
            found.append(hashes.pop() if len(hashes) == 1 else "different")
    finally:
        for store in stores:
            await store.close()
    return found


def main() -> None:
    tables = sys.stdin.read().split()
    print("\n".join(asyncio.run(replay(sys.argv[1:], tables))))


if __name__ == "__main__":
    main()
