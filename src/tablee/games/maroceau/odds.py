"""Maroc'eau: what a hidden card is worth, which cards help, and whether haste is punished.

Draws are counted exactly from the cards that the seat has not seen. What becomes of the round after
a seat ends it is simulated, with moves of the heuristic.
"""

from __future__ import annotations

from tablee.bots.contract import at_rest
from tablee.bots.heuristics import instance_of
from tablee.bots.tree import ROOT, WORLD, Workspace, step, workspace_of
from tablee.coach.odds import Coaching
from tablee.kernel.actors import OVER
from tablee.kernel.contract import apply, resample, to_act
from tablee.kernel.dice import Dice, dice_for, take_up
from tablee.kernel.engines.copying import COPY
from tablee.kernel.engines.instance import row_of
from tablee.kernel.record import Record, int64
from tablee.kernel.rule import entry
from tablee.show.saying import Chance, Count, Each, Odd, Saying, Seat
from tablee.view import View

from . import rules
from .grids import face_down, round_points, visible_points
from .notation import GRID
from .state import (
    COLUMNS,
    FACE_DOWN,
    HIGHEST,
    KINDS,
    LOWEST,
    MAX_MOVES,
    NO_CARD,
    PLACES,
    ROWS,
    Code,
    Phase,
    State,
)

COACHING = Coaching(advice=30_000, review=2_200_000)
RISKY = 0.3  # from here on, the risk of being doubled speaks against ending the round


def seen(view: View) -> State:
    """Return the record of a view."""
    state = view.state
    assert isinstance(state, State)
    return state


def odds(view: View, seed: int = 0, simulations: int = 0) -> list[Odd]:
    """Return what matters in a position, whatever is played."""
    s = seen(view)
    found = [Odd("coach.maroceau_mean", {"mean": Count("points", mean_hidden(s))})]
    values: dict[str, object]
    if s.phase == Phase.CHOOSE:
        values = {"card": s.top, "chance": Chance(chance_below(s, s.top))}
        found.append(Odd("coach.maroceau_draw_below", values))
    for column in range(COLUMNS):
        value = pair_in(s, s.turn, column)
        if value is not None and value > 0:
            values = {"column": "abcd"[column], "card": value, "left": left_of(s, value)}
            found.append(Odd("coach.maroceau_pair", values))
    totals = [
        Saying("coach.maroceau_estimate", {"seat": Seat(seat + 1), "points": estimate(s, seat)})
        for seat in range(s.seats)
    ]
    found.append(Odd("coach.maroceau_estimates", {"totals": Each(tuple(totals))}))
    return found


def move_odds(view: View, code: int, seed: int = 0, simulations: int = 400) -> list[Odd]:
    """Return what matters about one move."""
    s = seen(view)
    grid = s.turn * PLACES
    if code == Code.TAKE:
        found = take_odds(s)
    elif code == Code.DRAW:
        found = draw_odds(s)
    elif code == Code.DROP:
        values = {"card": s.hand, "mean": mean_hidden(s)}
        found = [Odd("coach.maroceau_drop", values, weight=30)]
    elif code >= Code.SWAP:
        found = swap_odds(s, grid + code - Code.SWAP, s.hand)
    else:
        found = flip_odds(s, grid + code - Code.FLIP)
    if ends_round(s, code):
        found += ending_odds(view, code, seed, simulations)
    return found


# --- counting cards ------------------------------------------------------------------------------


def mean_hidden(s: State) -> float:
    """Return the mean of a face-down card, which is that of the unseen cards [W50]."""
    return mean_of_pool(s.unseen)


def mean_of_pool(pool: list[int]) -> float:
    """Return the mean of a pool of cards."""
    number = sum(pool)
    return sum(count * (i + LOWEST) for i, count in enumerate(pool)) / number if number else 0.0


def drawn_pool(before: State) -> list[int]:
    """Count the cards by kind that the next draw may bring, after a reshuffle if one is due."""
    s = before.copy()
    rules.apply(s, Code.DRAW)
    codes, weights = [0] * MAX_MOVES, [0] * MAX_MOVES
    count = rules.chance(s, codes, weights)
    pool = [0] * KINDS
    for code, weight in zip(codes[:count], weights[:count], strict=True):
        pool[code - Code.CARD] = weight
    return pool


def chance_below(s: State, card: int) -> float:
    """Return the chance that a drawn card is lower than another."""
    pool = drawn_pool(s)
    return sum(pool[: card - LOWEST]) / sum(pool)


def left_of(s: State, value: int) -> int:
    """Count the cards of a value still to come: unseen, or in a reshuffled pile."""
    return int(s.unseen[value - LOWEST] + s.pile[value - LOWEST])


def estimate(s: State, seat: int) -> float:
    """Return the points of a seat in this round as it looks now, hidden cards at their mean."""
    return float(visible_points(s, seat) + mean_hidden(s) * face_down(s, seat))


def column_of(s: State, seat: int, column: int) -> list[int]:
    """Return the three cards of a column."""
    first = seat * PLACES + column * ROWS
    return list(s.grid[first : first + ROWS])


def pair_in(s: State, seat: int, column: int) -> int | None:
    """Return the value of two equal open cards in a column; None if there are none."""
    cards = column_of(s, seat, column)
    for card in cards:
        if card <= HIGHEST and cards.count(card) == ROWS - 1:
            return card
    return None


def worth(s: State, card: int) -> float:
    """Return what a card costs in a grid, a hidden one its mean."""
    if card == NO_CARD:
        return 0.0
    return mean_hidden(s) if card == FACE_DOWN else float(card)


def completes(s: State, place: int, card: int) -> bool:
    """[W23] Return whether a card in this place makes its column three of a kind."""
    first = place - place % ROWS
    others = [s.grid[p] for p in range(first, first + ROWS) if p != place]
    return all(other == card for other in others)


# --- moves ---------------------------------------------------------------------------------------


def own_places(s: State) -> list[int]:
    """Return the places of the seat at turn that still have a card."""
    grid = range(s.turn * PLACES, (s.turn + 1) * PLACES)
    return [place for place in grid if s.grid[place] != NO_CARD]


def take_odds(s: State) -> list[Odd]:
    """Return what the open card is good for."""
    done = [place for place in own_places(s) if completes(s, place, s.top)]
    if done:
        place = max(done, key=lambda p: worth(s, s.grid[p]))
        column = "abcd"[place % PLACES // ROWS]
        values = {
            "card": s.top,
            "column": column,
            "saves": Count("points", column_saving(s, place)),
        }
        return [Odd("coach.maroceau_take_column", values, weight=80)]
    worst = max(own_places(s), key=lambda p: worth(s, s.grid[p]))
    saves = worth(s, s.grid[worst]) - s.top
    values = {"card": s.top, "saves": Count("points", saves), "place": GRID[worst % PLACES]}
    if saves <= 0:
        return [Odd("coach.maroceau_take_nothing", values, weight=-60)]
    return [Odd("coach.maroceau_take", values, weight=40 + 2 * saves)]


def draw_odds(s: State) -> list[Odd]:
    """Return what a card from the pile may bring."""
    pool = drawn_pool(s)
    below = chance_below(s, s.top)
    values = {"card": s.top, "chance": Chance(below), "mean": mean_of_pool(pool)}
    found = [Odd("coach.maroceau_draw", values, weight=50 if below > 0.5 else -50)]
    wanted = {pair_in(s, s.turn, column) for column in range(COLUMNS)} - {None}
    helping = sum(pool[value - LOWEST] for value in wanted if value is not None and value > 0)
    if helping:
        chance = helping / sum(pool)
        values = {"cards": helping, "chance": Chance(chance)}
        found.append(Odd("coach.maroceau_draw_column", values, weight=20 + 100 * chance))
    return found


def column_saving(s: State, place: int) -> float:
    """Return what is saved when a column is removed: all that it costs now."""
    first = place - place % ROWS
    return sum(worth(s, s.grid[p]) for p in range(first, first + ROWS))


def swap_odds(s: State, place: int, card: int) -> list[Odd]:
    """Return what it saves to put the card in hand into a place."""
    replaced = s.grid[place]
    column = "abcd"[place % PLACES // ROWS]
    values: dict[str, object] = {"card": card, "place": GRID[place % PLACES], "column": column}
    if completes(s, place, card):
        values["saves"] = Count("points", column_saving(s, place))
        return [Odd("coach.maroceau_completes", values, weight=90)]
    saves = worth(s, replaced) - card
    values |= {"replaced": replaced, "mean": mean_hidden(s), "saves": Count("points", abs(saves))}
    hidden = "_hidden" if replaced == FACE_DOWN else ""
    verb, sign = ("saves", 1) if saves >= 0 else ("costs", -1)
    weight = sign * (40 + 2 * abs(saves))
    found = [Odd(f"coach.maroceau_{verb}{hidden}", values, weight)]
    first = place - place % ROWS
    others = [s.grid[p] for p in range(first, first + ROWS) if p != place]
    if others.count(card) == 1 and card > 0:
        values = {"column": column, "card": card, "left": left_of(s, card)}
        found.append(Odd("coach.maroceau_makes_pair", values, weight=30 + left_of(s, card)))
    if replaced <= HIGHEST and replaced > 0 and others.count(replaced) == 1:
        values = {"column": column, "card": replaced}
        found.append(Odd("coach.maroceau_breaks_pair", values, weight=-45))
    return found


def flip_odds(s: State, place: int) -> list[Odd]:
    """Return what turning a hidden card may bring."""
    column = place % PLACES // ROWS
    value = pair_in(s, s.turn, column)
    if value is None:
        values: dict[str, object] = {"place": GRID[place % PLACES], "mean": mean_hidden(s)}
        return [Odd("coach.maroceau_flip", values, weight=20)]
    likely = Chance(s.unseen[value - LOWEST] / sum(s.unseen))
    values = {"column": "abcd"[column], "card": value, "chance": likely}
    return [Odd("coach.maroceau_flip_pair", values, weight=50)]


# --- ending the round ----------------------------------------------------------------------------


def ends_round(s: State, code: int) -> bool:
    """[W30] Return whether a move turns, or forces turning, the last hidden card of the seat."""
    if s.ended_by != 0 or face_down(s, s.turn) != 1:
        return False
    if code >= Code.SWAP:
        return bool(s.grid[s.turn * PLACES + code - Code.SWAP] == FACE_DOWN)
    return code == Code.DROP or s.phase == Phase.TURN_ONE


class Ending(Record):
    """What became of a round that a seat ended."""

    doubled: int = int64()  # how often the seat was [W34]
    points: int = int64()  # of the seat, in all


@entry
def round_ahead(
    states: list[State],
    dices: list[Dice],
    endings: list[Ending],
    works: list[Workspace],
    seat: int,
    code: int,
    count: int,
) -> None:
    """Play the round to its end, so many times."""
    dice, found = dices[0], endings[0]
    for number in range(count):
        take_up(dice, dice.seed_low, dice.seed_high, number)
        COPY(states, WORLD, ROOT)
        s = states[WORLD]
        resample(s, seat, dice)
        apply(s, code)
        while to_act(s) != OVER and at_rest(s) == 0:
            step(s, dice, works[0])
        points = round_points(s, seat)
        found.doubled += 1 if points != s.last_points[seat] else 0
        found.points += points


def ending_odds(view: View, code: int, seed: int, simulations: int) -> list[Odd]:
    """Return the risk of being doubled if the seat ends the round by this move, and its points."""
    if simulations < 1:
        return []
    s, game = seen(view), view.game
    instance = instance_of(game)
    row = instance.rows(Ending, 1)
    instance.run(
        round_ahead, row_of(instance, s, s), row_of(instance, dice_for(seed)), row,
        instance.rows(workspace_of(game), 1), s.turn, code, simulations,
    )  # fmt: skip
    ending = row[0]
    risk = ending.doubled / simulations
    values = {"chance": Chance(risk), "points": Count("points", ending.points / simulations)}
    weight = 60.0 if risk < RISKY else -70 - 20 * risk
    return [Odd("coach.maroceau_ends", values, weight, exact=False)]
