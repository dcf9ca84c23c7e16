"""The moves of bots: each gets its view, and dice of its own.

The dice of a bot are derived from the secret of the table and the number of the event, and reveal
nothing of the secret. So a match that is resumed goes on as it would have.
"""

from __future__ import annotations

from tablee.bots.levels import player
from tablee.kernel.dice import dice_for
from tablee.table import Match
from tablee.table.fair import seed_for

from .setting import level_of


def choose(match: Match, seat: int) -> str:
    """Return the move of the bot in a seat."""
    holder, secret = match.holder(seat), match.secret
    assert holder is not None
    assert secret is not None
    dice = dice_for(seed_for(secret, f"bot {seat}"), match=len(match.events))
    return player(level_of(holder), match.header.game).choose(match.view(seat), dice)
