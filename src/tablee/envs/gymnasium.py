"""The games for Gymnasium, one seat against bots: importing this registers `tablee/GAME-v1`.

The mask of legal actions is `info["action_mask"]`. An illegal action loses the game at once, since
the tools of Gymnasium know no masks; `info["illegal"]` tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Discrete
except ImportError as problem:
    raise ImportError(
        "tablee.envs.gymnasium needs Gymnasium: pip install 'tablee[gymnasium]'"
    ) from problem

from tablee.bots.levels import player
from tablee.bots.players import Player
from tablee.discovery import all_games
from tablee.discovery import game as find_game
from tablee.envs.table import Table
from tablee.kernel.dice import dice_for
from tablee.kernel.encoding import EncodePart
from tablee.kernel.engines.policy import OWN_STREAM
from tablee.refusals import Refusal
from tablee.view import check_seat

MOST_SEEDS = 2**63


class AgainstBots(gymnasium.Env[Any, Any]):
    """A game in which one seat is yours and bots play the others."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium reads it

    def __init__(
        self,
        name: str,
        *,
        seats: int = 0,
        seat: int = 0,
        opponents: Sequence[str | Player] = ("casual",),
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        count = seats or find_game(name).seats[0]
        self.table = Table(name, seats=count, **options)
        found = others_of(opponents, seat, count, render_mode)
        self.seat = seat
        self.render_mode = render_mode
        self._bots = [player(one, name) if isinstance(one, str) else one for one in found]
        self._bots.insert(seat, None)
        self.observation_space, self.action_space = spaces(self.table.encoding)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game and play until it is your turn."""
        super().reset(seed=seed)
        match = int(self.np_random.integers(MOST_SEEDS))
        self.table.start(match)
        self._dice = [dice_for(match ^ OWN_STREAM, seat) for seat in range(self.table.seats)]
        self._others()
        if self.table.to_act < 0:  # it ended before the first decision
            return self.reset()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and the others until it is your turn again or the game is over."""
        chosen = int(action)
        if chosen not in self.table.actions():
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self.table.play(chosen)
        self._others()
        over = self.table.to_act < 0
        return self._observation(), self.table.rewards()[self.seat], over, False, self._info()

    def render(self) -> Any:
        """Return the board as text, as your seat sees it."""
        return str(self.table.view(self.seat)) if self.render_mode == "ansi" else None

    def _others(self) -> None:
        table = self.table
        while table.to_act >= 0 and table.to_act != self.seat:
            seat = table.to_act
            bot = self._bots[seat]
            assert bot is not None
            move = bot.choose(table.view(seat), self._dice[seat])
            code = table.game.notation.NOTATION.code(move)
            assert code is not None
            table.play(table.encoding.action_of(table.state, code))

    def _observation(self) -> Any:
        return np.array(self.table.observe(self.seat), np.int16)

    def _info(self) -> dict[str, Any]:
        legal = np.zeros(self.table.encoding.ACTIONS, np.int8)
        legal[self.table.actions()] = 1
        return {"action_mask": legal}


def others_of(opponents: Any, seat: int, seats: int, render_mode: str | None) -> list[Any]:
    """Return who plays each of the other seats; refuse what fits no environment."""
    check_seat(seat + 1 if type(seat) is int else seat, seats)
    if len(opponents) not in (1, seats - 1):
        raise Refusal("lab.how_many_opponents", opponents=seats - 1, count=len(opponents))
    if render_mode not in (None, "ansi"):
        raise Refusal("lab.unknown_render", instead=("ansi",), mode=repr(render_mode))
    return list(opponents) * (seats - 1 if len(opponents) == 1 else 1)


def spaces(encoding: EncodePart) -> tuple[Box, Discrete]:
    """Return the spaces of observations and actions."""
    low, high = (
        np.array(
            [getattr(one, side) for one in encoding.FEATURES for _ in range(one.length)], np.int16
        )
        for side in ("lowest", "highest")
    )
    return Box(low, high, dtype=np.int16), Discrete(encoding.ACTIONS)


def register() -> list[str]:
    """Register all games, and return their ids."""
    ids = []
    for game in all_games():
        ids.append(f"tablee/{game.name}-v{game.rules_version}")
        if ids[-1] not in gymnasium.registry:
            gymnasium.register(
                ids[-1],
                entry_point="tablee.envs.gymnasium:AgainstBots",
                vector_entry_point="tablee.envs.vector:AgainstPolicies",
                kwargs={"name": game.name},
            )
    return ids


IDS = register()
