"""Mâamut a second time, told like the rulebook and as slowly as need be, to check the rules by.

It shares nothing with them: a match is one long story (a generator), tiles are points of a plane.
It yields who is asked ("chance" or a seat from 1) and what is possible; it is sent what is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

Tile = tuple[int, int]
Asked = tuple[str | int, dict[str, int]]
Story = Generator[Asked, str, int | None]

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
    """H42, word for word."""

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
    """A whole match; returns the seat that wins, or None if the mammoth survives."""
    everybody = list(range(1, seats + 1))
    answer = yield "chance", {f"first {seat}": 1 for seat in everybody}
    first = int(answer.split()[1])

    while True:  # H2, H3
        bag = {"rock": 7, "grass": 18, "snow": 11}
        ground = {CROSS: "cross"}
        for tile in BOARD.values():
            if tile != CROSS:
                answer = yield "chance", {f"tile {kind}": n for kind, n in bag.items() if n}
                ground[tile] = answer.split()[1]
                bag[ground[tile]] -= 1
        if sum(ground[tile] == "rock" for tile in neighbours(CROSS)) <= 4:
            break

    pile, discards = Counter({1: 12, 2: 16, 3: 8}), Counter[int]()
    hands: dict[int, list[int]] = {seat: [] for seat in everybody}

    def draw(seat: int) -> Generator[Asked, str, None]:
        answer = yield "chance", {f"deal {card}": n for card, n in sorted(pile.items()) if n}
        card = int(answer.split()[1])
        pile[card] -= 1
        hands[seat].append(card)

    for seat in everybody:  # H4
        for _ in range(3):
            yield from draw(seat)

    def free(tile: Tile) -> bool:
        return tile in PLACES and ground[tile] != "rock"

    mammoth = CROSS
    hunters: dict[int, Tile] = {}
    for seat in everybody[first - 1 :] + everybody[: first - 1]:  # H6, H7
        spots = [
            n for n, t in BOARD.items() if t in OUTER and free(t) and t not in hunters.values()
        ]
        answer = yield seat, {f"place {name}": 1 for name in spots}
        hunters[seat] = BOARD[answer.split()[1]]

    traps: dict[Tile, int] = {}

    def fall(seat: int) -> None:  # H30, H31
        del hunters[seat]
        discards.update(hands[seat])
        hands[seat] = []
        if fallen_traps == "removed":
            for tile in [tile for tile, owner in traps.items() if owner == seat]:
                del traps[tile]

    turns, seat = 0, first
    while not has_survived(ground, mammoth, list(hunters.values())) and turns < hunt_limit * seats:
        if turns:
            if len(hands[seat]) == 2:  # H15
                yield from draw(seat)
                if not +pile:  # H16
                    pile, discards = discards, Counter()
            while True:
                seat = seat % seats + 1
                if seat in hunters:
                    break
        here = hunters[seat]
        alone = list(hunters.values()).count(here) == 1
        possible = []
        for card in set(hands[seat]):
            possible.append(f"discard {card}")
            for direction in CLOCKWISE:
                if all(free(tile) for tile in way(here, direction, card)):
                    possible.append(f"move {card} {direction}")
        owned = list(traps.values()).count(seat)
        if ground[here] == "grass" and here not in traps and alone and owned < 4:
            possible.append("trap")
        if here in traps and alone:
            possible.append("lift")
        action, *rest = (yield seat, dict.fromkeys(possible, 1)).split()
        turns += 1
        if action == "trap":
            traps[here] = seat
        elif action == "lift":
            del traps[here]
        else:
            card = int(rest[0])
            hands[seat].remove(card)
            discards[card] += 1
        if action != "move":
            continue
        path = way(here, rest[1], card)
        if mammoth not in path:
            hunters[seat] = path[-1]
            continue
        hunters[seat] = mammoth
        start = CLOCKWISE.index(rest[1])
        tries = [CLOCKWISE[(start + turn) % 6] for turn in (0, 1, 2, 4, 5)]
        flights = [d for d in tries if all(free(tile) for tile in way(mammoth, d, card))]
        if not flights:
            fall(seat)
            continue
        for tile in way(mammoth, flights[0], card):
            came_from, mammoth = mammoth, tile
            if tile in traps:
                return traps[tile]
            for other in everybody[seat:] + everybody[: seat - 1]:
                if hunters.get(other) != tile:
                    continue
                refuges = {
                    f"flee {direction}": 1
                    for direction in CLOCKWISE
                    if free(step(tile, direction))
                    and step(tile, direction) not in hunters.values()
                    and step(tile, direction) != came_from
                }
                if refuges:
                    answer = yield other, refuges
                    hunters[other] = step(tile, answer.split()[1])
                else:
                    fall(other)
        hunters[seat] = path[-1]
    return None
