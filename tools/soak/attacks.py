"""Attacks on a real server while people play on it: no player may be delayed or refused.

First people play undisturbed at 200 tables, then under attack. A move must be acknowledged within
25 ms for 99 of 100, no player may be refused anything, and strangers must be let in.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from load import client, quantile
from load_client import Found, Plan
from load_house import LOOSE, House, open_house
from load_line import MANY_ADDRESSES
from soak.outcome import Outcome, at_least

ATTACKERS = Path(__file__).with_name("attackers.py")
TABLES = 200
SECONDS = 120.0  # of play, before and under attack
LONGEST_MS = 25.0  # p99 of a move
CONNECTIONS, ADDRESSES = 2_000, 20  # whose requests never end
CAP = 200  # open connections of one address; the attackers have one more that exceeds it
OPEN_AT_ONCE = 0.8  # of them all; the others wait until they may connect again
LONGEST_OPEN = 30.0  # seconds until the server gives up any of them, and then some
FLOODERS = 20  # who send requests as fast as they are answered, each from its own address
REFUSED_AFTER = 10.0  # seconds in which an attacker is refused at least once
PATIENCE = 30.0
Did = Counter[str]
"""Counts of what the attackers have done."""


@contextmanager
def attacked(house: House, how: str, seed: int, count: int, addresses: int) -> Iterator[Did]:
    """Attack a server in the background; the counter is filled at the end."""
    given = [how, house.port, seed, count, addresses]
    process = subprocess.Popen(
        [sys.executable, str(ATTACKERS), *map(str, given)], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    did: Did = Counter()
    try:
        process.stdout.readline()  # it has begun
        yield did
    finally:
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=PATIENCE)
        did.update(json.loads(said or "{}"))


def refusal_of_strangers(house: House) -> list[str]:
    """Return a problem if a new guest is refused."""
    address = f"http://127.0.0.1:{house.port}"
    with httpx.Client(base_url=address, timeout=PATIENCE) as http:
        for path, body in (("/healthz", None), ("/api/guest", {"name": "Ada"})):
            answer = http.get(path) if body is None else http.post(path, json=body)
            if answer.status_code not in (200, 201):
                return [f"{path} is answered with {answer.status_code}"]
    return []


@dataclass(frozen=True)
class Attack:
    """An attack: its size, and what it must have done to show anything."""

    how: str
    count: int  # of connections, from so many addresses
    addresses: int
    told: str  # what the attackers have done, in words
    must: Callable[[int, float], dict[str, float]]  # given the count and the seconds


def campaign(attack: Attack, seed: int, share: float) -> Outcome:
    """Let people play before and under an attack."""
    part = min(1.0, 10 * share)
    tables, seconds = max(2, round(TABLES * part)), max(1.0, SECONDS * share)
    count = max(attack.addresses, round(attack.count * part))

    def play(house: House) -> Found:
        pause, settle = min(3.0, seconds), min(2.0, seconds)
        plan = Plan(house.port, tables, seconds, pause, settle, seed, house.process)
        return client(plan)

    wrong: list[str] = []
    with open_house(0.0, hasty=False, loose=() if MANY_ADDRESSES else LOOSE) as house:
        before = play(house)
        with attacked(house, attack.how, seed, count, attack.addresses) as did:
            under = play(house)
            wrong += refusal_of_strangers(house)
    p99 = [quantile(found.done, 0.99) for found in (before, under)]
    if p99[1] >= LONGEST_MS:
        wrong.append(f"p99 of a move is {p99[1]:.1f} ms under attack, {p99[0]:.1f} ms before")
    if under.refused:
        wrong.append(f"players were refused {under.refused} times")
    for what, least in attack.must(count, seconds).items():
        wrong += at_least(what, did[what], least)
    figures = f"p99 {p99[0]:.1f} ms before, {p99[1]:.1f} ms under attack"
    told = attack.told.format_map(defaultdict(int, did))
    return Outcome(f"{told}, {under.moves:,} moves at {tables} tables, {figures}", wrong)


def bodies(seed: int, share: float) -> Outcome:
    """Attack with connections whose request never ends."""

    def must(count: int, seconds: float) -> dict[str, float]:
        open_at_once = OPEN_AT_ONCE * (count + CAP)
        given_up = count * (seconds // LONGEST_OPEN)
        return {"open at once": open_at_once, "too many": 1, "given up": given_up}

    told = (
        "{connections:,} connections, {open at once:,} open at once, {too many:,} too many,"
        " {given up:,} given up by the server"
    )
    return campaign(Attack("bodies", CONNECTIONS, ADDRESSES, told, must), seed, share)


def flood(seed: int, share: float) -> Outcome:
    """Attack with requests and frames as fast as they are accepted."""

    def must(count: int, seconds: float) -> dict[str, float]:
        return {"refusals": 1 if seconds > REFUSED_AFTER else 0}

    told = "{requests:,} requests, {cut off} connections cut off"
    return campaign(Attack("flood", FLOODERS, FLOODERS, told, must), seed, share)
