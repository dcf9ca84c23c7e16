"""Many games side by side, one a row: what steps them, on a CPU and on a GPU.

Chance is resolved inside. Row i plays match number i, and after it i + 2³², i + 2 · 2³², …, with
the dice that every other driver throws for these numbers; so a row depends neither on the others
nor on how they are shared out among threads.
"""

from __future__ import annotations

from typing import Any

from ..actors import CHANCE, OVER
from ..contract import apply, chance, legal, observe, resample, score, setup, to_act, why_not
from ..dice import TWO_TO_32, WORD, philox, pick, take_up
from ..encoding import action_of, code_of, encode
from ..record import Ints, Record, int64
from ..rule import Slot, driver

LOOK: Any = Slot()  # gives the record of a row as a seat sees it

# The columns of a batch: the rows of each game, and what is returned of them.
COLUMNS = (
    "states", "matches", "plies",
    "to_act", "done", "reward", "points", "ranks", "counts", "actions", "mask", "observation",
    "chosen", "flags", "asked", "views",
)  # fmt: skip
(
    STATES, MATCHES, PLIES,
    TO_ACT, DONE, REWARD, POINTS, RANKS, COUNTS, ACTIONS_AT, MASK, OBSERVATION,
    CHOSEN, FLAGS, ASKED, VIEWS,
) = range(16)  # fmt: skip

# What is done with the rows.
START, STEP, CHECK, VIEW, WORLD = range(5)


class Plan(Record):
    """What is done with which rows."""

    task: int = int64()
    first: int = int64()
    end: int = int64()
    stride: int = int64()
    seats: int = int64()
    seed_low: int = int64()
    seed_high: int = int64()
    again: int = int64()  # 1: a game that is over is followed by the next one at once


@driver
def look_open(states: Any, row: int, shown: Any, seat: int) -> Any:
    """Hide nothing: the state itself is what a seat sees."""
    return states[row]


@driver
def look_hiding(states: Any, row: int, shown: Any, seat: int) -> Any:
    """Return a copy without what the seat may not know, in compiled code."""
    shown[0] = states[row]
    observe(shown[0], seat)
    return shown[0]


@driver
def same_action(s: Any, code: int) -> int:
    """Return the code as its own action."""
    return code


@driver
def take_up_at(dice: Any, seed_low: int, seed_high: int, match: int, ply: int) -> None:
    """Set the dice to some ply of a match."""
    take_up(dice, seed_low, seed_high, match)
    dice.ply = ply
    if ply & 3 != 0:
        low, high = match & WORD, (match >> 32) & WORD
        philox(low, high, ply >> 2, 0, dice.seed_low, dice.seed_high, dice.words)


@driver
def settle(s: Any, dice: Any, moves: Ints, weights: Ints) -> int:
    """Play outcomes of chance until a seat is to act or the game is over; return the actor."""
    actor = to_act(s)
    while actor == CHANCE:
        apply(s, moves[pick(dice, weights, chance(s, moves, weights))])
        actor = to_act(s)
    return actor


@driver
def start_row(columns: Any, row: int, options: Ints, plan: Any, dice: Any, rows: Any) -> None:
    """Begin the next match of the row."""
    s = columns[STATES][row]
    columns[MATCHES][row] += TWO_TO_32
    setup(s, plan.seats, options)
    take_up(dice, plan.seed_low, plan.seed_high, columns[MATCHES][row])
    settle(s, dice, rows.moves, rows.weights)
    columns[PLIES][row] = dice.ply


@driver
def clear_result(columns: Any, row: int, seats: int) -> None:
    """Set the result of a row to not done, with no reward."""
    columns[DONE][row] = False
    for seat in range(seats):
        columns[REWARD][row, seat] = 0.0


@driver
def tell_result(columns: Any, row: int, seats: int, rows: Any) -> None:
    """Write the result of a game that is over: 1 is shared by the winners, and lost by the rest."""
    points = rows.points
    ranks = rows.ranks
    score(columns[STATES][row], points, ranks)
    winners = 0
    for seat in range(seats):
        if ranks[seat] == 1:
            winners += 1
    columns[DONE][row] = True
    for seat in range(seats):
        columns[POINTS][row, seat] = points[seat]
        columns[RANKS][row, seat] = ranks[seat]
        reward = 0.0
        if winners != 0 and ranks[seat] == 1:
            reward = (seats - winners) / (winners * (seats - 1))
        elif winners != 0:
            reward = -1.0 / (seats - 1)
        columns[REWARD][row, seat] = reward


@driver
def tell_row(columns: Any, row: int, rows: Any, shown: Any) -> None:
    """Write the actor, the legal actions and the observation."""
    s = columns[STATES][row]
    moves = rows.moves
    for i in range(columns[COUNTS][row]):
        columns[MASK][row, columns[ACTIONS_AT][row, i]] = False
    actor = to_act(s)
    count = 0
    if actor >= 0:
        count = legal(s, moves)
        for i in range(count):
            action = action_of(s, moves[i])
            columns[ACTIONS_AT][row, i] = action
            columns[MASK][row, action] = True
    columns[TO_ACT][row] = actor
    columns[COUNTS][row] = count
    seat = max(actor, 0)
    encode(LOOK(columns[STATES], row, shown, seat), seat, columns[OBSERVATION][row])


@driver
def step_row(columns: Any, row: int, options: Ints, plan: Any, dice: Any, rows: Any) -> None:
    """Play the chosen action and what chance brings after it."""
    s = columns[STATES][row]
    apply(s, code_of(s, int(columns[CHOSEN][row])))
    actor = to_act(s)
    if actor == CHANCE:
        match, ply = columns[MATCHES][row], columns[PLIES][row]
        take_up_at(dice, plan.seed_low, plan.seed_high, match, ply)
        actor = settle(s, dice, rows.moves, rows.weights)
        columns[PLIES][row] = dice.ply
    clear_result(columns, row, plan.seats)
    if actor == OVER:
        tell_result(columns, row, plan.seats, rows)
        if plan.again != 0:
            start_row(columns, row, options, plan, dice, rows)


@driver
def run_rows(columns: Any, options: Ints, plans: Any, dices: Any, rowses: Any, shown: Any) -> None:
    """Do the task of the plan with its rows."""
    plan = plans[0]
    dice = dices[0]
    rows = rowses[0]
    task = plan.task
    for row in range(plan.first, plan.end, plan.stride):
        if task == STEP:
            if columns[TO_ACT][row] >= 0:
                step_row(columns, row, options, plan, dice, rows)
                tell_row(columns, row, rows, shown)
            else:
                for seat in range(plan.seats):
                    columns[REWARD][row, seat] = 0.0
        elif task == START:
            if columns[FLAGS][row] != 0:
                start_row(columns, row, options, plan, dice, rows)
                clear_result(columns, row, plan.seats)
                tell_row(columns, row, rows, shown)
        elif task == CHECK:
            columns[FLAGS][row] = 0
            if columns[TO_ACT][row] >= 0:
                code = code_of(columns[STATES][row], int(columns[CHOSEN][row]))
                if code < 0 or why_not(columns[STATES][row], code) != 0:
                    columns[FLAGS][row] = 1
        elif task == VIEW:
            seat = int(columns[ASKED][row])
            encode(LOOK(columns[STATES], row, shown, seat), seat, columns[VIEWS][row])
        else:
            seat = int(columns[ASKED][row])
            take_up(dice, plan.seed_low, plan.seed_high, columns[MATCHES][row])
            observe(columns[STATES][row], seat)
            resample(columns[STATES][row], seat, dice)
            columns[PLIES][row] = dice.ply
            tell_row(columns, row, rows, shown)
