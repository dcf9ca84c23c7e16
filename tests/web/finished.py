"""Finished matches, with made-up reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from samples import OPEN
from server.live import House, InstantThinkers, Json
from tablee.coach.history import DECISION, Ply, history_of
from tablee.show.saying import Saying, on_the_wire
from tablee.table import Match, Transcript

from .browsing import SEATS, SHORT, Visit


class FakeReviewer(InstantThinkers):
    """Makes up reviews without simulations; the coach has tests of its own."""

    async def review(self, whose: str, transcript: str, progress: Callable[[float], None]) -> Json:
        progress(0.5)
        return await asyncio.to_thread(made_up, transcript)


def made_up(transcript: str) -> Json:
    """Make up a review in which the first and every tenth later decision was a mistake."""
    course, random = history_of(Match.replay(Transcript.read(transcript.encode()))), Random(1)
    rows = [[random.random() for _ in range(course.seats)] for _ in course.plies]
    values = [[part / sum(row) for part in row] for row in rows] + [list(course.shares or ())]
    plies: list[Json] = []
    decisions = count()
    for ply in course.plies:
        plies.append({"number": ply.number, "actor": ply.actor, "move": ply.text, "kind": ply.kind})
        if ply.kind == DECISION:
            plies[-1]["judgement"] = judged(ply, wrong=next(decisions) % 10 == 0)
    accounts = [
        {
            "seat": seat + 1, "start": values[0][seat], "luck": 0.2, "own": -0.1, "others": 0.05,
            "result": values[-1][seat], "unknown": 0.1, "start_error": 0.01, "luck_error": 0.01,
            "own_error": 0.01, "others_error": 0.01,
        }
        for seat in range(course.seats)
    ]  # fmt: skip
    return {
        "game": course.last.game.name, "names": list(course.names), "deal": course.first_decision,
        "finished": True, "simulations": 1, "seed": 0, "values": values,
        "errors": [[0.01] * course.seats for _ in values], "accounts": accounts, "plies": plies,
    }  # fmt: skip


def judged(ply: Ply, wrong: bool) -> Json:
    """Make up a decision: the best one, or a mistake with a reason."""
    best = next(move for move in ply.position.moves() if move != ply.text)
    moves = [
        {"move": move, "wins": wins, "wins_error": 0.01, "loss": 0.5 - wins}
        for move, wins in ((best, 0.5), (ply.text, 0.4))
    ]
    why = [Saying("coach.no_such_move", {"move": best}), Saying("coach.only_move", {"move": best})]
    return {
        "verdict": "mistake" if wrong else "best", "best": best, "loss": 0.1 * wrong,
        "loss_error": 0.01, "counted": 0.1 * wrong, "moves": moves,
        "why": [on_the_wire(one) for one in why] if wrong else [],
    }  # fmt: skip


def finished(house: House, ada: Visit, game: str = OPEN) -> str:
    """Provide a finished match of Ada's, played by a program for her."""
    visitor, random = house.guest("Ada"), Random(1)
    table = visitor.table(game, ("me", *["gentle"] * (SEATS[game] - 1)), options=SHORT[game])
    with visitor.socket() as socket:
        room = socket.watch(table)["room"]
        while room["stage"] != "over":
            if room["moves"]:
                move = random.choice(room["moves"])["text"]
                socket.send(
                    do="move", id=f"after-{room['event']:04}", table=table, seat=1, move=move,
                    after=room["event"],
                )  # fmt: skip
            room = socket.until("update", table=table)["room"]
    cookie: Any = {"name": "tablee", "value": visitor.token, "url": house.address}
    ada.context.add_cookies([cookie])
    return table
