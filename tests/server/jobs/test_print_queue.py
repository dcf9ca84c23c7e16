"""Print files: many requests by one client delay no others."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import httpx
import pytest

from samples import BOARDS, OPEN, ROUNDS
from server.live import PATIENCE, House
from tablee.discovery import all_games, names
from tablee.print import make_pdf
from tablee.refusals import Refusal
from tablee.server.jobs import print_queue as print_queue
from tablee.server.jobs.print_queue import WAITING, PrintJob, PrintQueue, print_job
from tablee.server.limits import PRINTS_OF_ADDRESS, Places

SEATS = (None, *range(2, 9))
PRINTED = (None, "standard", "short", "long")


class BlockedPrinter:
    """Stands in for typst: blocks until it is released, and counts its jobs."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.go_on = threading.Event()
        self.made: list[PrintJob] = []

    def make(self, **wanted: Any) -> bytes:
        self.made.append(PrintJob(**wanted))
        self.asked.release()
        assert self.go_on.wait(PATIENCE)
        return b"%PDF"


@pytest.fixture
def stuck(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[BlockedPrinter]:
    """Give the server a print queue that is blocked and has made nothing yet."""
    found, empty = BlockedPrinter(), PrintQueue()
    monkeypatch.setattr(print_queue, "make_pdf", found.make)
    monkeypatch.setattr(house.service, "print_queue", empty)
    yield found
    found.go_on.set()
    empty.close()


def box(house: House, seats: int, language: str) -> httpx.Response:
    return house.client().get(f"/api/print/{ROUNDS}.pdf?seats={seats}&language={language}")


def test_print_jobs_are_limited_by_address(house: House, stuck: BlockedPrinter) -> None:
    asked = [(seats, "en") for seats in range(2, 8)]
    with ThreadPoolExecutor(len(asked)) as people:
        answers = [people.submit(box, house, *one) for one in asked]
        while sum(one.done() for one in answers) < len(asked) - PRINTS_OF_ADDRESS:
            time.sleep(0.01)
        refused = [one.result() for one in answers if one.done()]
        stuck.go_on.set()
    for one in refused:
        assert (one.status_code, one.headers["retry-after"]) == (429, "1")
        assert one.json()["why"]["key"] == "serve.too_many_prints"


def test_print_jobs_do_not_delay_other_requests(
    house: House, stuck: BlockedPrinter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.service.limits, "prints", Places(99, "", 1))  # many addresses
    ada = house.guest()
    asked = [(seats, language) for seats in range(2, 8) for language in ("en", "fr")]
    with ThreadPoolExecutor(len(asked)) as people:
        answers = [people.submit(box, house, *one) for one in asked]
        while sum(one.done() for one in answers) < len(asked) - WAITING:
            time.sleep(0.01)  # those for whom the queue is full are refused
        assert house.client().get("/").status_code == 200
        account = {"login": "printing", "password": "long enough"}
        assert ada.http.post("/api/me/password", json=account).status_code == 200
        assert len(stuck.made) == 1
        stuck.go_on.set()
    found = [one.result() for one in answers]
    refused = [one for one in found if one.status_code != 200]
    assert len(refused) == len(asked) - WAITING
    for one in refused:
        assert (one.status_code, one.headers["retry-after"]) == (503, "1")
        assert one.json()["why"] == {
            "key": "serve.busy_prints",
            "values": {"most": WAITING, "seconds": 1},
        }
    assert len(stuck.made) == WAITING
    assert box(house, *asked[0]).content == b"%PDF"


def test_concurrent_requests_for_a_file_share_one_job(house: House, stuck: BlockedPrinter) -> None:
    paths = ["?paper=letter", "?paper=letter&seats=6", "?paper=letter&board=standard"]
    with ThreadPoolExecutor(len(paths)) as people:
        answers = [
            people.submit(house.client().get, f"/api/print/{BOARDS}.pdf{path}") for path in paths
        ]
        assert stuck.asked.acquire(timeout=PATIENCE)
        stuck.go_on.set()
        assert [one.result().content for one in answers] == [b"%PDF"] * 3
    assert stuck.made == [PrintJob(BOARDS, "letter", "en", 6, "standard")]


def test_invalid_requests_start_no_job(house: House, stuck: BlockedPrinter) -> None:
    for path in (
        f"{BOARDS}.pdf?seats=2",
        f"{OPEN}.pdf?board=short",
        f"{OPEN}.pdf?seats=9",
        "chess.pdf",
    ):
        assert house.client().get(f"/api/print/{path}").status_code in (400, 404)
    assert stuck.made == []


def test_print_job_states_how_many_different_files_there_are() -> None:
    found = set()
    for asked in product(names(), ("a4", "letter"), ("en", "fr"), SEATS, PRINTED):
        try:
            found.add(print_job(*asked))
        except Refusal:
            continue
    assert str(len(found)) in (PrintJob.__doc__ or "").split()


@pytest.mark.slow
def test_equal_print_jobs_give_the_same_file() -> None:
    for game in all_games():
        whole, most = (make_pdf(game.name, seats=seats) for seats in (None, game.seats[-1]))
        wishes = [print_job(game.name, "a4", "en", seats, None) for seats in (None, game.seats[-1])]
        assert (whole == most) == (wishes[0] == wishes[1])
    assert make_pdf(BOARDS, board="standard") == make_pdf(BOARDS)
