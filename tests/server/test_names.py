"""Names that look like the operator's or mix alphabets are refused; others are accepted."""

from __future__ import annotations

import pytest

from samples import OPEN
from server.live import House
from tablee.refusals import Refusal
from tablee.server.names import RESERVED_WORDS, clean_name


@pytest.mark.parametrize(
    "name",
    [*RESERVED_WORDS, "Admin", "ADMIN", "Adm1n", "a.d.m.i.n", "The Admin", "Admin!", "4dmin",
     "Ａｄｍｉｎ", "𝐀𝐝𝐦𝐢𝐧", "ádmin", "adrnin", "Tablée", "Modérateur", "ѕуѕтем",
     "ᴀᴅᴍɪɴ", "🅰🅳🅼🅸🅽", "🅐🅓🅜🅘🅝", "🄰🄳🄼🄸🄽", "🇦🇩🇲🇮🇳", "ꓮꓓꓟꓲꓠ", "ƌdmin", "ᵃᵈᵐⁱⁿ", "₳ĐⱮł₦", "卂ᗪ爪丨几",
     "admin1", "admin_2", "1admin", "Admins", "admins7", "Adm1n5", "AdminTeam", "TheAdmin",
     "theadmin", "THEAdmin", "adminteam", "RealAdmin", "the_admin", "Moderators", "Modérateurs",
     "mod", "Mods", "mod2", "ModTeam", "Support24"],
)  # fmt: skip
def test_a_name_that_looks_like_the_operator_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_name(name, "name")
    assert refused.value.key == "server.reserved_name"


@pytest.mark.parametrize("name", ["аdmin", "Аda", "ᗩᗪᗰIᑎ", "ꓮdmin", "Zοé", "B\u043eb the builder"])
def test_a_word_that_mixes_alphabets_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_name(name, "name")
    assert refused.value.key == "server.mixed_alphabets"


@pytest.mark.parametrize(
    "name",
    ["Ada", "Zoé", "Анна", "Αλέξανδρος", "שלום", "李小龙", "ゆき Yuki", "Admiral", "Badminton",
     "Mina", "Roots", "Ana Мария", "Tabletop", "R2D2", "Ada 2", "🐢",
     "Łukasz", "Øystein", "Modesty", "Modibo", "Théo", "Thea", "Systematic", "Rooty", "Đức",
     "Ada1987", "Stöff", "McAda", "JosephStaffan", "ᐃᓄᒃ", "ꓡꓲꓢꓴ"],
)  # fmt: skip
def test_ordinary_names_are_accepted(name: str) -> None:
    assert clean_name(name, "name") == name


def test_a_look_alike_of_an_account_is_refused_and_a_namesake_is_not(house: House) -> None:
    zora = house.guest("Zorobo")
    assert house.guest("Z0r0bo").http.patch("/api/me", json={"name": "Zor0bo"}).status_code == 200
    kept = {"login": "zorobo", "password": "long enough"}
    assert zora.http.post("/api/me/password", json=kept).status_code == 200
    for name in ("Z0r0bo", "ZOR0BO", "Z.0.r.o.b.o", "2orobo"):
        refused = house.client().post("/api/guest", json={"name": name})
        assert (refused.status_code, refused.json()["why"]["key"]) == (400, "server.name_alike")
    house.guest("Żoróbø")  # accents and strokes hide nothing
    guest = house.guest("Zorobo")  # people may share a name
    names = {"game": OPEN, "seats": ["me", "me"], "names": ["Zorobo", "Z0robo"]}
    assert guest.http.post("/api/tables", json=names).json()["why"]["key"] == "server.name_alike"
    table = guest.table(seats=("me", "open"))
    with guest.socket() as socket:
        answer = socket.command("sit", table, seat=2, name="Zor0bo")
        assert answer["why"]["key"] == "server.name_alike"
    assert guest.http.patch("/api/me", json={"name": "Zorob0"}).status_code == 400
    assert zora.http.patch("/api/me", json={"name": "Z0r0bo"}).status_code == 200  # one's own
    assert guest.http.patch("/api/me", json={"name": "Zorob0"}).status_code == 400
    assert zora.http.delete("/api/me").status_code == 204
    assert guest.http.patch("/api/me", json={"name": "Zorob0"}).status_code == 200


@pytest.mark.slow
def test_every_name_field_refuses_a_reserved_name(house: House) -> None:
    ada = house.guest()
    refusals = [
        house.client().post("/api/guest", json={"name": "Admin"}),
        ada.http.patch("/api/me", json={"name": "Admin"}),
        ada.http.post(
            "/api/tables", json={"game": OPEN, "seats": ["me", "me"], "names": ["Ada", "Admin"]}
        ),
    ]
    for answer in refusals:
        assert answer.status_code == 400
        assert answer.json()["why"]["key"] == "server.reserved_name"
    table = ada.table(seats=("me", "open"))
    with house.guest("Bob").socket() as socket:
        refused = socket.command("sit", table, seat=2, name="Admin")
        assert refused["why"]["key"] == "server.reserved_name"
