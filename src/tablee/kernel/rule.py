"""`@rule`: functions of the rulebook, written once and run at three speeds.

A rule function is plain Python and stays callable as such. `specialise` makes a copy of it, and of
all it calls, for another speed: each function's globals are replaced one by one, so that nothing
is a closure and Numba's disk cache keeps working.
`docs/explanation/dialect.md` defines what a rule function may contain, and
`tablee.kernel.dialect` checks it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ParamSpec, TypeVar

from .inline import inlined

P = ParamSpec("P")
R = TypeVar("R")

RULES: dict[types.FunctionType, None] = {}
"""Every rule function there is, in the order of definition (a dict, used as an ordered set)."""


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as part of a rulebook; it must keep to the dialect."""
    assert isinstance(function, types.FunctionType)
    RULES[function] = None
    return function


DRIVERS: dict[types.FunctionType, None] = {}
"""Functions that drive games and are specialised with the rules, but are no rules themselves."""


def driver(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that plays games: it may use floats, and must compile as rules do."""
    assert isinstance(function, types.FunctionType)
    DRIVERS[function] = None
    return function


ENTRIES: dict[types.FunctionType, None] = {}
"""Drivers that are called from outside: those that a compiled module exports."""


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a driver that the program runs on an instance; all its parameters are annotated."""
    assert isinstance(function, types.FunctionType)
    ENTRIES[function] = None
    return driver(function)


POLICIES: dict[types.FunctionType, None] = {}
"""Functions that choose moves, and their helpers."""


def policy(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that chooses moves, or a helper of one: the dialect of rules, with floats."""
    assert isinstance(function, types.FunctionType)
    POLICIES[function] = None
    return function


class Table(tuple[int, ...]):
    """A frozen row of numbers: geometry, card counts. Compiled, it becomes a constant array."""

    __slots__ = ()


def table(numbers: Iterable[int]) -> Table:
    """Return a frozen table that rule functions may index."""
    return Table(numbers)


class Slot:
    """Stands in a driver for something that is known only when it is made for a game."""


Copies = dict[tuple[types.FunctionType, frozenset[tuple[Any, Any]]], Any]
"""Copies of functions, each with the fillings that it was made with."""


def specialise(
    function: Callable[..., Any],
    fillings: Mapping[Any, Any],
    prefix: str,
    convert: Callable[[types.FunctionType], Any],
    convert_table: Callable[[Table], Any],
    copies: Copies | None = None,
) -> Any:
    """Copy `function`, and every rule function it calls, for one game and one engine.

    `fillings` says what takes the place of the verbs of the contract and of slots; `convert` is
    applied to each copied function (nothing for plain Python, a compiler otherwise). `copies` are
    those that other drivers of the same game and speed have made: one that is filled alike is
    taken again, and so compiled once.
    """
    copies = {} if copies is None else copies
    filled: dict[types.FunctionType, frozenset[tuple[Any, Any]]] = {}

    def fill(value: Any) -> Any:
        return fillings.get(value, value) if isinstance(value, types.FunctionType | Slot) else value

    def fillings_of(original: types.FunctionType) -> frozenset[tuple[Any, Any]]:
        """Return all fillings in the functions that a function reaches."""
        if original not in filled:
            found: set[tuple[Any, Any]] = set()
            for value in _names_of(original).values():
                taken = fill(value)
                if taken is not value:
                    found.add((value, taken))
                if _is_copied(taken):
                    found |= fillings_of(taken)
            filled[original] = frozenset(found)
        return filled[original]

    def copy(original: types.FunctionType) -> Any:
        key = original, fillings_of(original)
        if key in copies:
            return copies[key]
        space: dict[str, Any] = {"__builtins__": original.__globals__["__builtins__"]}
        for name, value in _names_of(original).items():
            taken = fill(value)
            if isinstance(taken, Table):
                taken = convert_table(taken)
            elif _is_copied(taken):
                taken = copy(taken)
            space[name] = taken
        space["__name__"] = original.__module__
        code = inlined(original, space)
        twin = types.FunctionType(code, space, original.__name__, original.__defaults__)
        twin.__qualname__ = f"{prefix}.{original.__qualname__}"  # names the cache file
        twin.__module__ = original.__module__
        twin.__doc__ = original.__doc__
        copies[key] = convert(twin)
        return copies[key]

    assert isinstance(function, types.FunctionType)
    return copy(function)


def _names_of(function: types.FunctionType) -> dict[str, Any]:
    """Return what the global names of a function stand for, before verbs and slots are filled."""
    known = function.__globals__  # any other name is a built-in, or that of a field
    return {name: known[name] for name in function.__code__.co_names if name in known}


def _is_copied(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and (
        value in RULES or value in DRIVERS or value in POLICIES
    )
