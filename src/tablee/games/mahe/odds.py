"""Mahé: the odds that matter, all of them exact."""

from __future__ import annotations

from tablee.coach.odds import Coaching
from tablee.show.saying import Chance, Count, Odd, Seat
from tablee.view import View

from .rules import owner, topmost, total
from .state import (
    BEACH,
    BEACH_EGGS,
    BUST_OVER,
    CARD_VALUES,
    FACES,
    LAP,
    MAX_TURTLES,
    RAFT,
    Code,
    Phase,
    State,
)

COACHING = Coaching(advice=40_000, review=4_000_000)


def seen(view: View) -> State:
    """Return the record of a view."""
    state = view.state
    assert isinstance(state, State)
    return state


def odds(view: View, seed: int = 0, simulations: int = 0) -> list[Odd]:
    """Return what matters in a position, whatever is played."""
    s = seen(view)
    found = [prize_odd(s)]
    if s.phase != Phase.DECIDE:
        return found
    found.append(Odd("coach.mahe_bust", {"chance": Chance(bust_chance(s))}))
    if s.thrown == 1:
        found.append(Odd("coach.mahe_bust_two", {"chance": Chance(bust_chance_of_two(s))}))
    if beach_chance(s):
        found.append(Odd("coach.mahe_reach", {"chance": Chance(beach_chance(s))}))
    values = {"steps": Count("steps", mean_steps(s)), "now": total(s) * s.thrown}
    found.append(Odd("coach.mahe_mean_steps", values))
    return found


def move_odds(view: View, code: int, seed: int = 0, simulations: int = 0) -> list[Odd]:
    """Return what matters about one move."""
    s = seen(view)
    if code >= Code.TURTLE:
        return turtle_odds(s, 2 * s.turn + 1 + code - Code.TURTLE)
    if code == Code.ROLL:
        return roll_odds(s)
    if code < Code.CARD:
        return landing_odds(s, total(s) * s.thrown, "stop")
    value = code - Code.CARD + 1
    found = [Odd("coach.mahe_card_costs", {"eggs": Count("eggs", value)}, weight=-60)]
    return found + landing_odds(s, (total(s) + value) * (s.thrown + 1), "card")


# --- counting ------------------------------------------------------------------------------------


def start_of(s: State) -> int:
    """Return where the mover starts: the beach and the raft are both just before space 1 [M2]."""
    return RAFT if s.space[s.mover] == BEACH else int(s.space[s.mover])


def bust_chance(s: State) -> float:
    """[M12] Return the chance that the next die takes the sum above seven."""
    return sum(total(s) + face > BUST_OVER for face in range(1, FACES + 1)) / FACES


def bust_chance_of_two(s: State) -> float:
    """Return the chance of a bust with two more dice; exactly seven may be left alone [M13]."""
    busts = 0
    for one in range(1, FACES + 1):
        so_far = total(s) + one
        for other in range(1, FACES + 1):
            third = so_far < BUST_OVER or s.third_die_at_seven != 0
            busts += so_far > BUST_OVER or (third and so_far + other > BUST_OVER)
    return busts / FACES**2


def beach_chance(s: State) -> float:
    """[M30] Return the chance that one die more takes the stack to the beach or past it."""
    start, dice = start_of(s), s.thrown + 1
    return sum(
        total(s) + face <= BUST_OVER and start + (total(s) + face) * dice >= BEACH
        for face in range(1, FACES + 1)
    ) / FACES  # fmt: skip


def mean_steps(s: State) -> float:
    """Return the steps that one die more brings on average; a bust brings none."""
    sums = [total(s) + face for face in range(1, FACES + 1)]
    return sum(points * (s.thrown + 1) for points in sums if points <= BUST_OVER) / FACES


def prize_odd(s: State) -> Odd:
    """Return what lies ready to be won, against what is still to come."""
    if s.face_up == 0:
        return Odd("coach.mahe_last_prize", {"eggs": Count("eggs", BEACH_EGGS)})
    number = sum(s.unseen)
    mean = sum((i + 1) * s.unseen[i] for i in range(CARD_VALUES)) / number if number else 0.0
    return Odd("coach.mahe_prize", {"eggs": Count("eggs", s.face_up), "mean": mean})


def prize(s: State) -> Count:
    """Return the eggs that the next to lay wins."""
    return Count("eggs", s.face_up or BEACH_EGGS)


def roll_odds(s: State) -> list[Odd]:
    """Return what speaks for and against another die."""
    bust, reach, now = bust_chance(s), beach_chance(s), total(s) * s.thrown
    start, better = start_of(s), mean_steps(s) > total(s) * s.thrown
    values: dict[str, object]
    found = []
    if bust == 0:
        found.append(Odd("coach.mahe_roll_safe", weight=70))
    elif start:
        values = {"chance": Chance(bust), "space": start}
        found.append(Odd("coach.mahe_roll_bust", values, weight=-50 - start * bust))
    else:
        values = {"chance": Chance(bust)}
        found.append(Odd("coach.mahe_roll_bust_raft", values, weight=30 if better else -45))
    if reach > 0 and start + now < BEACH:
        values = {"chance": Chance(reach), "eggs": prize(s)}
        found.append(Odd("coach.mahe_roll_reach", values, weight=40 + 60 * reach))
    values = {"steps": Count("steps", mean_steps(s)), "now": now}
    found.append(Odd("coach.mahe_roll_steps", values, weight=40 if better else -40))
    if s.thrown == 1 and bust_chance_of_two(s) > bust:
        values = {"chance": Chance(bust_chance_of_two(s))}
        found.append(Odd("coach.mahe_roll_two", values, weight=-10))
    return found


def landing_odds(s: State, steps: int, verb: str) -> list[Odd]:
    """Return where so many steps lead, on whose back, and whether eggs are laid."""
    values: dict[str, object]
    arrival = start_of(s) + steps
    found = []
    if arrival >= BEACH:
        found.append(Odd(f"coach.mahe_{verb}_lays", {"eggs": prize(s)}, weight=90))
    space = arrival - LAP if arrival > BEACH else arrival
    carried = riders(s, s.mover)
    below = [
        turtle
        for turtle in range(1, MAX_TURTLES + 1)
        if s.space[turtle] == space and turtle not in carried and s.rider[turtle] in (0, s.mover)
    ]
    if below:
        values = {"seat": Seat(owner(s, below[0]) + 1), "space": space}
        own = owner(s, below[0]) == owner(s, carried[-1])
        key = "coach.mahe_lands_own" if own else "coach.mahe_lands_on"
        found.append(Odd(key, values, weight=20 if own else 50))
    values = {"steps": Count("steps", steps), "space": space}
    found.append(Odd(f"coach.mahe_{verb}_steps", values, weight=30 if steps > 3 else -30))
    return found


def riders(s: State, turtle: int) -> list[int]:
    """Return a turtle and those she carries, the topmost last."""
    stack = [turtle]
    while s.rider[stack[-1]]:
        stack.append(s.rider[stack[-1]])
    return stack


def turtle_odds(s: State, turtle: int) -> list[Odd]:
    """[M40] Return the odds of moving this turtle first: decider, winner and distance."""
    boss = owner(s, topmost(s, turtle))
    found = []
    if boss != s.turn:
        values = {"seat": Seat(boss + 1), "eggs": prize(s)}
        found.append(Odd("coach.mahe_turtle_ridden", values, weight=-80))
    else:
        found.append(Odd("coach.mahe_turtle_free", weight=30))
    left = BEACH - (RAFT if s.space[turtle] == BEACH else s.space[turtle])
    found.append(
        Odd("coach.mahe_turtle_way", {"steps": Count("steps", left)}, weight=50 - 2 * left)
    )
    below = [t for t in range(1, MAX_TURTLES + 1) if s.rider[t] == turtle]
    if below and owner(s, below[0]) != s.turn:
        values = {"seat": Seat(owner(s, below[0]) + 1)}
        found.append(Odd("coach.mahe_turtle_rides", values, weight=-40))
    return found
