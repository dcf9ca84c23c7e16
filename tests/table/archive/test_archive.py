"""Old transcripts give the same positions for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablee
from tablee.table import Transcript, verify

from . import files, recorded, state_hashes


def test_every_game_is_in_the_archive() -> None:
    games = [Transcript.read(path.read_bytes()).header.game for path in files()]
    assert set(games) == {game.name for game in tablee.all_games()}
    assert sorted(recorded()) == [path.name for path in files()]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.stem))
def test_an_archived_transcript_gives_the_recorded_positions(path: Path) -> None:
    origin = path.with_name(path.name.replace("branch", "calm"))
    report = verify(path.read_bytes(), origin.read_bytes() if origin != path else None)
    assert report.holds, report.text()
    assert report.finished
    assert report.recomputed == report.outcomes
    assert state_hashes(path.read_bytes()) == recorded()[path.name]
