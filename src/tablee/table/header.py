"""The header of a transcript: everything that is agreed before a match begins.

>>> name = names()[0]
>>> header = Header.of(name, [Holder("person", "Ada"), Holder("bot:casual", "Casual")],
...                    table="5f" * 16, commitment="00" * 32)
>>> print(header.text().replace(name, "GAME"), end="")
tablee 1
table 5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
game GAME
rules 1
option third_die_at_seven false
option cards_as_dice false
seat 1 person "Ada"
seat 2 bot:casual "Casual"
clock none
undo free
hints yes
commitment 0000000000000000000000000000000000000000000000000000000000000000
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tablee.discovery import game as find_game
from tablee.discovery import names
from tablee.gamebox import Game
from tablee.kernel.actors import OVER
from tablee.position import Position
from tablee.refusals import Refusal

from .clock import NO_CLOCK, ClockSetting
from .refusals import UnknownRules, UnreadableTranscript, WrongHeader
from .transcripts.quoting import SURROGATE, is_hex, is_whole, quoted, unquoted

FORMAT = "tablee 1"
LONGEST_NAME = 80
BOT = "bot:"
KIND = re.compile(f"person|program|{BOT}[a-z0-9][a-z0-9_-]{{0,31}}")
KINDS = ("person", "program", f"{BOT}LEVEL")
FORFEIT = "forfeit"
UNDO = ("free", "consent", "never")
HINTS = {"yes": True, "no": False}


@dataclass(frozen=True)
class Holder:
    """The holder of a seat: a person, a program, or a bot of some level, with a name."""

    kind: str
    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or not KIND.fullmatch(self.kind):
            raise WrongHeader("table.holder_kind", instead=KINDS, kind=repr(self.kind))
        if not isinstance(self.name, str) or not 1 <= len(self.name) <= LONGEST_NAME:
            raise WrongHeader("table.holder_name", most=LONGEST_NAME)
        if SURROGATE.search(self.name):
            raise WrongHeader("table.holder_surrogate", name=ascii(self.name))

    @classmethod
    def bot(cls, level: str) -> Holder:
        """Return a bot that is named after its level."""
        return cls(f"{BOT}{level}", str(level)[:LONGEST_NAME] or "?")

    @cached_property
    def is_bot(self) -> bool:
        return self.kind.startswith(BOT)

    @cached_property
    def level(self) -> str | None:
        """The level of a bot; None for a person or a program."""
        return self.kind.removeprefix(BOT) if self.is_bot else None

    def __str__(self) -> str:
        return f"{self.kind} {quoted(self.name)}"

    @classmethod
    def read(cls, text: str) -> Holder:
        """Read a holder that `str` wrote, or raise ValueError."""
        kind, _, name = text.partition(" ")
        return cls(kind, unquoted(name))


@dataclass(frozen=True)
class Origin:
    """The match this one branched off from: its table, its hash, and the last event before."""

    table: str
    hash: str
    event: int

    def __post_init__(self) -> None:
        if not is_hex(self.table, 16, 16):
            raise _misfit("origin.table", self.table)
        if not is_hex(self.hash, 32, 32):
            raise _misfit("origin.hash", self.hash)
        if not is_whole(self.event, 0, 10**9):
            raise _misfit("origin.event", self.event)

    def __str__(self) -> str:
        return f"{self.table} {self.hash} {self.event}"

    @classmethod
    def read(cls, text: str) -> Origin:
        """Read an origin that `str` wrote, or raise ValueError."""
        table, digest, event = text.split(" ")
        return cls(table, digest, _number(event))


@dataclass(frozen=True)
class Header:
    """Everything that is agreed before a match begins; all fields are validated."""

    table: str  # 16 random bytes in hexadecimal
    game: str
    rules: int
    options: Mapping[str, Any] = field(hash=False)
    seats: tuple[Holder, ...]
    commitment: str  # the SHA-256 of the table's secret
    clock: ClockSetting = NO_CLOCK
    time_out: str = FORFEIT  # or the kind of bot that takes the seat
    undo: str = UNDO[0]
    hints: bool = True
    origin: Origin | None = None
    given: tuple[str, ...] = ()  # moves and outcomes before the first event, in a branch
    start: Position = field(init=False, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        game: str,
        seats: Iterable[Holder],
        *,
        table: str,
        commitment: str,
        options: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> Header:
        """Return a header for the current rules; options default to those of the game."""
        found = find_game(game)
        chosen = found.read_options(_plain(found, options or {}))
        version = found.rules_version
        return cls(table, game, version, chosen, tuple(seats), commitment, **settings)

    def __post_init__(self) -> None:
        if not is_hex(self.table, 16, 16):
            raise _misfit("table", self.table)
        game = rules_of(self.game, self.rules)
        if game.read_options(_plain(game, self.options)) != self.options:
            raise _misfit("options", self.options)
        if not all(isinstance(holder, Holder) for holder in self.seats):
            raise _misfit("seats", self.seats)
        game.read_seats(len(self.seats))
        if not is_hex(self.commitment, 32, 32):
            raise _misfit("commitment", self.commitment)
        if not isinstance(self.clock, ClockSetting):
            raise _misfit("clock", self.clock)
        if self.time_out != FORFEIT:
            Holder(self.time_out, "?")  # validates the kind
            if not self.time_out.startswith(BOT):
                raise _misfit("time_out", self.time_out, (FORFEIT, f"{BOT}LEVEL"))
        if self.clock.kind == "none" and self.time_out != FORFEIT:
            raise _misfit("time_out", self.time_out)
        if self.undo not in UNDO:
            raise _misfit("undo", self.undo, UNDO)
        if not isinstance(self.hints, bool):
            raise _misfit("hints", self.hints)
        if self.origin is not None and not isinstance(self.origin, Origin):
            raise _misfit("origin", self.origin)
        if self.given and self.origin is None:
            raise _misfit("given", list(self.given))
        start = self.bare_start()
        for number, text in enumerate(self.given, 1):
            start = _after_given(start, number, text)
        if start.to_act == OVER:
            raise WrongHeader("table.given_over")
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "options", dict(self.options))

    def bare_start(self) -> Position:
        """Return the start of the game, before the given moves of a branch."""
        game = rules_of(self.game, self.rules)
        return game.start(seats=len(self.seats), **self.options)

    def given_plies(self) -> Iterator[tuple[Position, str]]:
        """Yield the given moves and outcomes, each with the position before it."""
        position = self.bare_start()
        for text in self.given:
            yield position, text
            position = position.after(text)

    def text(self) -> str:
        """Return the header as text; there is exactly one form."""
        lines = [
            FORMAT,
            f"table {self.table}",
            f"game {self.game}",
            f"rules {self.rules}",
            *(f"option {name} {quoted(value)}" for name, value in self.options.items()),
            *(f"seat {seat} {holder}" for seat, holder in enumerate(self.seats, 1)),
            f"clock {self.clock}",
            *([f"time-out {self.time_out}"] if self.clock.kind != "none" else []),
            f"undo {self.undo}",
            f"hints {'yes' if self.hints else 'no'}",
            *([f"origin {self.origin}"] if self.origin else []),
            *(f"given {text}" for text in self.given),
            f"commitment {self.commitment}",
        ]
        return "".join(f"{line}\n" for line in lines)

    def to_json(self) -> dict[str, Any]:
        """Return the header as plain data for JSON."""
        clock, origin = self.clock, self.origin
        return {
            "table": self.table,
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "seats": [{"kind": holder.kind, "name": holder.name} for holder in self.seats],
            "clock": [clock.kind, *(number for number in clock.numbers if number is not None)],
            "time_out": self.time_out,
            "undo": self.undo,
            "hints": self.hints,
            "origin": [origin.table, origin.hash, origin.event] if origin else None,
            "given": list(self.given),
            "commitment": self.commitment,
        }

    @classmethod
    def from_json(cls, data: Any) -> Header:
        """Read a header that `to_json` wrote, or raise WrongHeader, which names the field."""
        if not isinstance(data, dict):
            raise _misfit("header", data)
        fields = dict(data)
        for name, reader in (
            ("options", lambda value: value),
            ("seats", lambda value: tuple(Holder(**one) for one in value)),
            ("clock", lambda value: ClockSetting(*value)),
            ("origin", lambda value: value and Origin(*value)),
            ("given", tuple),
        ):
            try:
                fields[name] = reader(fields[name])
            except (KeyError, TypeError):
                raise _misfit(name, data.get(name)) from None
        try:
            return cls(**fields)
        except TypeError:
            raise _misfit("header", list(data)) from None


def rules_of(name: object, version: object) -> Game:
    """Return the game with that version of its rules, or raise UnknownRules."""
    if not isinstance(name, str):
        raise _misfit("game", name, names())
    game = find_game(name)
    if type(version) is not int or version != game.rules_version:
        raise UnknownRules(
            "table.unknown_rules",
            title=game.title,
            version=ascii(version),
            known=game.rules_version,
        )
    return game


def _plain(game: Game, options: object) -> dict[str, Any]:
    """Return the options, none of which is a path: a transcript must not open files."""
    if not isinstance(options, Mapping):
        raise _misfit("options", options)
    for name, value in options.items():
        option = game.options.get(name)
        if option is not None and isinstance(value, str | os.PathLike):
            try:
                option.recall(value)
            except Refusal as refusal:
                raise _misfit(f"options.{name}", value, refusal.instead) from None
    return dict(options)


def _after_given(position: Position, number: int, text: str) -> Position:
    try:
        code = position.read(text)
        if position.game.notation.NOTATION.text(code) != text:
            raise _misfit("given", text)
        return position.after_code(code)
    except Refusal as refusal:
        raise WrongHeader("table.given_ply", number=number, problem=refusal) from None


def _number(text: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,15}", text):
        raise ValueError(text)
    return int(text)


def _misfit(name: str, value: object, instead: Sequence[str] = ()) -> WrongHeader:
    return WrongHeader("table.header_field", instead=instead, field=name, value=ascii(value)[:200])


# --- reading a file ------------------------------------------------------------------------------

ONCE = ("table", "game", "rules", "clock", "undo", "hints", "commitment")
AT_MOST_ONCE = ("time-out", "origin")
OFTEN = ("option", "seat", "given")


def read_header(lines: Sequence[str]) -> Header:
    """Read the header from the lines after the first, or raise a refusal that says why not."""
    found: dict[str, list[str]] = {name: [] for name in (*ONCE, *AT_MOST_ONCE, *OFTEN)}
    for number, line in enumerate(lines[1:], 2):
        name, _, rest = line.partition(" ")
        if name not in found:
            raise UnreadableTranscript("file.line", line=number, text=ascii(line)[:200])
        found[name].append(rest)
    for name in (*ONCE, *AT_MOST_ONCE):
        if len(found[name]) > 1 or (name in ONCE and not found[name]):
            raise UnreadableTranscript("file.once", field=name, count=len(found[name]))
    fields: dict[str, Any] = {}
    for name in found:
        try:
            fields[name] = _read_field(name, found[name])
        except (ValueError, KeyError) as problem:
            if isinstance(problem, Refusal):
                raise
            raise _misfit(name, found[name]) from None
    return Header(
        table=fields["table"],
        game=fields["game"],
        rules=fields["rules"],
        options=fields["option"],
        seats=fields["seat"],
        commitment=fields["commitment"],
        clock=fields["clock"],
        time_out=fields["time-out"],
        undo=fields["undo"],
        hints=fields["hints"],
        origin=fields["origin"],
        given=tuple(found["given"]),
    )


def _read_field(name: str, rests: list[str]) -> Any:
    if name == "rules":
        return _number(rests[0])
    if name == "option":
        parts = [rest.partition(" ") for rest in rests]
        return {key: unquoted(value) for key, _, value in parts}
    if name == "seat":
        return tuple(Holder.read(rest.partition(" ")[2]) for rest in rests)
    if name == "clock":
        kind, *numbers = rests[0].split(" ")
        return ClockSetting(kind, *map(_number, numbers[:2]))
    if name == "hints":
        return HINTS[rests[0]]
    if name == "time-out":
        return rests[0] if rests else FORFEIT
    if name == "origin":
        return Origin.read(rests[0]) if rests else None
    return rests[0] if rests else None
