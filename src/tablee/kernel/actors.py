"""Actors other than seats."""

CHANCE = -1
"""Chance acts: a die is thrown, a card is turned."""

OVER = -2
"""No actor: the game is over."""
