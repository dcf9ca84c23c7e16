"""Scenes: what a viewer sees of a position, spelt out so that a page can draw it without rules.

The part `scene` of a game has its own `Scene` and `Preview` structs and three functions; of a game
without one the page shows the board as text.
All of them are given what one viewer may see (a state that went through `observe`), and nothing
else, so that nothing can leak through a drawing, and equal views are shown alike. Seats are
numbered from 1, as people say them; a number that JavaScript cannot hold exactly (a bit mask above
2**53) never stands in a scene.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol, cast

from msgspec import Struct

from tablee.discovery import game as find_game
from tablee.gamebox import Game
from tablee.view import View
from tablee.words import LANGUAGES

from .step import ShownStep, steps_ahead


class Showing(Protocol):
    """A game as a page shows it."""

    Scene: type[Struct]
    Preview: type[Struct]

    def scene(self, s: Any) -> Any:
        """Return what is seen: a msgspec struct, the game's own `Scene`."""

    def frames(self, step: ShownStep) -> list[tuple[str, Any]]:
        """Return what is seen on the way from before to after a step, for an animation.

        A list of (beat, Scene): the beat is one word that says what happens ("run", "fright",
        "fall"), the scene is how it looks then. The scene after the step is not in the list, and
        where pieces simply move from where they were to where they are, it is empty.
        """

    def preview(self, step: ShownStep) -> Any:
        """Return what a move would do, as far as its seat can know, as the game's `Preview`."""


class PlainScene(Struct, frozen=True):
    """The board of a game that has no scene of its own, as text in each language."""

    board: dict[str, str]


class PlainPreview(Struct, frozen=True):
    """What a move of such a game would do: its text says all there is to say."""


class Plain:
    """A game without a scene."""

    Scene, Preview = PlainScene, PlainPreview

    def __init__(self, game: Game) -> None:
        self.game = game

    def scene(self, s: Any) -> PlainScene:
        """Return the board as text."""
        return PlainScene({one: self.game.view.board(s, one) for one in LANGUAGES})

    def frames(self, step: ShownStep) -> list[tuple[str, Any]]:
        """Return no frames: the board changes at once."""
        return []

    def preview(self, step: ShownStep) -> PlainPreview:
        """Return no preview."""
        return PlainPreview()


@cache
def showing_of(name: str) -> Showing:
    """Return the game as a page shows it."""
    game = find_game(name)
    return cast(Showing, game.part("scene") or Plain(game))


def scene_of(view: View) -> Any:
    """Return what a viewer sees of a position."""
    return showing_of(view.game.name).scene(view.seen)


def previews_of(view: View) -> dict[str, Any]:
    """Return what each legal move of the seat that looks would do, by the move's text."""
    showing = showing_of(view.game.name)
    text = view.game.notation.NOTATION.text
    return {text(code): showing.preview(step) for code, step in steps_ahead(view).items()}
