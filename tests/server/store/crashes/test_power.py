"""Power cuts: acknowledged entries survive, and the database stays intact."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.store.crashes.power import NAME, CutDisk, PowerCampaign, Synchronous, connect
from server.store.making import a_head, a_row
from tablee.server.store.contract import StoreDown
from tablee.server.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.slow

WAL = NAME + "-wal"


def test_a_power_cut_loses_nothing(tmp_path: Path) -> None:
    report = PowerCampaign(tmp_path, seed=1).run(300)
    assert report.sound, report
    assert report.acknowledged > 3_000, report


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_a_weaker_synchronous_setting_is_caught(synchronous: Synchronous, tmp_path: Path) -> None:
    report = PowerCampaign(tmp_path, seed=1, synchronous=synchronous).run(40)
    assert report.lost > 0, report
    assert (report.corrupt > 0) == (synchronous == "OFF"), report


async def _unsynced_acknowledgements(disk: CutDisk, path: Path, synchronous: Synchronous) -> int:
    """Count how many of 50 appends return while the log has unsynced writes."""
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
async def test_the_log_is_synced_before_the_acknowledgement(
    synchronous: Synchronous, unsynced: int, tmp_path: Path
) -> None:
    disk = CutDisk(f"synced-{synchronous}", {})
    found = await _unsynced_acknowledgements(disk, tmp_path / "x.db", synchronous)
    disk.unregister()
    assert found == unsynced


async def test_a_disk_error_is_reported(tmp_path: Path) -> None:
    """No append succeeds until the disk works again; then the store works, too."""
    disk = CutDisk("failing", {})
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
    disk.unregister()


CHILD = """
import asyncio, os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from server.store.making import a_head, a_row
from tablee.server.store.sqlite import store as sqlite
from tablee.server.store.sqlite.store import SqliteStore

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    if "hasty" in sys.argv:
        sqlite.SETTINGS = (*sqlite.SETTINGS, "PRAGMA synchronous = NORMAL")
    await store.open()
    for seq in range(1, 21):
        row = a_row("t", seq)
        await store.append(row, a_head(row))
        os.write(1, b"acknowledged")
    await store.close()

asyncio.run(main())
"""


@pytest.mark.parametrize(("how", "synced"), [("as it is", True), ("hasty", False)])
def test_fdatasync_precedes_the_acknowledgement(tmp_path: Path, how: str, synced: bool) -> None:
    """After the last write to the log its sync ends, then the answer is sent, as strace sees it.

    A store that does not wait for the disk is caught.
    """
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("there is no strace")
    trace = tmp_path / "trace"
    done = subprocess.run(
        [
            strace, "-f", "-y", "-o", trace, "-e", "trace=write,pwrite64,fdatasync,fsync",
            sys.executable, "-c", CHILD, tmp_path / "x.db", Path(__file__).parents[3], how,
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "ptrace" in done.stderr or "Operation not permitted" in done.stderr:
        pytest.skip(f"strace is not allowed: {done.stderr}")
    assert done.returncode == 0, done.stderr
    answers, synced_answers = durable_answers(trace.read_text())
    assert answers == 20
    assert (synced_answers == answers) == synced


def durable_answers(trace: str) -> tuple[int, int]:
    """Count the answers, and those at which all writes had been synced."""
    waiting, answers, synced_answers = False, 0, 0
    syncing: set[str] = set()  # threads
    for line in trace.splitlines():
        thread = line.split()[0]
        if re.search(r"pwrite64\(\d+<.*x\.db-wal>", line):
            waiting = True
        elif re.search(r"(fdatasync|fsync)\(\d+<.*x\.db-wal>\s*<unfinished", line):
            syncing.add(thread)
        elif re.search(r"(fdatasync|fsync)\(\d+<.*x\.db-wal>\)\s*= 0", line):
            waiting = False
        elif re.search(r"(fdatasync|fsync) resumed", line) and thread in syncing:
            syncing.discard(thread)
            waiting = waiting and not line.endswith("= 0")
        elif "acknowledged" in line:
            answers += 1
            synced_answers += not waiting
    return answers, synced_answers


def test_an_acknowledgement_during_or_after_a_failed_sync_is_caught() -> None:
    written, synced, answered = (
        "1 pwrite64(5</x.db-wal>,",
        "fdatasync(5</x.db-wal>",
        "2 acknowledged",
    )
    begun, ended = f"1 {synced} <unfinished ...>", "1 <... fdatasync resumed>) = 0"
    for between, counts in (
        ([f"1 {synced}) = 0"], (1, 1)),
        ([begun, ended], (1, 1)),
        ([], (1, 0)),
        ([begun], (1, 0)),
        ([f"1 {synced}) = -1 EIO"], (1, 0)),
        ([begun, ended.replace("= 0", "= -1 EIO")], (1, 0)),
        ([begun, "3 <... fdatasync resumed>) = 0"], (1, 0)),
    ):
        assert durable_answers("\n".join([written, *between, answered])) == counts, between
