"""A view: what one seat, or a spectator, may know of a position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import GameState
from tablee.refusals import SeatsOutOfRange, UnreadablePosition


class View:
    """What one seat, or a spectator, may know of a position."""

    __slots__ = ("_options", "_state", "game", "seat")

    def __init__(
        self, game: Game, options: Mapping[str, Any], state: GameState, seat: int | None
    ) -> None:
        self.game = game
        self.seat = seat
        self._options = options  # shared, never changed
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
        return read_view(read_json(text))

    def board(self, language: str = "en") -> str:
        """Return the board as text, as this seat sees it."""
        return str(self.game.view.board(self._state, language))

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{self.game.title} as seen by {who}, to act: {actor_name(self.to_act)}>"

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
        return self  # immutable


def legal_codes(game: Game, state: GameState) -> list[int]:
    """Return the codes of all legal moves of the seat that is to move."""
    buffer = [0] * game.state.MAX_MOVES
    return buffer[: game.rules.legal(state, buffer)]


def check_seat(seat: object, seats: int) -> None:
    """Raise `SeatsOutOfRange` unless it is one of the seats, numbered from 1."""
    if type(seat) is not int or not 1 <= seat <= seats:
        raise SeatsOutOfRange("common.no_such_seat", seat=repr(seat), seats=seats)


def read_view(data: object) -> View:
    """Read a view from JSON values; raise UnreadablePosition, or refuse its seat or options."""
    fields = {"game", "rules", "seat", "options", "moves", "view"}
    if not isinstance(data, dict) or set(data) != fields:
        raise UnreadablePosition("common.view_not_object")
    game, options, state = read_common(None, data, "view")
    if data["seat"] is not None:
        check_seat(data["seat"], game.read_seats(state.seats))
    return View(game, options, state, data["seat"])


def read_common(
    game: Game | None, data: dict[str, Any], record: str
) -> tuple[Game, dict[str, Any], GameState]:
    """Return the game, the options and the record of a position or a view."""
    from tablee.discovery import game as find_game

    if game is None:
        game = find_game(data["game"] if isinstance(data["game"], str) else repr(data["game"]))
    for field, expected in (("game", game.name), ("rules", game.rules_version)):
        if data[field] != expected:
            raise misfit(field, f"{data[field]!r} is not {expected!r}")
    if not isinstance(data["options"], dict):
        raise misfit("options", "not an object")
    options = game.recall_options(data["options"])
    try:
        return game, options, game.state.State.from_dict(data[record])
    except ValueError as problem:
        raise misfit(record, str(problem)) from None


def read_json(text: str) -> object:
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError) as problem:
        raise UnreadablePosition("common.position_not_json", problem=problem) from None


def misfit(field: str, problem: str) -> UnreadablePosition:
    return UnreadablePosition("common.position_field", field=field, problem=problem)


def actor_name(actor: int) -> str:
    return {CHANCE: "CHANCE", OVER: "OVER"}.get(actor, str(actor))
