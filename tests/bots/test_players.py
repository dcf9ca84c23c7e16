"""Bots see nothing but a view, choose legal moves, and are reproducible."""

from __future__ import annotations

from itertools import count

import pytest

import tablee
from bots.positions import decisions
from samples import BOARDS, OPEN
from tablee.bots.heuristics import heuristic_of
from tablee.bots.levels import LEVELS, UnknownPlayer, player
from tablee.bots.players import Player, Random, Searcher, Thinker, Thumb
from tablee.bots.search import Effort, Search, add_up
from tablee.kernel.dice import dice_for
from tablee.kernel.engines.playout import SHARE
from tables import GAMES

PLAYERS: list[Player] = [
    Random(),
    Thumb(),
    Thumb(slips=400, lapses=300),
    Searcher(25),
    Searcher(24, Effort(informed=0), trees=2),
    Thinker(3.0, trees=1, most=20, clock=count().__next__),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", PLAYERS, ids=lambda bot: type(bot).__name__)
def test_a_choice_is_legal_and_reproducible(game: tablee.Game, bot: Player) -> None:
    for position in decisions(game, game.seats[1], seed=3, every=47):
        view = position.view(position.to_act)
        chosen = bot.choose(view, dice_for(5))
        assert chosen in position.moves()
        if not isinstance(bot, Thinker):
            assert bot.choose(view, dice_for(5)) == chosen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", PLAYERS[:5], ids=lambda bot: type(bot).__name__)
def test_a_choice_does_not_depend_on_hidden_information(game: tablee.Game, bot: Player) -> None:
    dice = dice_for(17)
    for position in decisions(game, game.seats[-1], seed=4, every=61):
        seat = position.to_act
        world = position.view(seat).state
        game.view.resample(world, seat - 1, dice)
        elsewhere = tablee.Position(game, position.options, world)
        here = bot.choose(position.view(seat), dice_for(8))
        assert bot.choose(elsewhere.view(seat), dice_for(8)) == here


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_of_any_level_does_not_depend_on_hidden_information(
    game: tablee.Game, level: str
) -> None:
    """Each level is tried at one position of each game."""
    bot = player(level, game.name)
    position = decisions(game, game.seats[1], seed=9, every=31)[1]
    seat = position.to_act
    world = position.view(seat).state
    game.view.resample(world, seat - 1, dice_for(3))
    elsewhere = tablee.Position(game, position.options, world)
    chosen = bot.choose(position.view(seat), dice_for(2))
    assert chosen in position.moves()
    assert bot.choose(elsewhere.view(seat), dice_for(2)) == chosen


@pytest.mark.parametrize("game", GAMES)
def test_heuristic_weights_are_from_1_to_1000_with_a_maximum(game: tablee.Game) -> None:
    for position in decisions(game, game.seats[-1], seed=6, every=7):
        codes = position.codes()
        weights = [0] * max(game.state.MAX_MOVES, len(codes))
        heuristic_of(game).advise(position.view(position.to_act).state, codes, len(codes), weights)
        weights = weights[: len(codes)]
        assert max(weights) == 1000
        assert min(weights) >= 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("horizon", [0, 5])
def test_plain_and_compiled_search_are_the_same(game: tablee.Game, horizon: int) -> None:
    for position in decisions(game, game.seats[0], seed=2, every=61)[:3]:
        view = position.view(position.to_act)
        effort = Effort(informed=500, exploration=600, horizon=horizon, ranks=200)
        fast, slow = (
            Search(view, seed=2**63 + 5, capacity=12, effort=effort, stream=3, engine=engine)
            for engine in ("cpu", "python")
        )
        fast.run(10)
        fast.run(8)  # in portions, and beyond the capacity of the tree
        slow.run(18)
        assert fast.moves() == slow.moves()
        assert fast.plan == slow.plan
        assert fast.plan.simulations == 18
        assert sum(move.visits for move in fast.moves()) == 18


@pytest.mark.parametrize("game", GAMES)
def test_estimates_of_moves_add_up_to_the_whole(game: tablee.Game) -> None:
    position = decisions(game, game.seats[0], seed=2, every=11)[2]
    view = position.view(position.to_act)
    searches = [Search(view, seed=1, capacity=300, stream=stream) for stream in (0, 1)]
    for search in searches:
        search.run(300)
    found = add_up(searches)
    assert [one.code for one in found] == view.codes()
    assert sum(one.visits for one in found) == 600
    chance = sum(one.wins for one in found) / SHARE / 600
    assert view.seat is not None
    overall = (searches[0].wins()[view.seat - 1] + searches[1].wins()[view.seat - 1]) / 2
    assert chance == pytest.approx(overall)
    assert all(0 <= one.wins <= SHARE * one.visits for one in found)
    assert sum(searches[0].wins()) <= 1 + 1e-9


@pytest.mark.parametrize("game", GAMES)
def test_an_evaluation_shares_out_at_most_one_victory(game: tablee.Game) -> None:
    for seats in game.seats[0], game.seats[-1]:
        for position in decisions(game, seats, seed=3, every=7):
            state = position.state
            points, ranks, shares = [0] * seats, [0] * seats, [-1] * seats
            game.rules.score(state, points, ranks)
            heuristic_of(game).outlook(state, points, ranks, shares)
            assert all(0 <= share <= SHARE for share in shares)
            if seats == 2:
                assert SHARE - seats < sum(shares) <= SHARE


def test_a_horizon_ends_rollouts_at_chance() -> None:
    position = decisions(tablee.game(BOARDS), 4, seed=2, every=11)[2]
    plies = {}
    for horizon in (0, 1, 9):
        search = Search(position.view(position.to_act), 1, 50, Effort(horizon=horizon))
        search.run(50)
        plies[horizon] = search.plan.plies
    assert plies[1] < plies[9] < plies[0]


def test_a_time_budget_is_kept() -> None:
    ticks = count()
    view = tablee.game(OPEN).start(seats=4).after("first 1").after("flip 5").after("die 3").view(1)
    bot = Thinker(seconds=6, most=10_000, clock=lambda: next(ticks))
    assert bot.choose(view, dice_for(1)) in ("roll", "stop")
    assert next(ticks) < 12


def test_bots_are_found_by_name() -> None:
    for game in tablee.all_games():
        assert tuple(heuristic_of(game).LADDER)[: len(LEVELS)] == LEVELS
    assert player("random", OPEN) == Random()
    assert player("thumb", BOARDS) == Thumb()
    assert player("search:70", OPEN) == Searcher(70)
    think = player("think:0.5", BOARDS)
    assert isinstance(think, Thinker)
    assert think.seconds == 0.5
    for name in (
        "",
        "grandmaster",
        "search:0",
        "search:x",
        "keeps-four",
        "think:-1",
        "think:nan",
        "think:",
        "search",
    ):
        with pytest.raises(UnknownPlayer) as refused:
            player(name, OPEN)
        assert "gentle" in str(refused.value)
        assert refused.value.text("fr")
