"""The coach's odds in Mâamut agree with the rules."""

from __future__ import annotations

from coach.plays import choices
from tablee.games.maamut import odds
from tablee.games.maamut.state import NOWHERE, Code


def test_the_coach_foresees_flights_of_the_mammoth() -> None:
    met = trapped = fell = frightened = 0
    for seed in range(40):
        for position in choices("maamut", 4, seed):
            s = odds.seen(position.view(position.to_act))
            for code in position.codes():
                if not Code.MOVE <= code < Code.TRAP:
                    continue
                flight = odds.flight_of(s, code - Code.MOVE)
                after = odds.seen(position.after_code(code).view())
                if flight is None:
                    assert after.mammoth == s.mammoth
                    continue
                met += 1
                if flight.falls:
                    fell += 1
                    assert after.hunter[s.turn] == NOWHERE
                    assert after.mammoth == s.mammoth
                elif flight.owner != NOWHERE:
                    trapped += 1
                    if not flight.frightened:
                        assert after.winner == flight.owner + 1
                        assert after.mammoth == flight.tiles[-1]
                elif flight.frightened:
                    frightened += 1
                    assert after.mammoth in flight.tiles
                else:
                    assert after.mammoth == flight.tiles[-1]
    assert min(met, trapped, fell, frightened) > 0


def test_the_coach_counts_ways_and_steps() -> None:
    position = next(choices("maamut", 3, 2))
    s = odds.seen(position.view(position.to_act))
    assert odds.distance(s, s.mammoth) == 0
    ways = [odds.ways_to(s, s.mammoth, tile) for tile in range(37)]
    assert max(ways) <= 3  # on one line, with three cards
    assert ways[s.mammoth] == 0
