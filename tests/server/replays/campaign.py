"""Bot games on both stores, and their replays in another process: every hash has to be the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from server.replays.bot_games import Numbered, play
from tablee.server.ops import backup as moving

TESTS = Path(__file__).parents[2]
OTHER_SEED = "4711"


def replay_elsewhere(addresses: tuple[str, str], tables: list[str]) -> list[str]:
    """What a process with other hashes makes of both stores."""
    assert os.environ.get("PYTHONHASHSEED") != OTHER_SEED
    path = os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "server.replays.replaying", *addresses],
        input="\n".join(tables),
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": OTHER_SEED},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.split("\n")[: len(tables)]


def compare(addresses: tuple[str, str], hashes: dict[str, str]) -> dict[str, str]:
    """The tables whose replay is not what was played, and what it is instead."""
    found = replay_elsewhere(addresses, list(hashes))
    return {
        table: other
        for (table, mine), other in zip(hashes.items(), found, strict=True)
        if mine != other
    }


async def run(played_on: str, moved_to: str, games: list[Numbered]) -> dict[str, str]:
    """Plays on one store and moves all to the other: the tables that went wrong."""
    hashes = await play(played_on, games)
    await moving.move(played_on, moved_to)
    return compare((played_on, moved_to), hashes)
