"""Bots and coach search the same tree on every engine: node by node, sum by sum."""

from __future__ import annotations

import random

import pytest

import tablee
from tablee.bots.levels import player
from tablee.bots.players import Searcher
from tablee.bots.search import Effort, Search
from tablee.bots.tree import Node
from tablee.coach.advice import advise, distinguishing
from tables import GAMES

pytestmark = pytest.mark.slow


def decision(game: tablee.Game, seats: int, asked: int, seed: int) -> tablee.View:
    """Return the view of the seat to act, so many choices into a random match."""
    lot = random.Random(seed)
    position, left = game.start(seats=seats), asked
    while left or position.to_act < 0 or len(position.moves()) < 2:
        chance = position.to_act == tablee.CHANCE
        left -= not chance and left > 0
        position = position.after(lot.choice(list(position.chances() or position.moves())))
        if position.to_act == tablee.OVER:
            position, left = game.start(seats=seats), asked
    return position.view(seat=position.to_act)


def grown(view: tablee.View, effort: Effort, engine: str) -> tuple[object, ...]:
    """Return the whole tree of a search in two parts, with its sums and estimates."""
    count = 150
    search = Search(view, 3, count, effort, stream=2, engine=engine)
    search.run(50)
    search.run(count - 50)
    assert search.plan.simulations == count
    nodes = [search.node(i) for i in range(search.plan.nodes)]
    assert all(isinstance(node, Node) for node in nodes)
    return search.plan, nodes, search.moves(), search.wins()


@pytest.mark.parametrize("game", GAMES)
def test_search_trees_are_identical(game: tablee.Game) -> None:
    master = player("master", game.name)
    assert isinstance(master, Searcher)
    for seats in (game.seats[0], game.seats[-1]):
        view = decision(game, seats, 7, seed=seats)
        for effort in (Effort(informed=500), master.effort):
            assert grown(view, effort, "wasm") == grown(view, effort, "cpu")


@pytest.mark.parametrize("game", GAMES)
def test_plain_python_searches_the_same_tree(game: tablee.Game) -> None:
    view = decision(game, game.seats[0], 7, seed=1)
    effort = Effort(horizon=6)
    assert grown(view, effort, "wasm") == grown(view, effort, "python")


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_gives_the_same_advice(
    game: tablee.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = decision(game, game.seats[0], 12, seed=4)
    said = []
    for engine in ("cpu", "wasm"):
        monkeypatch.setenv("TABLEE_ENGINE", engine)
        advice = advise(view, simulations=400, seed=9)
        said.append((advice, distinguishing(advice)))
    assert said[0] == said[1]
