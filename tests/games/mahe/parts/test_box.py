"""The printed box of Mahé has the cards and pieces of the rulebook."""

from __future__ import annotations

from print.pieces import BOTH, counted


@BOTH
def test_M4_the_24_clutch_cards(paper: str) -> None:
    found = counted("mahe", paper)
    assert [found[f"mahe-{eggs}"] for eggs in range(1, 7)] == [3, 3, 5, 5, 5, 3]


@BOTH
def test_M1_turtles_for_every_number_of_seats(paper: str) -> None:
    def turtles(seats: int | None) -> list[str]:
        names = counted("mahe", paper, seats).elements()
        return sorted(name.rsplit("-", 1)[1] for name in names if "turtle" in name)

    assert turtles(2) == ["1a", "1b", "2a", "2b"]
    assert turtles(3) == ["1a", "1b", "2a", "2b", "3a", "3b"]
    assert turtles(5) == ["1", "2", "3", "4", "5"]
    assert turtles(None) == ["1", "1a", "1b", "2", "2a", "2b", "3", "3a", "3b", "4", "5", "6", "7"]
