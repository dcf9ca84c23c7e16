"""Maroc'eau against a simulated table with real cards: a shuffled deck and ordered piles.

The table below shares no code with the program. It is the rulebook for one dealer with a pack of
150 cards: it says which seat has to do what, a policy plays, and the dealer turns the next card.
The program must agree about everything, and must have given each card its true chance.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

import pytest

import tablee
from campaigns import sizes
from tablee.games.maroceau import rules
from tablee.games.maroceau.notation import NOTATION
from tablee.games.maroceau.state import FACE_DOWN, MAX_MOVES, NO_CARD, State

from .draw import GAME, state_of

PLACES = [column + row for column in "abcd" for row in "123"]
DECK = [-2] * 5 + [-1] * 10 + [0] * 15 + [value for value in range(1, 13) for _ in range(10)]


@dataclass
class Card:
    value: int
    up: bool = False


@dataclass
class Ask:
    """A question to a seat, with its moves; or, without a seat, an outcome from the dealer."""

    seat: int | None
    moves: list[str]
    chances: dict[str, int] = field(default_factory=dict)


Talk = Generator[Ask, str, None]


class RealTable:
    def __init__(self, seats: int, dealer: random.Random, rounds: int, starter: str) -> None:
        self.seats = seats
        self.dealer = dealer
        self.rounds = rounds
        self.starter = starter
        self.held = 0
        self.totals = [0] * seats
        self.ender: int | None = None
        self.reshuffles = self.stalls = 0

    # --- a match -----------------------------------------------------------------------------

    def match(self) -> Talk:
        played = 0
        while True:
            yield from self.play_round()
            points = [sum(card.value for card in grid if card) for grid in self.grids]
            self.points = list(points)
            if self.ender is not None and points[self.ender] > 0:
                others = points[: self.ender] + points[self.ender + 1 :]
                if points[self.ender] >= min(others):
                    points[self.ender] *= 2
            self.totals = [a + b for a, b in zip(self.totals, points, strict=True)]
            played += 1
            if played == self.rounds or (not self.rounds and max(self.totals) >= 100):
                return

    def play_round(self) -> Talk:
        deck = DECK[:]
        self.dealer.shuffle(deck)
        self.grids: list[list[Card | None]] = [
            [Card(deck.pop()) for _ in range(12)] for _ in range(self.seats)
        ]
        self.pile, self.discard, self.from_deal = deck, [], True
        for seat in range(self.seats):
            for _ in range(2):
                yield from self.turn_one(seat)
        chances = self.unseen()
        self.discard.append(self.pile.pop())
        yield Ask(None, [f"card {self.discard[-1]}"], chances)
        seat = yield from self.who_begins()
        self.ender = None
        turns, last_turns = 0, None
        while last_turns is None or last_turns:
            yield from self.turn(seat)
            turns += 1
            if last_turns is None and not any(card and not card.up for card in self.grids[seat]):
                self.ender = seat
                last_turns = self.seats
            if last_turns is None and turns == 60 * self.seats:
                self.stalls += 1
                break
            if last_turns is not None:
                last_turns -= 1
            seat = (seat + 1) % self.seats
        for grid in self.grids:
            for card in grid:
                if card and not card.up:
                    chances = self.unseen()
                    card.up = True
                    yield Ask(None, [f"card {card.value}"], chances)
        for grid in self.grids:
            for place in (0, 3, 6, 9):
                self.clear(grid, place)

    def who_begins(self) -> Generator[Ask, str, int]:
        if self.starter == "round_ender" and self.ender is not None:
            return self.ender
        shown = [sorted(card.value for card in grid if card and card.up) for grid in self.grids]
        highest = max(sum(pair) for pair in shown)
        leading = [seat for seat in range(self.seats) if sum(shown[seat]) == highest]
        best = max(max(shown[seat]) for seat in leading)
        leading = [seat for seat in leading if max(shown[seat]) == best]
        if len(leading) == 1:
            return leading[0]
        seat = self.dealer.choice(leading)
        yield Ask(None, [f"start {seat + 1}"], {f"start {one + 1}": 1 for one in leading})
        return seat

    # --- a turn ------------------------------------------------------------------------------

    def turn(self, seat: int) -> Talk:
        grid = self.grids[seat]
        if (yield Ask(seat, ["take", "draw"])) == "take":
            held = self.discard.pop()
            refusable = False
        else:
            if not self.pile:
                *below, last = self.discard
                self.dealer.shuffle(below)
                self.pile, self.discard, self.from_deal = below, [last], False
                self.reshuffles += 1
            chances = self.unseen() if self.from_deal else self.counted(self.pile)
            held = self.pile.pop()
            refusable = True
            yield Ask(None, [f"card {held}"], chances)
        self.held = held
        swaps = [f"swap {PLACES[i]}" for i in range(12) if grid[i]]
        move = yield Ask(seat, ["drop", *swaps] if refusable else swaps)
        if move == "drop":
            self.discard.append(held)
            yield from self.turn_one(seat)
            return
        place = PLACES.index(move.split()[1])
        replaced = grid[place]
        assert replaced
        chances = self.unseen()
        grid[place] = Card(held, up=True)
        self.discard.append(replaced.value)
        if not replaced.up:
            yield Ask(None, [f"card {replaced.value}"], chances)
        self.clear(grid, place)

    def turn_one(self, seat: int) -> Talk:
        grid = self.grids[seat]
        flips = [
            f"flip {place}"
            for place, card in zip(PLACES, grid, strict=True)
            if card and not card.up
        ]
        move = yield Ask(seat, flips)
        place = PLACES.index(move.split()[1])
        card = grid[place]
        assert card
        chances = self.unseen()
        card.up = True
        yield Ask(None, [f"card {card.value}"], chances)
        self.clear(grid, place)

    def clear(self, grid: list[Card | None], place: int) -> None:
        column = place - place % 3
        cards = [card for card in grid[column : column + 3] if card and card.up]
        if len(cards) == 3 and cards[0].value == cards[1].value == cards[2].value:
            self.discard += [card.value for card in cards]
            grid[column : column + 3] = [None] * 3

    # --- what can be known
    # ---------------------------------------------------------------------------

    def unseen(self) -> dict[str, int]:
        """Return all cards that have been face down throughout since the deal."""
        hidden = [card.value for grid in self.grids for card in grid if card and not card.up]
        return self.counted(hidden + (self.pile if self.from_deal else []))

    @staticmethod
    def counted(cards: list[int]) -> dict[str, int]:
        return {f"card {value}": count for value, count in sorted(Counter(cards).items())}


# --- policies ------------------------------------------------------------------------------------

Policy = Callable[[RealTable, Ask, random.Random], str]


def at_random(table: RealTable, ask: Ask, rng: random.Random) -> str:
    return rng.choice(ask.moves)


def stall(table: RealTable, ask: Ask, rng: random.Random) -> str:
    """Draw and never turn a card of the grid, so that the pile runs out again and again."""
    if ask.moves == ["take", "draw"]:
        return "draw" if rng.random() < 0.95 else "take"
    assert ask.seat is not None
    grid = table.grids[ask.seat]
    if ask.moves[0] != "drop" and ask.moves[0].startswith("flip"):
        return rng.choice(ask.moves)
    swaps = [move for move in ask.moves if move != "drop"]
    visible = [move for move in swaps if (card := grid[PLACES.index(move[5:])]) and card.up]
    return rng.choice(visible or swaps)


def stall_then_hurry(table: RealTable, ask: Ask, rng: random.Random) -> str:
    return (stall if rng.random() < 0.97 else at_random)(table, ask, rng)


def collect(table: RealTable, ask: Ask, rng: random.Random) -> str:
    """Put equal cards into one column where possible."""
    if ask.seat is None or not ask.moves[-1].startswith("swap") or rng.random() < 0.1:
        return rng.choice(ask.moves)
    grid = table.grids[ask.seat]
    held = table.held
    best = {}
    for move in ask.moves:
        if move != "drop":
            place = PLACES.index(move[5:])
            column = [i for i in range(place - place % 3, place - place % 3 + 3) if i != place]
            equal = sum(1 for i in column if (c := grid[i]) and c.up and c.value == held)
            here = grid[place]
            best[move] = equal - 3 * bool(here and here.up and here.value == held)
    return max(best, key=lambda move: (best[move], rng.random()))


# --- comparison ----------------------------------------------------------------------------------


def follow(seats: int, policy: Policy, seed: int) -> RealTable:
    """Play a match at the real table, and check the program against it at every step."""
    rng = random.Random(seed)
    rounds = (0, 2, 0)[seed % 3]
    starter = ("highest_pair", "round_ender", "round_ender")[seed % 3]
    table = RealTable(seats, random.Random(seed + 1), rounds, starter)
    state = state_of(GAME.start(seats=seats, rounds=rounds, starter=starter))
    talk = table.match()
    codes, weights = [0] * MAX_MOVES, [0] * MAX_MOVES
    ask = next(talk)
    while True:
        actor = rules.to_act(state)
        if ask.seat is None:
            assert actor == tablee.CHANCE
            count = rules.chance(state, codes, weights)
            shown = {NOTATION.text(codes[i]): weights[i] for i in range(count)}
            assert shown == ask.chances
            said = ask.moves[0]
            assert shown[said] > 0
        else:
            assert actor == ask.seat
            count = rules.legal(state, codes)
            assert [NOTATION.text(code) for code in codes[:count]] == ask.moves
            said = policy(table, ask, rng)
        code = NOTATION.code(said)
        assert code is not None
        rules.apply(state, code)
        try:
            ask = talk.send(said)
        except StopIteration:
            break
        compare(table, state)
    assert rules.to_act(state) == tablee.OVER
    assert state.totals[:seats] == table.totals
    assert state.last_points[:seats] == table.points
    assert state.last_ended_by == (0 if table.ender is None else table.ender + 1)
    points, ranks = [0] * seats, [0] * seats
    rules.score(state, points, ranks)
    assert points == table.totals
    assert ranks == [1 + sum(other < mine for other in points) for mine in points]
    return table


def compare(table: RealTable, state: State) -> None:
    """Compare everything visible on the table between draws."""
    assert state.totals[: table.seats] == table.totals
    if rules.to_act(state) == tablee.CHANCE:
        return
    lies = [
        NO_CARD if card is None else card.value if card.up else FACE_DOWN
        for grid in table.grids
        for card in grid
    ]
    assert state.grid[: len(lies)] == lies
    assert state.stock == len(table.pile)
    if state.top != NO_CARD:
        assert state.top == table.discard[-1]


POLICIES: list[Policy] = [at_random, stall, stall_then_hurry, collect]


@pytest.mark.slow
@pytest.mark.parametrize("most", sizes(6, 100))
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_rules_agree_with_a_real_table(seats: int, policy: Policy, most: int) -> None:
    cleared = reshuffles = stalls = 0
    games = most if policy in (at_random, collect) else max(2, most // 6)
    for seed in range(games):
        table = follow(seats, policy, 1000 * seats + seed)
        cleared += sum(grid.count(None) for grid in table.grids)
        reshuffles += table.reshuffles
        stalls += table.stalls
    if policy is stall:
        assert stalls
        assert reshuffles or seats == 2  # two seats take 120 turns and have 125 cards
    if policy is collect:
        assert cleared
