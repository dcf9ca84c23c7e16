"""Every verb of the contract gives the same record in WebAssembly as in plain Python."""

from __future__ import annotations

from typing import Any

import pytest

import tablee
from tablee.bots.heuristics import heuristic_of
from tablee.kernel.dice import dice_for
from tablee.kernel.wasm.instance import WasmInstance
from tables import GAMES

pytestmark = pytest.mark.slow

SEATS = 8  # for rows by seat


class Verbs:
    """The verbs of a game in WebAssembly, working on one record."""

    def __init__(self, game: tablee.Game) -> None:
        self.wasm = WasmInstance(game)
        self.state = self.wasm.rows(game.state.State, 1)

    def ask(self, verb: str, *arguments: Any) -> int:
        """Call a verb on the record; rows are passed with their length."""
        flat = [part for one in arguments for part in (one.raw if hasattr(one, "raw") else (one,))]
        return self.wasm.call(verb, [self.state.raw[0], *flat]) or 0


@pytest.mark.parametrize("game", GAMES)
def test_a_match_verb_by_verb(game: tablee.Game) -> None:
    """Walk through a match, and compare every verb at each ply."""
    rules, size, seats = game.rules, game.state.MAX_MOVES, game.seats[0]
    wasm = Verbs(game)
    options = game.integers(game.read_options({}))
    plain = game.state.State()
    rules.setup(plain, seats, options)
    wasm.ask("setup", seats, wasm.wasm.integers(64, len(options), options))
    moves, weights = wasm.wasm.integers(16, size), wasm.wasm.integers(16, size)
    liked = wasm.wasm.integers(64, size)
    for ply in range(120):
        assert wasm.state[0] == plain
        actor = rules.to_act(plain)
        assert wasm.ask("to_act") == actor
        assert wasm.ask("sound") == game.sound.sound(plain) == 0
        assert wasm.ask("at_rest") == heuristic_of(game).at_rest(plain)
        check_scores(game, wasm, plain)
        if actor == tablee.OVER:
            break
        check_views(game, wasm, plain)
        written, weighed = [0] * size, [0] * size
        if actor == tablee.CHANCE:
            count = rules.chance(plain, written, weighed)
            assert wasm.ask("chance", moves, weights) == count
            assert weights.tolist()[:count] == weighed[:count]
        else:
            count = rules.legal(plain, written)
            assert wasm.ask("legal", moves) == count
            for code in range(max(game.notation.NOTATION) + 1):
                assert wasm.ask("why_not", code) == rules.why_not(plain, code)
            heuristic_of(game).advise(plain, written, count, weighed)
            wasm.ask("advise", moves, count, liked)
            assert liked.tolist()[:count] == weighed[:count]
        assert moves.tolist()[:count] == written[:count]
        rules.apply(plain, written[ply % count])
        wasm.ask("apply", written[ply % count])


def check_scores(game: tablee.Game, wasm: Verbs, plain: Any) -> None:
    """Compare points, ranks and the evaluation."""
    rows = [wasm.wasm.integers(64, SEATS) for _ in range(3)]
    lists = [[0] * SEATS for _ in range(3)]
    wasm.ask("score", *rows[:2])
    wasm.ask("outlook", *rows)
    game.rules.score(plain, lists[0], lists[1])
    heuristic_of(game).outlook(plain, *lists)
    for row, numbers in zip(rows, lists, strict=True):
        assert row.tolist()[: plain.seats] == numbers[: plain.seats]


def check_views(game: tablee.Game, wasm: Verbs, plain: Any) -> None:
    """Compare what every seat may see, and the worlds that are possible for it."""
    lot = wasm.wasm.rows(type(dice_for(5)), 1)
    for seat in range(-1, plain.seats):
        assert wasm.ask("sees", seat) == game.view.sees(plain, seat)
        seen = plain.copy()
        game.view.observe(seen, seat)
        wasm.ask("observe", seat)
        assert wasm.state[0] == seen
        if seat >= 0:
            dice = dice_for(5)
            lot[0] = dice
            game.view.resample(seen, seat, dice)
            wasm.ask("resample", seat, lot.raw[0])
            assert (wasm.state[0], lot[0]) == (seen, dice)
        wasm.state[0] = plain
