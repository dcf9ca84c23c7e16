"""The five levels, from a gentle beginner to a master, and other players by name.

A level is a fixed effort, not a time: the same seed gives the same game on any machine. How strong
each is stands in `docs/explanation/ratings.md`, with the command that measures it again.
"""

from __future__ import annotations

from tablee.bots.baselines import KeepsFour
from tablee.bots.players import Player, Random, Searcher, Thinker, Thumb
from tablee.bots.searcher import Effort
from tablee.refusals import Refusal

LEVELS = ("gentle", "casual", "club", "expert", "master")
OTHERS = ("random", "thumb", "search:2000", "think:1.5")


class UnknownPlayer(Refusal):
    """There is no player of that name."""


# Weaker players are those who do not look (lapses) or take a move they like less (slips), so often
# in a thousand. How much that costs differs from game to game.
LADDER: dict[str, dict[str, Player]] = {
    "mahe": {
        "gentle": Thumb(slips=300, lapses=450),
        "casual": Thumb(slips=250, lapses=250),
        "club": Thumb(slips=150, lapses=110),
        "expert": Thumb(),
        "master": Searcher(1000, Effort(exploration=1000)),
    },
    "maamut": {
        "gentle": Thumb(slips=300, lapses=450),
        "casual": Thumb(slips=250, lapses=200),
        "club": Thumb(slips=100, lapses=50),
        "expert": Searcher(60, Effort(exploration=1000)),
        "master": Searcher(1500, Effort(exploration=1000)),
    },
    "papua": {
        "gentle": Thumb(slips=300, lapses=650),
        "casual": Thumb(slips=250, lapses=450),
        "club": Thumb(slips=200, lapses=220),
        "expert": Thumb(),
        "master": Searcher(6000, Effort(exploration=200, horizon=12, ranks=0)),
    },
    "maroceau": {
        "gentle": Thumb(slips=300, lapses=450),
        "casual": Thumb(slips=250, lapses=200),
        "club": Thumb(slips=100, lapses=50),
        "expert": Thumb(),
        "master": Searcher(700, Effort(exploration=3000)),
    },
}


def player(name: str, game: str) -> Player:
    """The player of that name for a game.

    >>> player("gentle", "mahe")
    Thumb(slips=300, lapses=450)
    >>> player("search:500", "mahe").simulations
    500
    """
    if name in LEVELS:
        return LADDER[game][name]
    if name == "random":
        return Random()
    if name == "thumb":
        return Thumb()
    if name == "keeps-four" and game == "maroceau":
        return KeepsFour()
    kind, _, amount = name.partition(":")
    master = LADDER[game]["master"]
    assert isinstance(master, Searcher)
    try:
        if kind == "search" and int(amount) > 0:
            return Searcher(int(amount), master.effort)
        if kind == "think" and 0 < float(amount) <= 3600:
            return Thinker(float(amount), master.effort)
    except ValueError:
        pass
    raise UnknownPlayer("bots.unknown_player", instead=(*LEVELS, *OTHERS), name=repr(name))
