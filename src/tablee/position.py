"""A position: immutable, comparable, printable, and the only way to the next one is `after`.

>>> import tablee
>>> pos = tablee.all_games()[0].start(seats=4)
>>> pos.to_act == tablee.CHANCE
True
>>> pos = pos.after("first 2").after("flip 5").after("die 4")
>>> pos.to_act, pos.moves()
(2, ['roll', 'stop'])
>>> pos.after("card 3")
Traceback (most recent call last):
tablee.refusals.IllegalMove: M60: cards are not played as dice at this table. Possible: roll, stop.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import GameState
from tablee.kernel.notation import Notation
from tablee.refusals import (
    GameIsOver,
    GameNotOver,
    IllegalMove,
    ImpossibleOutcome,
    Refusal,
    SeatsOutOfRange,
    UnreadablePosition,
    UnreadableText,
)
from tablee.words import Said, say


@dataclass(frozen=True)
class Result:
    """The result of a match. Seats are numbered from 1; scores and ranks are in seat order."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class Position:
    """A match at one moment, hidden cards included. It never changes."""

    __slots__ = ("_chances", "_options", "_state", "_to_act", "game")

    def __init__(self, game: Game, options: Mapping[str, Any], state: GameState) -> None:
        self.game = game
        self._options = options  # shared: nobody changes them
        self._state = state
        self._to_act: int | None = None  # these two are computed when they are needed
        self._chances: dict[int, int] | None = None

    # --- what is there -----------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._state.seats

    @property
    def options(self) -> dict[str, Any]:
        """The options of the table."""
        return deepcopy(dict(self._options))

    @property
    def state(self) -> GameState:
        """A copy of the record that the rules work on."""
        return self._state.copy()

    @property
    def to_act(self) -> int:
        """The seat to move, numbered from 1, or CHANCE, or OVER."""
        if self._to_act is None:
            actor: int = self.game.rules.to_act(self._state)
            self._to_act = actor + 1 if actor >= 0 else actor
        return self._to_act

    def codes(self) -> list[int]:
        """Return the codes of all legal moves; none if no seat is to move."""
        return legal_codes(self.game, self._state) if self.to_act > 0 else []

    def moves(self) -> list[str]:
        """Return the texts of all legal moves; none if no seat is to move."""
        return [self.game.notation.NOTATION.text(code) for code in self.codes()]

    def chance_codes(self) -> dict[int, int]:
        """Return the codes of all outcomes with their weights; none if a seat is to move."""
        return dict(self._possible())

    def _possible(self) -> dict[int, int]:
        if self._chances is None:
            size = self.game.state.MAX_MOVES if self.to_act == CHANCE else 0
            outcomes, weights = [0] * size, [0] * size
            count = self.game.rules.chance(self._state, outcomes, weights) if size else 0
            self._chances = dict(zip(outcomes[:count], weights[:count], strict=True))
        return self._chances

    def chances(self) -> dict[str, int]:
        """Return the texts of all outcomes with their weights; none if a seat is to move."""
        text = self.game.notation.NOTATION.text
        return {text(code): weight for code, weight in self._possible().items()}

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know, or what a spectator may know if no seat is given."""
        if seat is not None:
            check_seat(seat, self.seats)
        observed = self._state  # shared with a viewer who sees everything; nobody changes it
        if self.game.hides:
            hiding = self._state.copy()
            self.game.view.observe(hiding, -1 if seat is None else seat - 1)
            if hiding != self._state:
                observed = hiding
        return View(self.game, self._options, observed, seat)

    def sees(self, seat: int | None = None) -> bool:
        """Return whether a seat, or a spectator, may see the next outcome of chance."""
        if not self.game.hides:
            return True
        return bool(self.game.view.sees(self._state, -1 if seat is None else seat - 1))

    def result(self) -> Result:
        """Return winners, scores and ranks, or raise GameNotOver."""
        if self.to_act != OVER:
            paragraph, _ = self.game.notation.awaited(self._state)
            raise GameNotOver("common.not_over", paragraph=paragraph)
        points, ranks = [0] * self.seats, [0] * self.seats
        self.game.rules.score(self._state, points, ranks)
        winners = tuple(seat for seat, rank in enumerate(ranks, 1) if rank == 1)
        return Result(winners, tuple(points), tuple(ranks))

    # --- what comes next ---------------------------------------------------------------------

    def after(self, move: str | Mapping[str, Any]) -> Position:
        """Return the position after a move or an outcome, given as text or as its JSON object."""
        return self.after_code(self.read(move))

    def after_code(self, code: int) -> Position:
        """Return the position after a code, or raise the refusal that forbids it."""
        refusal = self.refusal(code)
        if refusal is not None:
            raise refusal
        state = self._state.copy()
        self.game.rules.apply(state, code)
        return Position(self.game, self._options, state)

    def read(self, move: object) -> int:
        """Return the code of a text or a JSON object, or raise UnreadableText."""
        notation: Notation = self.game.notation.NOTATION
        if isinstance(move, str):
            code = notation.code(move)
        elif isinstance(move, Mapping):
            code = notation.from_json(move)
        else:
            possible = self.moves() or list(self.chances())
            example = possible[0] if possible else notation.text(next(iter(notation)))
            raise UnreadableText(
                "common.not_text", instead=possible, example=repr(example), value=repr(move)
            )
        if code is None:
            if isinstance(move, str) and notation.is_outcome_verb(move):
                paragraph, awaited = self.game.notation.awaited(self._state)
                raise ImpossibleOutcome(
                    "common.impossible_outcome",
                    paragraph=paragraph,
                    instead=list(self.chances()),
                    text=repr(move),
                    awaited=Said(awaited),
                )
            raise UnreadableText(
                "common.unreadable",
                instead=self.moves() or list(self.chances()),
                text=repr(move),
                title=self.game.title,
                forms=" · ".join(notation.usages()),
            )
        return code

    def refusal(self, code: int) -> Refusal | None:
        """Return the refusal if a code can't be played now, else None."""
        notation = self.game.notation
        is_outcome = code in notation.NOTATION.outcomes
        actor = self.to_act
        reason = 0
        if actor == CHANCE and code in self._possible():
            return None
        if actor > 0 and not is_outcome:
            reason = self.game.rules.why_not(self._state, code)
            if reason == 0:
                return None
        paragraph, awaited = notation.awaited(self._state)
        if actor == OVER:
            return GameIsOver("common.over", paragraph=paragraph)
        if actor == CHANCE:
            outcomes = self.chances()
            awaited_now = Said(awaited)
            if not is_outcome:
                return IllegalMove(
                    "common.chance_first",
                    paragraph=paragraph,
                    instead=list(outcomes),
                    awaited=awaited_now,
                )
            return ImpossibleOutcome(
                "common.impossible_outcome",
                paragraph=paragraph,
                instead=list(outcomes),
                text=notation.NOTATION.text(code),
                awaited=awaited_now,
            )
        if is_outcome:
            return ImpossibleOutcome(
                "common.seat_first", paragraph=paragraph, instead=self.moves(), seat=actor
            )
        cited, key, values = notation.refusal(self._state, code, reason)
        return IllegalMove(key, paragraph=cited, instead=self.moves(), **values)

    # --- in writing --------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return the position as JSON, hidden cards included; a view leaves them out."""
        return json.dumps(
            {
                "game": self.game.name,
                "rules": self.game.rules_version,
                "seats": self.seats,
                "options": self._options,
                "state": self._state.to_dict(),
            }
        )

    @staticmethod
    def from_json(text: str) -> Position:
        """Read a position of any game that `to_json` wrote."""
        return read_position(None, text)

    def board(self, language: str = "en") -> str:
        """Return the board as text, hidden cards included; print a view for what one seat sees."""
        return str(self.game.view.board(self._state, language))

    def __str__(self) -> str:
        return f"{self.board()}\n{self.prompt()}"

    def prompt(self, language: str = "en") -> str:
        """Return one line: who is to act, what is awaited, and what is possible."""
        _, awaited = self.game.notation.awaited(self._state)
        if self.to_act == OVER:
            winners = ", ".join(str(seat) for seat in self.result().winners)
            return say(
                "common.prompt_over" if winners else "common.prompt_nobody",
                language,
                winners=winners,
            )
        key = "common.prompt_chance" if self.to_act == CHANCE else "common.prompt_seat"
        choices = ", ".join(self.moves() or self.chances())
        return say(key, language, seat=self.to_act, awaited=Said(awaited), choices=choices)

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.seats} seats, to act: {_name(self.to_act)}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.game is other.game
            and self._options == other._options
            and self._state == other._state
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self._state.key()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self._options, self._state)  # what was found out stays here

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self  # nobody can change it


class View:
    """What one seat, or a spectator, may know of a position."""

    __slots__ = ("_options", "_state", "game", "seat")

    def __init__(
        self, game: Game, options: Mapping[str, Any], state: GameState, seat: int | None
    ) -> None:
        self.game = game
        self.seat = seat
        self._options = options  # shared: nobody changes them
        self._state = state

    @property
    def state(self) -> GameState:
        """A copy of the record, with what the seat may not know taken out."""
        return self._state.copy()

    @property
    def seen(self) -> GameState:
        """The record itself, for callers that don't change it."""
        return self._state

    @property
    def to_act(self) -> int:
        """The seat to move, numbered from 1, or CHANCE, or OVER."""
        actor: int = self.game.rules.to_act(self._state)
        return actor + 1 if actor >= 0 else actor

    def codes(self) -> list[int]:
        """Return the codes of this seat's legal moves; none if it is not to act."""
        return legal_codes(self.game, self._state) if self.to_act == self.seat else []

    def moves(self) -> list[str]:
        """Return the texts of this seat's legal moves; none if it is not to act."""
        return [self.game.notation.NOTATION.text(code) for code in self.codes()]

    def to_data(self) -> dict[str, Any]:
        """Return the view as plain data, as a server sends it to programs."""
        options = deepcopy(self._options)  # who changes them changes no match
        return {**self.data, "options": options}

    @property
    def data(self) -> dict[str, Any]:
        """The same without copying the options, for callers that don't change them."""
        return {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "seat": self.seat,
            "options": self._options,
            "moves": self.moves(),
            "view": self._state.to_dict(),
        }

    def to_json(self) -> str:
        """Return the view as JSON."""
        return json.dumps(self.data)

    @staticmethod
    def from_data(data: object) -> View:
        """Read a view that `to_data` returned, or raise UnreadablePosition."""
        return read_view(data)

    @staticmethod
    def from_json(text: str) -> View:
        """Read a view that `to_json` wrote."""
        return read_view(_read_json(text))

    def board(self, language: str = "en") -> str:
        """Return the board as text, as this seat sees it."""
        return str(self.game.view.board(self._state, language))

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{self.game.title} as seen by {who}, to act: {_name(self.to_act)}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (
            self.game is other.game
            and self.seat == other.seat
            and self._options == other._options
            and self._state == other._state
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.seat, self._state.key()))

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (self.game, self._options, self._state, self.seat)

    def __copy__(self) -> View:
        return self

    def __deepcopy__(self, memo: object) -> View:
        return self  # nobody can change it


def legal_codes(game: Game, state: GameState) -> list[int]:
    """The codes of all legal moves of the seat that is to move."""
    buffer = [0] * game.state.MAX_MOVES
    return buffer[: game.rules.legal(state, buffer)]


def check_seat(seat: object, seats: int) -> None:
    """SeatsOutOfRange unless it is one of the seats, numbered from 1."""
    if type(seat) is not int or not 1 <= seat <= seats:
        raise SeatsOutOfRange("common.no_such_seat", seat=repr(seat), seats=seats)


def read_position(game: Game | None, text: str) -> Position:
    """The position in a JSON text; UnreadablePosition, or the refusal of its seats or options."""
    data = _read_json(text)
    if not isinstance(data, dict) or set(data) != {"game", "rules", "seats", "options", "state"}:
        raise UnreadablePosition("common.position_not_object")
    game, options, state = _read_common(game, data, "state")
    seats = game.read_seats(data["seats"])
    # What the options and the seats fix must stand in the state as they fix it.
    fresh = game.state.State()
    game.rules.setup(fresh, seats, game.integers(options))
    for field in ("seats", *game.state.FIXED):
        if getattr(state, field) != getattr(fresh, field):
            raise _misfit(f"state.{field}", "it differs from what seats and options say")
    broken = game.sound.sound(state)
    if broken:
        prefix = game.seats_paragraph[0]
        raise UnreadablePosition("common.position_unsound", paragraph=f"{prefix}{broken}")
    return Position(game, options, state)


def read_view(data: object) -> View:
    """The view in what JSON holds; UnreadablePosition, or the refusal of its seat or options."""
    fields = {"game", "rules", "seat", "options", "moves", "view"}
    if not isinstance(data, dict) or set(data) != fields:
        raise UnreadablePosition("common.view_not_object")
    game, options, state = _read_common(None, data, "view")
    if data["seat"] is not None:
        check_seat(data["seat"], game.read_seats(state.seats))
    return View(game, options, state, data["seat"])


def _read_common(
    game: Game | None, data: dict[str, Any], record: str
) -> tuple[Game, dict[str, Any], GameState]:
    """The game, the options and the record of a position or a view."""
    from tablee.discovery import game as find_game

    if game is None:
        game = find_game(data["game"] if isinstance(data["game"], str) else repr(data["game"]))
    for field, expected in (("game", game.name), ("rules", game.rules_version)):
        if data[field] != expected:
            raise _misfit(field, f"{data[field]!r} is not {expected!r}")
    if not isinstance(data["options"], dict):
        raise _misfit("options", "not an object")
    options = game.recall_options(data["options"])
    try:
        return game, options, game.state.State.from_dict(data[record])
    except ValueError as problem:
        raise _misfit(record, str(problem)) from None


def _read_json(text: str) -> object:
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError) as problem:
        raise UnreadablePosition("common.position_not_json", problem=problem) from None


def _misfit(field: str, problem: str) -> UnreadablePosition:
    return UnreadablePosition("common.position_field", field=field, problem=problem)


def _name(actor: int) -> str:
    return {CHANCE: "CHANCE", OVER: "OVER"}.get(actor, str(actor))
