"""The coach on the page: asked, he says what each move is worth and why; a click plays it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from server.app.house import AtOnce, House, open_house
from tablee.coach.coach import Advice, MoveAdvice, explain
from tablee.position import View
from tablee.server import wire
from tablee.server.thinking import advised

from .browsing import visit

BEST, OTHERS = 0.6, 0.4


class Sure(AtOnce):
    """Makes up how often moves win; what there is to say of them is counted."""

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        moves = tuple(
            MoveAdvice(code, move, 1000, wins, 0.01, 9.0, 0.1, BEST - wins, 0.01)
            for code, move, wins in zip(view.codes(), view.moves(), (BEST, OTHERS), strict=True)
        )
        advice = Advice(view.game.name, view.seat or 0, moves[0].move, moves, view, seed)
        told = advised(replace(advice, why=explain(advice)))
        return wire.Advice("", 0, view.seat or 0, told.moves, told.why)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with open_house(workers=Sure()) as found:
        yield found


@pytest.mark.parametrize(
    ("language", "asked", "quoted"),
    [
        ("en", "Hint", re.compile("“[A-Z].+” wins")),
        ("fr", "Conseil", re.compile(r"«\s[A-Z].+\s» gagne")),
    ],
)
def test_the_coach_calls_moves_by_their_names(
    language: str, asked: str, quoted: re.Pattern[str], browser: Browser, house: House
) -> None:
    with visit(browser, house.address, language=language, coach=True) as ada:
        ada.open_table("mahe", ["me", "gentle"], hints=True)
        expect(ada.moves).to_have_count(2)
        ada.page.get_by_role("button", name=asked).first.click()
        coach = ada.page.locator(".coach")
        expect(coach.locator(".why li").first).to_have_text(quoted)
        assert not ada.violations()
        ada.shoot(f"coach-{language}")
        best = coach.locator("ol button").first
        expect(best).to_contain_text("60")
        best.click()
        expect(coach.locator("ol")).to_have_count(0)
