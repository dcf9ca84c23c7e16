"""What chooses for a bot where there is no Python: exported by the module of a game.

They do what `tablee.bots.players` does, with the same functions: same level, same seed, same
position, same move.
"""

from __future__ import annotations

from tablee.bots.policies import best, by_liking, search_seed
from tablee.bots.search import RootMove
from tablee.bots.tree import Workspace
from tablee.kernel.contract import State, legal
from tablee.kernel.dice import WORD, Dice, take_up
from tablee.kernel.rule import driver


@driver
def choose_by_liking(
    states: list[State], dices: list[Dice], works: list[Workspace], slips: int, lapses: int
) -> int:
    """Return the index of the move that the heuristic player makes."""
    s, w = states[0], works[0]
    return by_liking(s, w.moves, legal(s, w.moves), dices[0], w.weights, slips, lapses)


@driver
def begin_search(dices: list[Dice], own: list[Dice]) -> None:
    """Set the dice of a search by the player's own."""
    seed = search_seed(own[0])
    take_up(dices[0], seed & WORD, (seed >> 32) & WORD, 0)


@driver
def most_visited(
    root_moves: list[RootMove], own: list[Dice], works: list[Workspace], count: int
) -> int:
    """Return the index of the move that a search has tried most often; among equals, by lot."""
    w = works[0]
    for i in range(count):
        w.weights[i] = root_moves[i].visits
    return best(w.weights, count, own[0])
