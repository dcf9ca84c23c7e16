"""Deterministic matches: the number of a match determines every move and outcome.

So any reader of a log knows what it must contain, and notices a move that is lost, duplicated or
misplaced.
"""

from __future__ import annotations

import zlib

import tablee
from server.store.making import an_id
from tablee.server.store.contract import Head, Result, Row, TableStage

GAMES = tuple(game.name for game in tablee.all_games())
ANA, BOB = an_id("ana"), an_id("bob")


class Playing:
    """A match played up to some entry; entry 1 names its game."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.table = an_id(f"match {number}")
        self.game = GAMES[number % len(GAMES)]
        game = tablee.game(self.game)
        self.position = game.start(seats=game.seats[0])
        self.bodies: list[bytes] = []

    @property
    def over(self) -> bool:
        return bool(self.bodies) and self.position.to_act == tablee.OVER

    def body(self) -> bytes:
        """Return the body of the next entry."""
        if not self.bodies:
            return self.game.encode()
        if self.position.to_act == tablee.CHANCE:
            choices = sorted(self.position.chances())
        else:
            choices = sorted(self.position.moves())
        draw = zlib.crc32(f"{self.number} {len(self.bodies)}".encode())
        return choices[draw % len(choices)].encode()

    def advance(self) -> None:
        """Note that the next entry is written."""
        body = self.body()
        if self.bodies:
            self.position = self.position.after(body.decode())
        self.bodies.append(body)

    def entry(self, life: str) -> tuple[Row, Head, Result | None]:
        """Return the next entry, as this life of a process writes it."""
        seq = len(self.bodies) + 1
        row = Row(self.table, seq, seq, f"{life}-{self.number}-{seq}", self.body())
        after = self.position.after(row.body.decode()) if self.bodies else self.position
        over = after.to_act == tablee.OVER
        stage: TableStage = "over" if over else "playing"
        head = Head(self.table, seq, self.game, stage, False, 0, seq, persons=(ANA, BOB))
        if not over:
            return row, head, None
        found = after.result()
        persons = (ANA, BOB, *(None,) * (len(found.ranks) - 2))
        result = Result(self.table, self.game, seq, True, persons, found.ranks, found.scores)
        return row, head, result
