"""Rule functions keep to the dialect (docs/explanation/dialect.md), so all engines can run them."""

from __future__ import annotations

import types
from typing import Any

import pytest

import tablee
from tablee.kernel.contract import MODULE_OF
from tablee.kernel.dialect import faults
from tablee.kernel.rule import RULES

for game in tablee.all_games():
    assert all((game.rules, game.sound, game.view))  # all rules are loaded


@pytest.mark.parametrize("function", RULES, ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_a_rule_function_keeps_to_the_dialect(function: types.FunctionType) -> None:
    assert faults(function) == []


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_every_verb_is_a_rule_function(game: tablee.Game) -> None:
    for verb, module in MODULE_OF.items():
        assert getattr(getattr(game, module), verb) in RULES


def outside() -> list[Any]:
    """Return functions that violate the dialect."""

    def makes_a_list(s: int) -> list[int]:
        return [s]

    def divides(s: int) -> float:
        return s / 2

    def speaks(s: int) -> str:
        return "seven"

    def raises(s: int) -> None:
        raise ValueError

    def calls_a_stranger(s: int) -> int:
        return len(str(s))

    def loops_over_things(s: list[int]) -> int:
        total = 0
        for item in s:
            total += item
        return total

    def recurses(s: int) -> int:
        return recurses(s - 1)

    def unpacks(s: int) -> int:
        a, b = s, s
        return a + b

    return [
        makes_a_list, divides, speaks, raises,
        calls_a_stranger, loops_over_things, recurses, unpacks,
    ]  # fmt: skip


@pytest.mark.parametrize("function", outside(), ids=lambda f: f.__name__)
def test_violations_of_the_dialect_are_found(function: types.FunctionType) -> None:
    assert faults(function)
