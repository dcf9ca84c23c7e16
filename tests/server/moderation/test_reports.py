"""Reports of players to the operator."""

from __future__ import annotations

import io
import json
import logging
import zipfile

import pytest

from server.live import House, Json, Visitor, open_house
from tablee.server.limits import REPORTS_AN_HOUR
from tablee.server.moderation.bodies import Reported
from tablee.server.moderation.operator import Operator

OLGA = "Olga"


def both_sit(house: House) -> tuple[Visitor, Visitor, str]:
    """Let Ada open a table and Bob sit down at it."""
    ada, bob = house.guest(), house.guest("Bob")
    table = ada.table(seats=("me", "open"))
    with bob.socket() as socket:
        assert socket.command("sit", table, seat=2)["do"] == "done"
    return ada, bob, table


def says(visitor: Visitor, table: str, text: str, channel: str = "players") -> int:
    with visitor.socket() as socket:
        return int(socket.command("speak", table, channel=channel, text=text)["seq"])


def outcome(visitor: Visitor, table: str, **more: object) -> tuple[int, str]:
    """Report something; return the status and the key of the refusal."""
    body = {"table": table, "about": "insult", **more}
    answer = visitor.http.post("/api/reports", json=body)
    return answer.status_code, "" if answer.status_code == 204 else answer.json()["why"]["key"]


def queue(house: House, table: str) -> list[Reported]:
    """Return the open reports at a table."""
    service = house.service
    found = house.do(Operator(service.store, OLGA, service.now).reports())
    return [one for one in found if one.report.table == table]


def test_a_message_is_reported_once_and_resolved(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tablee.moderation")
    ada, bob, table = both_sit(house)
    seq = says(bob, table, "You cheat!")
    assert outcome(ada, table, message=seq, text="He  always\nsays that") == (204, "")
    assert outcome(ada, table, message=seq, about="spam") == (409, "serve.reported_already")
    (told,) = [one for one in caplog.records if one.name == "tablee.moderation"]
    assert (told.__dict__["table"], told.__dict__["about"]) == (table, "insult")
    (found,) = queue(house, table)
    assert (found.name, found.reporter, found.words) == ("Bob", "Ada", "You cheat!")
    assert (found.report.seq, found.report.text) == (seq, "He always says that")
    operator = Operator(house.service.store, OLGA, house.service.now)
    house.do(operator.act("erase", f"{table}/{seq}", ""))
    assert queue(house, table)[0].words == "…"
    house.do(operator.act("resolve", found.report.id, ""))
    assert queue(house, table) == []
    assert outcome(ada, table, message=seq) == (409, "serve.reported_already")


def test_each_player_can_report_a_person_once(house: House) -> None:
    ada, bob, table = both_sit(house)
    eve = house.guest("Eve")
    for reporter in (ada, eve):
        assert outcome(reporter, table, person=bob.id, about="name") == (204, "")
        assert outcome(reporter, table, person=bob.id) == (409, "serve.reported_already")
    assert [one.report.about for one in queue(house, table)] == ["name", "name"]
    assert outcome(bob, table, person=ada.id) == (204, "")


def test_refusals_of_reports(house: House) -> None:
    ada, bob, table = both_sit(house)
    own, aside = says(ada, table, "mine"), says(house.guest("Eve"), table, "psst", "spectators")
    for more, refused in (
        ({}, (400, "serve.report_what")),
        ({"message": own, "person": bob.id}, (400, "serve.report_what")),
        ({"message": own}, (400, "serve.report_self")),
        ({"person": ada.id}, (400, "serve.report_self")),
        ({"message": 1}, (404, "serve.nothing_to_report")),
        ({"message": 99}, (404, "serve.nothing_to_report")),
        ({"message": aside}, (404, "serve.nothing_to_report")),  # Ada can't read it
        ({"person": house.guest().id}, (404, "serve.nothing_to_report")),
        ({"person": bob.id, "about": "love"}, (400, "serve.bad_request")),
        ({"person": bob.id, "text": "x" * 301}, (400, "serve.bad_request")),
    ):
        assert outcome(ada, table, **more) == refused, more
    assert outcome(ada, "0" * 32, person=bob.id) == (404, "server.no_table")
    assert queue(house, table) == []
    assert outcome(house.guest("Kim"), table, message=aside) == (204, "")


@pytest.mark.slow
def test_reports_are_rate_limited_by_person_with_retry_after() -> None:
    with open_house() as house:
        ada, bob, table = both_sit(house)
        with bob.socket() as socket:
            said = [
                int(socket.command("speak", table, channel="players", phrase="hello")["seq"])
                for _ in range(REPORTS_AN_HOUR)
            ]
        answers = [outcome(ada, table, message=seq) for seq in said]
        assert answers.count((204, "")) == REPORTS_AN_HOUR // 4  # concurrently
        assert set(answers) == {(204, ""), (429, "serve.too_many_reports")}
        body = {"table": table, "about": "spam", "person": bob.id}
        assert int(ada.http.post("/api/reports", json=body).headers["Retry-After"]) > 0
        assert outcome(bob, table, person=ada.id) == (204, "")


def test_an_export_holds_the_persons_own_reports(house: House) -> None:
    ada, bob, table = both_sit(house)
    assert outcome(ada, table, person=bob.id, text="rude") == (204, "")
    packed = zipfile.ZipFile(io.BytesIO(ada.http.get("/api/me/export").content))
    about: Json = json.loads(packed.read("me.json"))
    assert [(one["table"], one["text"]) for one in about["reports"]] == [(table, "rude")]
    assert ada.http.delete("/api/me").status_code == 204
    assert [one.report.text for one in queue(house, table)] == [""]
