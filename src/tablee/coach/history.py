"""The history of a match for the review: its plies, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablee.kernel.actors import CHANCE, OVER
from tablee.position import Position, Result
from tablee.refusals import Refusal
from tablee.table import Match, Moved, SeatTaken, Stage

CHANCES, DECISION, FORCED = "chance", "decision", "forced"


class NothingToReview(Refusal):
    """The match has no plies, or still goes on."""


@dataclass(frozen=True)
class Ply:
    """A move or an outcome: its number, the position before it, and its code."""

    number: int  # of its event in the transcript, or of the ply, from 1
    position: Position
    code: int
    stand_in: bool = False  # made by a bot for a person who was away

    @property
    def actor(self) -> int:
        """The seat that moved, numbered from 1, or CHANCE."""
        return self.position.to_act

    @property
    def text(self) -> str:
        """The move or the outcome as text."""
        return str(self.position.game.notation.NOTATION.text(self.code))

    @property
    def kind(self) -> str:
        """Decision, chance, or forced: neither had an alternative."""
        if self.actor == CHANCE:
            return CHANCES if len(self.position.chance_codes()) > 1 else FORCED
        return DECISION if len(self.position.codes()) > 1 else FORCED


@dataclass(frozen=True)
class History:
    """All plies that were not undone, the final position, and each seat's share of the victory."""

    plies: tuple[Ply, ...]
    last: Position
    shares: tuple[float, ...] | None  # None: it has no result
    gave_up: tuple[int, ...] = ()  # seats that could no longer win, whatever the position says
    names: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        return self.last.seats

    @property
    def first_decision(self) -> int:
        """The index of the first decision; what comes before is the deal."""
        for index, ply in enumerate(self.plies):
            if ply.kind == DECISION:
                return index
        return len(self.plies)


def history_of(played: Match | Iterable[tuple[Position, int]]) -> History:
    """Return the history of a finished match, or of positions with the codes played in them.

    A match that still goes on is refused, because the review reveals what is hidden.
    """
    if isinstance(played, Match):
        return _history_of_match(played)
    plies = [Ply(n, pos, code) for n, (pos, code) in enumerate(played, 1) if code >= 0]
    if not plies:
        raise NothingToReview("coach.nothing_to_review")
    last = plies[-1].position.after_code(plies[-1].code)
    shares = shares_of(last.result(), last.seats) if last.to_act == OVER else None
    return History(tuple(plies), last, shares)


def _history_of_match(match: Match) -> History:
    if match.stage != Stage.OVER:
        raise NothingToReview("coach.review_not_over")
    read = match.position.read
    by_bots = stand_ins(match)
    plies = tuple(
        Ply(n, position, read(text), n in by_bots) for n, _, text, position in match.plies()
    )
    if not plies:
        raise NothingToReview("coach.nothing_to_review")
    return History(
        plies,
        match.position,
        None if match.result is None else shares_of(match.result, match.position.seats),
        tuple(s for s in range(1, match.position.seats + 1) if not match.can_win(s)),
        tuple(holder.name for holder in match.header.seats),
    )


def stand_ins(match: Match) -> set[int]:
    """Return the events of all moves that a bot made for a person who was away."""
    away: set[int] = set()
    found = set()
    for number, event in enumerate(match.events, 1):
        if isinstance(event, SeatTaken) and not match.header.seats[event.seat - 1].is_bot:
            (away.add if event.holder.is_bot else away.discard)(event.seat)
        elif isinstance(event, Moved) and event.seat in away:
            found.add(number)
    return found


def shares_of(result: Result, seats: int) -> tuple[float, ...]:
    """Return what each seat won: the whole victory, its share of one, or nothing."""
    return tuple(
        1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(1, seats + 1)
    )
