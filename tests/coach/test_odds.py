"""The odds: what is said to be exact agrees with what the rules do."""

from __future__ import annotations

from typing import Any

import pytest

import tablee
from tablee.coach.odds import odds_of
from tablee.games.maamut import odds as odds_maamut
from tablee.games.maamut.state import NOWHERE
from tablee.games.maamut.state import Code as MaamutCode
from tablee.games.mahe import odds as odds_mahe
from tablee.games.mahe.state import BEACH, RAFT
from tablee.games.mahe.state import Phase as MahePhase
from tablee.games.maroceau import odds as odds_maroceau
from tablee.games.maroceau.state import FACE_DOWN, NO_CARD, PLACES
from tablee.games.maroceau.state import Code as MaroceauCode
from tablee.games.maroceau.state import Phase as MaroceauPhase
from tablee.games.papua import odds as odds_papua
from tablee.games.papua.groups import foremost, movers_of
from tablee.show.saying import Seat
from tables import FEW_TABLES

from .plays import choices


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_all_odds_can_be_said_in_both_languages(
    game: tablee.Game, seats: int, options: dict[str, Any]
) -> None:
    module = odds_of(game)
    positions = list(choices(game.name, seats, **options))
    for position in positions[:: 1 + len(positions) // 40]:
        view = position.view(position.to_act)
        found = list(module.odds(view, 1, 20))
        for code in view.codes():
            facts = module.move_odds(view, code, 1, 20)
            assert facts, position.moves()
            found += facts
        for odd in found:
            assert "{" not in odd.text("en") + odd.text("fr")
            assert odd.to_dict()


# --- Mahé ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"third_die_at_seven": True, "cards_as_dice": True}])
def test_mahe_counts_dice_as_they_fall(options: dict[str, Any]) -> None:
    seen = 0
    for position in choices("mahe", 4, **options):
        s = odds_mahe.seen(position.view(position.to_act))
        if s.phase != MahePhase.DECIDE or "roll" not in position.moves():
            continue
        seen += 1
        busts = beach = steps = 0
        for text in position.after("roll").chances():
            after = odds_mahe.seen(position.after("roll").after(text).view())
            total = sum(s.faces) + int(text.split()[1])
            if total > 7:
                busts += 1
                assert after.space[s.mover] == RAFT
                continue
            steps += total * (s.thrown + 1)
            stopped = position.after("roll").after(text)
            if s.thrown == 1:
                stopped = stopped.after("stop")
            was, now = sum(s.won), sum(odds_mahe.seen(stopped.view()).won)
            beach += now > was or odds_mahe.seen(stopped.view()).beach > 0
        assert odds_mahe.bust_chance(s) == busts / 6
        assert odds_mahe.beach_chance(s) == beach / 6
        assert odds_mahe.mean_steps(s) == pytest.approx(steps / 6)
        if s.thrown == 1:
            lost = 0
            for one in range(1, 7):
                for other in range(1, 7):
                    second = position.after("roll").after(f"die {one}")
                    if sum(s.faces) + one > 7:
                        lost += 1
                    elif "roll" in second.moves():
                        lost += sum(s.faces) + one + other > 7
            assert odds_mahe.bust_chance_of_two(s) == pytest.approx(lost / 36)
    assert seen > 20


def test_mahe_says_on_whose_back_one_lands() -> None:
    landed = 0
    for seed in range(3):
        for position in choices("mahe", 6, seed):
            s = odds_mahe.seen(position.view(position.to_act))
            if "stop" not in position.moves():
                continue
            after = odds_mahe.seen(position.after("stop").view())
            below = [turtle for turtle in range(1, 8) if after.rider[turtle] == s.mover]
            found = {
                odd.key: odd.values
                for odd in odds_mahe.move_odds(position.view(position.to_act), 1)
            }
            assert bool(below) == (
                "coach.mahe_lands_on" in found or "coach.mahe_lands_own" in found
            )
            assert found["coach.mahe_stop_steps"]["space"] == after.space[s.mover]
            if "coach.mahe_lands_on" in found:
                landed += 1
                assert found["coach.mahe_lands_on"]["seat"] == Seat(below[0])
    assert landed > 5


def test_mahe_says_one_step_and_one_egg() -> None:
    start = tablee.game("mahe").start(seats=4)
    pos = start.after("first 1").after("flip 1").after("die 1")
    said = {odd.key: odd for odd in odds_mahe.move_odds(pos.view(1), 1)}
    assert said["coach.mahe_stop_steps"].text("en") == "1 step for certain, to space 1."
    assert said["coach.mahe_stop_steps"].text("fr") == "1 case à coup sûr, jusqu'en 1."
    prize = odds_mahe.odds(pos.view(1))[0]
    assert "worth 1 egg;" in prize.text("en")
    assert "vaut 1 œuf ;" in prize.text("fr")


def test_mahe_tells_who_decides_for_a_turtle() -> None:
    keys = set()
    for position in choices("mahe", 2, 4):
        if position.moves() == ["turtle 1", "turtle 2"]:
            view = position.view(position.to_act)
            for code in view.codes():
                keys |= {odd.key for odd in odds_mahe.move_odds(view, code)}
    assert keys == {
        "coach.mahe_turtle_free", "coach.mahe_turtle_ridden", "coach.mahe_turtle_rides",
        "coach.mahe_turtle_way",
    }  # fmt: skip
    assert BEACH == 21


# --- Mâamut --------------------------------------------------------------------------------------


def test_maamut_sees_the_mammoth_run() -> None:
    met = trapped = fell = frightened = 0
    for seed in range(40):
        for position in choices("maamut", 4, seed):
            s = odds_maamut.seen(position.view(position.to_act))
            for code in position.codes():
                if not MaamutCode.MOVE <= code < MaamutCode.TRAP:
                    continue
                flight = odds_maamut.flight_of(s, code - MaamutCode.MOVE)
                after = odds_maamut.seen(position.after_code(code).view())
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


def test_maamut_counts_ways_and_steps() -> None:
    position = next(choices("maamut", 3, 2))
    s = odds_maamut.seen(position.view(position.to_act))
    assert odds_maamut.distance(s, s.mammoth) == 0
    ways = [odds_maamut.ways_to(s, s.mammoth, tile) for tile in range(37)]
    assert max(ways) <= 3  # on one line, with three cards
    assert ways[s.mammoth] == 0


# --- Papua ---------------------------------------------------------------------------------------


def test_papua_knows_who_is_sent_back() -> None:
    victims = lonely = 0
    for seed in range(6):
        for position in choices("papua", 4, seed):
            view = position.view(position.to_act)
            s = odds_papua.seen(view)
            for code in view.codes():
                after = odds_papua.seen(position.after_code(code).view())
                movers = movers_of(code)
                told = odds_papua.victim_odds(s, movers, movers << s.die)
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
                lonely += len(odds_papua.alone_odds(s, after))
    assert victims > 50
    assert lonely > 50


def test_papua_knows_the_numbers_of_rivals() -> None:
    dangers = 0
    for position in choices("papua", 3, 5):
        seat = position.to_act - 1
        after = position.after_code(position.codes()[0])
        if after.to_act == tablee.OVER:
            continue
        s = odds_papua.seen(after.view())
        space = foremost(s, seat)
        numbers = [
            die
            for die in range(1, 7)
            if any(
                foremost(odds_papua.seen(there.view()), seat) < space
                for there in map(after.after(f"die {die}").after, after.after(f"die {die}").moves())
            )
        ]
        assert odds_papua.losing_numbers(s, seat, s.turn) == numbers
        dangers += len(numbers)
    assert dangers > 10


# --- Maroc'eau -----------------------------------------------------------------------------------


def test_maroceau_counts_cards_as_they_are_drawn() -> None:
    seen = 0
    for position in choices("maroceau", 6, target=50):
        s = odds_maroceau.seen(position.view(position.to_act))
        if s.phase != MaroceauPhase.CHOOSE:
            continue
        seen += 1
        chances = position.after("draw").chances()
        lower = sum(w for text, w in chances.items() if int(text.split()[1]) < s.top)
        assert odds_maroceau.chance_below(s, s.top) == lower / sum(chances.values())
        assert odds_maroceau.estimate(s, s.turn) == pytest.approx(
            sum(odds_maroceau.worth(s, card) for card in s.grid[s.turn * 12 : s.turn * 12 + 12])
        )
    assert seen > 50


def test_maroceau_sees_columns_and_the_end_of_the_round() -> None:
    completed = ended = 0
    for seed in range(4):
        for position in choices("maroceau", 3, seed, target=50):
            s = odds_maroceau.seen(position.view(position.to_act))
            for code in position.codes():
                after = odds_maroceau.seen(position.after_code(code).view())
                if code >= MaroceauCode.SWAP:
                    place = s.turn * PLACES + code - MaroceauCode.SWAP
                    known = s.grid[place] != FACE_DOWN
                    done = odds_maroceau.completes(s, place, s.hand)
                    if known:
                        assert done == (
                            after.grid[place] == NO_CARD and s.round_number == after.round_number
                        )
                    completed += done
                ends = odds_maroceau.ends_round(s, code)
                if code >= MaroceauCode.SWAP and s.grid[place] != FACE_DOWN and s.ended_by == 0:
                    assert not ends
                ended += ends
    assert completed > 3
    assert ended > 10


@pytest.mark.slow
def test_maroceau_warns_of_haste() -> None:
    for position in choices("maroceau", 3, 2, target=50):
        view = position.view(position.to_act)
        s = odds_maroceau.seen(view)
        for code in view.codes():
            if odds_maroceau.ends_round(s, code):
                found = odds_maroceau.move_odds(view, code, 1, 50)
                (ends,) = [odd for odd in found if odd.key == "coach.maroceau_ends"]
                assert not ends.exact
                assert 0 <= ends.values["chance"].chance <= 1
                assert odds_maroceau.move_odds(view, code, 1, 0) == found[:-1]
                return
    raise AssertionError("nobody could end the round")
