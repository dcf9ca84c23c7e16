"""Papua: who is sent back, who is left alone, and who can be sent back by whom; all of it exact."""

from __future__ import annotations

from tablee.coach.odds import Coaching
from tablee.show.saying import Chance, Each, Either, Odd, Seat
from tablee.view import View

from .groups import everyone, foremost, god_on_the_way, in_group, in_pot, movers_of
from .rules import apply, legal
from .state import FACES, MAX_MOVES, POT, Code, Phase, State

COACHING = Coaching(advice=30_000, review=4_000_000)


def seen(view: View) -> State:
    """Return the record of a view."""
    state = view.state
    assert isinstance(state, State)
    return state


def odds(view: View, seed: int = 0, simulations: int = 0) -> list[Odd]:
    """Return what matters in a position, whatever is played."""
    s = seen(view)
    found = threat_odds(s, s.turn, "coach.papua_threat")
    found += home_odds(s, s.turn, "coach.papua_home")
    lonely = [space for space in spaces_of(s.islanders[s.turn]) if is_alone(s, s.turn, space)]
    if lonely:
        values = {"spaces": Each(tuple(lonely)), "count": len(lonely)}
        found.append(Odd("coach.papua_lonely", values))
    return found + god_odds(s)


def move_odds(view: View, code: int, seed: int = 0, simulations: int = 0) -> list[Odd]:
    """Return what matters about one move."""
    s = seen(view)
    if code == Code.PASS:
        return [Odd("coach.papua_pass", weight=10)]
    after = seen(view)
    apply(after, code)
    movers = movers_of(code)
    arrivals = movers << s.die
    if arrivals >> s.canoe & 1:
        return [home_odd(s, movers)]
    found = victim_odds(s, movers, arrivals) + alone_odds(s, after)
    found += threat_odds(after, s.turn, "coach.papua_threat_after")
    found += home_odds(after, s.turn, "coach.papua_home_after")
    first = spaces_of(movers)[0]
    god = god_on_the_way(s, first) if code >= Code.GROUP else 0
    if god:
        found.append(Odd("coach.papua_stops_on_god", {"space": god}, weight=15))
    before, now = foremost(s, s.turn), foremost(after, s.turn)
    if now > before:
        found.append(Odd("coach.papua_foremost", {"space": now, "canoe": s.canoe - now}, weight=35))
    elif in_pot(after, s.turn) < in_pot(s, s.turn):
        values = {"left": in_pot(after, s.turn), "space": s.die}
        found.append(Odd("coach.papua_leaves_pot", values, weight=25))
    else:
        values = {"count": len(spaces_of(movers & s.islanders[s.turn])), "steps": s.die}
        found.append(Odd("coach.papua_moves", values, weight=10))
    return found


# --- sets of spaces ------------------------------------------------------------------------------


def spaces_of(spaces: int) -> list[int]:
    """Return the spaces of a set, from the pot to the canoe."""
    return [space for space in range(spaces.bit_length()) if spaces >> space & 1]


def is_alone(s: State, seat: int, space: int) -> bool:
    """[P14] Return whether a seat's islander waits on a round space for another to fetch it."""
    if space == POT or space == s.canoe or s.squares >> space & 1:
        return False
    mine = s.islanders[seat] & ~s.squares
    return not in_group(mine, everyone(s) & ~s.squares & ~mine, space)


# --- what a move does ----------------------------------------------------------------------------


def home_odd(s: State, movers: int) -> Odd:
    """[P41] Return the odds that an islander reaches the canoe."""
    seat = next(seat for seat in range(s.seats) if arrives(s, seat, movers))
    if seat == s.turn:
        return Odd("coach.papua_wins", weight=100)
    return Odd("coach.papua_gives", {"seat": Seat(seat + 1)}, weight=-100)


def arrives(s: State, seat: int, movers: int) -> bool:
    """Return whether a move takes an islander of this seat to the canoe."""
    spaces = s.islanders[seat] | (1 << POT if seat == s.turn else 0)
    return bool((spaces & movers) << s.die >> s.canoe & 1)


def victim_odds(s: State, movers: int, arrivals: int) -> list[Odd]:
    """[P30] [P32] Return which islanders are sent back to the pot, and by whom."""
    found = []
    for seat in range(s.seats):
        sent = spaces_of(s.islanders[seat] & ~movers & arrivals)
        caught = spaces_of((s.islanders[seat] & movers) << s.die & s.cannibals)
        own, sign = ("_own", -1) if seat == s.turn else ("", 1)
        for space in sent:
            values = {"seat": Seat(seat + 1), "space": space}
            found.append(Odd(f"coach.papua_sends_back{own}", values, weight=sign * (40 + space)))
        for space in caught:
            values = {"seat": Seat(seat + 1), "space": space}
            found.append(Odd(f"coach.papua_caught{own}", values, weight=sign * (40 + space)))
    return found


def alone_odds(s: State, after: State) -> list[Odd]:
    """Return the islanders that a move leaves alone on a round space."""
    found = []
    for seat in range(s.seats):
        for space in spaces_of(after.islanders[seat]):
            stood = s.islanders[seat] >> space & 1
            if is_alone(after, seat, space) and not (stood and is_alone(s, seat, space)):
                own, sign = ("_own", -1) if seat == s.turn else ("", 0.7)
                values = {"seat": Seat(seat + 1), "space": space}
                weight = sign * (20 + space / 2)
                found.append(Odd(f"coach.papua_strands{own}", values, weight))
    return found


# --- what comes next -----------------------------------------------------------------------------


def losing_numbers(s: State, seat: int, rival: int) -> list[int]:
    """Return the numbers with which a rival can throw a seat's foremost islander back."""
    space = foremost(s, seat)
    board = s.copy()
    board.phase, board.turn = Phase.MOVE, rival
    moves = [0] * MAX_MOVES
    found = []
    for die in range(1, FACES + 1):
        board.die = die
        for code in moves[: legal(board, moves)]:
            after = board.copy()
            apply(after, code)
            if foremost(after, seat) < space:
                found.append(die)
                break
    return found


def threat_odds(s: State, seat: int, key: str) -> list[Odd]:
    """Return which seats can send the foremost islander of a seat back, and with which numbers."""
    space = foremost(s, seat)
    if space == POT:
        return []
    found = []
    safe = 1.0
    for step in range(1, s.seats):
        rival = (seat + step) % s.seats
        numbers = losing_numbers(s, seat, rival)
        if numbers:
            safe *= 1 - len(numbers) / FACES
            values = {"seat": Seat(rival + 1), "space": space, "numbers": Either(tuple(numbers))}
            values |= {"chance": Chance(len(numbers) / FACES)}
            found.append(Odd(key, values, weight=-20 - len(numbers) * space / FACES))
    if len(found) > 1:
        values = {"space": space, "chance": Chance(1 - safe), "rivals": len(found)}
        found.insert(0, Odd(f"{key}_any", values, weight=-25 - (1 - safe) * space))
    elif not found:
        found.append(Odd(f"{key}_none", {"space": space}, weight=10 + space / 2))
    return found


def home_odds(s: State, seat: int, key: str) -> list[Odd]:
    """[P40] Return the numbers with which a seat's islander reaches the canoe at its next roll."""
    numbers = [
        s.canoe - space
        for space in reversed(spaces_of(s.islanders[seat] & s.squares))
        if s.canoe - space <= FACES
    ]
    if not numbers:
        return []
    values = {"numbers": Either(tuple(numbers)), "chance": Chance(len(numbers) / FACES)}
    return [Odd(key, values, weight=60 + 5 * len(numbers))]


def god_odds(s: State) -> list[Odd]:
    """[P33] Return own groups that a god space holds back with some numbers.

    A number holds a group if all of it would pass the god space and none would stop there.
    """
    found = []
    mine = s.islanders[s.turn] & ~s.squares
    all_round = everyone(s) & ~s.squares
    board = s.copy()
    for first in spaces_of(all_round & ~(all_round << 1)):
        last = first
        while all_round >> (last + 1) & 1:
            last += 1
        run = (2 << last) - (1 << first)
        if run & mine == 0 or run & ~mine & all_round == 0:
            continue
        held, god = [], 0
        for die in range(1, FACES + 1):
            board.die = die
            if last < god_on_the_way(board, first):
                held.append(die)
                god = god_on_the_way(board, first)
        if held:
            values = {"first": first, "last": last, "god": god, "numbers": Either(tuple(held))}
            values |= {"chance": Chance(len(held) / FACES)}
            found.append(Odd("coach.papua_god_holds", values))
    return found
