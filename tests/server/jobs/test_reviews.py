"""Running reviews: none starts twice, and only finished ones are evicted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from server.auth.test_export import finish
from server.live import House, InstantThinkers, Json
from tablee.server.core.bots import WorkFailed
from tablee.server.errors import ServerBusy
from tablee.server.jobs.reviews import MOST_WAITING, RETRY_SECONDS, Reviews


class BlockedThinkers(InstantThinkers):
    """Reviews wait until they are released."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: dict[str, asyncio.Future[Json]] = {}

    async def review(self, whose: str, transcript: str, progress: Callable[[float], None]) -> Json:
        assert transcript not in self.begun, "started twice"
        self.begun[transcript] = asyncio.get_running_loop().create_future()
        try:
            return await self.begun[transcript]
        finally:
            del self.begun[transcript]


async def begun(count: int) -> tuple[BlockedThinkers, Reviews]:
    workers = BlockedThinkers()
    reviews = Reviews(workers)
    for number in range(count):
        assert reviews.start(f"table {number}", f"table {number}", "ada").state == "running"
    await asyncio.sleep(0)
    assert len(workers.begun) == count
    return workers, reviews


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_a_running_review_is_never_evicted() -> None:
    workers, reviews = await begun(MOST_WAITING)
    with pytest.raises(ServerBusy) as refused:
        reviews.start("one more", "one more", "ada")
    assert (refused.value.status, refused.value.seconds) == (503, RETRY_SECONDS)
    assert reviews.state("one more").state == "none"
    assert reviews.start("table 0", "table 0", "ada").state == "running"
    await settle()
    assert len(workers.begun) == MOST_WAITING
    for wait in workers.begun.values():
        wait.cancel()


async def test_the_oldest_finished_review_is_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.jobs.reviews.KEPT", 2)
    workers, reviews = await begun(9)
    workers.begun["table 5"].set_result({})
    workers.begun["table 7"].set_result({})
    await settle()
    assert reviews.start("one more", "one more", "ada").state == "running"
    assert reviews.state("table 5").state == "none"
    assert reviews.state("table 7").state == "done"
    assert reviews.state("table 0").state == "running"
    await settle()
    for wait in workers.begun.values():
        wait.cancel()


@pytest.mark.parametrize("problem", [WorkFailed("?"), asyncio.CancelledError()])
async def test_a_failed_review_is_retried(problem: BaseException) -> None:
    workers, reviews = await begun(9)
    workers.begun["table 5"].set_exception(problem)
    await settle()
    assert reviews.state("table 5").state == "failed"
    assert reviews.start("table 5", "table 5", "ada").state == "running"
    await settle()
    assert "table 5" in workers.begun
    for wait in workers.begun.values():
        wait.cancel()


def test_reviews_are_rate_limited_with_retry_after(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = house.guest()
    table = finish(ada)
    monkeypatch.setattr(house.service, "reviews", Reviews(house.service.workers))
    monkeypatch.setattr("tablee.server.jobs.reviews.MOST_WAITING", 0)
    answer = ada.http.post(f"/api/tables/{table}/review")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, str(RETRY_SECONDS))
    assert answer.json()["why"]["key"] == "serve.busy_reviews"
