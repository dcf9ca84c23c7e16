"""OpenSpiel: its random simulation, playthroughs and algorithms work with our games."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import tablee
from samples import BOARDS, HANDS, OPEN, title
from tables import play

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from tablee.envs.openspiel import NAMES, SpielGame, type_of  # noqa: E402

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", NAMES)
def test_the_random_simulation_of_openspiel_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_players_and_options_are_parameters() -> None:
    state = pyspiel.load_game(f"tablee_{OPEN}(players=5,cards_as_dice=True)").new_initial_state()
    assert state.num_players() == 5
    assert state.position.options["cards_as_dice"]
    with pytest.raises(tablee.SeatsOutOfRange):
        pyspiel.load_game(f"tablee_{OPEN}(players=9)")
    with pytest.raises(tablee.Refusal):
        pyspiel.load_game(f"tablee_{BOARDS}(players=3,board=endless)")


def test_a_playthrough_can_be_generated() -> None:
    playthrough: Any = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    text = playthrough.playthrough(f"tablee_{BOARDS}(turn_limit=1)", action_sequence=[])
    assert f'GameType.long_name = "{title(BOARDS)}"' in text
    assert "InformationStateString(0)" in text
    assert "Returns()" in text


def test_regret_finds_the_equilibrium_of_an_endgame() -> None:
    """In the last two turns of a match it matters what is played, and the tree is small."""
    cfr: Any = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploitability: Any = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    tabular: Any = pytest.importorskip("open_spiel.python.policy")
    own, rounds = tablee.game(BOARDS), 12
    options = {"board": "short", "turn_limit": rounds}
    positions: Any = (position for position, _ in play(own, 3, options, seed=3))
    end = next(one for one in positions if one.state.turns == 3 * rounds - 2)
    kind: Any = type("Endgame", (SpielGame,), {"game": own, "kind": type_of(own)})
    game = kind({"players": 3, **options})
    game.start = end
    assert exploitability.nash_conv(game, tabular.UniformRandomPolicy(game)) > 0.4
    solver = cfr.CFRSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.1


def test_sampled_regret_and_tree_search_on_larger_games() -> None:
    mccfr: Any = pytest.importorskip("open_spiel.python.algorithms.outcome_sampling_mccfr")
    mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
    mccfr.OutcomeSamplingSolver(pyspiel.load_game(f"tablee_{BOARDS}(turn_limit=4)")).iteration()
    game = pyspiel.load_game(f"tablee_{OPEN}")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_hidden_cards_are_in_no_string_or_tensor_of_others() -> None:
    """Two matches differ in one card of one hunter, and only that hunter can tell them apart."""
    game = pyspiel.load_game(f"tablee_{HANDS}(players=2)")
    states = [game.new_initial_state() for _ in range(2)]
    while not any(states[0].position.state.held):
        code = states[0].chance_outcomes()[0][0]
        for state in states:
            state.apply_action(code)
    dealt_to = states[0].position.state.turn
    for state, (code, _) in zip(states, states[0].chance_outcomes(), strict=False):
        state.apply_action(code)
    assert states[0].position != states[1].position
    for recall in (False, True):
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
        for player in range(2):
            told = []
            for state in states:
                observer.set_from(state, player)
                numbers = None if observer.tensor is None else observer.tensor.tolist()
                told.append((observer.string_from(state, player), numbers))
            assert (told[0] == told[1]) == (player != dealt_to)


def test_a_process_exits_cleanly_after_playing() -> None:
    code = f"import pyspiel, tablee.envs.openspiel; game = pyspiel.load_game('{NAMES[0]}')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
