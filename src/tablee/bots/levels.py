"""The five levels, from a gentle beginner to a master, and other players by name.

A level is a fixed effort, not a time: the same seed gives the same game on any machine. How strong
each is stands in `docs/ratings.md`, with the command that measures it again.
"""

from __future__ import annotations

from tablee.bots.players import Player, Random, Searcher, Thinker, Thumb
from tablee.bots.searcher import Effort
from tablee.refusals import Refusal

LEVELS = ("gentle", "casual", "club", "expert", "master")
OTHERS = ("random", "thumb", "search:2000", "think:1.5")


class UnknownPlayer(Refusal):
    """There is no player of that name."""


def gentle() -> Player:
    """A beginner: looks at the board four times in five, and often takes the second-best move."""
    return Thumb(slips=350, lapses=250)


def casual() -> Player:
    """Plays along: knows what matters, and slips now and then."""
    return Thumb(slips=300, lapses=80)


LADDER: dict[str, dict[str, Player]] = {
    "mahe": {
        "gentle": gentle(),
        "casual": casual(),
        "club": Thumb(slips=50),
        "expert": Searcher(600),
        "master": Searcher(6000),
    },
    "maamut": {
        "gentle": gentle(),
        "casual": casual(),
        "club": Thumb(slips=50),
        "expert": Searcher(600),
        "master": Searcher(6000),
    },
    "papua": {
        "gentle": gentle(),
        "casual": casual(),
        "club": Thumb(slips=50),
        "expert": Searcher(400),
        "master": Searcher(4000),
    },
    "maroceau": {
        "gentle": gentle(),
        "casual": casual(),
        "club": Thumb(slips=50),
        "expert": Searcher(400),
        "master": Searcher(4000),
    },
}


def player(name: str, game: str) -> Player:
    """The player of that name for a game.

    >>> player("gentle", "mahe")
    Thumb(slips=350, lapses=250)
    >>> player("search:500", "mahe").simulations
    500
    """
    if name in LEVELS:
        return LADDER[game][name]
    if name == "random":
        return Random()
    if name == "thumb":
        return Thumb()
    kind, _, amount = name.partition(":")
    try:
        if kind == "search" and int(amount) > 0:
            return Searcher(int(amount), Effort())
        if kind == "think" and 0 < float(amount) <= 3600:
            return Thinker(float(amount))
    except ValueError:
        pass
    raise UnknownPlayer("bots.unknown_player", instead=(*LEVELS, *OTHERS), name=repr(name))
