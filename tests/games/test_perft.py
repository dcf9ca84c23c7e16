"""The perft counts in tests/perft/*.txt are reproduced."""

from __future__ import annotations

import json

import pytest

import tablee
from perft import FOLDER, LINE, position, ways
from tables import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_perft(game: tablee.Game) -> None:
    counted = (FOLDER / f"{game.name}.txt").read_text("utf-8").splitlines()
    assert len(counted) >= 24
    for line in counted:
        match = LINE.fullmatch(line)
        assert match, line
        state = position(
            game, int(match["seats"]), json.loads(match["options"]), int(match["plies"]),
            int(match["seed"]),
        )  # fmt: skip
        assert ways(game, state, int(match["depth"])) == int(match["ways"]), line
