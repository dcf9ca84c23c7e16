"""Exporting an account: its matches, and what is stored about it."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from samples import BOARDS, HANDS, OPEN
from server.live import House, Visitor


def finish(visitor: Visitor) -> str:
    """Play a match that ends at once."""
    table = visitor.table(seats=("me", "gentle"))
    with visitor.socket() as socket:
        assert socket.command("resign", table, seat=1)["do"] == "done"
    return table


def test_the_export_holds_matches_and_personal_data(house: House) -> None:
    ada = house.guest()
    table = finish(ada)
    answer = ada.http.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        about = json.loads(archive.read("me.json"))
        text = archive.read(f"matches/{OPEN}-{table}.tablee").decode()
    assert names == ["me.json", f"matches/{OPEN}-{table}.tablee"]
    assert about["person"]["name"] == "Ada"
    assert len(about["devices"]) == 1
    assert about["results"][0]["table"] == table
    assert text == ada.http.get(f"/api/tables/{table}/transcript").text
    assert ada.token not in answer.text


def test_the_export_holds_own_chat_and_redacts_running_matches(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = ada.table(HANDS, ("me", "open"))
    lobby = ada.table(BOARDS, ("me", "me", "open"))
    with ada.socket() as a, bob.socket() as b:
        assert b.command("sit", table, seat=2)["do"] == "done"
        assert a.command("begin", table)["do"] == "done"
        a.command("speak", table, channel="players", text="my own words")
        b.command("speak", table, channel="players", text="their own words")
        a.command("speak", lobby, channel="players", phrase="hello")
    around = ada.table(OPEN, ("me", "me"))
    names, files = exported(ada)
    running = f"matches/{HANDS}-{table}-1.json"
    both = {f"matches/{OPEN}-{around}-{seat}.json" for seat in (1, 2)}
    assert set(names) == {"me.json", running, *both}
    about = json.loads(files["me.json"])
    assert {(one["table"], one["stage"]) for one in about["tables"]} == {
        (table, "playing"),
        (lobby, "lobby"),
        (around, "playing"),
    }
    said = {(one["table"], one["text"], one["phrase"]) for one in about["said"]}
    assert said == {(table, "my own words", None), (lobby, None, "hello")}
    assert "their own words" not in "".join(files.values())
    mine, theirs = (one.http.get(f"/api/tables/{table}/replay").json() for one in (ada, bob))
    assert texts(json.loads(files[running])) == texts(mine)
    assert texts(mine) != texts(theirs)  # each has seen something hidden from the other


def texts(replay: Any) -> list[str]:
    """Return the moves and outcomes of a match, as a viewer sees them."""
    return [event["text"] for event in replay["events"]]


def exported(visitor: Visitor) -> tuple[list[str], dict[str, str]]:
    """Return the names of the exported files, and their contents by name."""
    content = visitor.http.get("/api/me/export").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        return names, {name: archive.read(name).decode() for name in names}
