"""Prove that a move can be undone without having revealed anything.

A seat may take back its latest moves while chance has brought nothing and no other seat has decided
anything since. Besides, the move itself must not have revealed anything hidden:
who holds a card, and shows it, cannot put it back unseen. That is not a list of moves but one
question to the rules, the same for all games.

Take all *worlds* that look alike to a spectator. A move is uninformative if in each of them it is
legal, and if two worlds that looked alike to a viewer before it (any seat, the mover included, or
a spectator) look alike to them after it. The worlds are those of a spectator, and not of the other
seats, so that the answer is the same in all of them: else whether a seat may take back would itself
tell something about the hands of others.

If there is only one such world, nothing is told. Else there are two ways to be sure, both exact:

1. *By what was read.* The worlds differ in nothing but the fields that `observe` and `resample`
   write. The move is made on a record that notes what is read and written. If it read none of those
   fields, it went the same way in every world; if it wrote no field that `observe` looks at, hiding
   comes out as before. So it reveals nothing, whatever is hidden.
2. *By trying all worlds*: every way in which `resample` could choose. Some random ones come first,
   since they soon show a difference if there is one. More worlds than can be tried count as a yes.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from tablee.gamebox import Game
from tablee.kernel.contract import GameState
from tablee.kernel.dice import dice_for, pick, roll
from tablee.kernel.rule import RULES, specialise
from tablee.position import Position

SPECTATOR = -1
RANDOM_WORLDS = 16
MOST_WORLDS = 4000


def reveals(position: Position, code: int) -> bool:
    """Return whether a legal move reveals something to any viewer."""
    return position.game.hides and not (
        _no_other_world(position)
        or proven_by_reading(position, code)
        or proven_by_trying(position, code)
    )


def _no_other_world(position: Position) -> bool:
    """Return whether a spectator sees everything, so that nothing can be revealed."""
    seen = position.view().seen
    if seen != position.state:
        return False
    choices = Choices()
    choices.next_way()
    _choosing(position.game)(seen.copy(), SPECTATOR, choices)
    return not choices.way


# --- by what was read ----------------------------------------------------------------------------


def proven_by_reading(position: Position, code: int) -> bool:
    """Return whether the rules read nothing hidden to play this move."""
    game = position.game
    veil = veil_of(game)
    noted = Noted(position.state)
    assert game.rules.to_act(noted) >= 0
    assert game.rules.why_not(noted, code) == 0
    game.rules.apply(noted, code)
    return not noted.read & veil.hidden and not noted.written & (veil.hidden | veil.looked_at)


class Veil(NamedTuple):
    """The fields in which worlds that look alike may differ, and those that `observe` looks at."""

    hidden: frozenset[str]
    looked_at: frozenset[str]


@cache
def veil_of(game: Game) -> Veil:
    """Return what a game hides, read from the source of its `observe` and `resample`.

    >>> from tablee import all_games
    >>> {game.hides for game in all_games() if veil_of(game).hidden}
    {True}
    """
    fields = game.state.State.fields
    rows = {name for name, field in fields.items() if field.length is not None}
    hidden: set[str] = set()
    looked_at: set[str] = set()
    verbs: tuple[Any, ...] = (game.view.observe, game.view.resample)
    for verb in verbs:
        for function in _with_callees(verb):
            written, mentioned = _fields(function, rows)
            hidden |= written
            if verb is game.view.observe:
                looked_at |= mentioned
    return Veil(frozenset(hidden & set(fields)), frozenset(looked_at & set(fields)))


def _with_callees(function: types.FunctionType) -> list[types.FunctionType]:
    """Return a rule function and all rule functions it calls."""
    found = [function]
    for caller in found:
        for name in caller.__code__.co_names:
            callee = caller.__globals__.get(name)
            if isinstance(callee, types.FunctionType) and callee in RULES and callee not in found:
                found.append(callee)
    return found


def _fields(function: types.FunctionType, rows: set[str]) -> tuple[set[str], set[str]]:
    """Return the fields a rule function may write, and all it mentions."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    written, mentioned = set(), set()
    subscripted = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            subscripted[node.value] = node.ctx
        if isinstance(node, ast.Attribute):
            mentioned.add(node.attr)
            context = subscripted.get(node, node.ctx)
            # A row that isn't indexed here is passed on, and may be written elsewhere.
            handed_on = node.attr in rows and node not in subscripted
            if isinstance(context, ast.Store) or handed_on:
                written.add(node.attr)
    return written, mentioned


class Noted:
    """A copy of a record that tracks which of its fields are read and written."""

    def __init__(self, state: GameState) -> None:
        read: set[str] = set()
        written: set[str] = set()
        values = {
            name: getattr(state, name)
            if field.length is None
            else NotedRow(getattr(state, name), name, read, written)
            for name, field in state.fields.items()
        }
        self.__dict__.update(read=read, written=written, values=values)

    def __getattr__(self, name: str) -> Any:
        value = self.values[name]
        if not isinstance(value, NotedRow):
            self.read.add(name)
        return value

    def __setattr__(self, name: str, value: int) -> None:
        self.written.add(name)
        self.values[name] = value


class NotedRow:
    """A row of such a record."""

    def __init__(self, row: list[int], name: str, read: set[str], written: set[str]) -> None:
        self.row, self.name, self.read, self.written = row, name, read, written

    def __getitem__(self, index: int) -> int:
        self.read.add(self.name)
        return self.row[index]

    def __setitem__(self, index: int, value: int) -> None:
        self.written.add(self.name)
        self.row[index] = value


# --- by trying all worlds ------------------------------------------------------------------------


def proven_by_trying(position: Position, code: int) -> bool:
    """Return whether the move looks alike in every world that a spectator can't tell apart."""
    game = position.game
    after_view: dict[tuple[int, object], object] = {}
    for number, world in enumerate(worlds(position)):
        if number == MOST_WORLDS or game.rules.why_not(world, code) != 0:
            return False
        after = world.copy()
        game.rules.apply(after, code)
        for viewer in range(SPECTATOR, position.seats):
            before_key, after_key = (_seen(position.game, s, viewer) for s in (world, after))
            if after_view.setdefault((viewer, before_key), after_key) != after_key:
                return False
    return True


def _seen(game: Game, state: GameState, viewer: int) -> tuple[object, ...]:
    observed = state.copy()
    game.view.observe(observed, viewer)
    return observed.key()


def worlds(position: Position) -> Iterator[GameState]:
    """Yield all worlds that look like this one to a spectator, with random ones early."""
    seen = position.view().state
    resample_by_choice = _choosing(position.game)
    choices = Choices()
    while choices.next_way():
        at_first = not choices.way
        world = seen.copy()
        resample_by_choice(world, SPECTATOR, choices)
        yield world
        for number in range(RANDOM_WORLDS if at_first and choices.way else 0):
            world = seen.copy()
            position.game.view.resample(world, SPECTATOR, dice_for(number))
            yield world


@cache
def _choosing(game: Game) -> Any:
    """Return the game's `resample`, with `Choices` instead of dice."""
    return specialise(
        game.view.resample,
        {pick: _pick_by_choice, roll: roll_by_choice},
        "choosing",
        lambda function: function,
        lambda table: table,
    )


def _pick_by_choice(choices: Choices, weights: list[int], count: int) -> int:
    return choices.choose([i for i in range(count) if weights[i] > 0])


def roll_by_choice(choices: Choices, sides: int) -> int:
    """Stand in for a roll of the dice, so that every face comes up once."""
    return choices.choose(list(range(sides)))


class Choices:
    """Enumerates all ways to choose, like the digits of a counter."""

    def __init__(self) -> None:
        self.way: list[tuple[list[int], int]] = []  # what could be chosen, and which of it was
        self.step = -1

    def next_way(self) -> bool:
        """Start the next way; return False after the last."""
        first = self.step < 0
        self.step = 0
        while self.way:
            options, chosen = self.way.pop()
            if chosen + 1 < len(options):
                self.way.append((options, chosen + 1))
                return True
        return first

    def choose(self, options: list[int]) -> int:
        """Return the next choice of this way, the first option if it is new."""
        if self.step == len(self.way):
            self.way.append((options, 0))
        known, chosen = self.way[self.step]
        self.step += 1
        return known[chosen]
