"""Broken, mutated and meaningless frames, sent to a real server.

Every frame must be answered, by a refusal or, if it happens to be valid, by its proper answer, and
nothing hostile may change a table. A stranger changes nothing; a player changes only what the
server acknowledged to them. The tests run this briefly, `make soak-hostile` in full.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from samples import HANDS, NAMES, OPEN
from server.live import House, Socket, Visitor
from tablee.server import wire

FORMS = get_args(wire.Form)
TAGS = [str(kind.__struct_config__.tag) for kind in wire.ClientMessageTypes]
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 9, 2**31, 2**53, 2**63, 2**64, -(2**70), 1.5, 1e308, -0.0, "",
    " ", "\0", "\u202e", "\ud83d\ude00", "é" * 300, "x" * 3000, "0" * 32, "f" * 32, "G" * 32, [],
    [[]], {}, {"": {}}, [None] * 50, {"do": "move"}, "__proto__", "constructor", "%s%n", "{0}",
    "../../etc/passwd", "'; DROP TABLE entry; --", "<script>", "roll", "stop", "turtle 1",
]  # fmt: skip
BROKEN = [
    b"", b"null", b"true", b"0", b'""', b"[]", b"{}", b"{", b"}", b'{"do"', b'{"do":', b'{"do":}',
    b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b'{"do":"ping","n":NaN}', b'{"do":"ping","n":1e999}',
    b'{"do":"ping","n":01}', b'{"do":"ping","do":"ping","n":1}', b'{"do":"\\ud800","n":1}',
    b"[" * 4000, b'{"a":' * 1500, b"9" * 4000, b'{"do":"ping","n":1}{"do":"ping","n":1}',
    b"\xef\xbb\xbf{}", b'{"do":"ping","n":1}\0',
]  # fmt: skip


def valid_message(dice: random.Random, table: str) -> dict[str, Any]:
    """Return a message with all its fields; most are still refused for their sender."""
    fields: dict[str, Any] = {
        "do": dice.choice(TAGS), "n": 1, "table": table, "id": f"hostile-{dice.getrandbits(48):x}",
        "seat": dice.randint(1, 8), "move": dice.choice(["roll", "stop", "x"]), "after": 0,
        "level": "club", "yes": True, "channel": "players", "phrase": "hello", "event": 1,
        "since": 0, "form": dice.choice(FORMS), "text": "hi", "entropy": "00", "name": "X",
        "adds_entropy": True,
    }  # fmt: skip
    kind = wire.ClientMessageTypes[TAGS.index(fields["do"])]
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    return {"do": fields["do"], **{name: fields[name] for name in names}}


def hostile_frames(seed: int, tables: list[str]) -> Iterator[bytes | str]:
    """Yield hostile frames without end, the same for the same seed."""
    dice = random.Random(seed)
    while True:
        way = dice.randrange(8)
        if way == 0:
            yield dice.choice(BROKEN)
            continue
        if way == 1:
            yield dice.randbytes(dice.randint(0, 200))
            continue
        message: Any = valid_message(dice, dice.choice(tables))
        if way in (2, 3, 4):  # a field of the wrong type or value
            message[dice.choice(list(message))] = dice.choice(ODD)
        elif way == 5:  # a surplus or missing field
            if dice.random() < 0.5:
                message[dice.choice(["x", "person", "secret", ""])] = dice.choice(ODD)
            else:
                del message[dice.choice(list(message))]
        elif way == 6:
            message = [message, dice.choice(ODD)]
        text = json.dumps(message)
        if way == 7:  # truncated or corrupted
            raw = bytearray(text.encode())
            for _ in range(dice.randint(1, 4)):
                raw[dice.randrange(len(raw))] = dice.randrange(256)
            yield bytes(raw[: dice.randint(1, len(raw))])
            continue
        yield text if dice.random() < 0.7 else text.encode()


class Attack:
    """A stranger with one connection, who sends frames in volleys."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.answers: Counter[str] = Counter()
        self.done: set[int] = set()  # the entries acknowledged to them
        self._number = 10**12

    def volley(self, frames: list[bytes | str]) -> None:
        """Send frames and a ping, and count the answers until its pong."""
        for frame in frames:
            self.socket.connection.send(frame)
        self._number += 1
        self.socket.send(do="ping", n=self._number)
        while True:
            answer = self.socket.receive()
            if answer["do"] == "pong" and answer["n"] == self._number:
                return
            self.answers[answer["do"]] += 1
            if answer["do"] == "done":
                self.done.add(answer["seq"])


def states(people: list[Visitor], tables: list[str]) -> list[Any]:
    """Return all tables as their players see them."""
    found = []
    for person, table in zip(people, tables, strict=True):
        with person.socket() as socket:
            update = socket.watch(table)
            found.append((update["seq"], update["room"]))
    return found


def begin_tables(house: House) -> tuple[list[Visitor], list[str]]:
    """Begin a match of each game, waiting for a move; end another one, and open a lobby."""
    people, tables = [], []
    for game in NAMES:
        person = house.guest()
        table = person.table(game, ("me",) * 3)
        people.append(person)
        tables.append(table)
    people += [house.guest(), house.guest()]
    tables += [people[-2].table(seats=("me", "me")), people[-1].table(seats=("me", "open"))]
    with people[-2].socket() as socket:
        assert socket.command("resign", tables[-2], seat=1)["do"] == "done"
    with house.guest().socket() as socket:
        assert socket.command("sit", tables[-1], seat=2)["do"] == "done"
    return people, tables


def attack(house: House, frames: int, seed: int, volley: int = 200) -> Counter[str]:
    """Send hostile frames, assert that no table has changed, and count the answers by kind."""
    people, tables = begin_tables(house)
    before = states(people, tables)
    stranger = house.guest("Mallory")
    source = hostile_frames(seed, [*tables, "0" * 32])
    with stranger.socket() as socket:
        attacker = Attack(socket)
        for start in range(0, frames, volley):
            attacker.volley([next(source) for _ in range(min(volley, frames - start))])
    assert states(people, tables) == before
    return attacker.answers


def written(house: House, table: str, after: int) -> list[tuple[str, int]]:
    """Return who wrote which entries into the log of a table; bots count as no one."""
    rows = house.do(house.service.store.read(table, after))
    return [(row.command.partition("/")[0], row.seq) for row in rows]


def attack_from_a_seat(house: House, frames: int, seed: int) -> Counter[str]:
    """Do the same as a host with a seat; assert that only acknowledged changes were made."""
    mallory, bob, answers = house.guest("Mallory"), house.guest("Bob"), Counter[str]()
    while frames > 0:
        frames -= 500
        seed += 1
        table = mallory.table(random.Random(seed).choice([OPEN, HANDS]), ("me", "open"))
        with bob.socket() as theirs, mallory.socket() as socket:
            assert theirs.command("sit", table, seat=2)["do"] == "done"
            begun = len(written(house, table, 0))
            attacker, source = Attack(socket), hostile_frames(seed, [table])
            attacker.volley([next(source) for _ in range(500)])
        found = written(house, table, begun)
        assert attacker.done == {seq for who, seq in found if who == mallory.id}, (table, found)
        assert bob.id not in dict(found), (table, found)
        answers += attacker.answers
    return answers
