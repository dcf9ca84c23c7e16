"""Maroc'eau: what a scene and a preview are made of.

A card has no name of its own on this table: where it lies and what it shows is all there is to see.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Colour = Literal["violet", "blue", "green", "yellow", "red"]
PhaseName = Literal[
    "turn_two",
    "choose",
    "place_taken",
    "place_drawn",
    "turn_one",
    "turning",
    "opening",
    "who_begins",
    "drawing",
    "replacing",
    "reveal",
    "settling",
    "count",
    "over",
]


class Place(Struct, frozen=True):
    """A place of a grid: `value` is what its card shows, None for a back or an empty place.

    `full`: it is one of three equal cards that are about to go; `awaited`: it is turned next.
    """

    name: str
    lies: Literal["up", "down", "gone"]
    value: int | None
    full: bool
    awaited: bool


class Grid(Struct, frozen=True):
    """The twelve places of a seat, a1 a2 a3 b1 … d3, and what they are worth so far."""

    seat: int
    places: list[Place]
    open_points: int
    face_down: int
    total: int


class Held(Struct, frozen=True):
    """The card in the hand of a seat; None: the viewer sees its back."""

    seat: int
    value: int | None
    source: Literal["draw", "discard"]


class Kind(Struct, frozen=True):
    """The cards of a value: how many are unseen, and how many a reshuffled draw pile holds."""

    value: int
    colour: Colour
    unseen: int
    pile: int


class RoundPoints(Struct, frozen=True):
    """The points of a seat in a round: as they lay there, and as they count."""

    seat: int
    points: int
    counted: int
    doubled: bool


class RoundSheet(Struct, frozen=True):
    """A round that was counted; `ended_by` is 0 if no seat ended it.

    `fewest` is the least that any other seat has.
    """

    number: int
    ended_by: int
    fewest: int
    seats: list[RoundPoints]


class Scene(Struct, frozen=True):
    """The table as one viewer sees it; a seat of 0 is none.

    `top` is what the discard pile shows, `leaving` the place from which a card is on its way there.
    `last_turns` are the seats that still play once the round is ended, `tied` those of which
    one is drawn to begin; `turns_left` is how long a round that no seat ends still lasts.
    """

    round: int
    rounds: int
    target: int
    phase: PhaseName
    turn: int
    to_act: int
    ended_by: int
    last_turns: list[int]
    tied: list[int]
    turns_left: int
    stock: int
    reshuffled: bool
    discards: int
    top: int | None
    hand: Held | None
    leaving: str | None
    grids: list[Grid]
    kinds: list[Kind]
    last: RoundSheet | None
    winners: list[int]


class Motion(Struct, frozen=True):
    """A card on its way; spots are `draw`, `discard`, `hand` and the places of the seat's grid."""

    value: int | None
    start: str
    end: str


class Odds(Struct, frozen=True):
    """So many of the cards that it may be have this value."""

    value: int
    cards: int


class Preview(Struct, frozen=True):
    """What a move would do, as far as its seat can know.

    `turned`: the places that would be turned, or one of which must be turned next. `gone`: those of
    a column that goes. `change`: of the points that lie open. `odds`: what the card seen next may
    be, `of` so many; `column_odds` of these complete a column.
    """

    motions: list[Motion] = []
    turned: list[str] = []
    gone: list[str] = []
    change: int = 0
    ends_round: bool = False
    reshuffles: bool = False
    odds: list[Odds] = []
    of: int = 0
    column_odds: int = 0
