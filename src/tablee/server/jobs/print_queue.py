"""Makes boxes to print, one after the other, in a thread that nobody else waits for."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tablee.discovery import game as find_game
from tablee.print import make_pdf
from tablee.print.contents import box_of
from tablee.refusals import Refusal
from tablee.server.http.problems import Busy

WAITING = 8  # boxes under way; each takes some 0.1 s, so nobody waits longer than a second


class Wish(NamedTuple):
    """A box to print. There are 116 different ones, 26 MB in all: each is made once and kept."""

    game: str
    paper: str
    language: str
    seats: int | None
    board: str | None


def wish(game: str, paper: str, language: str, seats: int | None, board: str | None) -> Wish:
    """The same for what makes the same box; a refusal if the game has no such box."""
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
    return Wish(game, paper, language, seats, board)


class Printer:
    """All boxes that were asked for; who asks when too many are under way has to come back."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "printer")
        self._made: dict[Wish, bytes] = {}
        self._under_way: dict[Wish, asyncio.Future[bytes]] = {}

    async def box(self, wish: Wish) -> bytes:
        """A box as PDF."""
        made = self._made.get(wish)
        return made if made is not None else await asyncio.shield(self._making(wish))

    def _making(self, wish: Wish) -> asyncio.Future[bytes]:
        """Who asks for what is under way waits for the same."""
        making = self._under_way.get(wish)
        if making is None:
            if len(self._under_way) >= WAITING:
                raise Busy(seconds=1)
            loop = asyncio.get_running_loop()
            making = loop.run_in_executor(self._thread, lambda: make_pdf(**wish._asdict()))
            self._under_way[wish] = making
            making.add_done_callback(lambda done: self._keep(wish, done))
        return making

    def _keep(self, wish: Wish, done: asyncio.Future[bytes]) -> None:
        del self._under_way[wish]
        if not done.cancelled() and done.exception() is None:
            self._made[wish] = done.result()

    def close(self) -> None:
        """The box at hand is finished, the others are not begun."""
        self._thread.shutdown(cancel_futures=True)
