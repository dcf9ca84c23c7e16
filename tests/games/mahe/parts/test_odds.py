"""The coach's odds in Mahé agree with the rules."""

from __future__ import annotations

from typing import Any

import pytest

import tablee
from coach.plays import choices
from tablee.games.mahe import odds
from tablee.games.mahe.state import BEACH, RAFT, Phase
from tablee.show.saying import Seat


@pytest.mark.parametrize("options", [{}, {"third_die_at_seven": True, "cards_as_dice": True}])
def test_the_coach_knows_the_odds_of_dice(options: dict[str, Any]) -> None:
    seen = 0
    for position in choices("mahe", 4, **options):
        s = odds.seen(position.view(position.to_act))
        if s.phase != Phase.DECIDE or "roll" not in position.moves():
            continue
        seen += 1
        busts = beach = steps = 0
        for text in position.after("roll").chances():
            after = odds.seen(position.after("roll").after(text).view())
            total = sum(s.faces) + int(text.split()[1])
            if total > 7:
                busts += 1
                assert after.space[s.mover] == RAFT
                continue
            steps += total * (s.thrown + 1)
            stopped = position.after("roll").after(text)
            if s.thrown == 1:
                stopped = stopped.after("stop")
            was, now = sum(s.won), sum(odds.seen(stopped.view()).won)
            beach += now > was or odds.seen(stopped.view()).beach > 0
        assert odds.bust_chance(s) == busts / 6
        assert odds.beach_chance(s) == beach / 6
        assert odds.mean_steps(s) == pytest.approx(steps / 6)
        if s.thrown == 1:
            lost = 0
            for one in range(1, 7):
                for other in range(1, 7):
                    second = position.after("roll").after(f"die {one}")
                    if sum(s.faces) + one > 7:
                        lost += 1
                    elif "roll" in second.moves():
                        lost += sum(s.faces) + one + other > 7
            assert odds.bust_chance_of_two(s) == pytest.approx(lost / 36)
    assert seen > 20


def test_the_coach_names_the_turtle_to_ride_on() -> None:
    landed = 0
    for seed in range(3):
        for position in choices("mahe", 6, seed):
            s = odds.seen(position.view(position.to_act))
            if "stop" not in position.moves():
                continue
            after = odds.seen(position.after("stop").view())
            below = [turtle for turtle in range(1, 8) if after.rider[turtle] == s.mover]
            found = {
                odd.key: odd.values for odd in odds.move_odds(position.view(position.to_act), 1)
            }
            assert bool(below) == (
                "coach.mahe_lands_on" in found or "coach.mahe_lands_own" in found
            )
            assert found["coach.mahe_stop_steps"]["space"] == after.space[s.mover]
            if "coach.mahe_lands_on" in found:
                landed += 1
                assert found["coach.mahe_lands_on"]["seat"] == Seat(below[0])
    assert landed > 5


def test_the_coach_uses_singular_and_plural() -> None:
    start = tablee.game("mahe").start(seats=4)
    pos = start.after("first 1").after("flip 1").after("die 1")
    said = {odd.key: odd for odd in odds.move_odds(pos.view(1), 1)}
    assert said["coach.mahe_stop_steps"].text("en") == "1 step for certain, to space 1."
    assert said["coach.mahe_stop_steps"].text("fr") == "1 case à coup sûr, jusqu’en 1."
    prize = odds.odds(pos.view(1))[0]
    assert "worth 1 egg;" in prize.text("en")
    assert "vaut 1 œuf ;" in prize.text("fr")


def test_the_coach_names_the_player_who_decides_for_a_turtle() -> None:
    keys = set()
    for position in choices("mahe", 2, 4):
        if position.moves() == ["turtle 1", "turtle 2"]:
            view = position.view(position.to_act)
            for code in view.codes():
                keys |= {odd.key for odd in odds.move_odds(view, code)}
    assert keys == {
        "coach.mahe_turtle_free", "coach.mahe_turtle_ridden", "coach.mahe_turtle_rides",
        "coach.mahe_turtle_way",
    }  # fmt: skip
    assert BEACH == 21
