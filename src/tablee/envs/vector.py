"""Thousands of games for Gymnasium in compiled code: what `gymnasium.make_vec` makes of our ids.

One seat of each game is yours, and policies play the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tablee.bots.levels import player
from tablee.bots.players import Random, Thumb
from tablee.discovery import game as find_game
from tablee.envs.gymnasium import MOST_SEEDS, others_of, spaces
from tablee.kernel.batch.engine import Layout
from tablee.kernel.batch.versus import BEGIN, ILLEGAL, LEAVE, PLAY, STRAY, Versus
from tablee.kernel.engines.policy import Cast, Policy, WrongPolicy
from tablee.lab.batch import MOST_ROWS
from tablee.lab.encoding import encoding_of
from tablee.lab.policies import NAMED, find_policy
from tablee.lab.simulate import check_number, compile_errors
from tablee.position import Position
from tablee.refusals import Refusal

Opponent = str | Callable[..., Any] | Policy
MODES = tuple(mode.value for mode in AutoresetMode)


class AgainstPolicies(VectorEnv[Any, Any, Any]):
    """Games in which one seat is yours and policies play the others.

    Row *i* plays match *i* of the seed, then match *i* + 2³², and so on, as `tablee.batch` does.
    """

    def __init__(
        self,
        name: str,
        *,
        num_envs: int = 1,
        seats: int = 0,
        seat: int = 0,
        opponents: Sequence[Opponent] = ("casual",),
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._game = find_game(name)
        count = self._game.read_seats(seats or self._game.seats[0])
        self._options = self._game.read_options(options)
        check_number("num_envs", num_envs, 1, MOST_ROWS)
        others = [policy_of(one, name) for one in others_of(opponents, seat, count, render_mode)]
        self.mode = mode_of(autoreset_mode)
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1, "autoreset_mode": self.mode}
        self.num_envs, self.seat, self.render_mode = num_envs, seat, render_mode
        encoding = encoding_of(self._game)
        self.single_observation_space, self.single_action_space = spaces(encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._cast = Cast(self._game, [*others[:seat], others[0], *others[seat:]])
        layout = Layout(self._game, encoding, self._game.hides, by_code=False)
        integers = self._game.integers(self._options)
        self._games = Versus(layout, self._cast, count, seat, integers, num_envs)
        self._columns = self._games.columns
        self._over = np.ones(num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the first game of a seed in each row, or the next one; some, by a `reset_mask`."""
        rows = self._read_mask((options or {}).get("reset_mask"))
        if seed is not None:
            check_number("seed", seed, 0, 2**64 - 1)
            super().reset(seed=seed)
        if seed is not None or not self._begun:
            chosen = int(self.np_random.integers(MOST_SEEDS)) if seed is None else seed
            self._games.seed(chosen)
        self._play(np.where(rows, BEGIN, LEAVE))
        self._begun = True
        self._over[rows] = False
        return self._columns["observation"].copy(), self._info(rows)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each row, and the others until it is your turn again."""
        waiting = self._over.copy()
        if not self._begun or (self.mode == AutoresetMode.DISABLED and waiting.any()):
            raise Refusal("lab.reset_first", row=int(waiting.argmax()))
        self._columns["chosen"][:] = self._read_actions(actions)
        flags = self._play(np.where(waiting, BEGIN, PLAY))
        self._over = self._columns["done"].copy()
        rewards = self._columns["reward"][:, self.seat].astype(np.float64)
        told = self._info(np.ones(self.num_envs, np.bool_), flags == ILLEGAL)
        terminated = self._over.copy()
        if self.mode == AutoresetMode.SAME_STEP and terminated.any():
            told = self._begin_again(terminated, flags == ILLEGAL)
        seen = self._columns["observation"].copy()
        return seen, rewards, terminated, np.zeros(self.num_envs, np.bool_), told

    def render(self) -> Any:
        """Return the boards as text, as your seat sees them."""
        if self.render_mode is None:
            return None
        kind = self._game.state.State
        return tuple(
            str(Position(self._game, self._options, kind.read(one)).view(self.seat + 1))
            for one in self._columns["states"]
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self._games.close()

    def _begin_again(self, over: Any, illegal: Any) -> dict[str, Any]:
        """Begin the next games in the same step; tell how the last ones ended."""
        last = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(over):
            last[row] = self._columns["observation"][row].copy()
        final = {"final_obs": last, "_final_obs": over, "_final_info": over}
        final["final_info"] = self._info(over, illegal)
        self._play(np.where(over, BEGIN, LEAVE))
        self._over[:] = False
        return {**self._info(np.ones(self.num_envs, np.bool_)), **final}

    def _info(self, rows: Any, illegal: Any = False) -> dict[str, Any]:
        """Return the masks of these rows, and which actions were illegal if any were."""
        legal = self._columns["mask"].astype(np.int8)
        legal[~rows] = 0
        told = {"action_mask": legal, "_action_mask": rows.copy()}
        if np.any(illegal):
            told |= {"illegal": illegal, "_illegal": illegal.copy()}
        return told

    def _play(self, flags: Any) -> Any:
        """Do with each row what its flag says; return what has come of it."""
        self._columns["flags"][:] = flags
        with compile_errors(self._cast):
            self._games.play()
        strays = np.flatnonzero(self._columns["flags"] == STRAY)
        if len(strays):
            actor = int(self._columns["to_act"][strays[0]])
            name = self._cast.policies[actor].name
            raise WrongPolicy("lab.stray", name=name, games=len(strays))
        return self._columns["flags"].copy()

    def _read_actions(self, actions: Any) -> Any:
        read = np.asarray(actions)
        if read.shape != (self.num_envs,):
            raise Refusal("lab.wrong_shape", name="actions", shape=read.shape, size=self.num_envs)
        if read.dtype.kind not in "iu":
            raise Refusal("lab.wrong_type", name="actions", kind=read.dtype)
        return read

    def _read_mask(self, mask: Any) -> Any:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        read = np.asarray(mask)
        if read.shape != (self.num_envs,) or read.dtype != np.bool_:
            raise Refusal("lab.wrong_mask", size=self.num_envs)
        return read.copy()


def mode_of(given: str | AutoresetMode) -> AutoresetMode:
    """Return an autoreset mode by its name."""
    try:
        return AutoresetMode(given)
    except ValueError:
        raise Refusal("lab.unknown_autoreset", instead=MODES, mode=repr(given)) from None


def policy_of(given: Opponent, game: str) -> Policy:
    """Return an opponent as a policy; a bot that searches is refused."""
    if isinstance(given, str) and ".py:" not in given:
        found = player(given, game)
        if not isinstance(found, Random | Thumb):
            raise Refusal("lab.needs_sync", instead=NAMED, name=repr(given))
    return find_policy(given, game)
