"""The power goes: what was acknowledged is there when it comes back, and the database is whole."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.store.making import a_head, a_row
from server.store.power import NAME, CutDisk, PowerCampaign, Synchronous, connect
from tablee.server.store.contract import StoreDown
from tablee.server.store.sqlite import SqliteStore

WAL = NAME + "-wal"


def test_a_power_cut_loses_nothing(tmp_path: Path) -> None:
    report = PowerCampaign(tmp_path, seed=1).run(300)
    assert report.sound, report
    assert report.acknowledged > 3_000, report


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_a_weaker_setting_fails_the_same_test(synchronous: Synchronous, tmp_path: Path) -> None:
    report = PowerCampaign(tmp_path, seed=1, synchronous=synchronous).run(40)
    assert report.lost > 0, report
    assert (report.corrupt > 0) == (synchronous == "OFF"), report


async def _unsynced_when_acknowledged(disk: CutDisk, path: Path, synchronous: Synchronous) -> int:
    """How many of 50 appends return while something of the log waits to be synced."""
    store = SqliteStore(path, lambda _: connect(disk, synchronous))
    await store.open()
    unsynced = 0
    for seq in range(1, 51):
        row = a_row("t", seq)
        await store.append(row, a_head(row))
        unsynced += bool(disk.files[WAL].waiting)
    await store.close()
    return unsynced


@pytest.mark.parametrize(("synchronous", "unsynced"), [("FULL", 0), ("NORMAL", 50)])
def test_the_log_is_synced_before_the_answer(
    synchronous: Synchronous, unsynced: int, tmp_path: Path
) -> None:
    disk = CutDisk(f"synced-{synchronous}", {})
    found = asyncio.run(_unsynced_when_acknowledged(disk, tmp_path / "x.db", synchronous))
    disk.unregister()
    assert found == unsynced


def test_a_disk_that_fails_is_told_of(tmp_path: Path) -> None:
    """Nobody is told yes; when the disk works again, so does the store."""
    disk = CutDisk("failing", {})

    async def run() -> None:
        store = SqliteStore(tmp_path / "x.db", lambda _: connect(disk))
        await store.open()
        rows = [a_row("t", seq) for seq in (1, 2, 3)]
        await store.append(rows[0], a_head(rows[0]))
        disk.cut_after = 0
        told = await asyncio.gather(
            *(store.append(row, a_head(row)) for row in rows[1:]), return_exceptions=True
        )
        assert [type(each) for each in told] == [StoreDown, StoreDown]
        disk.cut_after = float("inf")
        for row in rows[1:]:
            await store.append(row, a_head(row))
        await store.close()

    asyncio.run(run())
    disk.unregister()


CHILD = """
import asyncio, os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from server.store.making import a_head, a_row
from tablee.server.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open()
    for seq in range(1, 21):
        row = a_row("t", seq)
        await store.append(row, a_head(row))
        os.write(1, b"acknowledged")
    await store.close()

asyncio.run(main())
"""


def test_the_system_sees_fdatasync_before_the_answer(tmp_path: Path) -> None:
    """As the kernel sees it: after the last write to the log its sync, and then the answer."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("there is no strace")
    trace = tmp_path / "trace"
    done = subprocess.run(
        [
            strace, "-f", "-y", "-o", trace, "-e", "trace=write,pwrite64,fdatasync,fsync",
            sys.executable, "-c", CHILD, tmp_path / "x.db", Path(__file__).parents[2],
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "ptrace" in done.stderr or "Operation not permitted" in done.stderr:
        pytest.skip(f"strace is not allowed: {done.stderr}")
    assert done.returncode == 0, done.stderr
    waiting, answers, synced_answers = False, 0, 0
    for line in trace.read_text().splitlines():
        if re.search(r"pwrite64\(\d+<.*x\.db-wal>", line):
            waiting = True
        elif re.search(r"(fdatasync|fsync)\(\d+<.*x\.db-wal>\s*(\)|<unfinished)", line):
            waiting = False
        elif "acknowledged" in line:
            answers += 1
            synced_answers += not waiting
    assert (answers, synced_answers) == (20, 20)
