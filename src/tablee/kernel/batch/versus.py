"""Many games against policies: a learner holds one seat in each row, policies hold the others.

Chance and the other seats are played inside, so that a step leads from one decision of the learner
to its next. All dice, those of the policies included, are the ones `play_policies` throws for the
same seed and match.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from ..actors import OVER
from ..compile.arrays import dtype_of
from ..compile.cpu import compile_rules
from ..contract import apply, legal, why_not
from ..dice import TWO_TO_32, Dice
from ..encoding import code_of, encode
from ..engines.playout import MAX_SEATS
from ..engines.policy import SHOW, Cast, choose, rows_of, show_compiled
from ..record import Ints, Record, int64
from ..rule import driver
from .driver import (
    CHOSEN,
    COLUMNS,
    DONE,
    FLAGS,
    LOOK,
    MATCHES,
    OBSERVATION,
    PLIES,
    REWARD,
    STATES,
    TO_ACT,
    clear_result,
    settle,
    start_row,
    take_up_at,
    tell_result,
    tell_row,
)
from .engine import ROWS_A_THREAD, Layout

OWN_PLIES = len(COLUMNS)  # the column after those of a batch: the plies of the policies' dice
LEARNER = -1  # in the kinds of a run: no policy, but the learner

# What is done with a row, and what has come of it.
LEAVE, PLAY, BEGIN, ILLEGAL, STRAY = range(5)


class Span(Record):
    """The rows of one thread, and the seat of the learner."""

    first: int = int64()
    end: int = int64()
    learner: int = int64()


@driver
def play_others(columns: Any, row: int, run: Any, states: Any, dices: Any, rows: Any) -> int:
    """Play chance and policies until the learner is to act or the game is over; return who acts.

    The game is in states[0]; states[1] is for what a seat sees of it.
    """
    s = states[0]
    moves = rows.moves
    match = columns[MATCHES][row]
    plies = columns[OWN_PLIES]
    actor = settle(s, dices[0], moves, rows.weights)
    while actor >= 0 and run.kinds[actor] != LEARNER:
        count = legal(s, moves)
        own = match * MAX_SEATS + actor
        take_up_at(dices[1], run.own_low, run.own_high, own, plies[row, actor])
        chosen = choose(run.kinds[actor], states, actor, moves, count, dices[1], rows.weights)
        plies[row, actor] = dices[1].ply
        if chosen < 0 or chosen >= count:
            columns[FLAGS][row] = STRAY
            break
        apply(s, moves[chosen])
        actor = settle(s, dices[0], moves, rows.weights)
    columns[PLIES][row] = dices[0].ply
    columns[STATES][row] = s
    return actor


@driver
def begin_game(
    columns: Any, row: int, options: Ints, run: Any, states: Any, dices: Any, rows: Any
) -> None:
    """Begin the next match of the row in which the learner gets to decide anything."""
    actor = OVER
    while actor == OVER:
        start_row(columns, row, options, run, dices[0], rows)
        for seat in range(run.seats):
            columns[OWN_PLIES][row, seat] = 0
        states[0] = columns[STATES][row]
        actor = play_others(columns, row, run, states, dices, rows)


@driver
def play_versus(
    columns: Any, options: Ints, runs: Any, spans: Any, states: Any, dices: Any, rowses: Any,
) -> None:  # fmt: skip
    """Do with each row from span.first to span.end what its flag says."""
    run = runs[0]
    rows = rowses[0]
    shown = states[1:]
    learner = spans[0].learner
    for row in range(spans[0].first, spans[0].end):
        flag = columns[FLAGS][row]
        if flag == LEAVE:
            continue
        clear_result(columns, row, run.seats)
        if flag == BEGIN:
            begin_game(columns, row, options, run, states, dices, rows)
        else:
            code = code_of(columns[STATES][row], int(columns[CHOSEN][row]))
            if code < 0 or why_not(columns[STATES][row], code) != 0:
                columns[FLAGS][row] = ILLEGAL
                columns[DONE][row] = True
                columns[REWARD][row, learner] = -1.0
                continue
            match, ply = columns[MATCHES][row], columns[PLIES][row]
            take_up_at(dices[0], run.seed_low, run.seed_high, match, ply)
            states[0] = columns[STATES][row]
            apply(states[0], code)
            if play_others(columns, row, run, states, dices, rows) == OVER:
                tell_result(columns, row, run.seats, rows)
        tell_row(columns, row, rows, shown)
        if columns[TO_ACT][row] == OVER:
            seen = LOOK(columns[STATES], row, shown, learner)
            encode(seen, learner, columns[OBSERVATION][row])


_compiled: dict[tuple[object, ...], Any] = {}


def _driver(layout: Layout, cast: Cast) -> Any:
    key = *layout.key(), cast.label()
    if key not in _compiled:
        fillings = cast.fillings() | layout.fillings() | {SHOW: show_compiled}
        _compiled[key] = compile_rules(play_versus, fillings, layout.game.name, cast.label())
    return _compiled[key]


class Versus:
    """The rows of such games in memory, shared out among threads."""

    def __init__(
        self,
        layout: Layout,
        cast: Cast,
        seats: int,
        learner: int,
        options: Sequence[int],
        size: int,
    ) -> None:
        own_plies = np.zeros((size, seats), np.int64)
        self.columns = {**layout.columns(size, seats), "own_plies": own_plies}
        self._layout, self._cast = layout, cast
        self._seats, self._learner = seats, learner
        self._options = np.array(options, np.int64)
        self._play = _driver(layout, cast)
        count = min(os.cpu_count() or 1, -(-size // ROWS_A_THREAD))
        edges = [size * i // count for i in range(count + 1)]
        self._spans = [self._span(first, end) for first, end in pairwise(edges)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Go back to before the first match of a seed in each row."""
        run = self._cast.run(self._seats, seed, 0, 0)
        run.kinds[self._learner] = LEARNER
        self._runs = np.zeros(1, dtype_of(type(run)))
        run.write(self._runs[0])
        self.columns["matches"][:] = np.arange(len(self.columns["matches"])) - TWO_TO_32

    def play(self) -> None:
        """Do with each row what its flag says."""
        columns = tuple(self.columns[name] for name in (*COLUMNS, "own_plies"))
        given: list[Any] = [columns, self._options, self._runs]
        if self._pool is None:
            self._play(*given, *self._spans[0])
            return
        jobs = [self._pool.submit(self._play, *given, *span) for span in self._spans]
        for job in jobs:
            job.result()

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _span(self, first: int, end: int) -> tuple[Any, ...]:
        game = self._layout.game
        spans = np.zeros(1, dtype_of(Span))
        spans["first"], spans["end"], spans["learner"] = first, end, self._learner
        state = dtype_of(game.state.State)
        return (
            spans,
            np.zeros(2, state),
            np.zeros(2, dtype_of(Dice)),
            np.zeros(1, dtype_of(rows_of(game))),
        )
