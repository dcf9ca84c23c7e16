"""Reports of the rules: equal on every engine, and no more than a viewer may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tablee
from samples import OPEN
from tablee.kernel import contract
from tablee.kernel.compile.arrays import dtype_of
from tablee.kernel.compile.cpu import compile_rules
from tablee.kernel.dice import dice_for
from tablee.kernel.reports import (
    ROWS,
    WRITING,
    Row,
    apply_reporting,
    play,
    reporting,
    rows_of,
    seen_by,
)
from tables import FEW_TABLES, GAMES
from tables import play as play_out

SPECTATOR = -1


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_reporting_has_no_side_effects_and_names_known_reports(
    game: tablee.Game, seats: int, options: dict[str, Any]
) -> None:
    listed = getattr(game.state, "Report", None)
    known = listed.names if listed else {}
    for position, code in play_out(game, seats, options, seed=11, limit=1500):
        if code < 0:
            break
        after, rows = play(game.rules.apply, position.state, code)
        assert after == position.after_code(code).state
        assert type(after) is type(position.state)
        assert all(row.what in known for row in rows)
        assert all(0 <= row.to <= seats for row in rows)


@pytest.mark.parametrize("game", GAMES)
def test_the_reporting_record_keeps_the_offsets_of_all_fields(game: tablee.Game) -> None:
    narrow: Any = dtype_of(game.state.State).fields or {}
    wide: Any = dtype_of(reporting(game.state.State)).fields or {}
    assert {name: wide[name] for name in narrow} == dict(narrow)
    assert list(wide)[-2:] == ["reports", "reported"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_compiled_rules_make_the_same_reports(game: tablee.Game) -> None:
    fillings = {contract.apply: game.rules.apply} | WRITING
    run = compile_rules(apply_reporting, fillings, f"{game.name}-reporting")
    wide = reporting(game.state.State)
    slots = np.zeros(1, dtype_of(wide))
    seats = game.seats[-1]
    for position, code in play_out(game, seats, {}, seed=5, limit=600):
        if code < 0:
            break
        for name in position.state.fields:
            slots[0][name] = getattr(position.state, name)
        run(slots[0], code)
        assert rows_of(wide.read(slots[0])) == play(game.rules.apply, position.state, code)[1]


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_indistinguishable_worlds_make_the_same_reports(
    game: tablee.Game, seats: int, options: dict[str, Any]
) -> None:
    """Information hidden from a viewer leaves no trace in the viewer's reports."""
    alike = 0
    for ply, (position, code) in enumerate(play_out(game, seats, options, seed=17, limit=900)):
        if code < 0:
            break
        for viewer in (SPECTATOR, 0, seats - 1):
            shown = []
            for number in range(2):
                world = position.state
                if number:
                    game.view.observe(world, viewer)
                    game.view.resample(world, viewer, dice_for(ply))
                    code = another(game, world, code, viewer)
                if code < 0:
                    break
                after, rows = play(game.rules.apply, world, code)
                for record in (world, after):
                    game.view.observe(record, viewer)
                shown.append((world, after, seen_by(rows, viewer + 1)))
            if len(shown) == 2 and shown[0][:2] == shown[1][:2]:
                alike += 1
                assert shown[0][2] == shown[1][2]
    assert alike > 100


def another(game: tablee.Game, world: Any, code: int, viewer: int) -> int:
    """Return the code to play in another world: any outcome that the viewer can't see."""
    if game.rules.to_act(world) != tablee.CHANCE:
        return code
    size = game.state.MAX_MOVES
    outcomes, weights = [0] * size, [0] * size
    found = outcomes[: game.rules.chance(world, outcomes, weights)]
    if game.view.sees(world, viewer):
        return code if code in found else -1
    return next((one for one in reversed(found) if one != code), code)


def test_too_many_reports_raise() -> None:
    game = tablee.game(OPEN)
    wide = reporting(game.state.State)()
    wide.reported = ROWS + 1
    with pytest.raises(AssertionError, match="65 reports"):
        rows_of(wide)


def test_a_private_report_reaches_its_seat_only() -> None:
    rows = (Row(1, 2, 3), Row(4, 5, 6, to=2))
    assert seen_by(rows, 2) == rows
    assert seen_by(rows, 1) == seen_by(rows, None) == rows[:1]
