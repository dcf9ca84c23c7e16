"""An independent, slow model of Mâamut, written like the rulebook, to compare the rules with.

It shares no code with them: a match is one long generator, tiles are points of a plane. It yields
who is asked ("chance" or a seat from 1) and what is possible; it is sent what is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

Tile = tuple[int, int]
Asked = tuple[str | int, dict[str, int]]
Story = Generator[Asked, str, int | None]
Part = Generator[Asked, str, None]

COMPASS = {"NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1)}
CLOCKWISE = ["NE", "E", "SE", "SW", "W", "NW"]
BOARD: dict[str, Tile] = {
    f"{letter}{number + 1}": (2 * number + 7 - length, row)
    for row, (letter, length) in enumerate(zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True))
    for number in range(length)
}
PLACES = set(BOARD.values())
CROSS = BOARD["d4"]


def step(tile: Tile, direction: str, times: int = 1) -> Tile:
    return tile[0] + times * COMPASS[direction][0], tile[1] + times * COMPASS[direction][1]


def neighbours(tile: Tile) -> list[Tile]:
    return [step(tile, direction) for direction in CLOCKWISE if step(tile, direction) in PLACES]


OUTER = {tile for tile in PLACES if len(neighbours(tile)) < 6}


def way(tile: Tile, direction: str, length: int) -> list[Tile]:
    return [step(tile, direction, times) for times in range(1, length + 1)]


def has_survived(ground: dict[Tile, str], mammoth: Tile, hunters: list[Tile]) -> bool:
    """Evaluate H42 word for word."""

    def free(tile: Tile) -> bool:
        return tile in PLACES and ground[tile] != "rock"

    if not hunters:
        return True
    region, new = {mammoth}, {mammoth}
    while new:
        new = {other for tile in new for other in neighbours(tile) if free(other)} - region
        region |= new
    if not region & set(hunters):
        return True
    if sum(free(tile) for tile in neighbours(mammoth)) < 2:
        return True
    seen, stops = {mammoth}, [mammoth]
    entered: set[Tile] = set()
    while stops:
        tile = stops.pop()
        for direction in CLOCKWISE:
            for length in (1, 2, 3):
                path = way(tile, direction, length)
                if all(free(passed) for passed in path):
                    entered.update(path)
                    if path[-1] not in seen:
                        seen.add(path[-1])
                        stops.append(path[-1])
    return not any(ground[tile] == "grass" for tile in entered)


def match(seats: int, fallen_traps: str = "removed", hunt_limit: int = 50) -> Story:
    """Play a whole match; return the seat that wins, or None if the mammoth survives."""
    return Model(seats, fallen_traps, hunt_limit).tell()


class Model:
    """A match in progress."""

    def __init__(self, seats: int, fallen_traps: str, hunt_limit: int) -> None:
        self.everyone = list(range(1, seats + 1))
        self.fallen_traps = fallen_traps
        self.most_turns = hunt_limit * seats
        self.ground: dict[Tile, str] = {}
        self.pile, self.discards = Counter({1: 12, 2: 16, 3: 8}), Counter[int]()
        self.hands: dict[int, list[int]] = {seat: [] for seat in self.everyone}
        self.mammoth = CROSS
        self.hunters: dict[int, Tile] = {}
        self.traps: dict[Tile, int] = {}

    def tell(self) -> Story:
        answer = yield "chance", {f"first {seat}": 1 for seat in self.everyone}
        first = int(answer.split()[1])
        yield from self.lay_tiles()
        for seat in self.everyone:  # H4
            for _ in range(3):
                yield from self.draw(seat)
        yield from self.place_hunters(first)
        turns, seat = 0, first
        while not self.is_over(turns):
            if turns:
                if len(self.hands[seat]) == 2:  # H15
                    yield from self.draw(seat)
                    if not +self.pile:  # H16
                        self.pile, self.discards = self.discards, Counter()
                while True:
                    seat = seat % len(self.everyone) + 1
                    if seat in self.hunters:
                        break
            winner = yield from self.turn(seat)
            turns += 1
            if winner is not None:
                return winner
        return None

    def is_over(self, turns: int) -> bool:
        hunters = list(self.hunters.values())
        return turns >= self.most_turns or has_survived(self.ground, self.mammoth, hunters)

    def lay_tiles(self) -> Part:
        while True:  # H2, H3
            bag = {"rock": 7, "grass": 18, "snow": 11}
            self.ground = {CROSS: "cross"}
            for tile in BOARD.values():
                if tile != CROSS:
                    answer = yield "chance", {f"tile {kind}": n for kind, n in bag.items() if n}
                    self.ground[tile] = answer.split()[1]
                    bag[self.ground[tile]] -= 1
            if sum(self.ground[tile] == "rock" for tile in neighbours(CROSS)) <= 4:
                break

    def draw(self, seat: int) -> Part:
        answer = yield "chance", {f"deal {card}": n for card, n in sorted(self.pile.items()) if n}
        card = int(answer.split()[1])
        self.pile[card] -= 1
        self.hands[seat].append(card)

    def free(self, tile: Tile) -> bool:
        return tile in PLACES and self.ground[tile] != "rock"

    def place_hunters(self, first: int) -> Part:
        for seat in self.everyone[first - 1 :] + self.everyone[: first - 1]:  # H6, H7
            spots = [
                name
                for name, tile in BOARD.items()
                if tile in OUTER and self.free(tile) and tile not in self.hunters.values()
            ]
            answer = yield seat, {f"place {name}": 1 for name in spots}
            self.hunters[seat] = BOARD[answer.split()[1]]

    def fall(self, seat: int) -> None:  # H30, H31
        del self.hunters[seat]
        self.discards.update(self.hands[seat])
        self.hands[seat] = []
        if self.fallen_traps == "removed":
            for tile in [tile for tile, owner in self.traps.items() if owner == seat]:
                del self.traps[tile]

    def possible(self, seat: int) -> dict[str, int]:
        here = self.hunters[seat]
        alone = list(self.hunters.values()).count(here) == 1
        possible = []
        for card in set(self.hands[seat]):
            possible.append(f"discard {card}")
            for direction in CLOCKWISE:
                if all(self.free(tile) for tile in way(here, direction, card)):
                    possible.append(f"move {card} {direction}")
        owned = list(self.traps.values()).count(seat)
        if self.ground[here] == "grass" and here not in self.traps and alone and owned < 4:
            possible.append("trap")
        if here in self.traps and alone:
            possible.append("lift")
        return dict.fromkeys(possible, 1)

    def turn(self, seat: int) -> Story:
        here = self.hunters[seat]
        action, *rest = (yield seat, self.possible(seat)).split()
        if action == "trap":
            self.traps[here] = seat
        elif action == "lift":
            del self.traps[here]
        else:
            card = int(rest[0])
            self.hands[seat].remove(card)
            self.discards[card] += 1
        if action != "move":
            return None
        path = way(here, rest[1], card)
        if self.mammoth not in path:
            self.hunters[seat] = path[-1]
            return None
        self.hunters[seat] = self.mammoth
        start = CLOCKWISE.index(rest[1])
        tries = [CLOCKWISE[(start + turn) % 6] for turn in (0, 1, 2, 4, 5)]
        flights = [d for d in tries if all(self.free(tile) for tile in way(self.mammoth, d, card))]
        if not flights:
            self.fall(seat)
            return None
        winner = yield from self.flee(seat, way(self.mammoth, flights[0], card))
        if winner is None:
            self.hunters[seat] = path[-1]
        return winner

    def flee(self, seat: int, path: list[Tile]) -> Story:
        """Let the mammoth run from a hunter, into a trap or over the hunters in its way."""
        for tile in path:
            came_from, self.mammoth = self.mammoth, tile
            if tile in self.traps:
                return self.traps[tile]
            for other in self.everyone[seat:] + self.everyone[: seat - 1]:
                if self.hunters.get(other) != tile:
                    continue
                refuges = {
                    f"flee {direction}": 1
                    for direction in CLOCKWISE
                    if self.free(step(tile, direction))
                    and step(tile, direction) not in self.hunters.values()
                    and step(tile, direction) != came_from
                }
                if refuges:
                    answer = yield other, refuges
                    self.hunters[other] = step(tile, answer.split()[1])
                else:
                    self.fall(other)
        return None
