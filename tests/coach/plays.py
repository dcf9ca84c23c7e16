"""Games and matches for the coach to advise on and review."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import tablee
from tablee.bots.players import Thumb
from tablee.discovery import own_games
from tablee.kernel.dice import dice_for, pick
from tablee.table import CHANCE, Header, Holder, Match, Stage, commitment
from tables import OPTIONS

SECRET = bytes(range(32))
HIDDEN = [(game.name, OPTIONS[game.name][0]) for game in own_games() if game.hides]


@cache
def played(
    name: str, seats: int, seed: int = 1, **options: Any
) -> tuple[tuple[tablee.Position, int], ...]:
    """Play a game at amateur level; return each position with the next code."""
    position = tablee.game(name).start(seats=seats, **options)
    dice, player = dice_for(seed), Thumb(slips=200, lapses=100)
    plies = []
    while position.to_act != tablee.OVER:
        if position.to_act == tablee.CHANCE:
            outcomes = position.chance_codes()
            code = list(outcomes)[pick(dice, list(outcomes.values()), len(outcomes))]
        else:
            code = position.read(player.choose(position.view(position.to_act), dice))
        plies.append((position, code))
        position = position.after_code(code)
    return tuple(plies)


def choices(name: str, seats: int, seed: int = 1, **options: Any) -> Iterator[tablee.Position]:
    """Return the positions of such a game in which a player has a choice."""
    for position, _ in played(name, seats, seed, **options):
        if len(position.codes()) > 1:
            yield position


def match(name: str, seats: int, seed: int = 1, moves: int = 10**6, **settings: Any) -> Match:
    """Play a match at amateur level, to its end or up to so many moves."""
    holders = [Holder("person", f"Ada {seat}") for seat in range(1, seats + 1)]
    header = Header.of(
        name, holders, table=f"{seed:032x}", commitment=commitment(SECRET), **settings
    )
    here = Match.start(header, SECRET)
    dice, player = dice_for(seed), Thumb(slips=200, lapses=100)
    while here.stage != Stage.OVER:
        if here.to_act == CHANCE:
            here = here.deal()
        elif moves == 0 and len(here.position.codes()) > 1:
            break
        else:
            moves -= moves > 0
            here = here.play(here.to_act, player.choose(here.view(here.to_act), dice))
    return here
