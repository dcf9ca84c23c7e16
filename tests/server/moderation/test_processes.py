"""Sanctions made through one process hold at the others."""

from __future__ import annotations

import pytest

from server.live import eventually, open_house
from tablee.server.errors import Sanctioned
from tablee.server.moderation.operator import Operator
from tablee.server.moderation.sanctions import Sanctions
from tablee.server.runtime.config import Config
from tablee.server.service import Service
from tablee.server.store.contract import Person
from tablee.server.store.memory.store import Disk, MemoryStore
from tablee.server.workers import Workers

ADA = Person("a" * 32, "Ada", "", 0)
HOME, AWAY = "203.0.113.7", "198.51.100.1"
SECOND = 1_000


async def process(disk: Disk, clock: list[int]) -> Service:
    """Return a process on a disk, with a manual clock."""
    store = MemoryStore(disk)
    await store.open()
    return Service(Config(bot_workers=1), store, Workers(1), now=lambda: clock[0])


def refused(sanctions: Sanctions, person: str | None, address: str) -> str:
    """Return the key with which a person is refused; "" if they are admitted."""
    found = sanctions.why_not(person, address)
    return "" if found is None else found.key


async def test_sanctions_hold_at_other_processes_until_they_end() -> None:
    disk, clock = Disk(), [0]
    here, there = await process(disk, clock), await process(disk, clock)
    await here.store.create_person(ADA)
    operator = Operator(here.store, "Olga", here.now)
    await operator.act("suspend", ADA.id, "Be kind.", 60)
    assert refused(there.sanctions, ADA.id, HOME) == ""  # it has not polled yet
    await there.sanctions.reload()
    assert refused(there.sanctions, ADA.id, HOME) == "serve.suspended"
    assert refused(there.sanctions, "b" * 32, HOME) == ""
    await operator.act("ban", f"{HOME}/24", "Spam")
    await there.sanctions.reload()
    assert refused(there.sanctions, None, HOME) == "serve.network_banned"
    assert refused(there.sanctions, None, AWAY) == ""
    assert refused(there.sanctions, ADA.id, HOME) == "serve.network_banned"  # it ends later
    clock[0] = 60 * SECOND
    assert refused(there.sanctions, ADA.id, AWAY) == ""  # without another poll


async def test_a_mute_names_its_end_and_does_not_keep_out() -> None:
    clock = [0]
    service = await process(Disk(), clock)
    await service.store.create_person(ADA)
    await Operator(service.store, "Olga", service.now).act("mute", ADA.id, "Be kind.", 90)
    await service.sanctions.reload()
    assert refused(service.sanctions, ADA.id, HOME) == ""
    with pytest.raises(Sanctioned) as muted:
        service.sanctions.check_may_write(ADA.id, HOME)
    assert (muted.value.key, muted.value.seconds) == ("serve.muted", 90)
    assert muted.value.values == {"reason": "Be kind.", "until": "1970-01-01 00:02 UTC"}
    service.sanctions.check_may_write("b" * 32, HOME)


@pytest.mark.slow
def test_a_suspension_at_one_process_disconnects_at_others(postgres_address: str) -> None:
    with open_house(postgres_address) as here, open_house(postgres_address) as there:
        ada = there.guest()
        operator = Operator(here.service.store, "Olga", here.service.now)
        with ada.socket() as socket:
            here.do(operator.act("suspend", ada.id, "Be kind.", 60))
            assert socket.code() == 1008
        table = there.guest("Bob").table(seats=("me", "open"))
        here.do(operator.act("close", table, ""))
        eventually(lambda: there.client().get(f"/api/tables/{table}").json()["stage"] == "closed")
