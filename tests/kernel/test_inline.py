"""Rules copied for an engine contain numbers in place of names, and make no reports."""

from __future__ import annotations

import dis
import types
from collections.abc import Iterator

import pytest

import tablee
from tablee.kernel.dialect import faults
from tablee.kernel.engines.engine import plain
from tablee.kernel.inline import Namespace, is_namespace
from tablee.kernel.rule import RULES
from tables import GAMES


def reached(function: types.FunctionType) -> Iterator[types.FunctionType]:
    """Return a specialised function and all functions it calls."""
    found, left = {function}, [function]
    while left:
        one = left.pop()
        yield one
        for value in one.__globals__.values():
            if isinstance(value, types.FunctionType) and value not in found:
                found.add(value)
                left.append(value)


@pytest.mark.parametrize("game", GAMES)
def test_specialised_rules_look_up_no_constants_and_make_no_reports(game: tablee.Game) -> None:
    copies = list(reached(plain(game)))
    sources = {(one.__module__, one.__name__): one for one in RULES}
    assert len(copies) > 20
    for copy in copies:
        named = {
            name for name in copy.__code__.co_names if is_namespace(copy.__globals__.get(name))
        }
        assert not named
        assert not {"report", "report_to", "report_each"} & set(copy.__code__.co_names)
        source = sources[copy.__module__, copy.__name__].__code__
        assert copy.__code__.co_filename == source.co_filename
        assert lines(copy.__code__) - {copy.__code__.co_firstlineno} <= lines(source)


def lines(code: types.CodeType) -> set[int]:
    """Return the source lines that a function has code for."""
    return {line for _, line in dis.findlinestarts(code) if line}


def test_only_numbers_listed_in_a_namespace_are_in_the_dialect() -> None:
    def known(s: int) -> int:
        return Phase.DECIDE

    def unknown(s: int) -> int:
        return Phase.DECLINE  # type: ignore[attr-defined, no-any-return]

    assert faults(known) == []  # type: ignore[arg-type]
    assert len(faults(unknown)) == 1  # type: ignore[arg-type]


class Phase(Namespace):
    """What is awaited."""

    THROW, DECIDE = range(2)
