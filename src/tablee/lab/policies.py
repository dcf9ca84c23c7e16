"""Policies for simulation: your own functions, and our players that need no search, by name.

>>> from tablee.discovery import names
>>> from tablee.lab.policies import policy, find_policy
>>> @policy
... def last(count):
...     return count - 1
>>> find_policy(last, names()[0]).name
'last'
>>> find_policy("casual", names()[0]).numbers
(('slips', 250), ('lapses', 250))
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tablee.bots import contract
from tablee.bots.heuristics import heuristic_of
from tablee.bots.levels import player
from tablee.bots.players import Random, Thumb
from tablee.bots.policies import by_liking, by_lot
from tablee.discovery import game as find_game
from tablee.kernel.engines.policy import Cast, Policy, WrongPolicy, check_policy
from tablee.kernel.rule import policy
from tablee.refusals import Refusal

__all__ = [
    "Policy",
    "PolicySource",
    "WrongPolicy",
    "cast_of",
    "find_policy",
    "load_policy",
    "policies_of",
    "policy",
    "send_policy",
]

NAMED = ("random", "thumb", "gentle", "casual", "club")


def cast_of(game: str, seats: int, policies: Sequence[str | Callable[..., Any] | Policy]) -> Cast:
    """Return the policies of all seats; one policy alone plays all of them."""
    return Cast(find_game(game), policies_of(game, seats, policies))


def policies_of(
    game: str, seats: int, policies: Sequence[str | Callable[..., Any] | Policy]
) -> tuple[Policy, ...]:
    """Return a policy for each seat; one alone plays all of them."""
    if isinstance(policies, str | types.FunctionType | Policy):
        policies = [policies]
    if len(policies) not in (1, seats):
        raise Refusal("lab.how_many_policies", seats=seats, count=len(policies))
    found = tuple(find_policy(one, game) for one in policies)
    return found * (seats if len(found) == 1 else 1)


def find_policy(given: str | Callable[..., Any] | Policy, game: str) -> Policy:
    """Return a policy: of a function, of the name of a player, or of `FILE.py:FUNCTION`."""
    if isinstance(given, Policy):
        return given
    if isinstance(given, types.FunctionType):
        made = Policy(given.__name__, given)
        check_policy(made, find_game(game))
        return made
    if not isinstance(given, str):
        raise Refusal("lab.not_a_policy", value=repr(given))
    if ".py:" in given:
        return find_policy(load_policy(given), game)
    one = player(given, game)
    if isinstance(one, Random):
        return Policy(given, by_lot)
    if isinstance(one, Thumb):
        advise = heuristic_of(find_game(game)).advise
        return Policy(
            given,
            by_liking,
            numbers=(("slips", one.slips), ("lapses", one.lapses)),
            fillings=((contract.advise, advise),),
        )
    raise Refusal("lab.needs_search", instead=NAMED, name=repr(given))


def load_policy(place: str) -> Callable[..., Any]:
    """Return the function at `FILE.py:FUNCTION`; the file is run as a module of its own."""
    path, _, name = place.rpartition(":")
    file = Path(path).resolve()
    if not file.is_file():
        raise WrongPolicy("lab.no_file", file=path)
    spec = spec_from_file_location(f"policies_in_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        reason = f"{type(problem).__name__}: {problem}"
        raise WrongPolicy("lab.file_fails", file=path, reason=reason) from problem
    function = getattr(module, name, None)
    if not isinstance(function, types.FunctionType):
        raise WrongPolicy("lab.no_function", file=path, name=repr(name))
    return function


@dataclass(frozen=True)
class PolicySource:
    """A policy as the text of its file, for a process that may not have the file."""

    file: str  # without its folder
    text: str
    name: str

    def load(self, game: str) -> Policy:
        """Return the policy; the file is run as a module of its own."""
        return find_policy(_load_text(self), game)


def send_policy(one: Policy) -> Policy | PolicySource:
    """Return a policy in a form that other machines can use."""
    function = one.function
    assert isinstance(function, types.FunctionType)
    if function.__module__.partition(".")[0] == "tablee":
        return one
    file = Path(function.__code__.co_filename)
    if one.numbers or one.fillings or "." in function.__qualname__ or not file.is_file():
        raise WrongPolicy("lab.stays_here", name=one.name)
    return PolicySource(file.name, file.read_text("utf-8"), function.__name__)


@cache
def _load_text(source: PolicySource) -> Callable[..., Any]:
    folder = _folder()
    place = Path(folder.name, sha256(source.text.encode()).hexdigest()[:16])
    place.mkdir(exist_ok=True)
    file = place / source.file
    file.write_text(source.text, "utf-8")
    return load_policy(f"{file}:{source.name}")


@cache
def _folder() -> TemporaryDirectory[str]:
    """Return a folder that is deleted when the process ends."""
    return TemporaryDirectory(prefix="tablee-policies-")
