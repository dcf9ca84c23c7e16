"""Costly work asked for by a few people: nobody else may wait long for a bot or a review.

Each person has an address of their own. Two guests ask for as many reviews as they may, and a third
asks for one. Ten guests open tables where only the strongest bots play, and one more person plays
with a bot.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import httpx
from websockets.sync.client import connect

import tablee
from load_house import LOOSE, House, open_house
from load_line import MANY_ADDRESSES
from samples import OPEN
from server.live import Socket
from soak.outcome import Outcome
from tablee.server.runtime.config import load
from tablee.server.workers import MOST_REVIEWS

GREEDY = 2  # guests who ask for reviews
MATCH = 40  # moves of the bot in a reviewed match
FIRST_SIGN_SECONDS = 10.0  # until a review has begun
GUESTS, TABLES_EACH = 10, 3  # with bots only
MOVES = 200  # of the person who plays with a bot, before and under load
MOST_TIMES, MOST_SECONDS = 3.0, 0.3  # that a bot takes under load
PATIENCE = 120.0


Guests = Callable[[int, int], list["Guest"]]
"""Brings guests, by the first and the last number."""


class Guest:
    """A guest with an address of their own."""

    def __init__(self, house: House, number: int) -> None:
        self.port = house.port
        self.address = f"127.8.0.{number}" if MANY_ADDRESSES else "127.0.0.1"
        transport = httpx.HTTPTransport(local_address=self.address)
        base = f"http://127.0.0.1:{house.port}"
        self.http = httpx.Client(base_url=base, transport=transport, timeout=PATIENCE)
        answer = self.http.post("/api/guest", json={"name": f"Guest {number}"}).raise_for_status()
        self.token = answer.cookies["tablee"]
        self.http.cookies.clear()
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def table(self, seats: list[str], game: str = OPEN) -> str:
        """Open a table."""
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats})
        return str(answer.raise_for_status().json()["table"])

    @contextmanager
    def socket(self) -> Iterator[Socket]:
        """Connect."""
        with connect(
            f"ws://127.0.0.1:{self.port}/ws",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            source_address=(self.address, 0),
            compression=None,
            proxy=None,
            max_size=None,
        ) as connection:
            yield Socket(connection)

    def play(self, bot: str, most: int, dice: random.Random) -> tuple[str, list[float]]:
        """Play a match with a bot; return the table and how long the bot took for each move."""
        table = self.table(["me", bot])
        delays: list[float] = []
        with self.socket() as socket:
            room = socket.watch(table, form="view")["room"]
            while room["stage"] != "over" and len(delays) < most:
                began, mine = time.perf_counter(), room["to_act"] == 1
                if mine:
                    given = {"move": dice.choice(room["view"]["moves"]), "after": room["event"]}
                    answer = socket.command("move", table, seat=1, **given)
                    assert answer["do"] == "done", answer
                while socket.latest[table]["room"]["event"] == room["event"]:
                    socket.until("update", table=table)
                if not mine:
                    delays.append(time.perf_counter() - began)
                room = socket.latest[table]["room"]
            if room["stage"] != "over":
                socket.command("resign", table, seat=1)
        return table, delays

    def bot_delay(self, moves: int, dice: random.Random) -> tuple[float, float]:
        """Return how long a bot takes for a move: the median, and the longest."""
        delays: list[float] = []
        while len(delays) < moves:
            delays += self.play("master", moves - len(delays), dice)[1]
        return statistics.median(delays), max(delays)

    def finished_table(self, moves: int, dice: random.Random) -> str:
        """Play until the bot has moved so often, then resign."""
        return self.play("gentle", moves, dice)[0]

    def begins_review(self, table: str) -> float:
        """Ask for a review; return after how many seconds it has begun, or all patience."""
        began = time.perf_counter()
        self.http.post(f"/api/tables/{table}/review").raise_for_status()
        while time.perf_counter() - began < PATIENCE:
            state = self.http.get(f"/api/tables/{table}/review").raise_for_status().json()
            if state["progress"] > 0:
                return time.perf_counter() - began
            time.sleep(0.2)
        return PATIENCE


def reviews(guests: Guests, dice: random.Random, moves: int, each: int) -> tuple[str, list[str]]:
    """Let some people fill the queue of reviews; another one may not wait long."""
    *greedy, before, third = guests(1, GREEDY + 2)
    tables = [(one, one.finished_table(moves, dice)) for one in greedy for _ in range(each)]
    alone = before.begins_review(before.finished_table(moves, dice))
    mine = third.finished_table(moves, dice)
    for one, table in tables:
        one.http.post(f"/api/tables/{table}/review").raise_for_status()
    begun = third.begins_review(mine)
    slow = begun > FIRST_SIGN_SECONDS + 3 * alone
    wrong = [f"a review has not begun after {begun:.1f} s, alone {alone:.1f} s"] if slow else []
    told = f"a review began after {alone:.1f} s alone, after {begun:.1f} s behind"
    return f"{told} {len(tables) + 1} others", wrong


def bots(guests: Guests, dice: random.Random, moves: int, each: int) -> tuple[str, list[str]]:
    """Let guests open tables with bots only; another person's bot may not get slow."""
    victim, *greedy = guests(1, GUESTS + 1)
    before = victim.bot_delay(moves, dice)
    longest = max(tablee.all_games(), key=lambda one: one.state.MAX_MOVES).name
    for one in greedy:
        for _ in range(each):
            one.table(["master"] * 4, longest)
    under = victim.bot_delay(moves, dice)
    slow = under[0] > MOST_TIMES * before[0] + MOST_SECONDS
    wrong = [f"a bot takes {under[0]:.2f} s, {before[0]:.2f} s before"] if slow else []
    told = f"{moves} moves of a bot took {before[0]:.2f} s, at most {before[1]:.2f} s;"
    told += f" beside {GUESTS * each} tables of bots {under[0]:.2f} s, at most {under[1]:.2f} s"
    return told, wrong


@contextmanager
def server(warm_up: float, workers: int) -> Iterator[Guests]:
    """Run a server; yield what brings guests by their numbers."""
    loose = () if MANY_ADDRESSES else LOOSE
    with ExitStack() as stack, open_house(warm_up, workers, loose=loose) as house:

        def guests(first: int, last: int) -> list[Guest]:
            found = [Guest(house, number) for number in range(first, last + 1)]
            for one in found:
                stack.callback(one.http.close)
            return found

        yield guests


def run(seed: int, share: float) -> Outcome:
    """Do both, with as many workers as a server has if nothing is set."""
    workers, part, dice = load({}, {}).bot_workers, min(1.0, 10 * share), random.Random(seed)
    moves, match = max(5, round(share * MOVES)), max(5, round(part * MATCH))
    with server(part * PATIENCE, workers) as guests:
        told, wrong = bots(guests, dice, moves, max(1, round(part * TABLES_EACH)))
    with server(part * PATIENCE, workers) as guests:
        more, also = reviews(guests, dice, match, max(1, round(part * MOST_REVIEWS)))
    return Outcome(f"{told}; {more}", wrong + also)
