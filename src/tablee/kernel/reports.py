"""Reports: what happens in a move or an outcome, recorded by the rules while they apply it.

A rule calls `report`, `report_to` or `report_each` of the contract where something happens. Played
directly, these calls do nothing; simulations and searches leave them out. `play` fills them with
functions that write rows at the end of a wider record, so plain Python and compiled code report
alike. Sentences and animations are made from these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from . import contract
from .contract import GameState, State, apply
from .inline import NOTHING
from .record import int16
from .rule import rule, specialise

ROWS = 64  # in one move or outcome; a test looks for games that need more
WIDTH = 4
EVERYONE = 0
Apply = Callable[[Any, int], None]


class Row(NamedTuple):
    """A report: its kind, two numbers whose meaning depends on it, and its recipients."""

    what: int
    a: int
    b: int
    to: int = EVERYONE  # or the number of the only seat that gets it


# --- rules that take the place of the contract's -------------------------------------------------


@rule
def write_row(s: State, what: int, a: int, b: int, to: int) -> None:
    """Add a row to the record; one too many is only counted."""
    if s.reported < ROWS:
        at = WIDTH * s.reported
        s.reports[at] = what
        s.reports[at + 1] = a
        s.reports[at + 2] = b
        s.reports[at + 3] = to
    s.reported += 1


@rule
def write(s: State, what: int, a: int, b: int) -> None:
    """Report to everyone."""
    write_row(s, what, a, b, EVERYONE)


@rule
def write_to(s: State, seat: int, what: int, a: int, b: int) -> None:
    """Report to one seat."""
    write_row(s, what, a, b, seat + 1)


@rule
def write_each(s: State, what: int, a: int, members: int) -> None:
    """Report once for each member of a set, the lowest first."""
    b = 0
    while members != 0:
        if members & 1 != 0:
            write_row(s, what, a, b, EVERYONE)
        members >>= 1
        b += 1


@rule
def apply_reporting(s: State, code: int) -> None:
    """Play a move or an outcome; all that was reported before is gone."""
    s.reported = 0
    apply(s, code)


SILENT = dict.fromkeys((contract.report, contract.report_to, contract.report_each), NOTHING)
WRITING: dict[Any, Any] = {
    contract.report: write,
    contract.report_to: write_to,
    contract.report_each: write_each,
}

# --- playing with reports ------------------------------------------------------------------------


@cache
def reporting(kind: type[GameState]) -> Any:
    """Return the class of such records with room for reports after their own fields."""
    make: Any = type(kind)
    rows = {"reports": int16(ROWS * WIDTH), "reported": int16()}
    return make(f"Reporting{kind.__name__}", (kind,), rows)


@cache
def _reporting(apply_verb: Apply) -> Apply:
    made: Apply = specialise(
        apply_reporting,
        {contract.apply: apply_verb} | WRITING,
        "reporting",
        lambda function: function,
        lambda table: table,
    )
    return made


def play(verb: Apply, state: GameState, code: int) -> tuple[Any, tuple[Row, ...]]:
    """Return the record after a move or an outcome, and all that the game's `apply` reported."""
    kind = type(state)
    wide: Any = state.copy_as(reporting(kind))
    wide.reports = [0] * (ROWS * WIDTH)
    _reporting(verb)(wide, code)
    return kind.copy_as(wide, kind), rows_of(wide)


def rows_of(wide: Any) -> tuple[Row, ...]:
    """Return the reports at the end of a record."""
    assert wide.reported <= ROWS, f"{wide.reported} reports, and room for {ROWS}"
    written = wide.reports
    return tuple(
        Row(*(int(number) for number in written[start : start + WIDTH]))
        for start in range(0, WIDTH * wide.reported, WIDTH)
    )


def seen_by(rows: Iterable[Row], seat: int | None) -> tuple[Row, ...]:
    """Return the reports to a seat, numbered from 1, or a spectator."""
    return tuple(row for row in rows if row.to in (EVERYONE, seat or EVERYONE))
