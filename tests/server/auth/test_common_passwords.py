"""Common passwords are refused; good ones are accepted."""

from __future__ import annotations

import pytest

from server.live import House
from tablee.server.auth.common_passwords import common_words, is_common


@pytest.mark.parametrize(
    "password",
    ["password", "Password1", "P@ssw0rd", "passw0rd123", "motdepasse", "MotDePasse!", "12345678",
     "123456789", "1234567890", "87654321", "qwertyui", "azerty123", "qwerty123456", "1q2w3e4r",
     "1qaz2wsx", "aaaaaaaa", "abababab", "abcabcabc", "abcdefgh", "iloveyou", "jetaime!",
     "letmein1",
     "football2024", "Soleil2023!", "princesse", "dragon12", "31121999", "19991231", "chocolat1",
     "lovelove", "superman!", "adminadmin", "passwordadmin", "Tablee2026", "bonjour12",
     "marseille13",
     "q1w2e3r4", "blink182", "ncc1701d", "myspace1", "rush2112", "x4ivygA51F", "Slipknot",
     "cocacola", "ada.lovelace", "ada.lovelace1"],
)  # fmt: skip
def test_common_passwords_are_found(password: str) -> None:
    assert is_common(password, "ada.lovelace")


@pytest.mark.parametrize(
    "password",
    ["long enough", "turtles all the way", "correct horse", "the old key", "the new key",
     "the first one", "another one", "Xk7#pQ2v", "vmzrtkqp", "trois petits chats noirs",
     "8261947305518", "plantwatergarden", "ada lovelace wrote notes"],
)  # fmt: skip
def test_good_passwords_are_accepted(password: str) -> None:
    assert not is_common(password, "ada.lovelace")


def test_the_list_is_in_its_normalised_form() -> None:
    assert len(common_words()) > 300
    assert all(word.isascii() and word.isalpha() and word.islower() for word in common_words())


@pytest.mark.slow
def test_setting_a_common_password_is_refused(house: House) -> None:
    ada = house.guest()
    answer = ada.http.post("/api/me/password", json={"login": "ada", "password": "Passw0rd!"})
    assert (answer.status_code, answer.json()["why"]["key"]) == (400, "serve.common_password")
    assert ada.http.get("/api/me").json()["guest"]
    fine = ada.http.post("/api/me/password", json={"login": "ada", "password": "three grey mice"})
    assert fine.status_code == 200
