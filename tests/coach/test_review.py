"""Reviews: a verdict on every decision, and a ledger that adds up."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tablee
from samples import BOARDS, HANDS, OPEN, ROUNDS
from tablee.coach.advice import WrongEffort
from tablee.coach.history import NothingToReview, history_of
from tablee.coach.ledger import add_up
from tablee.coach.review import Review, Verdict, review, verdict_on
from tablee.kernel.actors import CHANCE
from tablee.kernel.dice import dice_for
from tablee.table import Match, SeatTaken, Stage

from .plays import match, played

pytestmark = pytest.mark.slow


def assert_adds_up(found: Review) -> None:
    for account in found.accounts:
        assert abs(account.balance - account.result) <= 1e-9
        assert abs(account.result - found.values[-1][account.seat - 1]) <= 1e-9
        assert account.own <= 0 or not found.finished
    rows = len(found.plies) + 1
    assert len(found.values) == len(found.errors) >= rows
    for row in found.values:
        assert all(0 <= value <= 1 for value in row)


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    (OPEN, 4, {}),
    (OPEN, 2, {"cards_as_dice": True}),
    (HANDS, 4, {}),
    (HANDS, 2, {"fallen_traps": "stay", "hunt_limit": 6}),
    (BOARDS, 4, {}),
    (BOARDS, 3, {"board": "short", "family": True}),
    (ROUNDS, 4, {"target": 50}),
    (ROUNDS, 2, {"rounds": 1}),
]


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_the_ledger_adds_up(name: str, seats: int, options: dict[str, Any]) -> None:
    plies = played(name, seats, 3, **options)
    found = review(plies, simulations=8000, seed=1)
    assert_adds_up(found)
    last = plies[-1][0].after_code(plies[-1][1])
    winners = last.result().winners
    assert [a.result > 0 for a in found.accounts] == [a.seat in winners for a in found.accounts]
    assert len(found.plies) == len(plies)
    for index, (ply, (position, code)) in enumerate(zip(found.plies, plies, strict=True)):
        assert position.read(ply.move) == code
        judged = ply.judgement
        assert (judged is not None) == (ply.kind == "decision")
        if ply.kind == "forced":
            assert found.values[index] == found.values[index + 1]
        elif judged is not None:
            assert ply.move in [one.move for one in judged.moves]
            if not judged.counted:
                assert found.values[index] == found.values[index + 1]
                assert judged.best == ply.move
    json.dumps(found.to_dict())


def test_without_hidden_information_decisions_are_no_luck() -> None:
    found = review(played(BOARDS, 3, 5), simulations=60_000, seed=1)
    for account in found.accounts:
        assert abs(account.unknown) < 1e-9
    assert any(account.own < 0 for account in found.accounts)
    for index, ply in enumerate(found.plies):
        if ply.judgement is not None:
            change = found.change(index)[ply.actor - 1]
            assert change == pytest.approx(-ply.judgement.counted, abs=1e-9)


def test_a_review_is_reproducible_on_any_number_of_cores() -> None:
    plies = played(HANDS, 3, 2)[-40:]
    done: list[int] = []
    found = review(plies, simulations=2000, seed=4, workers=1, progress=done.append)
    assert sum(done) == len(plies)
    assert review(plies, simulations=2000, seed=4, workers=3) == found
    assert review(plies, simulations=2000, seed=5, workers=1) != found


def test_a_decision_is_judged_by_the_view_of_its_seat() -> None:
    plies = [ply for ply in played(HANDS, 3, 2) if len(ply[0].codes()) > 1][2::9]
    for number, (position, code) in enumerate(plies):
        seat = position.to_act
        state = position.view(seat).state
        position.game.view.resample(state, seat - 1, dice_for(number))
        other = tablee.Position(position.game, position.options, state)
        one, two = (review([(pos, code)], simulations=300).plies[0] for pos in (position, other))
        assert one.judgement == two.judgement


def test_a_blunder_is_recognised() -> None:
    """Seat 1 could win by the canoe, and moves another islander out of the pot instead."""
    for seed in range(60):
        for position, _ in played(BOARDS, 3, seed):
            wins = [
                text
                for text in position.moves()
                if (after := position.after(text)).to_act == tablee.OVER
                and after.result().winners == (position.to_act,)
            ]
            if wins and "alone 0" in position.moves():
                plies = [(position, position.read("alone 0"))]
                found = review(plies, simulations=2000, seed=1)
                judged = found.plies[0].judgement
                assert judged is not None
                if found.values[-1][position.to_act - 1] > 0.7:
                    continue  # it wins as well
                assert judged.verdict == Verdict.BLUNDER
                assert judged.best in wins
                assert found.worst(position.to_act) == [0]
                assert found.turning_points() == [0]
                assert found.tally(position.to_act)[Verdict.BLUNDER] == 1
                assert judged.why[0].key == "coach.why_not"
                assert not found.finished
                assert_adds_up(found)
                return
    raise AssertionError("no such position")


@pytest.mark.parametrize(
    ("loss", "error", "verdict"),
    [
        (-0.02, 0.001, Verdict.BEST),
        (0.0, 0.0, Verdict.BEST),
        (0.02, 0.01, Verdict.FINE),  # within noise
        (0.004, 0.0, Verdict.FINE),
        (0.02, 0.001, Verdict.INACCURACY),
        (0.05, 0.001, Verdict.MISTAKE),
        (0.05, 0.01, Verdict.INACCURACY),  # half of it is certain
        (0.2, 0.01, Verdict.BLUNDER),
    ],
)
def test_verdicts_by_loss_and_error(loss: float, error: float, verdict: Verdict) -> None:
    assert verdict_on(loss, error) is verdict


# --- matches -------------------------------------------------------------------------------------


def test_a_review_has_names_and_event_numbers() -> None:
    here = match(BOARDS, 3, 6)
    found = review(here, simulations=3000)
    assert_adds_up(found)
    assert found.names == ("Ada 1", "Ada 2", "Ada 3")
    assert [ply.number for ply in found.plies] == [number for number, *_ in here.plies()]
    assert here.result is not None
    assert [a.result for a in found.accounts] == [
        float(seat in here.result.winners) for seat in (1, 2, 3)
    ]
    assert found.deal >= 2  # the first player, the first die, and forced moves


def test_resigning_counts_as_a_decision() -> None:
    here = match(OPEN, 2, 3, moves=30)
    assert here.to_act == 1 or here.to_act == 2
    given_up = here.resign(1)
    found = review(given_up, simulations=2000)
    assert_adds_up(found)
    assert [a.result for a in found.accounts] == [0, 1]
    assert len(found.values) == len(found.plies) + 2
    lost = found.values[-2][0]
    assert found.accounts[0].own <= -lost
    assert found.accounts[1].others >= lost - 0.5


def test_moves_of_a_substitute_bot_are_not_blamed_on_the_player() -> None:
    here = match(BOARDS, 3, 6, moves=20)
    left = here.to_act
    here = here.hand_to_bot(left, "gentle")
    moves = 0
    while here.stage != Stage.OVER:
        if moves >= 40 and here.bot_to_act:
            here = here.take_back_seat(left)
        if here.to_act == CHANCE:
            here = here.deal()
        else:
            moves += 1
            here = here.play(here.to_act, here.position.moves()[-1])
    gone, back = (n for n, event in enumerate(here.events, 1) if isinstance(event, SeatTaken))
    found = review(here, simulations=1000)
    assert_adds_up(found)
    judged = {ply.number for ply in found.plies if ply.actor == left and ply.judgement}
    decided = {ply.number for ply in found.plies if ply.actor == left and ply.kind == "decision"}
    by_bot = {number for number in decided if gone < number < back}
    assert by_bot
    assert judged == decided - by_bot


def test_an_unfinished_match_has_chances_to_its_last_position() -> None:
    found = review(match(OPEN, 4, 2, moves=12).break_off(), simulations=2000)
    assert_adds_up(found)
    assert not found.finished
    assert sum(found.values[-1]) == pytest.approx(1)


def test_refusals_of_the_review() -> None:
    going_on = match(HANDS, 2, 1, moves=4)
    with pytest.raises(NothingToReview, match="not over"):
        review(going_on)
    with pytest.raises(NothingToReview, match="No move was played"):
        review([])
    nothing = Match.start(going_on.header, bytes(range(32))).break_off()
    with pytest.raises(NothingToReview, match="No move was played"):
        history_of(nothing)
    plies = played(BOARDS, 3, 1)[-4:]
    for field, value in (("simulations", 0), ("seed", 2**64), ("workers", 0)):
        with pytest.raises(WrongEffort, match=field):
            review(plies, **{field: value})  # type: ignore[arg-type]


# --- the ledger ----------------------------------------------------------------------------------


def test_the_ledger_matches_a_calculation_by_hand() -> None:
    """Chance gives seat 1 a tenth; it decides and loses a fifth, half of it certain; seat 2 then
    loses everything.
    """
    values = [(0.5, 0.5), (0.6, 0.4), (0.4, 0.6), (1.0, 0.0)]
    actors = [tablee.CHANCE, 1, 2]
    losses = [0.0, 0.1, 0.6]
    doubts = [None, (0.03, 0.0), (0.0, 0.04)]
    one, two = add_up(values, (0.04, 0.04), actors, losses, doubts)
    assert (one.start, one.own, one.result) == (0.5, -0.1, 1.0)
    assert one.luck == pytest.approx(0.1 - 0.1)
    assert one.unknown == pytest.approx(-0.1)
    assert one.others == pytest.approx(0.6)
    assert one.luck_error == pytest.approx(0.05)
    assert two.own == -0.6
    assert two.others == pytest.approx(0.2)
    assert two.luck == pytest.approx(-0.1)
    for account in (one, two):
        assert account.balance == pytest.approx(account.result, abs=1e-12)


def test_resigning_in_the_ledger() -> None:
    accounts = add_up([(0.5, 0.5), (0.0, 1.0)], (0.0, 0.0), [], [], [], gave_up=(1,))
    assert [account.own for account in accounts] == [-0.5, 0]
    assert [account.others for account in accounts] == [0, 0.5]
