"""Make print-and-play files one after the other, in a thread of their own, and cache them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tablee.discovery import game as find_game
from tablee.print import make_pdf
from tablee.print.contents import box_of
from tablee.refusals import Refusal
from tablee.server.errors import ServerBusy

WAITING = 8  # jobs of some 0.1 s each, so that no request waits longer than a second


class PrintJob(NamedTuple):
    """A file to print. There are 116 different ones, 26 MB in all; each is made once."""

    game: str
    paper: str
    language: str
    seats: int | None
    board: str | None


def print_job(
    game: str, paper: str, language: str, seats: int | None, board: str | None
) -> PrintJob:
    """Return the job that makes this file, equal for equal files; refuse what can't be printed."""
    box = find_game(game)
    boards = box.options.get("board")
    if seats is not None:
        box.read_seats(seats)
    elif box_of(box).WHOLE_IS_FOR_MOST:
        seats = box.seats[-1]
    if boards is not None:
        board = board or boards.default
    elif board is not None:
        raise Refusal("print.no_board", title=box.title)
    return PrintJob(game, paper, language, seats, board)


class PrintQueue:
    """The files that were requested; while too many are being made, further ones are refused."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "printer")
        self._made: dict[PrintJob, bytes] = {}
        self._pending: dict[PrintJob, asyncio.Future[bytes]] = {}

    async def pdf(self, job: PrintJob) -> bytes:
        """Return a file; two requests for the same one wait for the same job."""
        made = self._made.get(job)
        return made if made is not None else await asyncio.shield(self._start(job))

    def _start(self, job: PrintJob) -> asyncio.Future[bytes]:
        pending = self._pending.get(job)
        if pending is None:
            if len(self._pending) >= WAITING:
                raise ServerBusy(1, "serve.busy_prints", most=WAITING)
            loop = asyncio.get_running_loop()
            pending = loop.run_in_executor(self._thread, lambda: make_pdf(**job._asdict()))
            self._pending[job] = pending
            pending.add_done_callback(lambda done: self._keep(job, done))
        return pending

    def _keep(self, job: PrintJob, done: asyncio.Future[bytes]) -> None:
        del self._pending[job]
        if not done.cancelled() and done.exception() is None:
            self._made[job] = done.result()

    def close(self) -> None:
        """Finish the current job and drop the others."""
        self._thread.shutdown(cancel_futures=True)
