"""Random matches with every feature of a table, and the long campaigns with them.

The tests run each campaign briefly, `make soak-transcripts` and `soak-dice` run them in full.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from random import Random

import tablee
from samples import SAMPLES
from tablee.table import (
    CHANCE,
    OVER,
    ClockSetting,
    Header,
    Holder,
    Match,
    Transcript,
    commitment,
    fair,
    verify,
)

OPTIONS = {name: sample.matches for name, sample in SAMPLES.items()}
CLOCKS = [
    ClockSetting(),
    ClockSetting("move", 20_000),
    ClockSetting("fischer", 200_000, 3_000),
    ClockSetting("days", 3),
]
NAMES = ["Ada", "Zoé", 'the "Turtle"', "two\nlines", "\u202eabc\u202c", "木", "🐢\u200d🐢", " \\ "]
FINE = tablee.Refusal  # a random command may be refused, which changes nothing


def random_header(random: Random, game: tablee.Game | None = None) -> tuple[Header, bytes]:
    """Return the header of a random table, and its secret."""
    game = game or random.choice(tablee.all_games())
    secret = random.randbytes(random.choice([32, 64]))
    kinds = ["person", "person", "program", "bot:casual"]
    seats = random.randint(game.seats[0], game.seats[min(3, len(game.seats) - 1)])
    clock = random.choice(CLOCKS)
    header = Header.of(
        game.name,
        [Holder(random.choice(kinds), random.choice(NAMES)) for _ in range(seats)],
        table=random.randbytes(16).hex(),
        commitment=commitment(secret),
        options=random.choice(OPTIONS[game.name]),
        clock=clock,
        time_out="forfeit" if clock.kind == "none" else random.choice(["forfeit", "bot:gentle"]),
        undo=random.choice(["free", "free", "consent", "never"]),
        hints=random.random() < 0.8,
    )
    return header, secret


Action = Callable[[Match, int | None], Match]


def random_command(random: Random, match: Match) -> Action:
    """Return a random command other than a move."""
    seat = random.randint(1, match.position.seats)
    own = [ply.number for ply in match.state.line if ply.seat == seat]
    event = random.choice(own[-4:]) if own else 1
    latest = match.state.line[-1].seat if match.state.line else 1
    commands: list[Action] = [
        lambda m, at: m.undo(latest, at=at),
        lambda m, at: m.undo(latest, at=at),
        lambda m, at: m.ask_undo(seat, event, at=at),
        lambda m, at: m.hint(seat, at=at),
        lambda m, at: m.leave(seat, at=at),
        lambda m, at: m.hand_to_bot(seat, "gentle", at=at),
        lambda m, at: m.take_back_seat(seat, at=at),
        lambda m, at: m.pause(at=at),
    ]
    if random.random() < 0.05:
        commands = [lambda m, at: m.resign(seat, at=at), lambda m, at: m.break_off(at=at)]
    return random.choice(commands)


def random_match(seed: int, game: tablee.Game | None = None, limit: int = 2000) -> Match:
    """Play a random match with undo requests, leavers, pauses and time-outs."""
    random = Random(seed)
    header, secret = random_header(random, game)
    now = random.randrange(10**12)
    timed = header.clock.kind != "none" or random.random() < 0.2
    match = Match.open(header, secret)
    for seat in range(1, len(header.seats) + 1):
        if random.random() < 0.6 and not header.seats[seat - 1].is_bot:
            entropy = random.randbytes(random.randint(1, 64))
            match = match.add_entropy(seat, entropy, at=now if timed else None)
    match = match.begin(at=now if timed else None)
    while match.to_act != OVER and len(match.events) < limit:
        slow = 40_000 if random.random() < 0.02 else 2_000
        now += random.randrange(slow * (10_000 if header.clock.kind == "days" else 1))
        match = match.tick(now)
        at = now if timed else None
        match = random_step(random, match, at)
    return match


def random_step(random: Random, match: Match, at: int | None) -> Match:
    """Apply one more random event, unless it is refused."""
    try:
        if match.clock.paused:
            return match.resume(at=at)
        if match.asked is not None and match.asked.waiting and random.random() < 0.9:
            return match.answer(min(match.asked.waiting), random.random() < 0.7, at=at)
        if random.random() < 0.08:
            return random_command(random, match)(match, at)
        if match.to_act == CHANCE:
            return match.deal(at=at)
        if match.to_act > 0 and match.holder(match.to_act) is None and random.random() < 0.5:
            return match.hand_to_bot(match.to_act, "gentle", at=at)
        return match.play(match.to_act, random.choice(match.position.moves()), at=at)
    except FINE:
        return match


# --- the campaigns -------------------------------------------------------------------------------


def round_trip(seed: int, limit: int = 2000) -> bytes:
    """Write a random match, read, replay and verify it; return its file."""
    match = random_match(seed, limit=limit)
    data = match.transcript.text().encode()
    report = verify(data)  # reading writes the file again to compare every byte
    assert report.holds, (seed, report.text())
    assert report.transcript == match.transcript
    assert report.finished == (match.to_act == OVER)
    assert report.chance_checked == report.finished
    if report.finished:
        assert report.recomputed == report.outcomes
    return data


def changed(random: Random, data: bytes) -> bytes:
    """Change, drop, double or insert one byte of the file anywhere, or truncate it."""
    place = random.randrange(len(data))
    other = random.choice([byte for byte in range(256) if byte != data[place]])
    return random.choice(
        [
            data[:place] + bytes([other]) + data[place + 1 :],
            data[:place] + bytes([data[place] ^ 0x20]) + data[place + 1 :],
            data[:place] + data[place + 1 :],
            data[:place] + data[place : place + 1] + data[place:],
            data[:place] + bytes([other]) + data[place:],
            data[:place],
            data + bytes([other]),
        ]
    )


def is_found(data: bytes) -> bool:
    """Return whether a change is noticed when the file is read."""
    try:
        Transcript.read(data)
    except tablee.Refusal:
        return True
    return False


def rolls(secret: bytes, first: int, count: int) -> Counter[str]:
    """Count how often each face of a die comes up."""
    die = {f"die {face}": 1 for face in range(1, 7)}
    table = "5f" * 16
    return Counter(
        fair.draw(secret, table, {}, number, die) for number in range(first, first + count)
    )


def chi_square(counts: dict[str, int], weights: dict[str, int]) -> float:
    """Return how far counts are from the expected ones (chi-squared)."""
    total, shares = sum(counts.values()), sum(weights.values())
    return sum(
        (counts.get(key, 0) - total * weight / shares) ** 2 / (total * weight / shares)
        for key, weight in weights.items()
    )


def p_value(chi2: float, freedom: int) -> float:
    """Return the p-value of chi-squared (the regularised upper gamma function)."""
    half, x = freedom / 2, chi2 / 2
    if x == 0:
        return 1.0
    term = total = 1 / half
    n = half
    while term > total * 1e-15:
        n += 1
        term *= x / n
        total += term
    return max(0.0, 1 - total * math.exp(half * math.log(x) - x - math.lgamma(half)))
