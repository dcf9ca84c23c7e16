"""What the page makes of records is what the server tells clients without rules."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import hatch_build
import pytest

from samples import SAMPLES
from tablee import discovery
from tablee.server import wire
from tablee.server.core.rooms.decisions import decide
from tablee.server.core.rooms.entries import Entry, Identity
from tablee.server.core.rooms.opening import open_room
from tablee.server.core.rooms.room import Room
from tablee.server.core.views.redaction import update
from tablee.server.core.views.viewers import Viewer

GAMES = [game.name for game in discovery.own_games()]
ADA = Identity("a" * 32, "Ada")
MOST = 150  # entries
UNDONE = 0.1  # of the moves
IN_NODE = """
import { readFileSync } from "node:fs";
const { compared } = await import(process.argv[2]);
const { game, streams } = JSON.parse(readFileSync(process.argv[3], "utf8"));
console.log(JSON.stringify(await compared(game, streams)));
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bundle the page's reader with the comparison."""
    folder = tmp_path_factory.mktemp("reading")
    hatch_build.node(hatch_build.WEB / "tests" / "engine" / "bundle.mjs", str(folder), "reading")
    (folder / "compare.mjs").write_text(IN_NODE, "utf-8")
    return next(folder.glob("reading.*"))


def rooms(game: str) -> list[Room]:
    """Return a table after each entry of a random match; some moves are undone."""
    random = Random(game)
    seats: list[Any] = ["me"] * discovery.game(game).seats[0]
    settings = wire.Settings(game, seats, options=SAMPLES[game].short, undo="consent")
    opened = Room.opened("f" * 32, Entry(1, 0, "open", open_room(settings, ADA, bytes(32))))
    found = [decide(opened, wire.Begin("begin-it", opened.table), ADA, "begin", 0)]
    while found[-1].stage == "playing" and len(found) < MOST:
        room = found[-1]
        match, name = room.playing(), f"command-{room.seq}"
        move = random.choice(match.position.moves())
        played = wire.Move(name, room.table, match.to_act, move, room.event)
        found.append(decide(room, played, ADA, name, 0))
        if random.random() < UNDONE and found[-1].stage == "playing":
            found += undone(found[-1], match.to_act)
    return found


def undone(room: Room, seat: int) -> list[Room]:
    """Return a table after an undo that all others agree to."""
    ask = wire.AskUndo(f"ask-{room.seq}-undo", room.table, seat)
    found = [decide(room, ask, ADA, ask.id, 0)]
    while (asked := found[-1].playing().asked) is not None:
        room = found[-1]
        answer = wire.Answer(f"answer-{room.seq}", room.table, min(asked.waiting), True)
        found.append(decide(room, answer, ADA, answer.id, 0))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_records_read_in_the_page_are_the_scenes_of_the_server(
    game: str, script: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    match = rooms(game)
    assert any(step.event.DO == "take_back" for room in match for step in room.steps)
    streams = [
        [
            [
                json.loads(update(room, [room], Viewer(ADA.id, seat, form), 0, 0).encode())
                for form in ("record", "scene")
            ]
            for room in match
        ]
        for seat in (None, 1, 2)
    ]
    file = tmp_path / "streams.json"
    file.write_text(json.dumps({"game": game, "streams": streams}), "utf-8")
    capfd.readouterr()
    hatch_build.node(script.with_name("compare.mjs"), str(script), str(file))
    count, *differences = json.loads(capfd.readouterr().out)
    assert differences == []
    assert count > 6 * len(match)
