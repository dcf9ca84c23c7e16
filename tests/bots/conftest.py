"""The tests of a game's bots run in one process: the search is compiled once, and not twice."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablee

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Groups the tests here by the game they are about."""
    for item in items:
        game = getattr(item, "callspec", None) and item.callspec.params.get("game")  # type: ignore[attr-defined]
        if isinstance(game, tablee.Game) and HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(f"bots of {game.name}"))
