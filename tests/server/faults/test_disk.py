"""A disk that is full, read-only, failing or slow loses nothing acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.faults import disk as module
from server.faults.disk import FAULTS, DiskCampaign, Fault, refusal_at_start
from tablee.server.store.contract import Gap, Head, Result, Row, StoreDown
from tablee.server.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.slow


async def test_a_failing_disk_loses_nothing(tmp_path: Path) -> None:
    """`make soak-disk` runs 10,000 faults."""
    campaign = await DiskCampaign(tmp_path, seed=1).run(40)
    assert campaign.wrong == []
    assert campaign.counts["faults"] == 40
    assert campaign.counts["refused"] > 20
    assert all(campaign.counts[fault] for fault in FAULTS)


async def test_a_store_that_acknowledges_on_a_full_disk_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hasty(SqliteStore):
        async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
            try:
                await super().append(row, head, result)
            except StoreDown:
                if row.seq % 2 == 0:
                    raise

    monkeypatch.setattr(module, "SqliteStore", Hasty)
    with pytest.raises(Gap):  # the next entry does not follow the last one written
        await DiskCampaign(tmp_path, seed=1).run(40)


@pytest.mark.parametrize(
    ("fault", "key"),
    [("full", "store.disk_full"), ("read-only", "store.unusable"), ("failing", "store.unusable")],
)
async def test_a_store_does_not_open_on_a_faulty_disk(
    fault: Fault, key: str, tmp_path: Path
) -> None:
    assert await refusal_at_start(tmp_path / "new.sqlite", fault) == key
    assert await refusal_at_start(tmp_path / "new.sqlite", "slow") == ""
