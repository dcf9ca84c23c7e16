"""What a refusal must be: of the right kind, citing the right paragraph, and changing nothing."""

from __future__ import annotations

import pytest

import tablee


def refused(pos: tablee.Position, move: str, paragraph: str, words: str) -> None:
    """The move is refused by that paragraph, in those words, and the position stays as it is."""
    before = pos.to_json()
    with pytest.raises(tablee.IllegalMove) as caught:
        pos.after(move)
    assert pos.to_json() == before
    assert caught.value.paragraph == paragraph
    assert str(caught.value).startswith(f"{paragraph}: {words}")
    assert caught.value.instead == tuple(pos.moves())
    assert caught.value.text("fr").startswith(f"{paragraph}\N{NO-BREAK SPACE}: ")
