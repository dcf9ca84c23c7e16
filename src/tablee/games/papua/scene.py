"""Papua as a page shows it: the path, its islanders, and what a move would do."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.show.step import ShownStep

from .groups import foremost, in_pot, movers_of
from .narration import of_kind
from .notation import awaited
from .rules import legal, score, to_act
from .state import FACES, MAX_MOVES, Phase, Report, State
from .view import holder, joined, kind

Kind = Literal["square", "round", "god", "cannibal"]
PhaseName = Literal["who_begins", "throw", "move", "ended"]
Does = Literal["alone", "group", "leap", "pass"]
Fate = Literal["stays", "sent_back", "caught"]
KINDS: dict[str, Kind] = {
    "papua.square": "square",
    "papua.round": "round",
    "papua.god": "god",
    "papua.cannibal": "cannibal",
}


class Space(Struct, frozen=True):
    """A space of the path between the pot and the canoe [P2]."""

    number: int
    kind: Kind


class Islander(Struct, frozen=True):
    """An islander on the path or in the canoe, and what is about to happen to it.

    One is `stuck` while it waits on a round space for company [P14].
    """

    seat: int
    space: int
    stuck: bool = False
    fate: Fate = "stays"


class Group(Struct, frozen=True):
    """A run of at least two colours, from its rear to its front [P20]."""

    first: int
    last: int


class Scene(Struct, frozen=True):
    """All that is seen of a match of Papua, which is all there is.

    `turn` and `first` are 0 until the first seat is drawn; `die` is 0 until it is thrown; `pot` and
    `foremost` are by seat; `ended` is the message that says why the game is over, or "".
    """

    spaces: list[Space]
    canoe: int
    family: bool
    limit: int
    turns: int
    phase: PhaseName
    turn: int
    first: int
    to_act: int
    die: int
    pot: list[int]
    islanders: list[Islander]
    groups: list[Group]
    foremost: list[int]
    winners: list[int]
    ended: str


class Walk(Struct, frozen=True):
    """An islander that would move: from where to where, and whether it is caught there [P32]."""

    seat: int
    start: int
    end: int
    caught: bool


class Stands(Struct, frozen=True):
    """An islander by its seat and its space."""

    seat: int
    space: int


class Danger(Struct, frozen=True):
    """An own islander that could be lost at once: with which numbers of the next seat."""

    space: int
    faces: list[int]


class Preview(Struct, frozen=True):
    """What a move would do.

    `whole` tells the whole group from a part of it; `left` are the spaces of members that would
    stay behind, `stranded` the islanders that would newly wait for company, `groups` the groups
    afterwards.
    """

    does: Does
    whole: bool
    walks: list[Walk]
    sent_back: list[Stands]
    left: list[int]
    stranded: list[Stands]
    groups: list[Group]
    dangers: list[Danger]
    wins: int


# --- what is seen --------------------------------------------------------------------------------


def scene(s: State) -> Scene:
    """Return the board and its islanders, the same for every viewer."""
    drawn = s.phase != Phase.WHO_BEGINS
    over = s.phase == Phase.ENDED
    phase: Any = Phase.names[s.phase]
    return Scene(
        spaces=[Space(number, KINDS[kind(s, number)]) for number in range(1, s.canoe)],
        canoe=s.canoe,
        family=s.family != 0,
        limit=s.turn_limit * s.seats,
        turns=s.turns,
        phase=phase,
        turn=s.turn + 1 if drawn else 0,
        first=s.first + 1 if drawn else 0,
        to_act=max(to_act(s) + 1, 0),
        die=s.die,
        pot=[in_pot(s, owner) for owner in range(s.seats)],
        islanders=on_the_path(s),
        groups=groups(s),
        foremost=[foremost(s, owner) for owner in range(s.seats)],
        winners=winners(s) if over else [],
        ended=awaited(s)[1] if over else "",
    )


def on_the_path(s: State) -> list[Islander]:
    """Return all islanders that are not in the pot, in the order of their spaces."""
    found = []
    for space in range(1, s.canoe + 1):
        owner = holder(s, space)
        if owner is not None:
            found.append(Islander(owner + 1, space, is_stuck(s, space)))
    return found


def is_stuck(s: State, space: int) -> bool:
    """Return whether an islander on this space waits for company [P14]."""
    on_round = space < s.canoe and not s.squares >> space & 1
    return on_round and not joined(s, space) and not joined(s, space - 1)


def groups(s: State) -> list[Group]:
    """Return every group, in the order of the path."""
    found: list[Group] = []
    for space in range(1, s.canoe):
        if not joined(s, space):
            continue
        if found and found[-1].last == space:
            found[-1] = Group(found[-1].first, space + 1)
        else:
            found.append(Group(space, space + 1))
    return found


def winners(s: State) -> list[int]:
    """Return the winners."""
    points, ranks = [0] * s.seats, [0] * s.seats
    score(s, points, ranks)
    return [owner for owner, rank in enumerate(ranks, 1) if rank == 1]


# --- what is seen on the way ---------------------------------------------------------------------


def frames(step: ShownStep) -> list[tuple[str, Scene]]:
    """Return the frames: `walk`, all have landed; `back`, those sent back are gone.

    Where none is lost, islanders simply move. They all move by the die, so an islander that is no
    longer on its space is the one that stands so much further.
    """
    caught = [Islander(row.a + 1, row.b, fate="caught") for row in of_kind(step, Report.CAUGHT)]
    back = [Islander(row.a + 1, row.b, fate="sent_back") for row in of_kind(step, Report.SENT_BACK)]
    if not caught and not back:
        return []
    found = [("walk", with_doomed(step, [*back, *caught]))]
    if caught and back:
        found.append(("back", with_doomed(step, caught)))
    return found


def with_doomed(step: ShownStep, doomed: list[Islander]) -> Scene:
    """Return the scene after a step, as if these were not yet back in the pot."""
    before, after = scene(step.before), scene(step.after)
    pot = list(after.pot)
    for one in doomed:
        pot[one.seat - 1] -= 1
    islanders = sorted([*after.islanders, *doomed], key=lambda one: one.space)
    return replace(before, islanders=islanders, groups=after.groups, pot=pot)


# --- what a move would do ------------------------------------------------------------------------


def preview(step: ShownStep) -> Preview:
    """Return the islanders that would move, be lost, or be left, and what could happen next."""
    does: Any = step.words[0]
    before, after = scene(step.before), scene(step.after)
    moved = walks(step)
    starts = {walk.start for walk in moved}
    runs = [range(one.first, one.last + 1) for one in before.groups]
    left = [space for run in runs if starts & set(run) for space in run if space not in starts]
    waited = {one.space for one in before.islanders if one.stuck} - {walk.end for walk in moved}
    return Preview(
        does=does,
        whole=does == "group" and not left,
        walks=moved,
        sent_back=[Stands(row.a + 1, row.b) for row in of_kind(step, Report.SENT_BACK)],
        left=left,
        stranded=[
            Stands(one.seat, one.space)
            for one in after.islanders
            if one.stuck and one.space not in waited
        ],
        groups=after.groups,
        dangers=dangers(step.after, step.before.turn),
        wins=after.winners[0] if len(after.winners) == 1 else 0,
    )


def walks(step: ShownStep) -> list[Walk]:
    """Return the islanders that move, in the order of their spaces."""
    caught = {row.b for row in of_kind(step, Report.CAUGHT)}
    moves = of_kind(step, Report.MOVES_FROM)
    ends = [row.b + step.before.die for row in moves]
    return [
        Walk(row.a + 1, row.b, end, caught=end in caught)
        for row, end in zip(moves, ends, strict=True)
    ]


def dangers(s: State, seat: int) -> list[Danger]:
    """Return the islanders of a seat that the next one could send back or get caught."""
    if s.phase != Phase.THROW:
        return []
    ahead = s.copy()
    ahead.phase = Phase.MOVE
    mine = s.islanders[seat]
    faces: dict[int, list[int]] = {}
    codes = [0] * MAX_MOVES
    for face in range(1, FACES + 1):
        ahead.die = face
        lost = 0
        for code in codes[: legal(ahead, codes)]:
            moving = movers_of(code)
            lost |= mine & (moving << face) & ~moving  # [P30]
            lost |= mine & moving & (s.cannibals >> face)  # [P32]
        for space in spaces_of(lost):
            faces.setdefault(space, []).append(face)
    return [Danger(space, faces[space]) for space in sorted(faces)]


def spaces_of(mask: int) -> list[int]:
    """Return a set of spaces as a list."""
    return [space for space in range(mask.bit_length()) if mask >> space & 1]
