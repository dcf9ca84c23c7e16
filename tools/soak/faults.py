"""A disk that fails again and again, and migrations cut off by power failures."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from pathlib import Path

from server.faults.disk import DiskCampaign
from server.faults.upgrades import VERSIONS, check_upgrade
from server.store import archive
from soak.outcome import Outcome, over_seeds

FAULTS = 10_000
FAULTS_OF_A_FILE = 50
UPGRADES = 1_000


def failing_disk(seed: int) -> Counter[str]:
    """Let a disk fail some times; all acknowledged entries must be there in the end."""
    with tempfile.TemporaryDirectory() as folder:
        campaign = asyncio.run(DiskCampaign(Path(folder), seed).run(FAULTS_OF_A_FILE))
    assert not campaign.wrong, campaign.wrong
    return campaign.counts


def disk(seed: int, share: float) -> Outcome:
    """Let many disks fail."""
    count = max(1, round(share * FAULTS / FAULTS_OF_A_FILE))
    total, wrong = over_seeds(failing_disk, seed, count)
    kinds = ", ".join(
        f"{kind} {total[kind]:,}" for kind in ("full", "read-only", "failing", "slow")
    )
    did = (
        f"{total['faults']:,} faults ({kinds}), {total['acknowledged']:,} entries acknowledged,"
        f" {total['refused']:,} refused at first"
    )
    return Outcome(did, wrong)


def interrupted_upgrade(seed: int) -> Counter[str]:
    """Migrate an archived database from the version chosen by the seed."""
    names = archive.names()
    name, version = names[seed % len(names)], VERSIONS[seed // len(names) % len(VERSIONS)]
    with tempfile.TemporaryDirectory() as folder:
        return check_upgrade(name, version, seed, Path(folder))


def upgrade(seed: int, share: float) -> Outcome:
    """Migrate many databases of every version."""
    count = max(len(VERSIONS) * len(archive.names()), round(share * UPGRADES))
    total, wrong = over_seeds(interrupted_upgrade, seed, count)
    did = f"{total['upgrades']:,} upgrades from {len(VERSIONS)} versions"
    return Outcome(f"{did}, cut off {total['cuts']:,} times", wrong)
