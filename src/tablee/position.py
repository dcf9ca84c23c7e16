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
    UnreadablePosition,
    UnreadableText,
)
from tablee.view import View, actor_name, check_seat, legal_codes, misfit, read_common, read_json
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
        self._options = options  # shared, never changed
        self._state = state
        self._to_act: int | None = None  # these two are computed when they are needed
        self._chances: dict[int, int] | None = None

    # --- state -------------------------------------------------------------------------------

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
        observed = self._state  # shared with a viewer who sees everything; never changed
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
        """Return one line: the actor, the prompt, and the possible moves."""
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
        return f"<{self.game.title}, {self.seats} seats, to act: {actor_name(self.to_act)}>"

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
        return self  # immutable


def read_position(game: Game | None, text: str) -> Position:
    """Read a position from JSON; raise UnreadablePosition, or refuse its seats or options."""
    data = read_json(text)
    if not isinstance(data, dict) or set(data) != {"game", "rules", "seats", "options", "state"}:
        raise UnreadablePosition("common.position_not_object")
    game, options, state = read_common(game, data, "state")
    seats = game.read_seats(data["seats"])
    # What the options and the seats fix must stand in the state as they fix it.
    fresh = game.state.State()
    game.rules.setup(fresh, seats, game.integers(options))
    for field in ("seats", *game.state.FIXED):
        if getattr(state, field) != getattr(fresh, field):
            raise misfit(f"state.{field}", "it differs from what seats and options say")
    broken = game.sound.sound(state)
    if broken:
        prefix = game.seats_paragraph[0]
        raise UnreadablePosition("common.position_unsound", paragraph=f"{prefix}{broken}")
    return Position(game, options, state)
