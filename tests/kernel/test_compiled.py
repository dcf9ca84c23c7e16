"""The cache of compiled rules is named after every source that can be compiled."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import tablee
from samples import OPEN
from tablee.bots.heuristics import fillings_of
from tablee.coach import sampling
from tablee.coach.odds import odds_of
from tablee.kernel import contract
from tablee.kernel.compile.cpu import COMPILED
from tablee.kernel.engines.engine import verbs_of
from tablee.kernel.engines.playout import play_matches
from tablee.kernel.rule import DRIVERS, RULES, Copies, specialise


def origins(module: str) -> dict[str, str]:
    """Return the names that a module imports from elsewhere in Tablée, each with its origin."""
    here = sys.modules[module]
    assert here.__file__
    assert here.__package__
    found: dict[str, str] = {}
    for node in ast.parse(Path(here.__file__).read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            base = here.__package__.split(".")[: 1 - node.level or None] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            found |= {alias.asname or alias.name: source for alias in node.names}
    return {name: source for name, source in found.items() if source.startswith("tablee")}


def test_the_cache_is_named_after_all_compiled_sources() -> None:
    assert sampling.sample in DRIVERS  # with the search that they use
    for game in tablee.all_games():
        assert odds_of(game)
        assert fillings_of(game)
    functions = [one for one in [*RULES, *DRIVERS] if one.__module__.startswith("tablee.")]
    assert len({function.__module__ for function in functions}) > 20
    for function in functions:
        taken = origins(function.__module__)
        used = {taken[name] for name in function.__code__.co_names if name in taken}
        for module in {function.__module__, *used}:
            assert module.split(".")[1] in COMPILED, (function.__qualname__, module)


def test_drivers_share_rules_with_the_same_verbs() -> None:
    game = tablee.game(OPEN)
    verbs = verbs_of(game)
    copies: Copies = {}
    made: list[str] = []

    def convert(twin: FunctionType) -> FunctionType:
        made.append(twin.__name__)
        return twin

    def copy(fillings: dict[Any, Any]) -> Any:
        return specialise(play_matches, fillings, OPEN, convert, lambda table: table, copies)

    first = copy(verbs)
    assert len(made) == len(set(made)) > 20
    assert copy(verbs) is first
    made.clear()
    other = copy(verbs | {contract.score: game.rules.setup})  # nonsense, but different
    assert other is not first
    assert sorted(made) == ["count_result", "play_matches"]
    scores = [one.__globals__["count_result"].__globals__["score"] for one in (first, other)]
    assert [one.__name__ for one in scores] == ["score", "setup"]
