"""Which source files a module is made from: those of its functions, records and numbers."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import FunctionType

from tablee.kernel.record import Record


def modules_of(functions: Iterable[FunctionType], records: Iterable[type[Record]]) -> list[str]:
    """Return the names of all Python modules that these functions and records come from."""
    found: set[str] = set()
    for function in functions:
        found.add(function.__module__)
        for name in function.__code__.co_names:
            if name in function.__globals__:
                found |= _way_of(function.__module__, name)
    for record in records:
        found |= {kind.__module__ for kind in record.__mro__ if issubclass(kind, Record)}
    return sorted(found)


def _way_of(module: str, name: str) -> set[str]:
    """Return the modules through which a name has come into a module."""
    way: set[str] = set()
    while name in (names := _imported(module)):
        module, name = names[name]
        if module not in sys.modules or module in way or "." not in module:
            break
        way.add(module)
    return way


@cache
def _imported(module: str) -> dict[str, tuple[str, str]]:
    """Return the names that a module imports: where from, and their names there."""
    here = sys.modules[module]
    if here.__file__ is None:
        return {}
    package = (here.__package__ or "").split(".")
    found: dict[str, tuple[str, str]] = {}
    for node in ast.parse(Path(here.__file__).read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            found |= {one.asname or one.name: (source, one.name) for one in node.names}
    return found
