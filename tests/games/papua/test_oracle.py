"""An independent, slow model of Papua, made of dictionaries and lists, to compare the rules with.

They are compared over many thousands of positions, of random games and scattered at random, on the
boards of the box and on odd ones.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

import tablee
from campaigns import sizes
from tablee.games.papua import groups, rules, sound
from tablee.games.papua.notation import NOTATION
from tablee.games.papua.state import MAX_MOVES, Phase, State

PAPUA = tablee.game("papua")


@dataclass
class Path:
    """A board, spelt out space by space."""

    option: str | dict[str, Any]
    kind: dict[int, str]
    canoe: int


def spelt(option: str | dict[str, Any], word: str) -> Path:
    """Return a path from its spaces in one word: s square, o round, G god, ! cannibal."""
    names = {"s": "square", "o": "round", "G": "god", "!": "cannibal"}
    kind = {space: names[sign] for space, sign in enumerate(word, 1)}
    return Path(option, kind, len(word) + 1)


def own(word: str) -> Path:
    """Return a custom board of these spaces."""
    listed = {
        field: [space for space, sign in enumerate(word, 1) if sign == kind]
        for field, kind in (("squares", "s"), ("gods", "G"), ("cannibals", "!"))
    }
    return spelt({"name": "own", **listed, "canoe": len(word) + 1}, word)


PATHS = {
    "standard": spelt("standard", "ssssssooo!oooGooo!ooooGoo!oooossssss"),
    "short": spelt("short", "ssssssoooo!oooGooo!ooooossssss"),
    "long": spelt("long", "ssssssoooo!oooGoo!ooo!oGooo!oo!oGooo!oo!oossssss"),
    "smallest": own("ssssssooGooooossssss"),
    "all squares": own("s" * 20),
    "bare": own("ssssss" + "o" * 48 + "ssssss"),
    "gods seven apart": own("ssssssG" + "ooooooG" * 6 + "ooo!o" + "ssssss"),
    "squares within": own("ssssssooosooGosso!osoo!oGossoooossssss"),
    "gods by cannibals": own("ssssss!G!ooooo!G!oooo!oG!o!o!ssssss"),
    "gods by squares": own("ssssssGooossooGooooosssGssssss"),
}


@dataclass
class Table:
    """The islanders on the path and in the pot."""

    path: Path
    where: dict[int, int]
    pot: list[int]
    family: bool

    def copy(self) -> Table:
        return Table(self.path, dict(self.where), list(self.pot), self.family)

    def runs(self) -> list[list[int]]:
        """Return the islanders on neighbouring round spaces without gaps (P20, P21)."""
        found: list[list[int]] = []
        for space in range(1, self.path.canoe):
            if space in self.where and self.path.kind[space] in ("round", "god"):
                if found and found[-1][-1] == space - 1:
                    found[-1].append(space)
                else:
                    found.append([space])
        return found

    def colours(self, spaces: list[int]) -> set[int]:
        return {self.where[space] for space in spaces}

    def groups(self) -> list[list[int]]:
        """Return the runs of at least two colours (P20)."""
        return [run for run in self.runs() if len(self.colours(run)) >= 2]

    def passes_an_unsatisfied_god(self, moved: list[int], number: int) -> bool:
        """Evaluate P33 and P34, god by god and islander by islander."""
        for god in [space for space, kind in self.path.kind.items() if kind == "god"]:
            passed = any(start < god and start + number > god for start in moved)
            satisfied = any(start + number == god or start == god for start in moved)
            if passed and not satisfied:
                return True
        return False

    def moves(self, seat: int, number: int) -> set[str]:
        """Return all legal moves of a seat with a number, by the text of the rulebook."""
        found = set()
        canoe, kind = self.path.canoe, self.path.kind
        if self.pot[seat] > 0:
            found.add("alone 0")  # P12, P13
        for space, owner in self.where.items():
            if owner == seat and kind[space] == "square" and space + number <= canoe:
                found.add(f"alone {space}")  # P12, P40
        for group in self.groups():
            for first in group:
                for last in group:
                    moved = [space for space in group if first <= space <= last]
                    if (
                        len(self.colours(moved)) >= 2  # P24 (and never an empty part)
                        and seat in self.colours(moved)
                        and (moved == group or not self.family)  # P22, P23, P50
                        and all(space + number <= canoe for space in moved)  # P40
                        and not self.passes_an_unsatisfied_god(moved, number)
                    ):
                        found.add(f"group {first}-{last}")
            for space in group:
                if self.where[space] == seat and self.is_in_company(seat, space, number):
                    found.add(f"leap {space}")
        return found or {"pass"}  # P11

    def is_in_company(self, seat: int, space: int, number: int) -> bool:
        """Evaluate P26a, P27, P28: after the capture, on a round space, in a run of two colours."""
        arrival = space + number
        if arrival >= self.path.canoe or self.path.kind[arrival] not in ("round", "god"):
            return False
        after = self.copy()
        del after.where[space]
        after.where[arrival] = seat
        return any(arrival in group for group in after.groups())

    def play(self, seat: int, number: int, move: str) -> None:
        """Carry out a move: P22, P30, P31, P32."""
        verb, _, rest = move.partition(" ")
        if verb == "pass":
            return
        if move == "alone 0":
            self.pot[seat] -= 1
            landing = [(number, seat)]
        else:
            first, _, last = rest.partition("-")
            moved = range(int(first), int(last or first) + 1)
            landing = [(space + number, self.where.pop(space)) for space in moved]
        for space, _ in landing:
            if space in self.where:
                self.pot[self.where.pop(space)] += 1
        for space, owner in landing:
            if self.path.kind.get(space) == "cannibal":
                self.pot[owner] += 1
            else:
                self.where[space] = owner

    def is_stuck(self) -> bool:
        """Evaluate P42, seat by seat and number by number."""
        return all(
            self.moves(seat, number) == {"pass"}
            for seat in range(len(self.pot))
            for number in range(1, 7)
        )


def table_of(path: Path, state: State) -> Table:
    """Return the table of a record."""
    where: dict[int, int] = {}
    pot = []
    for seat in range(state.seats):
        spaces = [space for space in range(63) if state.islanders[seat] >> space & 1]
        where |= dict.fromkeys(spaces, seat)
        pot.append(4 - len(spaces))
    return Table(path, where, pot, bool(state.family))


def scattered(path: Path, family: bool, dice: random.Random) -> State:
    """Return a record with scattered islanders, often adjacent, and a number to move by."""
    seats = dice.randint(3, 6)
    state = PAPUA.start(seats=seats, board=path.option, family=family).state
    assert isinstance(state, State)
    free = [space for space, kind in path.kind.items() if kind != "cannibal"]
    if dice.random() < 0.7:  # crowd them
        middle = dice.choice(free)
        free.sort(key=lambda space: abs(space - middle) * dice.uniform(0.6, 1.4))
        del free[dice.randint(8, 40) :]
    dice.shuffle(free)
    most = dice.choice([1, 2, 4, 4])
    for _ in range(most):
        for seat in range(seats):
            if free and dice.random() < 0.9:
                state.islanders[seat] |= 1 << free.pop()
    state.phase = Phase.MOVE
    state.first = state.turn = dice.randrange(seats)
    state.die = dice.randint(1, 6)
    assert sound.sound(state) == 0
    return state


def legal(state: State) -> set[str]:
    buffer = [0] * MAX_MOVES
    count = rules.legal(state, buffer)
    texts = {NOTATION.text(code) for code in buffer[:count]}
    assert len(texts) == count, "each move once"
    return texts


def agree(path: Path, state: State, dice: random.Random) -> None:
    """Check that rules and model have the same moves, and that a random one has the same effect."""
    table = table_of(path, state)
    moves = table.moves(state.turn, state.die)
    assert legal(state) == moves, state
    for move in dice.sample(sorted(moves), min(3, len(moves))):
        code = NOTATION.code(move)
        assert code is not None
        after, expected = state.copy(), table.copy()
        rules.apply(after, code)
        expected.play(state.turn, state.die, move)
        assert table_of(path, after) == expected, (state, move)
        won = path.canoe in expected.where
        limit = after.turns == after.turn_limit * after.seats
        blocked = move == "pass" and expected.is_stuck()
        assert (after.phase == Phase.ENDED) == (won or limit or blocked), (state, move)
        assert sound.sound(after) == 0


@pytest.mark.slow
@pytest.mark.parametrize("positions", sizes(200, 600))
@pytest.mark.parametrize("family", [False, True], ids=["plain", "family"])
@pytest.mark.parametrize("name", PATHS)
def test_moves_in_scattered_positions_agree_with_the_model(
    name: str, family: bool, positions: int
) -> None:
    dice = random.Random(f"{name} {family}")
    for _ in range(positions):
        agree(PATHS[name], scattered(PATHS[name], family, dice), dice)


@pytest.mark.slow
@pytest.mark.parametrize("family", [False, True], ids=["plain", "family"])
@pytest.mark.parametrize("name", ["standard", "short", "long", "squares within"])
@pytest.mark.parametrize("seats", [3, 6])
def test_moves_in_random_games_agree_with_the_model(name: str, family: bool, seats: int) -> None:
    dice = random.Random(f"{name} {family} {seats}")
    path = PATHS[name]
    start = PAPUA.start(seats=seats, board=path.option, family=family, turn_limit=100)
    state = start.state
    assert isinstance(state, State)
    rules.apply(state, NOTATION.code("first 1") or 0)
    while rules.to_act(state) != tablee.OVER:
        rules.apply(state, NOTATION.code(f"die {dice.randint(1, 6)}") or 0)
        assert sound.sound(state) == 0
        agree(path, state, dice)
        rules.apply(state, NOTATION.code(dice.choice(sorted(legal(state)))) or 0)
        assert sound.sound(state) == 0


@pytest.mark.parametrize("name", PATHS)
def test_every_code_is_legal_or_refused_with_a_reason(name: str) -> None:
    dice = random.Random(name)
    for _ in range(12):
        state = scattered(PATHS[name], dice.random() < 0.3, dice)
        moves = {NOTATION.code(move) for move in legal(state)}
        before = state.copy()
        for code in NOTATION:
            assert (rules.why_not(state, code) == 0) == (code in moves), NOTATION.text(code)
        assert state == before


@pytest.mark.parametrize("seats", [3, 4])
def test_stuck_agrees_with_the_model(seats: int) -> None:
    dice = random.Random(seats)
    path = PATHS["bare"]
    round_spaces = range(7, 55)
    answers = {True: 0, False: 0}
    for _ in range(300):
        state = PAPUA.start(seats=seats, board=path.option).state
        assert isinstance(state, State)
        for number, space in enumerate(dice.sample(round_spaces[::3], 4 * seats)):
            state.islanders[number % seats] |= 1 << space
        if dice.random() < 0.6:  # one moves elsewhere: beside another, onto a square, into the pot
            seat = dice.randrange(seats)
            state.islanders[seat] &= state.islanders[seat] - 1
            elsewhere = 1 << dice.choice([*range(1, 61)])
            if not groups.everyone(state) & elsewhere and dice.random() < 0.7:
                state.islanders[seat] |= elsewhere
        answer = rules.stuck(state)
        assert answer == table_of(path, state).is_stuck(), state
        answers[answer] += 1
    assert min(answers.values()) > 30
