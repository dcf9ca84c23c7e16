"""Many games at once, as arrays, for programs that learn.

>>> import tablee
>>> games = tablee.batch(tablee.all_games()[0].name, size=1000, seats=4, seed=1)
>>> games.mask.shape, games.observation.dtype.name
((1000, 10), 'int16')
>>> for _ in range(50):
...     games.step(games.actions[:, 0])  # the first legal action of each
>>> int(games.done.sum()), sorted(set(games.to_act.tolist()))
(0, [0, 1, 2, 3])

Seats are numbered from 0 in all arrays.
"""

from __future__ import annotations

import copy
from typing import Any

from tablee.discovery import game as find_game
from tablee.gamebox import Game
from tablee.kernel.batch.driver import CHECK, START, STEP, VIEW, WORLD
from tablee.kernel.batch.engine import CpuEngine, Engine, Layout
from tablee.kernel.encoding import Feature
from tablee.lab.encoding import encoding_of
from tablee.lab.simulate import check_number
from tablee.position import Position
from tablee.refusals import Refusal, SeatsOutOfRange

DEVICES = ("cpu", "cuda")
ENCODINGS = ("compact", "codes")
MOST_ROWS = 1 << 24


def make_batch(
    name: str,
    *,
    size: int,
    seats: int,
    seed: int = 0,
    device: str = "cpu",
    auto_reset: bool = True,
    encoding: str = "compact",
    **options: Any,
) -> Batch:
    """Return a batch of games at their first decision; `tablee.batch` is this function."""
    game = find_game(name)
    chosen = game.read_options(options)
    count = game.read_seats(seats)
    check_number("size", size, 1, MOST_ROWS)
    check_number("seed", seed, 0, 2**64 - 1)
    if device not in DEVICES:
        raise Refusal("lab.unknown_device", instead=DEVICES, device=repr(device))
    if encoding not in ENCODINGS:
        raise Refusal("lab.unknown_encoding", instead=ENCODINGS, encoding=repr(encoding))
    layout = Layout(game, encoding_of(game), game.hides, by_code=encoding == "codes")
    integers = game.integers(chosen)
    engine: Engine
    if device == "cuda":
        from tablee.kernel.batch.cuda import CudaEngine

        engine = CudaEngine(layout, size, count, integers, bool(auto_reset))
    else:
        engine = CpuEngine(layout, size, count, integers, bool(auto_reset))
    return Batch(game, chosen, layout, engine, seed=seed)


def mixed(seed: int) -> int:
    """Return a seed that shows no trace of this one, and is that of no other (SplitMix64)."""
    seed = (seed + 0x9E3779B97F4A7C15) % 2**64
    seed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    seed = (seed ^ seed >> 27) * 0x94D049BB133111EB % 2**64
    return seed ^ seed >> 31


class WrongAction(Refusal):
    """An action that is not legal: the first such row, and the paragraph."""


class Batch:
    """Games of one kind, a row each; `tablee.batch` makes it and says what can be chosen."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        layout: Layout,
        engine: Engine,
        *,
        seed: int,
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.size, self.seats = engine.columns["reward"].shape
        self.checked = True  # set it to False to trust all actions
        self._layout = layout
        self._engine = engine
        engine.run(START, seed)

    # --- what there is to see, as arrays of the device -----------------------------------------

    @property
    def to_act(self) -> Any:
        """The seat to act in each game, or -2 where it is over."""
        return self._engine.columns["to_act"]

    @property
    def mask(self) -> Any:
        """Whether each action is legal, for the seat to act."""
        return self._engine.columns["mask"]

    @property
    def actions(self) -> Any:
        """The legal actions side by side; the first `counts` of each row."""
        return self._engine.columns["actions"]

    @property
    def counts(self) -> Any:
        """How many legal actions there are."""
        return self._engine.columns["counts"]

    @property
    def observation(self) -> Any:
        """What the seat to act sees; `features` says what the numbers mean."""
        return self._engine.columns["observation"]

    @property
    def reward(self) -> Any:
        """What the last step brought each seat: at the end, winners share 1 and the others -1."""
        return self._engine.columns["reward"]

    @property
    def done(self) -> Any:
        """Whether the last step ended the game."""
        return self._engine.columns["done"]

    @property
    def points(self) -> Any:
        """The points of each seat in the last game that ended."""
        return self._engine.columns["points"]

    @property
    def ranks(self) -> Any:
        """The rank of each seat in the last game that ended, 1 for the winners."""
        return self._engine.columns["ranks"]

    @property
    def features(self) -> tuple[Feature, ...]:
        """What the numbers of an observation mean, in their order."""
        return encoding_of(self.game).FEATURES

    # --- what can be done ----------------------------------------------------------------------

    def step(self, actions: Any) -> None:
        """Play one action in each game, and what chance brings after it.

        Rows whose game is over are left alone. If the batch is checked, an illegal action raises
        WrongAction before anything is played; else what it does is undefined.
        """
        self._engine.put("chosen", self._row(actions, "actions", "int", "bool", scalar=False))
        if self.checked:
            self._engine.run(CHECK, self.seed)
            flags = self._engine.host("flags")
            if flags.any():
                raise self._wrong_action(int(flags.argmax()))
        self._engine.run(STEP, self.seed)

    def reset(self, mask: Any = True) -> None:
        """Start the next game, with dice of its own, in the rows where the mask is true."""
        self._engine.put("flags", self._row(mask, "mask", "int", "bool"))
        self._engine.run(START, self.seed)

    def observe(self, seat: Any) -> Any:
        """Return what a seat, or another in each row, sees; the next call writes over it."""
        self._ask(seat)
        self._engine.run(VIEW, self.seed)
        return self._engine.columns["views"]

    def resample(self, seat: Any, seed: int = 0) -> None:
        """Put a world in each row that is possible for what a seat sees of it.

        Chance goes on with other dice, so that nothing is known of what was to come.
        """
        check_number("seed", seed, 0, 2**64 - 1)
        self._ask(seat)
        self.seed = mixed(mixed(self.seed) ^ seed)
        self._engine.run(WORLD, self.seed)

    def state(self) -> dict[str, Any]:
        """Return a snapshot of all games."""
        return {"seed": self.seed, **self._engine.snapshot()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go back to a snapshot of this batch, or of one of the same size."""
        columns = self._engine.columns
        fits = state.keys() == {"seed", *columns} and all(
            state[name].shape == column.shape for name, column in columns.items()
        )
        if not fits:
            raise Refusal("lab.wrong_snapshot", title=self.game.title, size=self.size)
        self.seed = state["seed"]
        self._engine.restore({name: value for name, value in state.items() if name != "seed"})

    def host(self, name: str) -> Any:
        """Return one of the arrays in the memory of the host, as NumPy's."""
        return self._engine.host(name)

    def position(self, row: int) -> Position:
        """Return the game of a row as a position."""
        check_number("row", row, 0, self.size - 1)
        record = self.game.state.State.read(self._engine.host("states")[row])
        return Position(self.game, copy.deepcopy(self.options), record)

    # --- inside --------------------------------------------------------------------------------

    def _row(self, values: Any, name: str, *kinds: str, scalar: bool = True) -> Any:
        """Return a row of one of the kinds as it is, and a scalar as Python's; refuse the rest."""
        shape = tuple(getattr(values, "shape", ()))
        if hasattr(values, "item") and not shape:
            values = values.item()
        if shape != (self.size,) and not (scalar and isinstance(values, int)):
            told = shape or type(values).__name__
            raise Refusal("lab.wrong_shape", name=name, shape=told, size=self.size)
        kind = str(values.dtype if shape else type(values).__name__)
        if not any(word in kind for word in kinds):
            raise Refusal("lab.wrong_type", name=name, kind=kind)
        return values

    def _ask(self, seat: Any) -> None:
        seat = self._row(seat, "seat", "int")
        asked = self._engine.read(seat)
        wrong = (asked < 0) | (asked >= self.seats)
        if wrong.any():
            first = int(asked.flat[wrong.argmax()])
            raise SeatsOutOfRange("lab.no_such_seat", seat=first, last=self.seats - 1)
        self._engine.put("asked", seat)

    def _wrong_action(self, row: int) -> WrongAction:
        action = int(self._engine.host("chosen")[row])
        position = self.position(row)
        code = self._layout.code_of(position.state, action)
        legal = code in self.game.notation.NOTATION
        cause = position.refusal(code) if legal else None
        return WrongAction(
            "lab.wrong_action",
            paragraph=cause.paragraph if cause else None,
            instead=position.moves(),
            row=row,
            action=action,
        )
