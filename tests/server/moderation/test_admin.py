"""Moderation with `tablee admin` and the local API, on a running server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from samples import OPEN
from server.live import House, Json, Visitor, eventually, open_house, sqlite_file
from server.store import archive
from tablee.cli.main import main
from tablee.server.store.moderation import Act

TOKEN = "t" * 32


@dataclass
class Moderated:
    """A server, its database, and its operator Olga."""

    house: House
    database: str

    def admin(self, *arguments: str) -> int:
        return main(["admin", *arguments, "--database", self.database])

    def api(self, path: str, body: Json | None = None, **headers: str) -> httpx.Response:
        told = {"Authorization": f"Bearer {TOKEN}", **headers}
        if body is None:
            return self.house.client().get(f"/api/admin/{path}", headers=told)
        return self.house.client().post(f"/api/admin/{path}", json=body, headers=told)

    def act(self, deed: str, target: str, reason: str = "Be kind.", **more: int) -> Json:
        body = {"deed": deed, "target": target, "reason": reason, **more}
        answer = self.api("acts", body)
        assert answer.status_code == 201, answer.text
        done: Json = answer.json()
        return done

    def acts(self) -> list[Act]:
        return self.house.do(self.house.service.store.acts(99))

    def guest(self, address: str) -> httpx.Response:
        told = {"X-Forwarded-For": address}
        return self.house.client().post("/api/guest", json={"name": "Eve"}, headers=told)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Moderated]:
    folder = tmp_path_factory.mktemp("watched")
    operators = folder / "operators"
    operators.write_text(f"# who may\nOlga {TOKEN}\n", "utf-8")
    path = sqlite_file(folder)
    with open_house(path, operators=str(operators), trusted_proxies="127.0.0.1,::1") as house:
        yield Moderated(house, path)


def can_open_a_table(visitor: Visitor) -> httpx.Response:
    return visitor.http.post("/api/tables", json={"game": OPEN, "seats": ["me", "open"]})


@pytest.mark.slow
def test_a_suspended_person_is_disconnected_with_reason_and_end(watched: Moderated) -> None:
    ada, bob = watched.house.guest(), watched.house.guest("Bob")
    with ada.socket() as socket, bob.socket() as other:
        told = ("--reason", "Be kind.", "--for", "2h", "--as", "Otto")
        assert watched.admin("suspend", ada.id, *told) == 0
        assert socket.code() == 1008
        other.send(do="ping", n=1)
        assert other.until("pong")
    (bye,) = [one for one in socket.heard if one["do"] == "bye"]
    assert (bye["why"]["key"], bye["again_ms"]) == ("serve.suspended", None)
    assert bye["why"]["values"]["reason"] == "Be kind."
    assert bye["why"]["values"]["until"].endswith(" UTC")
    refused = can_open_a_table(ada)
    assert refused.status_code == 403
    assert refused.json()["why"] == bye["why"]
    assert 7_000 < int(refused.headers["Retry-After"]) <= 7_200
    assert ada.http.patch("/api/me", json={"name": "X"}).status_code == 403
    assert ada.http.get("/api/me").status_code == 200  # and may delete the account
    with watched.house.connect({"Authorization": f"Bearer {ada.token}"}) as again:
        assert "serve.suspended" in str(again.recv())
    assert can_open_a_table(bob).status_code == 201
    act = watched.acts()[0]
    assert (act.operator, act.deed, act.target, act.reason) == (
        "Otto",
        "suspend",
        ada.id,
        "Be kind.",
    )
    assert watched.admin("lift", act.id) == 0
    eventually(lambda: can_open_a_table(ada).status_code == 201)
    assert watched.house.do(watched.house.service.store.sanctions(0)) == []


def test_a_muted_person_can_play_but_not_write(watched: Moderated) -> None:
    ada = watched.house.guest()
    table = ada.table(seats=("me", "open"))
    act = watched.act("mute", ada.id)
    with ada.socket() as socket:
        said = {"channel": "players", "phrase": "hello"}
        refused = socket.command("speak", table, **said)
        assert refused["why"]["key"] == "serve.muted_for_good"
        assert socket.command("seat_bot", table, seat=2, level="gentle")["do"] == "done"
        watched.act("lift", act["id"], "")
        assert socket.command("speak", table, **said)["do"] == "done"


def test_a_banned_network_keeps_out_all_its_people(watched: Moderated) -> None:
    before = watched.guest("203.0.113.7")
    token = {
        "Authorization": f"Bearer {before.cookies['tablee']}",
        "X-Forwarded-For": "203.0.113.8",
    }
    with watched.house.connect(token) as socket:
        assert "welcome" in str(socket.recv())
        watched.act("ban", "203.0.113.9/24")
        assert "serve.network_banned" in str(socket.recv())
    refused = watched.guest("203.0.113.200")
    assert (refused.status_code, refused.json()["why"]["key"]) == (403, "serve.network_banned")
    assert watched.guest("203.0.112.200").status_code == 201
    (act,) = watched.api("sanctions").json()
    assert act["target"] == "203.0.113.0/24"
    watched.act("lift", act["id"], "")
    assert watched.guest("203.0.113.200").status_code == 201


def test_bots_take_over_from_a_banned_person(watched: Moderated) -> None:
    ada, bob = watched.house.guest(), watched.house.guest("Bob")
    table = bob.table(seats=("me", "open"))
    with ada.socket() as socket:
        socket.command("sit", table, seat=2)
    with bob.socket() as socket:
        socket.watch(table)
        assert socket.command("begin", table)["do"] == "done"
        act = watched.act("ban", ada.id)
        while socket.latest[table]["room"]["seats"][1]["kind"] != "bot":
            socket.until("update", table=table)
    watched.act("lift", act["id"], "")


def test_closing_a_table_ends_it_for_all_viewers(
    watched: Moderated, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = watched.house.guest()
    table = ada.table(seats=("me", "me"))
    with ada.socket() as socket:
        playing = socket.watch(table, seat=1)["room"]
        watched.act("close", table, "A bad name")
        update = socket.until("update", table=table)
        assert update["room"]["stage"] == "closed"
        assert update["news"][0]["says"]["key"] == "server.note_closed_by_operator"
        for command in (
            {"do": "resign", "seat": 1},
            {"do": "speak", "channel": "players", "phrase": "hello"},
        ):
            refused = socket.command(command.pop("do"), table, **command)  # type: ignore[arg-type]
            assert refused["why"]["key"] == "server.closed_by_operator"
    assert playing["stage"] == "playing"
    head = watched.house.do(watched.house.service.store.head(table))
    assert head is not None
    assert (head.stage, head.deadline, head.bot_due, head.to_act) == ("closed", None, False, None)
    assert watched.admin("close", table) == 2
    assert "closed already" in capsys.readouterr().err
    assert ada.http.delete("/api/me").status_code == 204  # whose name stays in the record


def test_an_erased_message_disappears_for_all_viewers(
    watched: Moderated, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = watched.house.guest()
    table = ada.table(seats=("me", "open"))
    with ada.socket() as socket:
        socket.watch(table)
        seq = socket.command("speak", table, channel="players", text="something nasty")["seq"]
        assert watched.admin("find", table) == 0
        assert f"{table}/{seq}" in (shown := capsys.readouterr().out)
        assert "something nasty" in shown
        watched.act("erase", f"{table}/{seq}", "nasty")
        news = socket.until("update", since=seq)["news"]
        assert [(one["is"], one.get("message")) for one in news] == [("erased", seq)]
    with watched.house.guest("Bob").socket() as socket:
        told = str(socket.watch(table, since=0))
    assert "something nasty" not in told
    rows = watched.house.do(watched.house.service.store.read(table))
    assert b"something nasty" not in b"".join(row.body for row in rows)


def test_the_local_api_requires_a_token_and_a_local_address(watched: Moderated) -> None:
    for token in ("", "Bearer -", f"Bearer {TOKEN[1:]}", f"Bearer {TOKEN}x", f"Basic {TOKEN}"):
        answer = watched.api("log", Authorization=token)
        assert (answer.status_code, answer.json()["why"]["key"]) == (401, "admin.wrong_token"), (
            token
        )
    elsewhere = {"X-Forwarded-For": "198.51.100.1"}
    for path in ("log", "sanctions", "reports", "find?text=a"):
        assert watched.api(path).status_code == 200
        assert watched.api(path, None, **elsewhere).status_code == 404


def test_search_finds_people_with_their_data(
    watched: Moderated, capsys: pytest.CaptureFixture[str]
) -> None:
    zora = watched.house.guest("Zora")
    table = zora.table(seats=("me", "open"))
    act = watched.act("mute", zora.id, seconds=60)
    (found,) = watched.api("find?text=zor").json()["people"]
    assert (found["id"], found["tables"], found["sanctions"]) == (zora.id, [table], [act])
    assert found["address"] in ("127.0.0.1", "::")
    assert watched.admin("find", "ZORA") == 0
    shown = capsys.readouterr().out
    assert all(text in shown for text in (zora.id, table, act["id"], "Olga", "Be kind."))
    assert watched.admin("find", "nobody at all") == 0
    assert "Nothing was found" in capsys.readouterr().out
    watched.act("lift", act["id"], "")


def test_the_audit_log_records_operator_action_and_time(
    watched: Moderated, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = watched.house.guest()
    act = watched.act("mute", ada.id)
    watched.act("lift", act["id"], "They said sorry.")
    latest = watched.api("log").json()[:2]
    assert [(one["operator"], one["deed"], one["target"]) for one in latest] == [
        ("Olga", "lift", act["id"]),
        ("Olga", "mute", ada.id),
    ]
    assert latest[0]["at"] >= latest[1]["at"] > 1_700_000_000_000
    assert watched.admin("log", "-l", "fr") == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert "Olga  lift" in first
    assert first.endswith("They said sorry.")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("mute", "nobody-there", "--reason", "x"), "nobody-there"),
        (("mute", "a" * 32, "--reason", "x"), "No person"),
        (("ban", "0.0.0.0/0", "--reason", "x"), "too many addresses"),
        (("ban", "203.0.113.1"), "needs a reason"),
        (("suspend", "203.0.113.1", "--reason", "x"), "needs an end"),
        (("suspend", "203.0.113.1", "--reason", "x", "--for", "soon"), "soon is not a duration"),
        (("lift", "0" * 16), "No sanction"),
        (("resolve", "0" * 16), "No open report"),
        (("close", "a" * 32), "no table"),
        (("erase", "hello"), "hello is not a message"),
        (("erase", f"{'a' * 32}/1"), "no chat message"),
    ],
)
def test_invalid_arguments_are_refused_and_change_nothing(
    watched: Moderated, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    before = watched.acts()
    assert watched.admin(*arguments) == 2
    assert why in capsys.readouterr().err
    assert watched.acts() == before


def test_an_unknown_action_is_refused(watched: Moderated) -> None:
    for body in ({"deed": "praise", "target": "x"}, {"deed": "ban"}, {"deed": "ban", "target": ""}):
        assert watched.api("acts", body).status_code == 400
    missing = watched.api("acts", {"deed": "ban", "target": "nobody-there", "reason": "x"})
    assert (missing.status_code, missing.json()["why"]["key"]) == (404, "admin.no_target")


def test_a_database_of_an_earlier_version_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = archive.unpack(archive.names()[0], tmp_path)
    before = path.read_bytes()
    assert main(["admin", "log", "--database", str(path)]) == 2
    assert "earlier version" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_moderation_works_without_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = sqlite_file(tmp_path)
    assert main(["admin", "log", "--database", path]) == 2  # and none is created
    assert "no file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert main(["admin", "log", "--database", "memory:"]) == 2


@pytest.mark.slow
def test_sanctions_made_without_a_server_hold_once_it_starts(tmp_path: Path) -> None:
    path = sqlite_file(tmp_path)
    with open_house(path) as house:
        ada = house.guest()
    told = ("--reason", "x", "--database", path)
    assert main(["admin", "ban", ada.id, *told]) == 0
    with open_house(path) as house:
        header = {"Authorization": f"Bearer {ada.token}"}
        with house.connect(header) as socket:
            assert "serve.banned" in str(socket.recv())


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("Olga short\n", "line 1"),
        (f"Olga {TOKEN}\nOlga {TOKEN}\n", "line 2"),
        (None, "No such file"),
    ],
)
def test_an_invalid_file_of_operators_stops_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: str | None, why: str
) -> None:
    file = tmp_path / "operators"
    if lines is not None:
        file.write_text(lines, "utf-8")
    assert main(["serve", "--operators", str(file), "--database", "memory:"]) == 2
    assert why in capsys.readouterr().err
