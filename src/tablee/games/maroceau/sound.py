"""Maroc'eau: are all cards there, and where they may be?"""

from __future__ import annotations

from tablee.kernel.rule import rule

from .grids import face_down, opening
from .state import (
    CARDS,
    DECK,
    FACE_DOWN,
    HIGHEST,
    KINDS,
    LEAST_POINTS,
    LOWEST,
    MAX_SEATS,
    MIN_SEATS,
    MOST_POINTS,
    NO_CARD,
    PLACES,
    ROWS,
    TURNED_AT_FIRST,
    TURNS_A_SEAT,
    Phase,
    State,
)


@rule
def sound(s: State) -> int:
    """Return 0 if all cards are where they may be, else the number of the broken paragraph."""
    broken = unsound_numbers(s)
    if broken == 0:
        broken = unsound_totals(s)
    if broken == 0:
        broken = unsound_grids(s)
    if broken == 0:
        broken = unsound_cards(s)
    if broken == 0:
        broken = unsound_piles(s)
    if broken == 0:
        broken = unsound_place(s)
    if broken == 0:
        dealing = s.phase == Phase.TURN_TWO or Phase.TWO_CARD <= s.phase <= Phase.WHO_BEGINS
        broken = unsound_deal(s) if dealing else unsound_lap(s)
    return broken


@rule
def unsound_numbers(s: State) -> int:
    """Check that each number by itself is in its range."""
    if s.seats < MIN_SEATS or s.seats > MAX_SEATS:
        return 2
    if s.turn < 0 or s.turn >= s.seats or s.first < 0 or s.first >= s.seats:
        return 16
    if (
        s.phase < Phase.TURN_TWO
        or s.phase > Phase.ENDED
        or s.place < 0
        or s.place >= s.seats * PLACES
    ):
        return 10
    if s.ended_by < 0 or s.ended_by > s.seats:
        return 30
    if s.last_ended_by < 0 or s.last_ended_by > s.seats:
        return 43
    if s.turns < 0 or s.turns >= (TURNS_A_SEAT + 1) * s.seats:
        return 36  # [W36] and a last lap at most
    if s.round_number < 1 or (s.rounds != 0 and s.round_number > s.rounds):
        return 42
    return 0


@rule
def unsound_totals(s: State) -> int:
    """[W35] Totals can be those of the rounds played; [W40] too many points end the game."""
    counted = s.round_number if s.phase == Phase.ENDED else s.round_number - 1
    if counted == 0 and s.last_ended_by != 0:
        return 43
    over = s.rounds != 0 and counted == s.rounds  # [W42]
    for seat in range(MAX_SEATS):
        played = counted if seat < s.seats else 0
        total = s.totals[seat]
        if total < LEAST_POINTS * played or total > 2 * MOST_POINTS * played:
            return 35
        last = min(played, 1)
        points = s.last_points[seat]
        if points < LEAST_POINTS * last or points > MOST_POINTS * last:
            return 35
        if s.rounds == 0 and total >= s.target:
            over = True
    return 0 if over == (s.phase == Phase.ENDED) else 40


@rule
def unsound_grids(s: State) -> int:
    """Check that columns are whole or removed, and that none has three equal cards at rest."""
    for first in range(0, MAX_SEATS * PLACES, ROWS):
        removed = 0
        for place in range(first, first + ROWS):
            card = s.grid[place]
            if card < LOWEST or HIGHEST < card < FACE_DOWN or card > NO_CARD:
                return 10
            if card == NO_CARD:
                removed += 1
        if removed != ROWS and (removed != 0 or first >= s.seats * PLACES):
            return 23
        card = s.grid[first]
        if card <= HIGHEST and card == s.grid[first + 1] and card == s.grid[first + 2]:
            # It is removed after the replaced card [W23], or after all have been turned [W33].
            waits = s.phase == Phase.REVEAL or (
                s.phase == Phase.REPLACED and s.place // ROWS == first // ROWS
            )
            if not waits:
                return 23
    return 0


@rule
def unsound_cards(s: State) -> int:
    """[W1] No value is there too often; what is left over is the discard pile below its top."""
    for i in range(KINDS):
        number = s.unseen[i] + s.pile[i]
        if s.hand == LOWEST + i:
            number += 1
        if s.top == LOWEST + i:
            number += 1
        for place in range(s.seats * PLACES):
            if s.grid[place] == LOWEST + i:
                number += 1
        if s.unseen[i] < 0 or s.pile[i] < 0 or number > CARDS[i]:
            return 1
    return 0


@rule
def unsound_piles(s: State) -> int:
    """[W50] The pools are as large as what they fill; hand and discard pile hold what they may."""
    dealt = 0  # unseen and in no grid
    former = 0
    for i in range(KINDS):
        dealt += s.unseen[i]
        former += s.pile[i]
    for seat in range(s.seats):
        dealt -= face_down(s, seat)
    if s.phase == Phase.REPLACED:
        dealt -= 1  # it is turned next
    if s.reshuffled == 0 and (dealt != s.stock or former != 0):
        return 50
    if s.reshuffled != 0 and (s.reshuffled != 1 or dealt != 0 or former != s.stock):
        return 50
    if s.phase == Phase.DRAWN and s.stock == 0:
        return 25
    held = s.phase == Phase.PLACE_TAKEN or s.phase == Phase.PLACE_DRAWN
    if s.hand < LOWEST or (s.hand > HIGHEST and s.hand != NO_CARD) or (s.hand != NO_CARD) != held:
        return 22
    bare = (
        s.phase == Phase.PLACE_TAKEN
        or s.phase == Phase.TURN_TWO
        or Phase.TWO_CARD <= s.phase < Phase.WHO_BEGINS
    )
    if s.top < LOWEST or (s.top > HIGHEST and s.top != NO_CARD):
        return 20
    if s.phase != Phase.REPLACED and (s.top == NO_CARD) != bare:
        return 20
    return 0


@rule
def unsound_place(s: State) -> int:
    """Check that a card can come where one is awaited, and that no place is named elsewhere."""
    card = s.grid[s.place]
    if s.phase == Phase.TWO_CARD or s.phase == Phase.ONE_CARD:
        return 0 if card == FACE_DOWN and s.place // PLACES == s.turn else 15
    if s.phase == Phase.REPLACED:
        return 0 if card <= HIGHEST and s.place // PLACES == s.turn else 21
    if s.phase == Phase.REVEAL and card != FACE_DOWN:
        return 32
    if s.phase != Phase.REVEAL and s.place != 0:
        return 10
    if s.phase == Phase.REVEAL or s.phase == Phase.ENDED:  # [W32] up to here all have been turned
        for place in range(s.place if s.phase == Phase.REVEAL else s.seats * PLACES):
            if s.grid[place] == FACE_DOWN:
                return 32
    return 0


@rule
def unsound_deal(s: State) -> int:
    """Check, while cards are dealt, how many each seat has turned, and that nothing is played."""
    if s.turns != 0 or s.ended_by != 0 or s.reshuffled != 0:
        return 10
    all_turned = s.phase == Phase.OPEN_DISCARD or s.phase == Phase.WHO_BEGINS
    tied = 0
    for seat in range(s.seats):
        turned = PLACES - face_down(s, seat)
        if all_turned or seat < s.turn:
            if turned != TURNED_AT_FIRST:
                return 11
        elif turned > (1 if seat == s.turn else 0):
            return 11
        if opening(s, seat) > opening(s, s.turn):
            tied = -MAX_SEATS
        if opening(s, seat) == opening(s, s.turn):
            tied += 1
    if s.phase == Phase.WHO_BEGINS:
        return 0 if tied > 1 and s.stock == DECK - s.seats * PLACES - 1 else 14
    return 0 if s.stock == DECK - s.seats * PLACES else 12


@rule
def unsound_lap(s: State) -> int:
    """[W30] A seat that ended the round has all cards face up; one with a turn left has not."""
    lap = s.seats  # turns to come, as far as one knows
    if s.ended_by != 0:
        if face_down(s, s.ended_by - 1) != 0:
            return 30
        lap = (s.ended_by - 1 - s.turn + s.seats) % s.seats
    if s.phase == Phase.ENDED or s.phase == Phase.REVEAL:
        if s.ended_by != 0:
            return 0 if lap == 0 else 30
        return 0 if s.turns == TURNS_A_SEAT * s.seats else 36
    if lap == 0:
        return 30
    if s.ended_by == 0 and s.turns >= TURNS_A_SEAT * s.seats:
        return 36
    for later in range(lap):
        if face_down(s, (s.turn + later) % s.seats) == 0 and (
            later > 0 or s.phase != Phase.REPLACED
        ):
            return 30
    return 0
