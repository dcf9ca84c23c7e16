"""The games for PettingZoo: turn-based (AEC) environments of any number of players.

The mask of legal actions is `info["action_mask"]`, all zeros but for the agent to act. Agents are
`player_0`, `player_1`, …; an observation counts seats from the agent that looks.
"""

from __future__ import annotations

import secrets
from typing import Any

try:
    import numpy as np
    from gymnasium.spaces import Box, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError as problem:
    raise ImportError(
        "tablee.envs.pettingzoo needs PettingZoo: pip install 'tablee[pettingzoo]'"
    ) from problem

from tablee.envs.table import Table
from tablee.lab.simulate import check_number
from tablee.refusals import Refusal

RENDER_MODES = ("ansi", "human")


class Environment(AECEnv[str, Any, int]):
    """A game as an AEC environment."""

    def __init__(
        self, name: str, *, seats: int, render_mode: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise Refusal("lab.unknown_render", instead=RENDER_MODES, mode=repr(render_mode))
        self.table = Table(name, seats=seats, **options)
        self.metadata = {
            "name": f"tablee_{name}_v{self.table.game.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        low, high = bounds(self.table)
        self.observation_spaces = {
            agent: Box(low, high, dtype=np.int16) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: Discrete(self.table.encoding.ACTIONS) for agent in self.possible_agents
        }
        self._nothing = {"action_mask": np.zeros(self.table.encoding.ACTIONS, np.int8)}
        self._seed = secrets.randbits(63)
        self._match = -1

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of what an agent does."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: match 0 of a seed, or the next match of the seed before."""
        if seed is not None:
            check_number("seed", seed, 0, 2**64 - 1)
            self._seed, self._match = seed, -1
        self._match += 1
        self.table.start(self._seed, self._match)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def step(self, action: int | None) -> None:
        """Play an action of the agent that acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, int | np.integer):
            raise Refusal("lab.not_an_action", value=repr(action))
        self._cumulative_rewards[agent] = 0.0
        self.table.play(int(action))
        self._tell()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """Return what an agent sees."""
        return np.array(self.table.observe(self.possible_agents.index(agent)), np.int16)

    def render(self) -> Any:
        """Return the board as text, or print it; nothing is hidden in it."""
        board = str(self.table.position())
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        """Do nothing: no window is open."""

    def _tell(self) -> None:
        over = self.table.to_act < 0
        self.infos: dict[str, dict[str, Any]] = dict.fromkeys(self.agents, self._nothing)
        won = self.table.rewards()
        self.rewards = dict(zip(self.possible_agents, won, strict=True))
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[self.table.to_act]
        self.infos[self.agent_selection] = {"action_mask": mask(self.table)}


def bounds(table: Table) -> tuple[Any, Any]:
    """Return the lowest and the highest values of an observation."""
    features = table.encoding.FEATURES
    low = [one.lowest for one in features for _ in range(one.length)]
    high = [one.highest for one in features for _ in range(one.length)]
    return np.array(low, np.int16), np.array(high, np.int16)


def mask(table: Table) -> Any:
    """Return 1 for each legal action of the seat to act."""
    legal = np.zeros(table.encoding.ACTIONS, np.int8)
    legal[table.actions()] = 1
    return legal


def env(
    name: str, *, seats: int, render_mode: str | None = None, **options: Any
) -> AECEnv[str, Any, int]:
    """Return a game as an environment; options of the game are keyword arguments.

    An illegal action costs its player 1 and ends the game; `Environment` raises a Refusal.
    """
    game = Environment(name, seats=seats, render_mode=render_mode, **options)
    return OrderEnforcingWrapper(TerminateIllegalWrapper(game, illegal_reward=-1))
