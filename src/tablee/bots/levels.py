"""The five levels, from a gentle beginner to a master, and other players by name.

A level is a fixed effort, not a time: the same seed gives the same game on any machine. How strong
each is, is in `docs/explanation/ratings.md`, with the command that measures it.
"""

from __future__ import annotations

from tablee.bots.heuristics import heuristic_of
from tablee.bots.players import Player, Random, Searcher, Thinker, Thumb
from tablee.discovery import game as find_game
from tablee.refusals import Refusal

LEVELS = ("gentle", "casual", "club", "expert", "master")
OTHERS = ("random", "thumb", "search:2000", "think:1.5")


class UnknownPlayer(Refusal):
    """There is no player with that name."""


def player(name: str, game: str) -> Player:
    """Return the player with that name for a game.

    >>> from tablee.discovery import all_games
    >>> name = all_games()[0].name
    >>> player("random", name)
    Random()
    >>> player("search:500", name).simulations
    500
    """
    ladder = heuristic_of(find_game(game)).LADDER
    if name in ladder:
        return ladder[name]
    if name == "random":
        return Random()
    if name == "thumb":
        return Thumb()
    kind, _, amount = name.partition(":")
    master = ladder["master"]
    assert isinstance(master, Searcher)
    try:
        if kind == "search" and int(amount) > 0:
            return Searcher(int(amount), master.effort)
        if kind == "think" and 0 < float(amount) <= 3600:
            return Thinker(float(amount), master.effort)
    except ValueError:
        pass
    raise UnknownPlayer("bots.unknown_player", instead=(*LEVELS, *OTHERS), name=repr(name))
