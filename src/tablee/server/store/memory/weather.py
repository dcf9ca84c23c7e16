"""The faults of the store in memory: those of every real store, and violations of the contract."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Literal

Broken = Literal[
    "loses",  # acknowledges an entry, and does not keep it
    "unsynced",  # acknowledges an entry before it is safe from a crash
    "acknowledges_twice",  # two writers of the same entry are both acknowledged
    "forgets_commands",  # a command that is sent again becomes a second entry
    "overwrites",  # the later of two writers of the same entry wins
    "allows_gaps",  # entry 3 may come before entry 2
    "splits",  # keeps the entry and forgets the head
    "loses_results",  # keeps the entry and forgets the result
    "misleads",  # hints at an entry that is not there
    "mute",  # never hints at anything
]


@dataclass
class Weather:
    """Faults that a store may have, with their probabilities."""

    random: Random = field(default_factory=lambda: Random(0))
    lost: float = 0.0  # a hint
    doubled: float = 0.0
    late: float = 0.0  # comes after the next one
    down_before: float = 0.0  # an append fails, and nothing is written
    down_after: float = 0.0  # an append fails, and it is written
    cut: bool = False  # nothing reaches the store, and nothing comes from it
    pause: Callable[[], Awaitable[None]] | None = None  # before and after everything

    def strikes(self, chance: float) -> bool:
        return chance > 0 and self.random.random() < chance
