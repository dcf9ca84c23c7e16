"""The coach's odds in Maroc'eau agree with the rules."""

from __future__ import annotations

import pytest

from coach.plays import choices
from tablee.games.maroceau import odds
from tablee.games.maroceau.state import FACE_DOWN, NO_CARD, PLACES, Code, Phase


def test_the_coach_knows_the_odds_of_drawing() -> None:
    seen = 0
    for position in choices("maroceau", 6, target=50):
        s = odds.seen(position.view(position.to_act))
        if s.phase != Phase.CHOOSE:
            continue
        seen += 1
        chances = position.after("draw").chances()
        lower = sum(w for text, w in chances.items() if int(text.split()[1]) < s.top)
        assert odds.chance_below(s, s.top) == lower / sum(chances.values())
        assert odds.estimate(s, s.turn) == pytest.approx(
            sum(odds.worth(s, card) for card in s.grid[s.turn * 12 : s.turn * 12 + 12])
        )
    assert seen > 50


def test_the_coach_foresees_columns_and_the_end_of_the_round() -> None:
    completed = ended = 0
    for seed in range(4):
        for position in choices("maroceau", 3, seed, target=50):
            s = odds.seen(position.view(position.to_act))
            for code in position.codes():
                after = odds.seen(position.after_code(code).view())
                if code >= Code.SWAP:
                    place = s.turn * PLACES + code - Code.SWAP
                    known = s.grid[place] != FACE_DOWN
                    done = odds.completes(s, place, s.hand)
                    if known:
                        assert done == (
                            after.grid[place] == NO_CARD and s.round_number == after.round_number
                        )
                    completed += done
                ends = odds.ends_round(s, code)
                if code >= Code.SWAP and s.grid[place] != FACE_DOWN and s.ended_by == 0:
                    assert not ends
                ended += ends
    assert completed > 3
    assert ended > 10


@pytest.mark.slow
def test_the_coach_warns_of_haste() -> None:
    for position in choices("maroceau", 3, 2, target=50):
        view = position.view(position.to_act)
        s = odds.seen(view)
        for code in view.codes():
            if odds.ends_round(s, code):
                found = odds.move_odds(view, code, 1, 50)
                (ends,) = [odd for odd in found if odd.key == "coach.maroceau_ends"]
                assert not ends.exact
                assert 0 <= ends.values["chance"].chance <= 1
                assert odds.move_odds(view, code, 1, 0) == found[:-1]
                return
    raise AssertionError("nobody could end the round")
