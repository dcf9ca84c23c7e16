"""Passwords that everybody tries first are refused; good ones are not."""

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
     "ada.lovelace", "ada.lovelace1"],
)  # fmt: skip
def test_what_everybody_tries_is_common(password: str) -> None:
    assert is_common(password, "ada.lovelace")


@pytest.mark.parametrize(
    "password",
    ["long enough", "turtles all the way", "correct horse", "the old key", "the new key",
     "the first one", "another one", "Xk7#pQ2v", "vmzrtkqp", "trois petits chats noirs",
     "8261947305518", "plantwatergarden", "ada lovelace wrote notes"],
)  # fmt: skip
def test_other_passwords_are_not(password: str) -> None:
    assert not is_common(password, "ada.lovelace")


def test_words_are_written_as_they_are_compared() -> None:
    assert len(common_words()) > 300
    assert all(word.isascii() and word.isalpha() and word.islower() for word in common_words())


@pytest.mark.slow
def test_an_account_does_not_take_a_common_password(house: House) -> None:
    ada = house.guest()
    answer = ada.http.post("/api/me/password", json={"login": "ada", "password": "Passw0rd!"})
    assert (answer.status_code, answer.json()["why"]["key"]) == (400, "serve.common_password")
    assert ada.http.get("/api/me").json()["guest"]
    fine = ada.http.post("/api/me/password", json={"login": "ada", "password": "three grey mice"})
    assert fine.status_code == 200
