"""Mahé: are all cards and turtles there, and where they may be?"""

from __future__ import annotations

from tablee.kernel.rule import rule

from .rules import owner, total, turtles_each
from .state import (
    BEACH,
    BOX,
    BUST_OVER,
    CARD_VALUES,
    CARDS,
    DICE,
    FACES,
    MAX_SEATS,
    MAX_TURTLES,
    PILE,
    RAFT,
    Phase,
    State,
)


@rule
def sound(s: State) -> int:
    """Return 0 if the rules can lead to this record, else the number of a broken paragraph."""
    broken = sound_cards(s)
    if broken == 0:
        broken = sound_turtles(s)
    if broken == 0:
        broken = sound_turn(s)
    return broken


@rule
def sound_cards(s: State) -> int:
    """[M3] [M4] Every card of the box is unseen, face up, won or spent."""
    unseen = 0
    for i in range(CARD_VALUES):
        of_value = s.unseen[i] + s.spent[i]
        if s.face_up == i + 1:
            of_value += 1
        for seat in range(MAX_SEATS):
            won = s.won[seat * CARD_VALUES + i]
            if won < 0 or (won > 0 and seat >= s.seats):
                return 4
            of_value += won
        if of_value != CARDS[i] or s.unseen[i] < 0 or s.spent[i] < 0:
            return 4
        if s.spent[i] > 0 and s.cards_as_dice == 0:
            return 60
        unseen += s.unseen[i]
    if s.turned < 0 or s.turned > PILE or unseen != BOX - s.turned:
        return 3
    if s.face_up < 0 or s.face_up > CARD_VALUES:
        return 3
    if s.beach < 0 or s.beach > s.seats or (s.beach != 0) != (s.phase == Phase.ENDED):
        return 33
    # [M30] A card lies face up at every move, until the pile is used up.
    if s.phase == Phase.WHO_BEGINS or s.phase == Phase.TURN_CARD:
        return 0 if s.face_up == 0 and s.turned < PILE else 30
    if s.face_up == 0 and s.turned < PILE:
        return 30
    return 0


@rule
def sound_turtles(s: State) -> int:
    """[M1] [M2] All turtles are on the ring or the raft, in one stack a space [M14] [M15]."""
    turtles = s.seats * turtles_each(s)
    if s.space[0] != 0 or s.rider[0] != 0:
        return 1
    for turtle in range(1, MAX_TURTLES + 1):
        if s.space[turtle] < RAFT or s.space[turtle] > BEACH:
            return 2
        if s.rider[turtle] < 0 or s.rider[turtle] > turtles:
            return 14
        if turtle > turtles and (s.space[turtle] != RAFT or s.rider[turtle] != 0):
            return 1
        if s.space[turtle] == RAFT and s.rider[turtle] != 0:
            return 15
    for turtle in range(1, turtles + 1):
        above = turtle
        for _ in range(MAX_TURTLES):
            if s.rider[above] != 0:
                above = s.rider[above]
                if s.space[above] != s.space[turtle]:
                    return 14
        if s.rider[above] != 0:
            return 14  # a ring of riders has no top
        for other in range(turtle + 1, turtles + 1):
            if s.rider[turtle] == s.rider[other]:
                # Two with the same rider, or two free backs on one space of the track.
                if s.rider[turtle] != 0:
                    return 14
                if s.space[turtle] != RAFT and s.space[turtle] == s.space[other]:
                    return 14
    return 0


@rule
def sound_turn(s: State) -> int:
    """[M10] [M40] The turn, the turtle that moves and the dice fit together."""
    if s.first < 0 or s.first >= s.seats or s.turn < 0 or s.turn >= s.seats:
        return 6
    if s.phase < Phase.WHO_BEGINS or s.phase > Phase.ENDED or s.thrown < 0 or s.thrown > DICE:
        return 10
    for i in range(DICE):
        if i < s.thrown and (s.faces[i] < 1 or s.faces[i] > FACES):
            return 5
        if i >= s.thrown and s.faces[i] != 0:
            return 5
    if total(s) > BUST_OVER:
        return 12
    if s.phase == Phase.DECIDE and (s.thrown < 1 or s.thrown >= DICE):
        return 10
    if s.phase == Phase.THROW and s.thrown >= DICE:
        return 10
    if s.phase <= Phase.WHICH_TURTLE and s.thrown != 0:
        return 10
    for seat in range(MAX_SEATS):
        if s.played[seat] < 0 or s.played[seat] > 1:
            return 62
    if s.second < 0 or s.second >= turtles_each(s):
        return 40
    if s.mover < 0 or s.mover > s.seats * turtles_each(s):
        return 40
    if s.phase == Phase.WHO_BEGINS:
        return 0 if s.mover == 0 else 40
    if s.phase == Phase.WHICH_TURTLE:
        return 0 if s.mover == 0 and turtles_each(s) == 2 else 40
    if s.mover == 0:
        return 0 if s.phase == Phase.TURN_CARD and turtles_each(s) == 2 else 40
    return 0 if owner(s, s.mover) == s.turn else 40
