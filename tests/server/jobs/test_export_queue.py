"""Full-match reads run one after the other."""

from __future__ import annotations

import asyncio

import pytest

from tablee.server.errors import ServerBusy
from tablee.server.jobs.export_queue import WAITING, ExportQueue


async def test_reads_run_one_at_a_time_and_few_wait() -> None:
    export_queue, gate = ExportQueue(), asyncio.Event()
    reading, most, served = 0, 0, 0

    async def read() -> None:
        nonlocal reading, most, served
        async with export_queue.turn():
            reading += 1
            most = max(most, reading)
            await gate.wait()
            reading -= 1
            served += 1

    readers = [asyncio.create_task(read()) for _ in range(WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(ServerBusy):
        await read()
    readers[-1].cancel()  # a cancelled read frees its place
    await asyncio.sleep(0)
    another = asyncio.create_task(read())
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*readers[:-1], another)
    assert (most, served) == (1, WAITING)
