"""Maroc'eau as a page draws it: the grids, both piles, the card in hand, the sheet of points."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from msgspec import structs

from tablee.kernel.reports import play
from tablee.show.step import ShownStep

from .grids import face_down, opening, round_points, visible_points
from .narration import reported
from .notation import GRID
from .rules import apply, score, to_act
from .shapes import (
    Grid,
    Held,
    Kind,
    Motion,
    Odds,
    PhaseName,
    Place,
    Preview,
    RoundPoints,
    RoundSheet,
    Scene,
)
from .state import (
    FACE_DOWN,
    HIGHEST,
    KINDS,
    LOWEST,
    NO_CARD,
    PLACES,
    ROWS,
    TURNS_A_SEAT,
    Code,
    Phase,
    Report,
)
from .view import COLOURS, discards

State = Any  # the record, as the viewer may see it
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


# --- what is seen --------------------------------------------------------------------------------


def scene(s: State) -> Scene:
    """Return the whole table."""
    lap = (s.ended_by - 1 - s.turn) % s.seats if s.ended_by else 0
    return Scene(
        round=s.round_number,
        rounds=s.rounds,
        target=s.target,
        phase=PHASES[s.phase],
        turn=0 if s.phase in NOBODYS_TURN else s.turn + 1,
        to_act=max(to_act(s) + 1, 0),
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
    """Return the seats of which one is drawn to begin."""
    return [one + 1 for one in range(s.seats) if opening(s, one) == opening(s, s.turn)]


def grid(s: State, seat: int) -> Grid:
    """Return the places of a seat."""
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
    """Return a place of a grid; there are only so many."""
    name = GRID[number]
    if card == FACE_DOWN:
        return Place(name, "down", None, full=False, awaited=awaited)
    if card == NO_CARD:
        return Place(name, "gone", None, full=False, awaited=False)
    return Place(name, "up", card, full=full, awaited=False)


def held(s: State) -> Held | None:
    """Return the card in hand, if there is one."""
    if s.hand == NO_CARD:
        return None
    source: Literal["draw", "discard"] = "discard" if s.phase == Phase.PLACE_TAKEN else "draw"
    return Held(s.turn + 1, face_of(s.hand), source)


def face_of(card: int) -> int | None:
    """Return what a card shows; None: its back."""
    return None if card == FACE_DOWN else card


def sheet(s: State) -> RoundSheet | None:
    """Return the round that was counted last, if any was."""
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
    """Return the winners, once the match is over."""
    if s.phase != Phase.ENDED:
        return []
    points, ranks = [0] * s.seats, [0] * s.seats
    score(s, points, ranks)
    return [seat for seat, rank in enumerate(ranks, 1) if rank == 1]


# --- what happens on the way ---------------------------------------------------------------------


def frames(step: ShownStep) -> list[tuple[str, Scene]]:
    """Show a card being turned, a complete column removed, the round counted.

    Beats: `turned` (all are, at the end of a round), `flow` (a column is complete and under
    water), `gone` (all such columns, after all were turned), `count`.
    """
    gone = reported(step, Report.COLUMN_GOES)
    counted = reported(step, Report.COUNTED)
    if not gone and not counted:
        return []
    s = with_cards(step)
    shown = settling(s, step.after)
    beat = "flow" if gone else "turned"
    return [(beat, shown), *(count_frames(s, step) if counted else [])]


def with_cards(step: ShownStep) -> State:
    """Return the record once all cards of a step lie where they are seen, before any of them go."""
    s = step.before.copy()
    s.place = 0
    for what, place, card, _ in step.reports:
        if what in (Report.SHOWS, Report.LAYS):
            s.grid[place] = card
        if what == Report.LAYS:
            s.hand = NO_CARD
        if what == Report.REPLACED:
            s.top = card
        if what == Report.SHOWS or (what == Report.REPLACED and s.phase == Phase.REPLACED):
            s.unseen[card - LOWEST] -= 1
    return s


def settling(s: State, after: State) -> Scene:
    """Return a scene on the way, while what was played takes effect, and no seat can act."""
    s = s.copy()
    revealed = s.phase == Phase.REVEAL
    s.phase = Phase.CHOOSE  # nothing is held or awaited
    if after.round_number == s.round_number:
        s.unseen, s.pile = list(after.unseen), list(after.pile)
    on_the_way = scene(s)
    turn = 0 if revealed else on_the_way.turn
    return structs.replace(on_the_way, phase="settling", to_act=0, turn=turn)


def count_frames(s: State, step: ShownStep) -> list[tuple[str, Scene]]:
    """Show the count of a round: equal columns go, and what is left is counted."""
    after = step.after
    if after.phase == Phase.ENDED:
        return []  # the scene after the step shows just this
    s = s.copy()
    gone = [row for row in step.reports if row.what == Report.COLUMN_GOES]
    for _, first, card, _ in gone:
        s.grid[first : first + ROWS], s.top = [NO_CARD] * ROWS, card
    left = structs.replace(settling(s, after), turn=0, last_turns=[])
    grids = [structs.replace(one, total=after.totals[one.seat - 1]) for one in left.grids]
    count = structs.replace(left, phase="count", grids=grids, last=sheet(after))
    return [("gone", left), ("count", count)] if gone else [("count", count)]


# --- what a move would do ------------------------------------------------------------------------


def preview(step: ShownStep) -> Preview:
    """Return what a move would do."""
    verb, s, after = step.words[0], step.before, step.after
    if verb == "take":
        return Preview([Motion(s.top, "discard", "hand")])
    if verb == "draw":
        pool = after.pile if after.reshuffled else after.unseen
        motions = [Motion(None, "draw", "hand")]
        return Preview(motions, reshuffles=s.stock == 0, odds=odds_of(pool), of=sum(pool))
    mine = s.grid[s.turn * PLACES : (s.turn + 1) * PLACES]
    hidden = [GRID[i] for i in range(PLACES) if mine[i] == FACE_DOWN]
    if verb == "drop":
        return Preview([Motion(face_of(s.hand), "hand", "discard")], turned=hidden)
    name = step.words[1]
    place = GRID.index(name)
    ends = s.phase != Phase.TURN_TWO and s.ended_by == 0 and hidden == [name]
    if verb == "flip":
        others = [mine[i] for i in column_of(place) if i != place]
        wanted = others[0] - LOWEST if others[0] == others[1] <= HIGHEST else None
        return Preview(
            turned=[name],
            ends_round=ends,
            odds=odds_of(s.unseen),
            of=sum(s.unseen),
            column_odds=0 if wanted is None else s.unseen[wanted],
        )
    return swap_ahead(step, place, ends=ends)


def swap_ahead(step: ShownStep, place: int, *, ends: bool) -> Preview:
    """Return what it would do to lay the card in hand on a place of the grid."""
    s, after, name = step.before, step.after, GRID[place]
    first = s.turn * PLACES
    laid, replaced = s.hand, s.grid[first + place]
    reports = step.reports
    if after.phase == Phase.REPLACED:  # whatever the replaced card is, the column goes or not
        card = next(i for i in range(KINDS) if after.unseen[i])
        reports += play(apply, after, Code.CARD + card)[1]
    column = column_of(place)
    goes = any(row[:2] == (Report.COLUMN_GOES, first + column[0]) for row in reports)
    gone = [GRID[i] for i in column] if goes else []
    motions = [Motion(face_of(laid), "hand", name), Motion(face_of(replaced), name, "discard")]
    motions += [Motion(face_of(laid), one, "discard") for one in gone]
    s = with_cards(step)
    if goes:
        s.grid[first + column[0] : first + column[0] + ROWS] = [NO_CARD] * ROWS
    unknown = replaced == FACE_DOWN
    return Preview(
        motions,
        turned=[name] if unknown else [],
        gone=gone,
        change=visible_points(s, s.turn) - visible_points(step.before, s.turn),
        ends_round=ends,
        odds=odds_of(s.unseen) if unknown else [],
        of=sum(s.unseen) if unknown else 0,
    )


def odds_of(pool: list[int]) -> list[Odds]:
    """Return what a card of a pool may be."""
    return [Odds(LOWEST + i, pool[i]) for i in range(KINDS) if pool[i]]


def column_of(place: int) -> range:
    """Return the places of a column."""
    return range(place - place % ROWS, place - place % ROWS + ROWS)


__all__ = ["Preview", "Scene", "frames", "preview", "scene"]
