"""The arena: all seatings, the same dice, consistent sums, the same result with any workers."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import tablee
from samples import HANDS, OPEN
from tablee.bots.players import Random
from tablee.cli.main import main
from tablee.lab.arena import arena, play_match, seatings
from tables import GAMES


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("players", range(2, 5))
def test_every_player_has_every_seat_equally_often(players: int, seats: int) -> None:
    if players > seats:
        return
    found = seatings(players, seats)
    assert len(set(found)) == len(found)
    for seat in range(seats):
        times = Counter(seating[seat] for seating in found)
        assert len(times) == players
        assert len(set(times.values())) == 1, (seat, times)
    for seating in found:
        counts = Counter(seating)
        assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_is_consistent_and_reproducible(game: tablee.Game) -> None:
    seats = game.seats[0]
    bots = ["random", "thumb"]
    once, again = (
        arena(game.name, bots=bots, games=24, seats=seats, seed=4, workers=workers)
        for workers in (1, 2)
    )
    assert once == again
    assert once.games >= 24
    won = sum(standing.wins.mean for standing in once.standings)
    assert won == pytest.approx(1 - once.nobody / once.games)
    assert sum(standing.edge.mean for standing in once.standings) == pytest.approx(0, abs=1e-9)
    random, thumb = once.standings
    assert thumb.edge.low > 0, "the heuristic beats chance"
    assert thumb.rating > random.rating
    assert json.loads(json.dumps(once.to_dict()))["standings"][1]["name"] == "thumb"


def test_chance_is_the_same_for_every_seating() -> None:
    """The cards turned in a match don't depend on who has which seat."""
    start = tablee.game(OPEN).start(seats=4)
    ends = [play_match(start, [Random()] * 4, seed=1, match=match) for match in (7, 7, 8)]
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


@pytest.mark.parametrize(
    ("field", "value"),
    [("bots", ["thumb"]), ("bots", ["thumb", "thumb"]), ("bots", ["thumb", "nobody"]),
     ("bots", ["random", "thumb", "gentle", "casual", "club"]), ("games", 0), ("seed", -1),
     ("seats", 9)],
)  # fmt: skip
def test_wrong_arguments_are_refused(field: str, value: Any) -> None:
    arguments: dict[str, Any] = {"bots": ["random", "thumb"], "games": 2, "seats": 4, field: value}
    with pytest.raises(tablee.Refusal):
        arena(OPEN, **arguments)


def test_the_arena_command(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", HANDS, "--bots", "random,thumb", "--games", "6", "--seats", "2"]
    assert main([*arguments, "--json", "--workers", "1"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["games"] == 6
    assert main([*arguments, "--workers", "1", "-l", "fr"]) == 0
    out = capsys.readouterr().out
    assert "avance (95 %)" in out
    assert out.index("thumb") < out.index("random")
    assert main(["arena", OPEN, "--bots", "random,nobody"]) == 2
    assert "no player called 'nobody'" in capsys.readouterr().err
