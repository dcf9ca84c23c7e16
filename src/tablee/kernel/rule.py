"""`@rule`: functions of the rulebook, written once and run at three speeds.

A rule function is plain Python and stays callable as such. `specialise` makes a copy of it, and of
all it calls, for another speed: each function's globals are replaced one by one, so that nothing
is a closure and Numba's disk cache keeps working.
`docs/explanation/dialect.md` defines what a rule function may contain, and
`tests/test_dialect.py` checks it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

RULES: dict[types.FunctionType, None] = {}
"""Every rule function there is, in the order of definition (a dict, used as an ordered set)."""


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Marks a function as part of a rulebook; it must keep to the dialect."""
    assert isinstance(function, types.FunctionType)
    RULES[function] = None
    return function


DRIVERS: dict[types.FunctionType, None] = {}
"""Functions that drive games and are specialised with the rules, but are no rules themselves."""


def driver(function: Callable[P, R]) -> Callable[P, R]:
    """Marks a function that plays games: it may use floats, and must compile as rules do."""
    assert isinstance(function, types.FunctionType)
    DRIVERS[function] = None
    return function


class Table(tuple[int, ...]):
    """A frozen row of numbers: geometry, card counts. Compiled, it becomes a constant array."""

    __slots__ = ()


def table(numbers: Iterable[int]) -> Table:
    """A frozen table that rule functions may index."""
    return Table(numbers)


class Slot:
    """Stands in a driver for something that is known only when it is made for a game."""


def specialise(
    function: Callable[..., Any],
    fillings: Mapping[Any, Any],
    prefix: str,
    convert: Callable[[types.FunctionType], Any],
    convert_table: Callable[[Table], Any],
) -> Any:
    """A copy of `function`, and of every rule function it calls, made for one game and one speed.

    `fillings` says what takes the place of the verbs of the contract and of slots; `convert` is
    applied to each copied function (nothing for plain Python, a compiler otherwise).
    """
    done: dict[types.FunctionType, Any] = {}

    def copy(original: types.FunctionType) -> Any:
        if original in done:
            return done[original]
        space: dict[str, Any] = {"__builtins__": original.__globals__["__builtins__"]}
        for name in original.__code__.co_names:
            if name not in original.__globals__:
                continue  # a built-in, or the name of a field
            value = original.__globals__[name]
            if isinstance(value, types.FunctionType | Slot):
                value = fillings.get(value, value)
            if isinstance(value, Table):
                value = convert_table(value)
            elif isinstance(value, types.FunctionType) and (value in RULES or value in DRIVERS):
                value = copy(value)
            space[name] = value
        space["__name__"] = original.__module__
        twin = types.FunctionType(
            original.__code__, space, original.__name__, original.__defaults__
        )
        twin.__qualname__ = f"{prefix}.{original.__qualname__}"  # names the cache file
        twin.__module__ = original.__module__
        twin.__doc__ = original.__doc__
        done[original] = convert(twin)
        return done[original]

    assert isinstance(function, types.FunctionType)
    return copy(function)
