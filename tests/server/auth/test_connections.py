"""Devices signed out at another process: their connections here are closed soon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from server.live import PATIENCE, open_house
from server.store.making import eventually
from tablee.server import wire
from tablee.server.auth.connections import Connections
from tablee.server.auth.tokens import hash_token
from tablee.server.store.contract import Person, StoreDown, Token
from tablee.server.store.memory.store import MemoryStore

pytestmark = pytest.mark.slow

ADA = Person("a" * 32, "Ada", "", 0)
PHONE, DESK = Token(b"p" * 32, ADA.id, 1, 1), Token(b"d" * 32, ADA.id, 2, 2)
OFTEN, NEVER = 0.01, 3600.0


def check_every(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.auth.connections.EVERY_SECONDS", seconds)


class FakeConnection:
    """A connection that records its `Bye`."""

    def __init__(self, token: bytes) -> None:
        self.token = token
        self.byes: list[str] = []

    def hang_up(self, bye: wire.Bye) -> None:
        self.byes.append(bye.why.key)


@pytest.mark.parametrize("trouble", [StoreDown("gone"), RuntimeError("something unforeseen")])
async def test_only_signed_out_devices_are_disconnected_even_after_an_error(
    trouble: Exception, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_every(OFTEN, monkeypatch)
    phone, desk = FakeConnection(PHONE.hash), FakeConnection(DESK.hash)
    await store.create_person(ADA)
    await store.add_token(DESK)
    works, tries = store.signed_in, 0

    async def works_later(hashes: Sequence[bytes]) -> dict[bytes, str]:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise trouble
        return await works(hashes)

    store.signed_in = works_later  # type: ignore[method-assign]
    connections = Connections(store)
    for one in (phone, desk):
        connections.add(cast(Any, one))
    async with connections.checked():
        await eventually(lambda: bool(phone.byes), PATIENCE)
    assert set(phone.byes) == {"serve.logged_out"}
    assert desk.byes == []


def test_a_connection_closes_when_another_process_signs_its_device_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_every(OFTEN, monkeypatch)
    with open_house() as house:
        ada, bob = house.guest("Ada"), house.guest("Bob")
        with ada.socket() as mine, bob.socket() as theirs:
            house.do(house.service.store.drop_token(hash_token(ada.token)))
            assert mine.until("bye")["why"]["key"] == "serve.logged_out"
            assert mine.code() == 1008
            theirs.send(do="ping", n=1)
            assert theirs.until("pong", "bye")["do"] == "pong"


@pytest.mark.parametrize("command", ["sit", "take_back_seat"])
def test_an_account_deleted_elsewhere_gets_no_seat(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_every(NEVER, monkeypatch)
    with open_house() as house:
        ada, bob = house.guest("Ada"), house.guest("Bob")
        table = bob.table(seats=("me", "open"))
        with ada.socket() as mine, bob.socket() as theirs:
            if command == "take_back_seat":
                assert mine.command("sit", table, seat=2)["do"] == "done"
                assert theirs.command("begin", table)["do"] == "done"
                assert mine.command("leave", table, seat=2)["do"] == "done"
            house.do(house.service.store.forget_person(ada.id, 1))
            refused = mine.command(command, table, seat=2)
            assert (refused["do"], refused["why"]["key"]) == ("refused", "serve.nobody")
