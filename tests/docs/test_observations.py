"""The reference of observations matches the encodings of the games."""

from __future__ import annotations

from observations import PAGE, page


def test_the_page_of_observations_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python tools/documentation/observations.py"
