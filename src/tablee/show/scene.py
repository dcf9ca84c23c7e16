"""Scenes: what somebody sees of a position, spelt out so that a page can draw it without rules.

Each game has `show/<game>_scene.py` with its own `Scene` and `Preview` structs and three functions.
All of them are given what one viewer may see (a state that went through `observe`), and nothing
else, so that nothing can leak through a drawing, and who sees the same is shown the same. Seats are
numbered from 1, as people say them; a number that JavaScript cannot hold exactly (a bit mask above
2**53) never stands in a scene.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from tablee.position import View

from .step import Step, steps_ahead


class Showing(Protocol):
    """A game as a page shows it."""

    def scene(self, s: Any) -> Any:
        """What is seen: a msgspec struct, the game's own `Scene`."""

    def frames(self, step: Step) -> list[tuple[str, Any]]:
        """What is seen on the way from before to after a step, for an animation.

        A list of (beat, Scene): the beat is one word that says what happens ("run", "fright",
        "fall"), the scene is how it looks then. The scene after the step is not in the list, and
        where pieces simply move from where they were to where they are, it is empty.
        """

    def preview(self, step: Step) -> Any:
        """What a move would do, as far as its seat can know: the game's own `Preview` struct."""


@cache
def showing_of(name: str) -> Showing:
    """The game as a page shows it."""
    return cast(Showing, import_module(f"tablee.show.{name}_scene"))


def scene_of(view: View) -> Any:
    """What a viewer sees of a position."""
    return showing_of(view.game.name).scene(view.seen)


def previews_of(view: View) -> dict[str, Any]:
    """What each legal move of the seat that looks would do, by the move's text."""
    showing = showing_of(view.game.name)
    text = view.game.package.notation.NOTATION.text
    return {text(code): showing.preview(step) for code, step in steps_ahead(view).items()}
