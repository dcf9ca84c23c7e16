"""The coach's odds in Papua agree with the rules."""

from __future__ import annotations

import tablee
from coach.plays import choices
from tablee.games.papua import odds
from tablee.games.papua.groups import foremost, movers_of
from tablee.show.saying import Seat


def test_the_coach_knows_which_islanders_are_sent_back() -> None:
    victims = lonely = 0
    for seed in range(6):
        for position in choices("papua", 4, seed):
            view = position.view(position.to_act)
            s = odds.seen(view)
            for code in view.codes():
                after = odds.seen(position.after_code(code).view())
                movers = movers_of(code)
                told = odds.victim_odds(s, movers, movers << s.die)
                lost = [0] * 4
                for odd in told:
                    sufferer = odd.values["seat"]
                    assert isinstance(sufferer, Seat)
                    lost[sufferer.seat - 1] += 1
                out = movers == 1  # one leaves the pot
                for seat in range(4):
                    before = 4 - bin(s.islanders[seat]).count("1") - (out and seat == s.turn)
                    now = 4 - bin(after.islanders[seat]).count("1")
                    assert now - before == lost[seat]
                victims += len(told)
                lonely += len(odds.alone_odds(s, after))
    assert victims > 50
    assert lonely > 50


def test_the_coach_knows_the_dangerous_numbers_of_rivals() -> None:
    dangers = 0
    for position in choices("papua", 3, 5):
        seat = position.to_act - 1
        after = position.after_code(position.codes()[0])
        if after.to_act == tablee.OVER:
            continue
        s = odds.seen(after.view())
        space = foremost(s, seat)
        numbers = [
            die
            for die in range(1, 7)
            if any(
                foremost(odds.seen(there.view()), seat) < space
                for there in map(after.after(f"die {die}").after, after.after(f"die {die}").moves())
            )
        ]
        assert odds.losing_numbers(s, seat, s.turn) == numbers
        dangers += len(numbers)
    assert dangers > 10
