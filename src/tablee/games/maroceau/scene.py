"""Maroc'eau as a page draws it: the grids, both piles, the card in hand, the sheet of points.

A card has no name of its own on this table: where it lies and what it shows is all there is to see.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from msgspec import Struct, structs

from tablee.show.step import Step

from .narration import counted
from .notation import GRID
from .rules import (
    clear_column,
    face_down,
    opening,
    round_points,
    score,
    to_act,
    visible_points,
)
from .state import FACE_DOWN, HIGHEST, KINDS, LOWEST, NO_CARD, PLACES, ROWS, TURNS_A_SEAT, Phase
from .view import COLOURS, discards

State = Any  # the record, as the one who looks may see it
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

PHASES: dict[int, PhaseName] = {
    Phase.TURN_TWO: "turn_two",
    Phase.CHOOSE: "choose",
    Phase.PLACE_TAKEN: "place_taken",
    Phase.PLACE_DRAWN: "place_drawn",
    Phase.TURN_ONE: "turn_one",
    Phase.TWO_CARD: "turning",
    Phase.ONE_CARD: "turning",
    Phase.OPEN_DISCARD: "opening",
    Phase.WHO_BEGINS: "who_begins",
    Phase.DRAWN: "drawing",
    Phase.REPLACED: "replacing",
    Phase.REVEAL: "reveal",
    Phase.ENDED: "over",
}
NOBODYS_TURN = (Phase.OPEN_DISCARD, Phase.WHO_BEGINS, Phase.REVEAL, Phase.ENDED)
COLOUR_OF: list[Any] = [colour for colour, kinds in COLOURS.items() for _ in range(kinds)]


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
    """The card in somebody's hand; None: who looks sees its back."""

    seat: int
    value: int | None
    source: Literal["draw", "discard"]


class Kind(Struct, frozen=True):
    """All cards of a value: how many nobody has seen; how many a reshuffled draw pile holds."""

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
    """A round that was counted; `ended_by` is 0 if nobody ended it.

    `fewest` is the least that anybody but who ended it has.
    """

    number: int
    ended_by: int
    fewest: int
    seats: list[RoundPoints]


class Scene(Struct, frozen=True):
    """The table as one viewer sees it; a seat of 0 is nobody.

    `top` is what the discard pile shows, `leaving` the place of the one at turn whose card is on
    its way there. `last_turns` are the seats that still play once somebody has ended the round;
    `tied` those among whom is drawn who begins; `turns_left` what is left until a round that
    nobody ends is over.
    """

    round: int
    rounds: int
    target: int
    phase: PhaseName
    turn: int
    acts: int
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
    """A card on its way; spots are `draw`, `discard`, `hand` and the places of one's own grid."""

    value: int | None
    start: str
    end: str


class Odds(Struct, frozen=True):
    """So many of the cards that it may be have this value."""

    value: int
    cards: int


class Preview(Struct, frozen=True):
    """What a move would do, as far as one can know.

    `turned`: the places that would be turned, or one of which must be turned next. `gone`: those of
    a column that goes. `change`: of the points that lie open. `odds`: what the card seen next may
    be, `of` so many; `column_odds` of these complete a column.
    """

    motions: list[Motion]
    turned: list[str]
    gone: list[str]
    change: int
    ends_round: bool
    reshuffles: bool
    odds: list[Odds]
    of: int
    column_odds: int


# --- what is seen --------------------------------------------------------------------------------


def scene(s: State) -> Scene:
    """The whole table."""
    actor: int = to_act(s)
    lap = (s.ended_by - 1 - s.turn) % s.seats if s.ended_by else 0
    return Scene(
        round=s.round_number,
        rounds=s.rounds,
        target=s.target,
        phase=PHASES[s.phase],
        turn=0 if s.phase in NOBODYS_TURN else s.turn + 1,
        acts=max(0, actor + 1),
        ended_by=s.ended_by,
        last_turns=[(s.turn + later) % s.seats + 1 for later in range(lap)],
        tied=tied(s) if s.phase == Phase.WHO_BEGINS else [],
        turns_left=TURNS_A_SEAT * s.seats - s.turns,
        stock=s.stock,
        reshuffled=bool(s.reshuffled),
        discards=discards(s),
        top=s.top if s.top <= HIGHEST else None,
        hand=held(s),
        leaving=GRID[s.place % PLACES] if s.phase == Phase.REPLACED else None,
        grids=[grid(s, one) for one in range(s.seats)],
        kinds=[Kind(LOWEST + i, COLOUR_OF[i], s.unseen[i], s.pile[i]) for i in range(KINDS)],
        last=sheet(s),
        winners=winners(s),
    )


def tied(s: State) -> list[int]:
    """The seats of which one is drawn to begin."""
    return [one + 1 for one in range(s.seats) if opening(s, one) == opening(s, s.turn)]


def grid(s: State, seat: int) -> Grid:
    """The places of a seat."""
    first = seat * PLACES
    cards = s.grid[first : first + PLACES]
    awaited = s.place - first if s.phase in (Phase.TWO_CARD, Phase.ONE_CARD, Phase.REVEAL) else -1
    places = []
    for number, card in enumerate(cards):
        column = number - number % ROWS
        full = card <= HIGHEST and cards[column : column + ROWS] == [card] * ROWS
        places.append(place(number, card, full, number == awaited))
    return Grid(seat + 1, places, visible_points(s, seat), face_down(s, seat), s.totals[seat])


@cache
def place(number: int, card: int, full: bool, awaited: bool) -> Place:
    """A place of a grid; there are only so many."""
    name = GRID[number]
    if card == FACE_DOWN:
        return Place(name, "down", None, full=False, awaited=awaited)
    if card == NO_CARD:
        return Place(name, "gone", None, full=False, awaited=False)
    return Place(name, "up", card, full=full, awaited=False)


def held(s: State) -> Held | None:
    """The card in hand, if there is one."""
    if s.hand == NO_CARD:
        return None
    source: Literal["draw", "discard"] = "discard" if s.phase == Phase.PLACE_TAKEN else "draw"
    return Held(s.turn + 1, face_of(s.hand), source)


def face_of(card: int) -> int | None:
    """What a card shows; None: its back."""
    return None if card == FACE_DOWN else card


def sheet(s: State) -> RoundSheet | None:
    """The round that was counted last, if any was."""
    number = s.round_number if s.phase == Phase.ENDED else s.round_number - 1
    if number == 0:
        return None
    seats = []
    for seat in range(s.seats):
        points, counts = s.last_points[seat], round_points(s, seat)
        seats.append(RoundPoints(seat + 1, points, counts, doubled=points != counts))
    fewest = min(one.points for one in seats if one.seat != s.last_ended_by)
    return RoundSheet(number, s.last_ended_by, fewest, seats)


def winners(s: State) -> list[int]:
    """Who has won, once it is over."""
    if s.phase != Phase.ENDED:
        return []
    points, ranks = [0] * s.seats, [0] * s.seats
    score(s, points, ranks)
    return [seat for seat, rank in enumerate(ranks, 1) if rank == 1]


# --- what happens on the way ---------------------------------------------------------------------


def frames(step: Step) -> list[tuple[str, Scene]]:
    """A card is turned, a complete column goes, the round is counted.

    Beats: `turned` (all are, at the end of a round), `flow` (a column is complete and under
    water), `gone` (all such columns, after all were turned), `count`.
    """
    before, after = step.before, step.after
    s = before.copy()
    if step.words[0] == "swap":
        number = s.turn * PLACES + GRID.index(step.words[1])
        if after.grid[number] != NO_CARD:
            return []
        s.grid[number], s.top, s.hand = after.top, s.grid[number], NO_CARD
        return [("flow", settling(s, after))]
    if step.words[0] != "card" or before.phase not in (
        Phase.REPLACED,
        Phase.ONE_CARD,
        Phase.REVEAL,
    ):
        return []
    value = int(step.words[1])
    if before.phase == Phase.REPLACED:
        s.top = value
    else:
        s.grid[before.place] = value
    s.unseen[value - LOWEST] -= 1
    s.place = 0
    shown = settling(s, after)
    full = any(one.full for grid in shown.grids for one in grid.places)
    if counted(step):
        return [("flow" if full else "turned", shown), *count_frames(s, after)]
    return [("flow", shown)] if full and before.phase != Phase.REVEAL else []


def settling(s: State, after: State) -> Scene:
    """A scene on the way, while what was played takes effect; nobody can do anything."""
    revealed = s.phase == Phase.REVEAL
    s.phase = Phase.CHOOSE  # nothing is held or awaited
    if after.round_number == s.round_number:
        s.unseen, s.pile = list(after.unseen), list(after.pile)
    on_the_way = scene(s)
    turn = 0 if revealed else on_the_way.turn
    return structs.replace(on_the_way, phase="settling", acts=0, turn=turn)


def count_frames(s: State, after: State) -> list[tuple[str, Scene]]:
    """After all cards were turned: equal columns go, and what is left is counted."""
    if after.phase == Phase.ENDED:
        return []  # the scene after the step shows just this
    cards = list(s.grid)
    for first in range(0, s.seats * PLACES, ROWS):
        clear_column(s, first)
    left = structs.replace(settling(s, after), turn=0, last_turns=[])
    grids = [structs.replace(one, total=after.totals[one.seat - 1]) for one in left.grids]
    count = structs.replace(left, phase="count", grids=grids, last=sheet(after))
    return [("gone", left), ("count", count)] if s.grid != cards else [("count", count)]


# --- what a move would do ------------------------------------------------------------------------


def preview(step: Step) -> Preview:
    """What a move would do."""
    verb, s, after = step.words[0], step.before, step.after
    if verb == "take":
        return told([Motion(s.top, "discard", "hand")])
    if verb == "draw":
        pool = after.pile if after.reshuffled else after.unseen
        odds = odds_of(pool)
        return told([Motion(None, "draw", "hand")], odds=odds, reshuffles=s.stock == 0)
    mine = s.grid[s.turn * PLACES : (s.turn + 1) * PLACES]
    hidden = [GRID[i] for i in range(PLACES) if mine[i] == FACE_DOWN]
    if verb == "drop":
        return told([Motion(face_of(s.hand), "hand", "discard")], turned=hidden)
    name = step.words[1]
    place = GRID.index(name)
    ends = s.phase != Phase.TURN_TWO and s.ended_by == 0 and hidden == [name]
    if verb == "flip":
        others = [mine[i] for i in column_of(place) if i != place]
        wanted = others[0] - LOWEST if others[0] == others[1] <= HIGHEST else None
        column_odds = 0 if wanted is None else s.unseen[wanted]
        return told([], turned=[name], odds=odds_of(s.unseen), column_odds=column_odds, ends=ends)
    return swap_told(step, place, ends=ends)


def swap_told(step: Step, place: int, *, ends: bool) -> Preview:
    """What it would do to lay the card in hand on a place of one's grid."""
    s, name = step.before, GRID[place]
    first = s.turn * PLACES
    laid, replaced = s.hand, s.grid[first + place]
    motions = [Motion(face_of(laid), "hand", name), Motion(face_of(replaced), name, "discard")]
    s = s.copy()
    s.grid[first + place] = laid
    points = visible_points(step.before, s.turn)
    clear_column(s, first + place)
    gone = [GRID[i] for i in column_of(place)] if s.grid[first + place] == NO_CARD else []
    motions += [Motion(face_of(laid), one, "discard") for one in gone]
    return told(
        motions,
        turned=[name] if replaced == FACE_DOWN else [],
        gone=gone,
        change=visible_points(s, s.turn) - points,
        odds=odds_of(s.unseen) if replaced == FACE_DOWN else [],
        ends=ends,
    )


def told(
    motions: list[Motion],
    *,
    turned: list[str] | None = None,
    gone: list[str] | None = None,
    change: int = 0,
    odds: list[Odds] | None = None,
    column_odds: int = 0,
    ends: bool = False,
    reshuffles: bool = False,
) -> Preview:
    """A preview in which most things do not happen."""
    return Preview(
        motions=motions,
        turned=turned or [],
        gone=gone or [],
        change=change,
        ends_round=ends,
        reshuffles=reshuffles,
        odds=odds or [],
        of=sum(one.cards for one in odds or []),
        column_odds=column_odds,
    )


def odds_of(pool: list[int]) -> list[Odds]:
    """What a card of a pool may be."""
    return [Odds(LOWEST + i, pool[i]) for i in range(KINDS) if pool[i]]


def column_of(place: int) -> range:
    """The places of a column."""
    return range(place - place % ROWS, place - place % ROWS + ROWS)
