"""The settings of a table, read from the command line: seats, clock, options.

>>> from tablee.discovery import all_games
>>> [str(holder) for holder in read_seats("me:Ada,master,search:500", all_games()[0], "Player")]
['person "Ada"', 'bot:master "master"', 'bot:search-500 "search:500"']
>>> str(read_clock("fischer:300+5"))
'fischer 300000 5000'
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablee.bots.levels import LEVELS, OTHERS, player
from tablee.gamebox import Game
from tablee.refusals import Refusal
from tablee.table import ClockSetting, Header, Holder, commitment
from tablee.table.header import BOT, FORFEIT

USUAL_SEATS = 4
USUAL_LEVEL = "casual"
ME = "me"
SECONDS = r"([0-9]{1,7}(?:\.[0-9]{1,3})?)"
CLOCKS = {
    "move": re.compile(f"move:{SECONDS}"),
    "fischer": re.compile(rf"fischer:{SECONDS}(?:\+{SECONDS})?"),
    "days": re.compile("days:([0-9]{1,4})"),
}
FORMS = ("none", "move:60", "fischer:300+5", "days:3")


@dataclass(frozen=True)
class Setting:
    """The settings of a table, without its secret: a rematch takes them again."""

    game: Game
    seats: tuple[Holder, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: ClockSetting = field(default_factory=ClockSetting)
    time_out: str = f"{BOT}{USUAL_LEVEL}"
    undo: str = "free"
    hints: bool = True

    def header(self, table: str, secret: bytes) -> Header:
        """Return the header of a match at this table."""
        timed = self.clock.kind != "none"
        return Header.of(
            self.game.name,
            self.seats,
            table=table,
            commitment=commitment(secret),
            options=self.options,
            clock=self.clock,
            time_out=self.time_out if timed else FORFEIT,
            undo=self.undo,
            hints=self.hints,
        )

    @classmethod
    def of(cls, header: Header) -> Setting:
        """Return the settings of a match."""
        return cls(
            game=header.start.game,
            seats=header.seats,
            options=header.options,
            clock=header.clock,
            time_out=header.time_out,
            undo=header.undo,
            hints=header.hints,
        )


# --- seats ---------------------------------------------------------------------------------------


def usual_seats(game: Game) -> int:
    """Return the default number of seats: four, or as near as the game allows."""
    return min(max(USUAL_SEATS, game.seats[0]), game.seats[-1])


def read_seats(text: str | None, game: Game, me: str) -> tuple[Holder, ...]:
    """Read the seats: `me,master,casual`, `me:Ada,me:Bob,gentle`, or a number."""
    if text is None or re.fullmatch(" *[0-9]{1,9} *", text):
        number = game.read_seats(usual_seats(game) if text is None else int(text))
        return tuple(read_seat(part, game, me) for part in [ME, *[USUAL_LEVEL] * (number - 1)])
    holders = tuple(read_seat(part.strip(), game, me) for part in text.split(","))
    game.read_seats(len(holders))
    return holders


def read_seat(text: str, game: Game, me: str) -> Holder:
    """Read one seat: `me`, `me:Ada`, or the level of a bot."""
    kind, colon, name = text.partition(":")
    if kind.lower() == ME:
        return Holder("person", (name.strip() if colon else "") or me)
    try:
        return bot(text, game)
    except Refusal:
        choices = (ME, f"{ME}:Ada", *LEVELS, *OTHERS)
        raise Refusal("cli.seat", instead=choices, text=repr(text)) from None


def bot(level: str, game: Game) -> Holder:
    """Return a bot of that level, or raise a refusal."""
    player(level, game.name)
    return Holder(bot_kind(level), level)


def bot_kind(level: str) -> str:
    """Return a level as transcripts write it, without colons and points."""
    return BOT + level.replace(":", "-").replace(".", "_")


def level_of(holder: Holder) -> str:
    """Return the level of a bot as the command line writes it."""
    kind, dash, amount = str(holder.level).partition("-")
    return f"{kind}:{amount.replace('_', '.')}" if dash else kind


# --- clocks --------------------------------------------------------------------------------------


def read_clock(text: str) -> ClockSetting:
    """Parse a clock: `none`, seconds a move, seconds and an increment, or days a move."""
    if text == "none":
        return ClockSetting()
    for kind, form in CLOCKS.items():
        found = form.fullmatch(text)
        if found is not None and kind == "days":
            return ClockSetting(kind, int(found[1]))
        if found is not None:
            numbers = [round(float(number or 0) * 1000) for number in found.groups()]
            return ClockSetting(kind, *numbers)
    raise Refusal("cli.clock", instead=FORMS, text=repr(text))


def read_time_out(text: str, game: Game) -> str:
    """Read what happens on time-out: `forfeit`, or a bot takes the seat."""
    return FORFEIT if text == FORFEIT else bot(text, game).kind


# --- the secret ----------------------------------------------------------------------------------


def draw_secret(seed: int | None) -> tuple[str, bytes]:
    """Return a table id and a secret: random, or derived from a seed, which is public."""
    if seed is None:
        return secrets.token_hex(16), secrets.token_bytes(32)
    table, secret = (
        hashlib.sha256(f"tablee play {what} {seed}".encode()).digest()
        for what in ("table", "secret")
    )
    return table[:16].hex(), secret
