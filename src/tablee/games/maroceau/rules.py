"""Maroc'eau, paragraph by paragraph. Ids in brackets are those of docs/rules/maroceau."""

from __future__ import annotations

from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import report, report_to
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .grids import face_down, is_over, opening, round_points, visible_points
from .state import (
    CARDS,
    DECK,
    FACE_DOWN,
    HIGHEST,
    KINDS,
    LOWEST,
    MAX_SEATS,
    NO_CARD,
    PLACES,
    ROUND_ENDER,
    ROWS,
    TURNED_AT_FIRST,
    TURNS_A_SEAT,
    Code,
    Phase,
    Report,
    State,
    Why,
)

# --- the table -----------------------------------------------------------------------------------


@rule
def setup(s: State, seats: int, options: Ints) -> None:
    """Clear the points, and deal the first round."""
    s.seats = seats
    s.first = 0
    s.target = options[0]
    s.rounds = options[1]
    s.starter = options[2]
    s.round_number = 1
    s.last_ended_by = 0
    for seat in range(MAX_SEATS):
        s.last_points[seat] = 0
        s.totals[seat] = 0
    deal(s)


@rule
def deal(s: State) -> None:
    """[W10] Shuffle all cards, and deal twelve to each seat, face down."""
    for i in range(KINDS):
        s.unseen[i] = CARDS[i]  # [W1] [W50] a card is drawn when it is turned, not before
        s.pile[i] = 0
    for place in range(MAX_SEATS * PLACES):
        s.grid[place] = FACE_DOWN if place < s.seats * PLACES else NO_CARD
    s.stock = DECK - s.seats * PLACES
    s.reshuffled = 0
    s.top = NO_CARD
    s.hand = NO_CARD
    s.place = 0
    s.turns = 0
    s.ended_by = 0
    s.turn = 0
    s.phase = Phase.TURN_TWO


# --- the seat to act, and its moves --------------------------------------------------------------


@rule
def to_act(s: State) -> int:
    """Return the seat to move, or CHANCE, or OVER."""
    if s.phase <= Phase.TURN_ONE:
        return s.turn
    if s.phase == Phase.ENDED:
        return OVER
    return CHANCE


@rule
def why_not(s: State, code: int) -> int:
    """Return 0 if the seat to act may play this code now, else why not."""
    grid = s.turn * PLACES
    if s.phase == Phase.CHOOSE:
        # [W20] Both are always possible: the grids hold at most 96 of the 150 cards, so that an
        # empty draw pile means a discard pile large enough to make a new one of [W25].
        return 0 if Code.TAKE <= code < Code.FLIP else Why.NOT_NOW
    if s.phase == Phase.TURN_TWO or s.phase == Phase.TURN_ONE:
        if code < Code.FLIP or code >= Code.DROP:
            return Why.NOT_NOW
        card = s.grid[grid + code - Code.FLIP]
        if card == FACE_DOWN:
            return 0  # [W11] [W22]
        return Why.COLUMN_GONE if card == NO_CARD else Why.ALREADY_TURNED
    if s.phase == Phase.PLACE_TAKEN or s.phase == Phase.PLACE_DRAWN:
        if code == Code.DROP:
            return 0 if s.phase == Phase.PLACE_DRAWN else Why.MUST_PLACE  # [W21] [W22]
        if code < Code.SWAP or code >= Code.CARD:
            return Why.NOT_NOW
        return Why.COLUMN_GONE if s.grid[grid + code - Code.SWAP] == NO_CARD else 0  # [W21]
    return Why.NOT_NOW


@rule
def legal(s: State, moves: Ints) -> int:
    """Write all legal moves of the seat to act, and return how many."""
    start = Code.TAKE
    end = Code.FLIP
    if s.phase == Phase.TURN_TWO or s.phase == Phase.TURN_ONE:
        start = Code.FLIP
        end = Code.DROP
    elif s.phase == Phase.PLACE_TAKEN or s.phase == Phase.PLACE_DRAWN:
        start = Code.DROP
        end = Code.CARD
    count = 0
    for code in range(start, end):
        if why_not(s, code) == 0:
            moves[count] = code
            count += 1
    return count


@rule
def chance(s: State, outcomes: Ints, weights: Ints) -> int:
    """Write all possible outcomes and their weights, and return how many."""
    count = 0
    if s.phase == Phase.WHO_BEGINS:
        for seat in range(s.seats):
            if opening(s, seat) == opening(s, s.turn):  # [W14]
                outcomes[count] = Code.START + seat
                weights[count] = 1
                count += 1
    elif s.phase == Phase.DRAWN and s.reshuffled != 0:
        count = list_cards(s.pile, outcomes, weights)  # [W50] former discards only
    elif Phase.TWO_CARD <= s.phase < Phase.ENDED:
        count = list_cards(s.unseen, outcomes, weights)
    return count


@rule
def list_cards(pool: Ints, outcomes: Ints, weights: Ints) -> int:
    """[W50] Weigh the cards of the pool, each as likely."""
    count = 0
    for i in range(KINDS):
        outcomes[count] = Code.CARD + i
        weights[count] = pool[i]
        count += 1 if pool[i] > 0 else 0  # if there is none, the next one takes its room
    return count


# --- what happens --------------------------------------------------------------------------------


@rule
def apply(s: State, code: int) -> None:
    """Play a legal move or a possible outcome."""
    if code >= Code.START:
        begin_play(s, code - Code.START)  # [W14]
    elif code >= Code.CARD:
        show_card(s, code - Code.CARD + LOWEST)
    elif code >= Code.SWAP:
        swap(s, s.turn * PLACES + code - Code.SWAP)
    elif code == Code.DROP:
        report(s, Report.DROPS, s.turn, s.hand)
        s.top = s.hand  # [W22] refused, so a card of the grid has to be turned
        s.hand = NO_CARD
        s.phase = Phase.TURN_ONE
    elif code >= Code.FLIP:
        s.place = s.turn * PLACES + code - Code.FLIP
        report(s, Report.TURNS, s.turn, s.place)
        s.phase = Phase.TWO_CARD if s.phase == Phase.TURN_TWO else Phase.ONE_CARD
    elif code == Code.DRAW:
        report(s, Report.DRAWS, s.turn, 0)
        if s.stock == 0:
            reshuffle(s)
        s.phase = Phase.DRAWN
    else:
        s.hand = s.top  # [W21]
        report(s, Report.TAKES, s.turn, s.hand)
        s.top = NO_CARD  # what is below is covered again before the next turn
        s.phase = Phase.PLACE_TAKEN


@rule
def show_card(s: State, value: int) -> None:
    """Take a card from its pool: seen for the first time, or drawn from a reshuffled pile."""
    i = value - LOWEST
    if s.phase == Phase.DRAWN:
        s.stock -= 1
        if s.reshuffled != 0:
            s.pile[i] -= 1
        else:
            s.unseen[i] -= 1
        s.hand = value
        report_to(s, s.turn, Report.SEES, s.turn, value)
        s.phase = Phase.PLACE_DRAWN
        return
    place = s.place
    s.place = 0
    s.unseen[i] -= 1  # [W50] what lies face down was dealt, and never comes from a reshuffle
    if s.phase == Phase.OPEN_DISCARD:
        s.stock -= 1
        s.top = value  # [W12]
        report(s, Report.OPENS, value, 0)
        find_starter(s)
        return
    if s.phase == Phase.REPLACED:
        s.top = value  # [W21]
        report(s, Report.REPLACED, place, value)
    else:
        s.grid[place] = value
        report(s, Report.SHOWS, place, value)
    if s.phase == Phase.TWO_CARD:
        turn_two(s)
    elif s.phase == Phase.REVEAL:
        reveal(s, place + 1)
    else:
        end_turn(s, place)


@rule
def turn_two(s: State) -> None:
    """[W11] Ask for the next card before play: the seat's second, or the next seat's first."""
    s.phase = Phase.TURN_TWO
    if face_down(s, s.turn) == PLACES - TURNED_AT_FIRST:
        if s.turn + 1 < s.seats:
            s.turn += 1
        else:
            s.phase = Phase.OPEN_DISCARD


@rule
def find_starter(s: State) -> None:
    """[W13] Begin with the best opening, drawn if tied [W14]; or as the option `starter` says."""
    if s.starter == ROUND_ENDER and s.last_ended_by != 0:
        begin_play(s, s.last_ended_by - 1)  # [W43]
        return
    s.turn = 0
    tied = 1
    for seat in range(1, s.seats):
        if opening(s, seat) > opening(s, s.turn):
            s.turn = seat
            tied = 1
        elif opening(s, seat) == opening(s, s.turn):
            tied += 1
    if tied == 1:
        begin_play(s, s.turn)
    else:
        s.phase = Phase.WHO_BEGINS


@rule
def begin_play(s: State, seat: int) -> None:
    """Begin the first turn of the round."""
    if s.round_number == 1:
        s.first = seat
    s.turn = seat
    report(s, Report.BEGINS, seat, 0)
    s.phase = Phase.CHOOSE


@rule
def reshuffle(s: State) -> None:
    """[W25] Make the discard pile but its top, that is all cards not elsewhere, the draw pile."""
    for i in range(KINDS):
        s.pile[i] = CARDS[i] - s.unseen[i]
    s.pile[s.top - LOWEST] -= 1
    for place in range(s.seats * PLACES):
        if s.grid[place] <= HIGHEST:
            s.pile[s.grid[place] - LOWEST] -= 1
    s.stock = 0
    for i in range(KINDS):
        s.stock += s.pile[i]
    s.reshuffled = 1
    report(s, Report.RESHUFFLED, 0, 0)


@rule
def swap(s: State, place: int) -> None:
    """[W21] Put the card in hand face up in its place, and discard the replaced one."""
    replaced = s.grid[place]
    s.grid[place] = s.hand
    report(s, Report.LAYS, place, s.hand)
    s.hand = NO_CARD
    if replaced == FACE_DOWN:
        s.place = place
        s.phase = Phase.REPLACED  # no seat knew it [W15]
    else:
        s.top = replaced
        report(s, Report.REPLACED, place, replaced)
        end_turn(s, place)


@rule
def clear_column(s: State, place: int) -> None:
    """[W23] Discard three equal cards in the column of a place, whatever they are [W24]."""
    first = place - place % ROWS
    value = s.grid[first]
    if value != NO_CARD and value == s.grid[first + 1] and value == s.grid[first + 2]:
        for i in range(first, first + ROWS):
            s.grid[i] = NO_CARD
        s.top = value
        report(s, Report.COLUMN_GOES, first, value)


@rule
def end_turn(s: State, place: int) -> None:
    """End a turn, once a card lies face up in a place: the next turn, or the end of the round."""
    clear_column(s, place)  # [W23] on top of the card just replaced or refused
    s.turns += 1
    if s.ended_by == 0 and face_down(s, s.turn) == 0:  # [W33] only one can end it
        s.ended_by = s.turn + 1  # [W30] [W31]
        report(s, Report.ENDS_ROUND, s.turn, 0)
    s.turn = (s.turn + 1) % s.seats  # [W16]
    # [W30] It is over when the turn comes back to that seat, or [W36] when no seat ever ends it.
    if s.turn == s.ended_by - 1 or (s.ended_by == 0 and s.turns >= TURNS_A_SEAT * s.seats):
        reveal(s, 0)
    else:
        # A seat at turn always has a face-down card: without one it would have ended the round, or
        # have played its last turn in it. So there is one to be turned after a refusal [W22].
        s.phase = Phase.CHOOSE


# --- the end -------------------------------------------------------------------------------------


@rule
def reveal(s: State, start: int) -> None:
    """[W32] Turn the next face-down card from this place on; after the last one count all."""
    for place in range(start, s.seats * PLACES):
        if s.grid[place] == FACE_DOWN:
            s.place = place
            s.phase = Phase.REVEAL
            return
    count_round(s)


@rule
def count_round(s: State) -> None:
    """[W35] Add the points of the round to the totals; then start the next round, or end."""
    for column in range(0, s.seats * PLACES, ROWS):
        clear_column(s, column)  # [W32]
    report(s, Report.COUNTED, s.round_number, 0)
    for seat in range(s.seats):
        s.last_points[seat] = visible_points(s, seat)
    s.last_ended_by = s.ended_by
    for seat in range(s.seats):
        s.totals[seat] += round_points(s, seat)
    if is_over(s):
        s.phase = Phase.ENDED
    else:
        s.round_number += 1
        deal(s)


@rule
def score(s: State, points: Ints, ranks: Ints) -> None:
    """[W40] Score the totals, and the lowest wins; equals share a rank [W41]."""
    for seat in range(s.seats):
        points[seat] = s.totals[seat]
        ranks[seat] = 1
        for other in range(s.seats):
            if s.totals[other] < s.totals[seat]:
                ranks[seat] += 1
