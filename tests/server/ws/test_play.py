"""People and bots play at tables over the network, from the welcome to the last move."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from samples import HANDS, OPEN, ROUNDS, SAMPLES
from server.auth.test_export import finish
from server.live import House, Json, Socket, Visitor, open_house, sqlite_file
from tablee.bots.levels import LEVELS
from tablee.discovery import own_games
from tablee.server.http.routes.tables import LISTED, LISTED_MS, LISTED_PER_HOST
from tablee.table import Match, Transcript
from tablee.table.transcripts.verify import verify

GAMES = {
    game.name: ("me", *LEVELS[number : number + game.seats[0] - 1])
    for number, game in enumerate(own_games())
}


def play_out(socket: Socket, table: str, seat: int, dice: random.Random) -> Json:
    """Play random legal moves for a seat until the match is over; return the last room."""
    while True:
        update = socket.latest[table]
        room: Json = update["room"]
        if room["stage"] == "over":
            return room
        if room["moves"]:
            move = dice.choice(room["moves"])["text"]
            fields = {"seat": seat, "move": move, "after": room["event"]}
            assert socket.command("move", table, **fields)["do"] == "done"
            if socket.latest[table] is not update:
                continue
        socket.until("update", table=table)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_guest_plays_a_whole_match_against_bots(game: str, tmp_path: Path) -> None:
    with open_house(sqlite_file(tmp_path)) as house:
        ada = house.guest()
        table = ada.table(game, GAMES[game], options=SAMPLES[game].short)
        with ada.socket() as socket:
            socket.watch(table, since=0)
            room = play_out(socket, table, 1, random.Random(game))
        assert room["result"]["ranks"]
        file = ada.http.get(f"/api/tables/{table}/transcript").content
        assert verify(file).holds
        assert Match.replay(Transcript.read(file)).result is not None
        mine = ada.http.get("/api/me/tables").json()
        assert [one["table"] for one in mine["finished"]] == [table]
        assert mine["finished"][0]["result"] == room["result"]
        too_late = {"event": room["event"], "seats": GAMES[game]}
        refused = ada.http.post(f"/api/tables/{table}/branch", json=too_late)
        why = {"key": "serve.branch_over", "values": {"event": room["event"]}}
        assert (refused.status_code, refused.json()["why"]) == (400, why)


def at_one_table(house: House, **settings: Any) -> tuple[Visitor, Visitor, str]:
    """Begin a game of two people."""
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table(seats=("me", "open"), **settings)
    with bob.socket() as theirs, ada.socket() as mine:
        assert theirs.command("sit", table, seat=2)["do"] == "done"
        assert mine.command("begin", table)["do"] == "done"
    return ada, bob, table


def to_act(*sockets: Socket, table: str) -> tuple[int, Socket, Json]:
    """Return the seat that is to act, its socket and its room."""
    for seat, socket in enumerate(sockets, 1):
        room = socket.latest[table]["room"]
        if room["to_act"] == seat:
            return seat, socket, room
    raise AssertionError


def test_two_people_see_the_same_table(house: House) -> None:
    ada, bob, table = at_one_table(house)
    with ada.socket() as mine, bob.socket() as theirs:
        mine.watch(table)
        theirs.watch(table)
        for _ in range(12):
            seat, socket, room = to_act(mine, theirs, table=table)
            fields = {"seat": seat, "move": room["moves"][0]["text"], "after": room["event"]}
            done = socket.command("move", table, **fields)
            for one in (mine, theirs):
                while one.latest[table]["seq"] < done["seq"]:
                    one.until("update", table=table)
            first, second = (one.latest[table]["room"] for one in (mine, theirs))
            assert first["event"] == second["event"]
            assert first["scene"] == second["scene"]  # no hidden information


def test_opening_a_table_is_idempotent(house: House) -> None:
    """A client that missed the answer may retry, as with commands."""
    ada, bob = house.guest(), house.guest()
    once = {"Idempotency-Key": "attempt-1"}
    wanted: Json = {"game": OPEN, "seats": ["me", "me"]}

    def make(who: Visitor, headers: Json, path: str = "/api/tables", **more: Any) -> str:
        answer = who.http.post(path, json=wanted | more, headers=headers)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    table = make(ada, once)
    others = [
        make(ada, {"Idempotency-Key": "attempt-2"}), make(ada, once, seats=["me", "gentle"]),
        make(bob, once), make(ada, {}), make(ada, {}),
    ]  # fmt: skip
    assert make(ada, once) == table
    assert len({table, *others}) == 6
    bad = ada.http.post("/api/tables", json=wanted, headers={"Idempotency-Key": "a b"})
    assert bad.status_code == 400
    assert bad.json()["why"]["values"]["problem"]["values"] == {"field": "idempotency-key"}
    over = finish(ada)
    branch, wanted = f"/api/tables/{over}/branch", {"event": 3, "seats": ["me", "me"]}
    assert make(ada, once, branch) == make(ada, once, branch) != make(ada, {}, branch)


def test_a_reconnecting_client_gets_what_it_missed(house: House) -> None:
    ada, bob, table = at_one_table(house)
    with ada.socket() as mine:
        before = mine.watch(table)["seq"]
    with ada.socket() as mine, bob.socket() as theirs:
        mine.watch(table)
        theirs.watch(table)
        seat, socket, room = to_act(mine, theirs, table=table)
        fields = {"seat": seat, "move": room["moves"][0]["text"], "after": room["event"]}
        after = socket.command("move", table, **fields)["seq"]
    with ada.socket() as mine:
        update = mine.watch(table, since=before)
        assert update["since"] == before
        assert {news["seq"] for news in update["news"]} == set(range(before + 1, after + 1))
        assert mine.watch(table)["news"] == []


def test_a_spectator_who_sits_down_becomes_a_player(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table(seats=("me", "open"))
    with ada.socket() as mine, bob.socket() as theirs:
        mine.watch(table)
        theirs.watch(table)
        there = mine.until("presence", spectators=1)
        assert len(there["persons"]) == 1
        assert theirs.command("sit", table, seat=2)["do"] == "done"
        there = mine.until("presence", spectators=0)
        assert len(there["persons"]) == 2


def test_spectators_share_an_update_without_hidden_information(house: House) -> None:
    """The update shared by spectators is never sent to a player."""
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table(HANDS, seats=("me", "open"))
    with bob.socket() as theirs:
        assert theirs.command("sit", table, seat=2)["do"] == "done"
    eve, zoe = house.guest("Eve"), house.guest("Zoe")
    with ada.socket() as mine, bob.socket() as theirs, eve.socket() as first, zoe.socket() as other:
        for one in (first, mine, other, theirs):
            one.watch(table)
        assert mine.command("begin", table)["do"] == "done"
        rooms = {}
        for name, one in (("first", first), ("mine", mine), ("other", other), ("theirs", theirs)):
            while one.latest[table]["room"]["stage"] != "playing":
                one.until("update", table=table)
            rooms[name] = one.latest[table]["room"]
        assert rooms["first"] == rooms["other"]
        hands = {
            name: [bool(hunter["cards"]) for hunter in room["scene"]["hunters"]]
            for name, room in rooms.items()
        }
        assert hands["first"] == [False, False]
        assert hands["mine"] == [True, False]
        assert hands["theirs"] == [False, True]


def test_a_retry_with_the_same_id_is_carried_out_once(house: House) -> None:
    ada, bob, table = at_one_table(house)
    with ada.socket() as mine, bob.socket() as theirs:
        mine.watch(table)
        theirs.watch(table)
        seat, socket, room = to_act(mine, theirs, table=table)
        fields = {"seat": seat, "move": room["moves"][0]["text"], "after": room["event"]}
        first = socket.command("move", table, id="the-same-id", **fields)
        again = socket.command("move", table, id="the-same-id", **fields)
        assert first["do"] == again["do"] == "done"
        assert first["seq"] == again["seq"]


def test_a_stale_move_is_refused_as_stale(house: House) -> None:
    ada, bob, table = at_one_table(house)
    with ada.socket() as mine, bob.socket() as theirs:
        mine.watch(table)
        theirs.watch(table)
        seat, socket, room = to_act(mine, theirs, table=table)
        fields = {"seat": seat, "move": room["moves"][0]["text"], "after": room["event"] - 1}
        refused = socket.command("move", table, **fields)
        assert refused["stale"]
        assert refused["why"]["key"] == "server.stale"


def test_refusals_name_their_reason(house: House) -> None:
    ada, bob, table = at_one_table(house)
    with ada.socket() as mine, bob.socket() as theirs:
        mine.watch(table)
        theirs.watch(table)
        seat, socket, room = to_act(mine, theirs, table=table)
        other = theirs if socket is mine else mine
        move = {"move": room["moves"][0]["text"], "after": room["event"]}
        assert other.command("move", table, seat=3 - seat, **move)["why"]["key"].endswith("turn")
        wrong = other.command("move", table, seat=seat, **move)
        assert wrong["why"]["key"] == "server.not_your_seat"
        illegal = socket.command("move", table, seat=seat, move="card 3", after=room["event"])
        assert illegal["paragraph"] == "M40"  # two seats: a turtle is chosen first
        assert illegal["instead"] == [one["text"] for one in room["moves"]]
        nowhere = socket.command("move", "0" * 32, seat=seat, **move)
        assert nowhere["why"]["key"] == "server.no_table"


@pytest.mark.parametrize(
    "path", ["", "/replay", "/replay?seat=1", "/transcript", "/verify", "/review", "POST /review",
             "POST /branch"],
)  # fmt: skip
def test_an_unknown_table_is_refused_by_every_route(house: House, path: str) -> None:
    method, _, path = path.rpartition(" ")
    body = {"event": 1, "seats": ["me", "me"]} if path == "/branch" else None
    table = "0" * 32
    answer = house.guest().http.request(method or "GET", f"/api/tables/{table}{path}", json=body)
    why = {"key": "server.no_table", "values": {"table": table}}
    assert (answer.status_code, answer.json()["why"]) == (404, why)


@pytest.mark.slow
def test_a_match_survives_a_restart(tmp_path: Path) -> None:
    file = sqlite_file(tmp_path)
    with open_house(file) as house:
        ada, _, table = at_one_table(house)
        with ada.socket() as mine:
            before = mine.watch(table)["room"]
    with open_house(file) as house:
        again = Visitor(house, ada.id, "Ada", ada.token, house.client())
        with again.socket() as mine:
            after = mine.watch(table)["room"]
    assert after == before


def test_a_hint_does_not_block_the_connection(house: House) -> None:
    ada = house.guest()
    table = ada.table(ROUNDS, ("me", "gentle"))
    with ada.socket() as socket:
        socket.watch(table)
        while not socket.latest[table]["room"]["moves"]:
            socket.until("update")
        socket.send(do="hint", id="please-help", table=table, seat=1)
        socket.send(do="ping", n=7)
        kinds = {socket.until("pong", "advice")["do"] for _ in range(2)}
        assert kinds == {"pong", "advice"}


def test_a_hint_is_logged_before_a_later_move(house: House) -> None:
    """A move sent right after a hint request does not overtake it."""
    ada = house.guest()
    table = ada.table(ROUNDS, ("me", "me"))
    with ada.socket() as socket:
        seat = socket.watch(table)["room"]["to_act"]
        room = socket.watch(table, seat=seat)["room"]
        socket.send(do="hint", id="please-help", table=table, seat=seat)
        move = {"seat": seat, "move": room["moves"][0]["text"], "after": room["event"] + 1}
        assert socket.command("move", table, **move)["do"] == "done", "the hint is event + 1"


def test_a_rematch(house: House) -> None:
    ada, bob, table = at_one_table(house)
    with ada.socket() as mine, bob.socket() as theirs:
        mine.watch(table)
        theirs.watch(table)
        assert theirs.command("resign", table, seat=2)["do"] == "done"
        for socket in (mine, theirs):
            assert socket.command("rematch", table)["do"] == "done"
        while not (again := mine.until("update", table=table)["room"]["rematch"]["table"]):
            pass
        assert mine.watch(again)["room"]["stage"] == "playing"


def test_a_rematch_with_a_deleted_player_is_refused(house: House) -> None:
    ada, bob, table = at_one_table(house)
    with ada.socket() as mine, bob.socket() as theirs:
        assert theirs.command("resign", table, seat=2)["do"] == "done"
        assert mine.command("rematch", table)["do"] == "done"
        assert ada.http.delete("/api/me").status_code == 204
        refused = theirs.command("rematch", table)
        assert refused["why"] == {"key": "serve.rematch_gone", "values": {"name": "Ada"}}


def open_tables(house: House) -> list[str]:
    return [one["table"] for one in house.client().get("/api/tables").json()]


def test_open_tables_are_those_with_a_free_seat(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table(seats=("me", "open"), public=True)
    private = ada.table(seats=("me", "open"))
    assert table in open_tables(house)
    assert private not in open_tables(house)
    with bob.socket() as theirs:
        assert theirs.command("sit", table, seat=2)["do"] == "done"
        assert table not in open_tables(house)
        assert theirs.command("stand", table, seat=2)["do"] == "done"
        assert table in open_tables(house)


def test_a_flood_of_open_tables_displaces_no_other_host(house: House) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    table = ada.table(seats=("me", "open"), public=True)
    flood = [eve.table(seats=("me", "open"), public=True) for _ in range(LISTED + 1)]
    found = open_tables(house)
    assert table in found
    assert len(set(found) & set(flood)) == LISTED_PER_HOST


def test_an_abandoned_open_table_is_not_listed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.guest().table(seats=("me", "open"), public=True)
    assert table in open_tables(house)
    later = house.service.now() + LISTED_MS + 1000
    monkeypatch.setattr(house.service, "now", lambda: later)
    assert open_tables(house) == []
    assert house.client().get(f"/api/tables/{table}").json()["stage"] == "lobby"
