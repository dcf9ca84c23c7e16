"""Matches between policies: functions that choose a move from what their seat may see.

A policy names what it wants to be given, of these:

    s        the state as its seat sees it: a copy, with what is hidden taken out
    seat     its seat, numbered from 0
    moves    the codes of its legal moves; the first `count` of the row
    count    how many there are
    dice     random numbers of its own: `roll(dice, sides)`, `pick(dice, weights, count)`
    weights  a row as long as `moves`, to work with

and returns the index of its choice in `moves`. It sees nothing else, on any engine: the driver
copies the state and calls `observe` before it calls a policy that looks at `s`.
"""

from __future__ import annotations

import ast
import hashlib
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tablee.refusals import Refusal

from ..actors import CHANCE, OVER
from ..contract import GameParts, apply, chance, legal, observe, setup, to_act
from ..dialect import parse, policy_faults
from ..dice import WORD, pick, take_up
from ..record import Ints, Record, int8, int16, int32, int64
from ..rule import POLICIES, RULES, Slot, Table, driver
from .playout import (
    ENDLESS,
    MAX_SEATS,
    TRAIL_FACTOR,
    TRAIL_START,
    count_length,
    count_result,
)

ARGUMENTS = ("s", "seat", "moves", "count", "dice", "weights")
OWN_STREAM = 0x9E3779B97F4A7C15  # keeps the dice of policies apart from those of chance

SHOW: Any = Slot()  # copies the state in states[0] into states[1]


class WrongPolicy(Refusal):
    """A policy that can't be used: the line and the reason."""


@dataclass(frozen=True)
class Policy:
    """A policy with its name, the numbers it is set up with, and verbs of the game it calls."""

    name: str
    function: Callable[..., Any]
    numbers: tuple[tuple[str, int], ...] = ()
    fillings: tuple[tuple[Any, Any], ...] = field(default=(), repr=False)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the function's parameters."""
        code: types.CodeType = self.function.__code__
        return code.co_varnames[: code.co_argcount]

    @property
    def looks(self) -> bool:
        """Whether it reads the state at all."""
        assert isinstance(self.function, types.FunctionType)
        nodes = ast.walk(parse(self.function))
        return any(isinstance(node, ast.Name) and node.id == "s" for node in nodes)


def check_policy(policy: Policy, game: GameParts) -> None:
    """Raise WrongPolicy, with line and reason, if a policy of a user can't be used."""
    code: types.CodeType = policy.function.__code__
    file, line = code.co_filename, code.co_firstlineno

    def wrong(line: int, reason: str) -> WrongPolicy:
        return WrongPolicy("lab.policy", name=policy.name, file=file, line=line, reason=reason)

    if policy.function not in POLICIES:
        raise wrong(line, "it is not marked with @policy")
    unknown = set(policy.parameters) - {*ARGUMENTS, *dict(policy.numbers)}
    if unknown:
        raise wrong(
            line, f"its parameters are of {', '.join(ARGUMENTS)}, not {', '.join(sorted(unknown))}"
        )
    for function in reached(policy.function):
        if function not in POLICIES:
            continue
        file = function.__code__.co_filename
        try:
            faults = policy_faults(function, game.state.State.fields)
        except (OSError, SyntaxError):
            raise wrong(line, f"the source of {function.__name__} can't be read") from None
        for line, reason in faults:
            raise wrong(line, f"{reason} is outside the dialect")


def reached(function: Callable[..., Any]) -> list[types.FunctionType]:
    """Return a function and all rules and policies that it calls, directly or not."""
    found: dict[types.FunctionType, None] = {}
    assert isinstance(function, types.FunctionType)
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            named = (one.__globals__.get(name) for name in one.__code__.co_names)
            waiting += [
                value
                for value in named
                if isinstance(value, types.FunctionType) and (value in RULES or value in POLICIES)
            ]
    return list(found)


def fingerprint(policy: Policy) -> str:
    """Return a text that changes with everything that a policy is compiled from."""
    parts: list[object] = [policy.name, policy.parameters, policy.numbers]
    for function in reached(policy.function):
        code = function.__code__
        names = {name: function.__globals__.get(name) for name in code.co_names}
        numbers = {
            name: value for name, value in names.items() if isinstance(value, int | float | Table)
        }
        parts += [code.co_code, code.co_consts, code.co_names, sorted(numbers.items())]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


class Run(Record):
    """Which matches are played, and by whom."""

    seats: int = int64()
    seed_low: int = int64()
    seed_high: int = int64()
    own_low: int = int64()  # the seed of the policies' dice
    own_high: int = int64()
    first: int = int64()
    count: int = int64()
    stride: int = int64()
    kinds: list[int] = int8(MAX_SEATS)  # which of the policies plays each seat


@cache
def rows_of(game: GameParts) -> type[Record]:
    """Return the record of the rows that matches of a game are played with."""
    fields = {
        "moves": int16(game.state.MAX_MOVES),
        "weights": int32(game.state.MAX_MOVES),
        "points": int32(MAX_SEATS),
        "ranks": int32(MAX_SEATS),
    }
    return types.new_class("Rows", (Record,), exec_body=lambda body: body.update(fields))


def choose(
    kind: int, states: Any, seat: int, moves: Ints, count: int, dice: Any, weights: Ints
) -> int:
    """Ask the policy of a seat; `dispatcher` makes the function that replaces this one."""
    raise AssertionError


@driver
def show_plain(states: Any) -> None:
    """Copy the state in plain Python."""
    states[1] = states[0].copy()


@driver
def show_compiled(states: Any) -> None:
    """Copy the state in compiled code."""
    states[1] = states[0]


@driver
def play_policies(
    states: Any, dices: Any, tallies: Any, rowses: Any, options: Ints, runs: Any
) -> None:
    """Play the matches first, first + stride, … (count of them) into tallies[0].

    states[0] is the match, states[1] what a policy is shown of it; dices[0] is for chance, and
    dices[1 + seat] for the policy of that seat.
    """
    run = runs[0]
    s = states[0]
    t = tallies[0]
    moves = rowses[0].moves
    weights = rowses[0].weights
    for number in range(run.count):
        match = run.first + number * run.stride
        take_up(dices[0], run.seed_low, run.seed_high, match)
        for seat in range(run.seats):
            take_up(dices[1 + seat], run.own_low, run.own_high, match * MAX_SEATS + seat)
        setup(s, run.seats, options)
        trail = TRAIL_START
        plies = 0
        decisions = 0
        actor = to_act(s)
        while actor != OVER and plies < ENDLESS:
            if actor == CHANCE:
                code = moves[pick(dices[0], weights, chance(s, moves, weights))]
            else:
                count = legal(s, moves)
                kind = run.kinds[actor]
                chosen = choose(kind, states, actor, moves, count, dices[1 + actor], weights)
                if chosen < 0 or chosen >= count:
                    t.strays[actor] += 1
                    break
                code = moves[chosen]
                decisions += 1
            apply(s, code)
            plies += 1
            trail = ((trail ^ code) * TRAIL_FACTOR) & WORD
            actor = to_act(s)
        count_length(t, plies, decisions, trail)
        if actor == OVER:
            count_result(s, t, rowses[0].points, rowses[0].ranks)
        elif plies >= ENDLESS:
            t.endless += 1


class Cast:
    """The policies of all seats, and the driver that is made for them."""

    def __init__(self, game: GameParts, policies: Sequence[Policy]) -> None:
        self.game = game
        self.policies = tuple(policies)
        self.distinct = tuple(sorted(set(policies), key=lambda one: (one.name, fingerprint(one))))
        self.kinds = [self.distinct.index(one) for one in policies]

    def fillings(self) -> dict[Any, Any]:
        """Return what takes the place of the verbs in `play_policies`, but for SHOW."""
        from .engine import verbs_of

        own = {verb: made for one in self.distinct for verb, made in one.fillings}
        return verbs_of(self.game) | own | {choose: dispatcher(self.distinct)}

    def label(self) -> str:
        """Return what names the compiled driver among others of the game."""
        prints = "".join(fingerprint(one) for one in self.distinct)
        return hashlib.sha256(prints.encode()).hexdigest()[:16]

    def run(self, seats: int, seed: int, first: int, count: int, stride: int = 1) -> Run:
        """Return the record with the driver's settings."""
        run = Run()
        own = seed ^ OWN_STREAM
        run.seats = seats
        run.seed_low, run.seed_high = seed & WORD, (seed >> 32) & WORD
        run.own_low, run.own_high = own & WORD, (own >> 32) & WORD
        run.first, run.count, run.stride = first, count, stride
        run.kinds = [*self.kinds, *[0] * (MAX_SEATS - len(self.kinds))]
        return run


@cache
def dispatcher(policies: tuple[Policy, ...]) -> types.FunctionType:
    """Return the function `choose` for these policies, the first of them being kind 0.

    It is written out with a branch for each, since compiled code can't hold functions in a row.
    """
    lines = ["def choose(kind, states, seat, moves, count, dice, weights):"]
    space: dict[str, Any] = {"__builtins__": __builtins__, "SHOW": SHOW, "observe": observe}
    for kind, one in enumerate(policies):
        numbers = dict(one.numbers)
        given = ", ".join(str(numbers.get(name, name)) for name in one.parameters)
        last = kind == len(policies) - 1
        indent = "    " if last else "        "
        body = [f"return int(policy_{kind}({given}))"]
        if one.looks:
            body = ["SHOW(states)", "s = states[1]", "observe(s, seat)", *body]
        elif "s" in one.parameters:
            body = ["s = states[0]", *body]  # which it does not look at
        lines += [] if last else [f"    if kind == {kind}:"]
        lines += [indent + line for line in body]
        space[f"policy_{kind}"] = one.function
    exec("\n".join(lines), space)
    made: types.FunctionType = space["choose"]
    made.__module__ = __name__
    POLICIES[made] = None
    return made
