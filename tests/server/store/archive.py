"""Databases written by earlier versions, which every later version must read.

`cd tests && python -m server.store.archive NAME` writes `archive/NAME.sqlite.xz` with the current
program, and `archive/NAME.json` with the hashes of its transcripts; it never changes an existing
database. Run it before a release that changes entries, heads or the schema.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import lzma
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from samples import BOARDS, OPEN
from server.replays.bot_games import InstantThinkers, NumberedGame, play
from tablee import all_games
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.entries import Identity
from tablee.server.ops.recompute import after
from tablee.server.store import open_store
from tablee.server.store.contract import EventStore, Passkey, Person, Token

FOLDER = Path(__file__).parent / "archive"
CLOCK = wire.Clock("fischer", 600_000, 5_000)
ADA, BOB = Identity("a" * 32, "Ada"), Identity("b" * 32, "Bob")


def names() -> list[str]:
    """Return the names of the archived databases."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def unpack(name: str, folder: Path) -> Path:
    """Copy an archived database into a folder."""
    path = folder / f"{name}.sqlite"
    path.write_bytes(lzma.decompress((FOLDER / f"{name}.sqlite.xz").read_bytes()))
    return path


def recorded(name: str) -> dict[str, str]:
    """Return what was recorded of each table: stage, entries and hash of the transcript."""
    tables: dict[str, str] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return tables


async def described(store: EventStore, table: str) -> str:
    """Replay the log of a table; return its stage, its length and the hash of its transcript."""
    room = None
    for row in await store.read(table):
        room = after(room, row)
    assert room is not None
    transcript = room.match.transcript.hash if room.match else "not begun"
    return f"{room.stage} {room.seq} {transcript}"


async def play_with_people(address: str) -> list[str]:
    """Let two people play, chat, undo and resign at several tables; one is never started."""
    store = open_store(address)
    await store.open()
    ticks, draws = count(2_000_000), count(1)

    def random(size: int) -> bytes:
        return hashlib.sha512(f"people {next(draws)}".encode()).digest()[:size]

    await write_people(store)
    hall = Hall(store, InstantThinkers(), process="ef" * 16, now=lambda: next(ticks), random=random)
    tables = []
    try:
        for number, game in enumerate(all_games()):
            table = await hall.tables.open(
                wire.Settings(game.name, ["open"] * game.seats[0], clock=CLOCK, undo="consent"),
                ADA,
            )
            tables.append(table)
            await play_some(hall, table, leave=number % 2 == 1)
        tables.append(await hall.tables.open(wire.Settings(BOARDS, ["me", "casual", "open"]), BOB))
        closed = await hall.tables.open(wire.Settings(OPEN, ["me", "open"]), BOB)
        await hall.commits.do(wire.CloseTable("close-closed", closed), BOB)
        tables.append(closed)
        await hall.tasks.finished()
    finally:
        await store.close()
    return tables


async def play_some(hall: Hall, table: str, leave: bool) -> None:
    """Sit down, chat, play ten moves, undo one of them; then leave the game, or resign."""
    numbers = count(1)

    def key() -> str:
        return f"{table[:16]}-{next(numbers):04}"

    seats = len((await hall.rooms.current(table)).holdings)
    players = {seat: ADA if seat % 2 else BOB for seat in range(1, seats + 1)}
    for seat, player in players.items():
        await hall.commits.do(wire.Sit(key(), table, seat, entropy=f"{seat:02x}" * 8), player)
    await hall.commits.do(wire.Begin(key(), table), ADA)
    await hall.commits.do(wire.Speak(key(), table, "players", text="Bonne partie !"), BOB)
    for turn in range(10):
        room = await hall.rooms.current(table)
        assert room.match is not None
        seat = room.match.to_act
        moves = room.match.view(seat).moves()
        move = moves[turn % len(moves)]
        await hall.commits.do(wire.Move(key(), table, seat, move, room.event), players[seat])
        if turn in (4, 7):
            await hall.commits.do(wire.AskUndo(key(), table, seat), players[seat])
            await answer(hall, table, key, seat, players, yes=turn == 7)
    if leave:
        await hall.commits.do(wire.Leave(key(), table, 2), BOB)
        await hall.commits.do(wire.HandToBot(key(), table, 2, "gentle"), ADA)
    else:
        await hall.commits.do(wire.Resign(key(), table, 1), ADA)


async def answer(
    hall: Hall,
    table: str,
    key: Callable[[], str],
    seat: int,
    players: dict[int, Identity],
    yes: bool,
) -> None:
    """Let the others agree to an undo, or the first of them decline it."""
    for other in players:
        match = (await hall.rooms.current(table)).match
        if other != seat and match is not None and match.asked is not None:
            await hall.commits.do(wire.Answer(key(), table, other, yes=yes), players[other])


async def write_people(store: EventStore) -> None:
    """Write a guest, and a person with a password, a passkey and a device."""
    await store.create_person(Person(ADA.id, ADA.name, "turtle", 1_000))
    await store.create_person(Person(BOB.id, BOB.name, "mask", 1_000, "bob", "$argon2id$none"))
    await store.add_token(Token(b"t" * 32, BOB.id, 1_000, 2_000, "Firefox"))
    await store.add_passkey(Passkey(b"c" * 16, BOB.id, b"k" * 77, 3, "Key", 1_500))


async def write(name: str) -> None:
    """Add a database to the archive."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.sqlite"
        games = [NumberedGame(number, game.name) for number, game in enumerate(all_games())]
        tables = [*await play(str(path), games), *await play_with_people(str(path))]
        store = open_store(str(path))
        await store.open()
        try:
            described_now = {table: await described(store, table) for table in tables}
        finally:
            await store.close()
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.sqlite.xz").write_bytes(lzma.compress(path.read_bytes(), preset=9))
        (FOLDER / f"{name}.json").write_text(json.dumps(described_now, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    assert sys.argv[1] not in names(), "an archived database is never changed"
    asyncio.run(write(sys.argv[1]))
