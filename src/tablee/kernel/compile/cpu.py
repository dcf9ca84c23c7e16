"""Compiles rule functions for the CPU, with a disk cache that notices every change of a rule."""

from __future__ import annotations

import hashlib
import os
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numba.core.config
import numpy as np

from ..rule import Copies, Table, specialise
from . import bits
from .caches import cache_root, forget_old

COMPILED = (
    "bots",
    "coach",
    "games",
    "kernel",
    "lab",
)  # where rules, drivers and their numbers stand
# No reference counts of arrays: rules keep none, and atomic counters took half of the time.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
_COPIES: dict[str, Copies] = {}  # of each game, so that its drivers share what is compiled


def compile_rules(
    function: Callable[..., Any], fillings: Mapping[Any, Any], prefix: str, label: str = ""
) -> Any:
    """Compile a function with its verbs and slots filled, without the GIL, cached on disk.

    The label tells apart functions that are filled with more than the rules of the game.
    """

    def convert(twin: types.FunctionType) -> Any:
        return numba.njit(**OPTIONS)(twin)

    copies = _COPIES.setdefault(prefix, {})
    filled = {**fillings, **bits.COMPILED}
    entry = specialise(function, filled, prefix, convert, constant, copies).py_func
    entry.__qualname__ += label
    files = {one.__code__.co_filename for one in fillings.values() if is_rule(one)}
    homes = {Path(file).parent for file in files if not file.startswith("<")}  # made by `exec`
    with _cache_folder(tuple(sorted(homes))) as folder:
        return numba.njit(cache=folder is not None, **OPTIONS)(entry)


def constant(numbers: Table) -> Any:
    """Return a table as the array that compiled code indexes, as narrow as its numbers allow."""
    wide = np.array(numbers, dtype=np.int64)
    for width in (np.int8, np.int16, np.int32):
        if wide.size and np.iinfo(width).min <= wide.min() and wide.max() <= np.iinfo(width).max:
            return wide.astype(width)
    return wide


@contextmanager
def _cache_folder(homes: tuple[Path, ...]) -> Iterator[Path | None]:
    """Point Numba to our cache while a function is being wrapped; None where none can be written.

    Numba looks at the time stamp of the compiled function's own file only, and would take a stale
    function after a change in a rule it calls. So the folder is named after all sources that can
    be compiled: Tablée's own, and those in the folders of the game.
    """
    folder = cache_root() / _fingerprint(homes)
    config: Any = numba.core.config
    before = config.CACHE_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        forget_old(folder)
        usable = os.access(folder, os.W_OK)
    except OSError:
        usable = False
    try:
        if usable:
            config.CACHE_DIR = str(folder)
        yield folder if usable else None
    finally:
        config.CACHE_DIR = before


def is_rule(filling: Any) -> bool:
    """Return whether a filling is a function with a source."""
    return isinstance(filling, types.FunctionType)


@cache
def _fingerprint(homes: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    root = Path(__file__).parents[2]
    own = sorted(path for folder in COMPILED for path in (root / folder).rglob("*.py"))
    others = [path for home in homes if root not in home.parents for path in home.glob("*.py")]
    for path in [*own, *sorted(others)]:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
