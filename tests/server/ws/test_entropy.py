"""Players add entropy after they have seen the commitment: hosts, solo tables, rematches."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from samples import OPEN
from server.core.rooms import ADA, AT, BOB, EVE, SECRET, TABLE, do, opened, recorded, refused
from server.live import House, Visitor, eventually
from tablee.server import wire
from tablee.server.core.rooms import decisions
from tablee.server.core.rooms.entries import Entry, Opened, Wanted
from tablee.server.core.rooms.opening import open_room
from tablee.server.core.rooms.room import WAIT_MS, Room
from tablee.table.transcripts.verify import verify


def waiting(*seats: str) -> Room:
    """Return a full table that waits for entropy."""
    payload = open_room(wire.Settings(OPEN, list(seats)), ADA, SECRET)  # type: ignore[arg-type]
    return Room.opened(TABLE, Entry(1, AT, "open", replace(payload, waits=True)))


def added(room: Room) -> dict[int, str]:
    assert room.match is not None
    return dict(room.match.state.entropy)


def test_a_solo_game_starts_with_the_entropy_of_its_player() -> None:
    room = waiting("me", "gentle")
    assert (room.stage, room.starting) == ("lobby", True)
    assert refused(room, BOB, wire.AddEntropy, seat=1, entropy="00") == "server.not_your_seat"
    assert refused(room, ADA, wire.AddEntropy, seat=2, entropy="00") == "server.not_your_seat"
    room = do(room, ADA, wire.AddEntropy, seat=1, entropy="c0ffee")
    assert (room.stage, added(room)) == ("playing", {1: "c0ffee"})
    assert refused(room, ADA, wire.AddEntropy, seat=1, entropy="00") == "server.begun"


def test_a_game_waits_for_all_players_but_not_forever() -> None:
    room = do(waiting("me", "open", "gentle"), BOB, wire.Sit, seat=2)
    assert room.deadline == AT + WAIT_MS
    room = do(room, BOB, wire.AddEntropy, seat=2, entropy="beef")
    assert room.stage == "lobby"
    assert refused(room, BOB, wire.AddEntropy, seat=2, entropy="00") == "table.entropy_twice"
    assert decisions.time_out(room, AT + WAIT_MS - 1) is None
    late = recorded(room, decisions.time_out(room, AT + WAIT_MS))
    assert (late.stage, added(late)) == ("playing", {2: "beef"})


def test_a_table_with_a_free_seat_waits_for_its_player_first() -> None:
    room = waiting("me", "open")
    assert (room.starting, room.deadline) == (False, None)
    room = do(room, ADA, wire.AddEntropy, seat=1, entropy="c0ffee")
    assert room.stage == "lobby"


def test_one_of_several_seats_of_a_person_is_enough() -> None:
    room = do(waiting("me", "me"), ADA, wire.AddEntropy, seat=2, entropy="c0ffee")
    assert added(room) == {2: "c0ffee"}


def test_the_host_adds_entropy_to_a_game_they_start_themselves() -> None:
    room = do(opened("me", "open"), BOB, wire.Sit, seat=2, entropy="beef")
    room = do(room, ADA, wire.AddEntropy, seat=1, entropy="c0ffee")
    assert refused(room, EVE, wire.AddEntropy, seat=1, entropy="00") == "server.not_your_seat"
    assert added(do(room, ADA, wire.Begin)) == {1: "c0ffee", 2: "beef"}


def test_earlier_logs_without_entropy_are_read() -> None:
    assert Opened(wire.Settings(OPEN, []), ADA, "00", []).waits is False
    assert Entry(1, AT, "w", Wanted(ADA.id)).body() == (
        b'{"what":"wanted","person":"%s"}' % ADA.id.encode()
    )


def add_entropy(visitor: Visitor, table: str, seat: int, entropy: str) -> str:
    """Add entropy to a table that waits for it; return the commitment shown before."""
    with visitor.socket() as socket:
        room = socket.watch(table)["room"]
        assert (room["stage"], room["starting"]) == ("lobby", True)
        assert socket.command("entropy", table, seat=seat, entropy=entropy)["do"] == "done"
    return str(room["commitment"])


def transcript(visitor: Visitor, table: str) -> str:
    return visitor.http.get(f"/api/tables/{table}/transcript").text


def test_the_transcript_of_a_rematch_lists_the_entropy_of_each_player(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table(seats=("me", "open"))
    with ada.socket() as mine, bob.socket() as theirs:
        theirs.command("sit", table, seat=2)
        mine.command("begin", table)
        theirs.command("resign", table, seat=2)
        assert mine.command("rematch", table, adds_entropy=True)["do"] == "done"
        assert theirs.command("rematch", table)["do"] == "done"
        mine.watch(table)
        while (again := mine.latest[table]["room"]["rematch"]["table"]) is None:
            mine.until("update", table=table)
        commitment = add_entropy(ada, again, 1, "c0ffee")
        assert add_entropy(bob, again, 2, "beef") == commitment
        assert theirs.command("resign", again, seat=2)["do"] == "done"
    text = transcript(ada, again)
    assert "seat 1 adds entropy c0ffee" in text
    assert "seat 2 adds entropy beef" in text
    assert f"commitment {commitment}" in text
    assert verify(text.encode()).holds


@pytest.mark.parametrize("wish", ["table", "branch"])
def test_a_solo_table_waits_for_entropy_on_request(house: House, wish: str) -> None:
    ada = house.guest("Ada")
    if wish == "table":
        table = ada.table(adds_entropy=True)
    else:
        first = ada.table()
        with ada.socket() as socket:
            socket.command("resign", first, seat=1)
        body = {"event": 4, "seats": ["me", "gentle"], "adds_entropy": True}
        table = ada.http.post(f"/api/tables/{first}/branch", json=body).json()["table"]
    add_entropy(ada, table, 1, "c0ffee")
    with ada.socket() as socket:
        assert socket.watch(table)["room"]["stage"] == "playing"
        socket.command("resign", table, seat=1)
    assert "seat 1 adds entropy c0ffee" in transcript(ada, table)


@pytest.mark.slow
def test_a_table_without_entropy_starts_after_a_delay(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.core.rooms.room.WAIT_MS", 100)
    ada = house.guest("Ada")
    table = ada.table(adds_entropy=True)
    eventually(lambda: ada.http.get(f"/api/tables/{table}").json()["stage"] == "playing")
