"""Play bot games on both stores and replay them in another process: all hashes must be equal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from server.replays.bot_games import NumberedGame, play
from tablee.server.ops import backup as moving

TESTS = Path(__file__).parents[2]
OTHER_SEED = "4711"


def replay_elsewhere(addresses: tuple[str, str], tables: list[str]) -> list[str]:
    """Replay both stores in a process with another hash seed."""
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
    """Return the tables whose replay differs from the game, and what it gives instead."""
    found = replay_elsewhere(addresses, list(hashes))
    return {
        table: other
        for (table, mine), other in zip(hashes.items(), found, strict=True)
        if mine != other
    }


async def run(played_on: str, moved_to: str, games: list[NumberedGame]) -> dict[str, str]:
    """Play on one store and move all to the other; return the tables that differ."""
    hashes = await play(played_on, games)
    await moving.move(played_on, moved_to)
    return compare((played_on, moved_to), hashes)
