"""Back-off for password guesses: per account, and never for a device of its owner."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from server.live import House, open_house
from tablee.server.auth.guesses import FREE, LONGEST_MS, Guesses, is_known, issue_device
from tablee.server.errors import TooManyRequests
from tablee.server.store.memory.store import Disk, MemoryStore


class Wrong(Exception):
    """A wrong password was tried."""


async def guess(guesses: Guesses, login: str = "ada", *, right: bool = False) -> bool:
    """Try a password; return whether the attempt was admitted."""
    with suppress(Wrong):
        try:
            async with guesses.counted("login", login):
                if not right:
                    raise Wrong
        except TooManyRequests:
            return False
    return True


async def open_guesses(disk: Disk, clock: list[int]) -> Guesses:
    store = MemoryStore(disk)
    await store.open()
    return Guesses(store, lambda: clock[0])


async def test_processes_share_the_limit_of_guesses() -> None:
    disk, clock = Disk(), [0]
    both = [await open_guesses(disk, clock), await open_guesses(disk, clock)]
    admitted = [await guess(both[number % 2]) for number in range(4 * FREE)]
    assert sum(admitted) == FREE


async def test_guesses_back_off() -> None:
    clock = [0]
    guesses = await open_guesses(Disk(), clock)
    for _ in range(FREE):
        assert await guess(guesses)
    day = 24 * 3600
    admitted = 0
    for clock[0] in range(0, day * 1000, 500):
        admitted += await guess(guesses)
    assert admitted < day * 1000 / LONGEST_MS + 12
    assert await guess(guesses, "bob")


async def test_the_right_password_resets_the_back_off() -> None:
    guesses = await open_guesses(Disk(), [0])
    for _ in range(3):
        for _ in range(FREE - 1):
            assert await guess(guesses)
        assert await guess(guesses, right=True)


async def test_a_clock_set_back_does_not_prolong_the_back_off() -> None:
    clock = [10**12]
    guesses = await open_guesses(Disk(), clock)
    for _ in range(FREE):
        await guess(guesses)
    clock[0] = 0
    with pytest.raises(TooManyRequests) as refused:
        async with guesses.counted("login", "ada"):
            pass
    assert refused.value.seconds == 1


def test_a_device_is_known_by_its_last_password() -> None:
    device = issue_device("hash")
    assert is_known(device, "hash")
    for other in (None, "", ".", "00.00", f"{device}0", f"0{device}", device.replace(".", "é")):
        assert not is_known(other, "hash")
    assert not is_known(device, "another hash")
    assert not is_known(device, None)


@pytest.fixture
def proxied_house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Run a server whose first pause is a minute, so that it can't end during a slow test."""
    pause = "tablee.server.auth.guesses.pause_after"
    monkeypatch.setattr(pause, lambda count: 0 if count < FREE else 60_000)
    with open_house(trusted_proxies="127.0.0.1,::1") as house:
        yield house


@pytest.mark.slow
def test_wrong_guesses_cannot_lock_an_owner_out(proxied_house: House) -> None:
    house = proxied_house
    kept = {"login": "Wanted", "password": "long enough"}
    assert house.guest().http.post("/api/me/password", json=kept).status_code == 200
    home = house.client(headers={"Origin": house.address})
    assert home.post("/api/login", json=kept).status_code == 200

    def attempt(number: int, login: str = "wanted") -> tuple[int, str]:
        told = {"X-Forwarded-For": f"9.9.9.{number}"}
        guess = {"login": login, "password": "a wrong guess"}
        answer = house.client().post("/api/login", json=guess, headers=told)
        if answer.status_code == 429:
            assert int(answer.headers["Retry-After"]) >= 1
        return answer.status_code, answer.json()["why"]["key"]

    wrong, slowed = (401, "serve.wrong_login"), (429, "serve.too_many_guesses")
    for login in ("wanted", "nobody"):  # the answer doesn't tell which account exists
        assert [attempt(number, login) for number in range(FREE)] == [wrong] * FREE
        assert attempt(FREE, login) == slowed
    assert house.client().post("/api/login", json=kept).status_code == 429
    assert home.post("/api/logout").status_code == 204
    assert home.post("/api/login", json=kept).status_code == 200


@pytest.mark.slow
def test_a_stolen_device_gets_no_extra_guesses(proxied_house: House) -> None:
    house = proxied_house
    kept = {"login": "taken", "password": "long enough"}
    house.guest().http.post("/api/me/password", json=kept)
    home = house.client(headers={"Origin": house.address})
    assert home.post("/api/login", json=kept).status_code == 200
    guess = {**kept, "password": "a wrong guess"}
    found = [home.post("/api/login", json=guess).status_code for _ in range(FREE + 1)]
    assert found == [401] * FREE + [429]
