"""Golden playthroughs replay the same for ever."""

from __future__ import annotations

import pytest

import tablee
from golden import FOLDER, playthrough, tables


@pytest.mark.parametrize(
    ("name", "game", "seats", "options"), [pytest.param(*table, id=table[0]) for table in tables()]
)
def test_golden_playthrough(
    name: str, game: tablee.Game, seats: int, options: dict[str, object]
) -> None:
    assert playthrough(game, seats, options) == (FOLDER / name).read_text("utf-8")


def test_every_golden_file_is_used() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {name for name, *_ in tables()}
