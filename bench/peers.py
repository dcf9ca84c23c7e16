"""Moves a second of other game environments, measured on this machine.

OpenSpiel (``pyspiel``): whole random games played inside its C++. Its Python module does not expose
``RandomRolloutEvaluator.evaluate``, but an ``MCTSBot`` allowed a single simulation never leaves the
root: it makes one such evaluation of the state it is given, so one call plays ``n_rollouts`` random
games in C++ on one thread, with no tree plies. That call is timed. The games it plays are not
visible, so their plies are an estimate: ``n_rollouts`` times the mean plies of a random game from
the same state. The mean is over ``PLY_GAMES`` games of OpenSpiel's uniform random bots (the same
policy; ``pyspiel.evaluate_bots``), whose histories are counted; each row's note has its standard
error. A ply is an applied action, chance outcomes (dice) included; the note also says how many
plies a second were players' decisions. Games start after the opening chance moves, so the deal of
hearts is not counted.

rlskyjo: random legal actions through its ``SkyjoGame``, called straight from Python, without the
PettingZoo wrapper around it. One row uses its public API, where the legal actions come only with an
observation; the "mask only" row skips the observation. A turn is two moves, a draw and a placement.

Every figure is the best of ``REPEATS`` repetitions, in wall-clock time.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from time import perf_counter
from typing import Any

REPEATS = 5
PLY_GAMES = 1000
PILOT_ROLLOUTS = 20
SEED = 0

SPIEL_NAME = "OpenSpiel C++ rollouts"
SPIEL_GAMES = {
    "pig (2 players)": "pig(players=2)",
    "pig (4 players)": "pig(players=4)",
    "hearts": "hearts",
    "backgammon": "backgammon",
}
SPIEL_MISSING = "not installed: pip install tablee[peers]"

SKYJO_NAMES = {"rlskyjo": True, "rlskyjo, mask only": False}
SKYJO_PLAYERS = (2, 4)
SKYJO_MISSING = (
    "not installed: pip install tablee[peers], then pip install --no-deps rlskyjo"
    " (its declared requirements pull in ray and torch, which its game does not use)"
)


@dataclass(frozen=True)
class Peer:
    """A game of a peer; ``moves_per_second`` is None where it could not be measured."""

    name: str
    game: str
    moves_per_second: float | None
    note: str


def _silent(_: str) -> None:
    """Report no progress."""


def measure(seconds: float = 3.0, progress: Callable[[str], None] = _silent) -> list[Peer]:
    """Measure every peer, about ``seconds`` a figure; a failure gives a row with the reason."""
    figures = [
        (SPIEL_NAME, game, SPIEL_MISSING, partial(_spiel, spec, seconds))
        for game, spec in SPIEL_GAMES.items()
    ] + [
        (name, f"skyjo ({players} players)", SKYJO_MISSING, partial(_skyjo, players, obs, seconds))
        for name, obs in SKYJO_NAMES.items()
        for players in SKYJO_PLAYERS
    ]
    rows = []
    for name, game, missing, figure in figures:
        progress(f"{name}: {game}")
        try:
            rows.append(Peer(name, game, *figure()))
        except ModuleNotFoundError:
            rows.append(Peer(name, game, None, missing))
        except Exception as error:  # an installed peer may break in any way: its row says how
            rows.append(Peer(name, game, None, f"failed: {type(error).__name__}: {error}"))
    return rows


def _spiel(spec: str, seconds: float) -> tuple[float, str]:
    """Return the plies a second of OpenSpiel's C++ rollouts, and a note on the estimate."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game(spec)
    state = _after_chance(game.new_initial_state(), random.Random(SEED))
    plies, error, decisions = _plies(spiel, game, state)

    def rollouts_per_second(rollouts: int, seed: int) -> float:
        evaluator = spiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
        bot = spiel.MCTSBot(
            game,
            evaluator,
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=1,
            solve=False,
            seed=seed,
            verbose=False,
        )
        start = perf_counter()
        bot.mcts_search(state)
        return rollouts / (perf_counter() - start)

    pilot = rollouts_per_second(PILOT_ROLLOUTS, SEED)
    rollouts = max(PILOT_ROLLOUTS, round(pilot * seconds / REPEATS))
    rate = plies * max(rollouts_per_second(rollouts, SEED + 1 + i) for i in range(REPEATS))
    return rate, (
        f"{plies:.1f} ± {error:.1f} plies a game after the opening chance moves;"
        f" {rate * decisions:,.0f} decisions/s, the rest chance"
    )


def _after_chance(state: Any, rng: random.Random) -> Any:
    """Play the chance moves that open the game."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    return state


def _plies(spiel: Any, game: Any, state: Any) -> tuple[float, float, float]:
    """Return the mean plies of a random game from ``state``, the standard error, and decisions per
    ply.
    """
    bots = [spiel.make_uniform_random_bot(p, SEED + p) for p in range(game.num_players())]
    opening = len(state.full_history())
    lengths = []
    decisions = 0
    for seed in range(PLY_GAMES):
        end = state.clone()
        spiel.evaluate_bots(end, bots, seed)
        moves = end.full_history()[opening:]
        lengths.append(len(moves))
        decisions += sum(move.player >= 0 for move in moves)
    error = statistics.stdev(lengths) / math.sqrt(PLY_GAMES)
    return statistics.fmean(lengths), error, decisions / sum(lengths)


def _skyjo(players: int, observations: bool, seconds: float) -> tuple[float, str]:
    """Return the moves a second of rlskyjo's game under random legal play."""
    numpy: Any = import_module("numpy")
    game: Any = import_module("rlskyjo.game.skyjo").SkyjoGame(num_players=players)
    game.set_seed(SEED)
    rng = random.Random(SEED)

    def play() -> int:
        game.reset()
        moves = 0
        while not game.is_terminated:
            player, phase = game.expected_action
            if observations:
                mask = game.collect_observation(player)[1]
            else:
                mask = game._jit_action_mask(game.players_masked, player, phase)
            legal = numpy.flatnonzero(mask)
            game.act(player, int(legal[int(rng.random() * len(legal))]))
            moves += 1
        return moves

    def moves_per_second() -> float:
        moves = 0
        start = perf_counter()
        while (elapsed := perf_counter() - start) < seconds / REPEATS or not moves:
            moves += play()
        return moves / elapsed

    play()  # compiles what numba has to
    rate = max(moves_per_second() for _ in range(REPEATS))
    return rate, "with an observation a move" if observations else "legal actions, no observation"


def main() -> None:
    """Print the figures as a table, or as JSON."""
    parser = argparse.ArgumentParser(description="Moves a second of peers, on this machine.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each figure")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    peers = measure(options.seconds, lambda line: print(line, file=sys.stderr))
    if options.json:
        print(json.dumps([asdict(peer) for peer in peers], indent=2, ensure_ascii=False))
        return
    print(f"{'peer':24}{'game':20}{'moves/s':>14}  note")
    for peer in peers:
        rate = "-" if peer.moves_per_second is None else f"{peer.moves_per_second:,.0f}"
        print(f"{peer.name:24}{peer.game:20}{rate:>14}  {peer.note}")


if __name__ == "__main__":
    main()
