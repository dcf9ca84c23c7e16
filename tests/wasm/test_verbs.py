"""Every verb of the contract in WebAssembly does what it does in plain Python, record by record."""

from __future__ import annotations

import pytest

import tablee
from tablee.kernel.dice import dice_for
from tablee.kernel.wasm.runtime import Instance, module_of
from tables import GAMES
from wasm.modules import with_module

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", GAMES)
def test_a_match_verb_by_verb(game: tablee.Game) -> None:
    """Walk through a match, and ask both for everything at each ply."""
    wasm = Instance(game.name, module_of(with_module(game.name)))
    rules, view, size = game.rules, game.view, game.state.MAX_MOVES
    seats = game.seats[0]
    options = game.integers(game.read_options({}))
    plain, slot = game.state.State(), wasm.records(game.state.State())
    rules.setup(plain, seats, options)
    wasm.verb("setup", slot, seats, wasm.integers(64, len(options), options))
    dice, lot = dice_for(seed=5), wasm.records(dice_for(seed=5))
    moves, weights = wasm.integers(16, size), wasm.integers(16, size)
    points, ranks = wasm.integers(64, 8), wasm.integers(64, 8)
    other = wasm.records(game.state.State())
    for ply in range(120):
        assert slot[0] == plain
        actor = rules.to_act(plain)
        assert wasm.verb("to_act", slot) == actor
        assert wasm.verb("sound", slot) == game.sound.sound(plain) == 0
        if actor == tablee.OVER:
            break
        written, weighed = [0] * size, [0] * size
        if actor == tablee.CHANCE:
            count = rules.chance(plain, written, weighed)
            assert wasm.verb("chance", slot, moves, weights) == count
            assert weights.tolist()[:count] == weighed[:count]
        else:
            count = rules.legal(plain, written)
            assert wasm.verb("legal", slot, moves) == count
            for code in range(max(game.notation.NOTATION) + 1):
                assert wasm.verb("why_not", slot, code) == rules.why_not(plain, code)
        assert moves.tolist()[:count] == written[:count]
        for seat in range(-1, seats):
            assert wasm.verb("sees", slot, seat) == view.sees(plain, seat)
            seen = plain.copy()
            view.observe(seen, seat)
            other[0] = plain
            wasm.verb("observe", other, seat)
            assert other[0] == seen
            if seat >= 0:
                view.resample(seen, seat, dice)
                wasm.verb("resample", other, seat, lot)
                assert (other[0], lot[0]) == (seen, dice)
        scores, places = [0] * 8, [0] * 8
        rules.score(plain, scores, places)
        wasm.verb("score", slot, points, ranks)
        assert (points.tolist()[:seats], ranks.tolist()[:seats]) == (scores[:seats], places[:seats])
        code = written[ply % count]
        rules.apply(plain, code)
        wasm.verb("apply", slot, code)
