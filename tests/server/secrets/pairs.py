"""Pairs of matches that are indistinguishable to a seat: they differ only in hidden information.

A random match is played; then an outcome that the seat did not see is replaced by another one. If
everything that followed is still possible, and the seat sees the same before and after every event,
the two are a pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from samples import ROUNDS
from tablee.discovery import own_games
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core.rooms.entries import Begun, Entry, Identity, Opened, Payload, Played
from tablee.server.core.rooms.opening import header_of, open_room
from tablee.server.core.rooms.room import Room
from tablee.table import CHANCE, ChanceCame, Match, Moved, Stage

AT = 1_700_000_000_000
SEATS = {game.name: (game.seats[0], 4) for game in own_games() if game.hides}
LONGEST = 14  # moves


@dataclass(frozen=True)
class Pair:
    """Two logs of a table, and the seat that must see no difference; None is a spectator."""

    one: list[Entry]
    other: list[Entry]
    seat: int | None
    people: list[Identity]


def make_pair(seed: int) -> Pair | None:
    """Return the pair of a seed; None if no outcome could be replaced."""
    random = Random(seed)
    game = random.choice(list(SEATS))
    seats = random.randint(*SEATS[game])
    people = [Identity(f"{seat:032x}", f"Player {seat}") for seat in range(1, seats + 1)]
    settings = wire.Settings(game, ["me", *["open"] * (seats - 1)])  # type: ignore[list-item]
    secret = random.randbytes(32)
    opened = open_room(settings, people[0], secret)
    held = [opened.holdings[0].__class__(who.id, who.name, entropy=None) for who in people]
    opened = Opened(settings, people[0], opened.secret, held)
    first = Entry(1, AT, "open", opened)
    room = Room.opened("ab" * 16, first)
    played = play(room, random)
    viewer = random.randrange(seats + 1)
    changed = change(played, viewer, random)
    if changed is None:
        return None
    seat = viewer or None
    return Pair([first, *entries(played)], [first, *entries(changed)], seat, people)


def play(room: Room, random: Random) -> Match:
    """Play a match of some moves, up to where a player is to act."""
    match = Match.open(header_of(room)).begin(AT)
    moves = random.randint(0, LONGEST)
    # Where the only secret is a card just drawn, the last move draws one.
    enough = room.settings.game != ROUNDS
    while match.stage == Stage.PLAYING:
        if match.to_act == CHANCE:
            chances = match.position.chances()
            outcome = random.choices(list(chances), list(chances.values()))[0]
            match = match.apply(ChanceCame(outcome, at=AT)).settle(AT)
            continue
        if moves <= 0 and enough:
            break
        moves -= 1
        legal = match.position.moves()
        draws = moves <= 0 and "draw" in legal
        enough = enough or draws
        match = match.play(match.to_act, "draw" if draws else random.choice(legal), AT)
    return match


def change(played: Match, viewer: int, random: Random) -> Match | None:
    """Return the same match with something replaced that is hidden from the viewer."""
    numbers = [one.number for one in played.state.hidden if one.viewers >> viewer & 1]
    random.shuffle(numbers)
    for number in numbers[:8]:
        before = played.as_of(number - 1)
        told = played.events[number - 1]
        assert isinstance(told, ChanceCame)
        others = [text for text in before.position.chances() if text != told.outcome]
        random.shuffle(others)
        for outcome in others[:4]:
            match = before
            try:
                for event in (ChanceCame(outcome, at=AT), *played.events[number:]):
                    match = match.apply(event)
            except Refusal:
                continue
            if alike(played, match, number, viewer or None):
                return match
    return None


def alike(one: Match, other: Match, number: int, seat: int | None) -> bool:
    """Return whether a seat sees the same in both after every event from that one on."""
    if one.stage == Stage.OVER or len(one.events) != len(other.events):
        return False
    first, second = one.as_of(number - 1), other.as_of(number - 1)
    for left, right in zip(one.events[number - 1 :], other.events[number - 1 :], strict=True):
        first, second = first.apply(left), second.apply(right)
        if first.view(seat) != second.view(seat) or first.to_act != second.to_act:
            return False
    return first.position != second.position


def entries(match: Match) -> list[Entry]:
    """Return the log of a match: an entry for the start, and for each move with its outcomes."""
    groups: list[list[Any]] = [[]]
    for event in match.events:
        if isinstance(event, Moved):
            groups.append([])
        groups[-1].append(event)
    log = []
    for seq, events in enumerate(groups, 2):
        what: Payload = Begun(match.header.to_json(), events) if seq == 2 else Played(events)
        log.append(Entry(seq, AT + seq, f"cmd{seq}", what))  # type: ignore[arg-type]
    return log
