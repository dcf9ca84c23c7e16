"""The coach on the page: advice rates each move with reasons, and a click plays it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from samples import HANDS, OPEN
from server.live import House, InstantThinkers, open_house
from tablee.coach.advice import Advice, MoveAdvice, explain
from tablee.server import wire
from tablee.server.workers.jobs import advised
from tablee.view import View

from ..browsing import PHONE, visit

pytestmark = pytest.mark.slow

BEST, OTHERS = 0.6, 0.4


class FakeCoach(InstantThinkers):
    """Makes up the chances of moves, with counted reasons."""

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
    with open_house(workers=FakeCoach()) as found:
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
        ada.open_table(OPEN, ["me", "gentle"], hints=True)
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


def test_advice_unfolds_the_panel_until_it_is_used_or_folded_away(
    browser: Browser, house: House
) -> None:
    """On a phone the panel covers the board, so it opens and closes with the advice."""
    with visit(browser, house.address, size=PHONE, coach=True) as ada:
        ada.open_table(OPEN, ["me", "gentle"], hints=True)
        hint = ada.page.locator("section.controls").get_by_role("button", name="Hint")
        panel = ada.page.locator("aside.panel")
        best = panel.locator(".coach ol button").first
        hint.click()
        expect(best).to_be_in_viewport()
        panel.get_by_role("button", name="Hide log and chat").click()
        expect(panel).to_have_count(0)
        ada.page.reload()
        hint.click()
        best.click()
        expect(panel).to_have_count(0)


class RankingCoach(InstantThinkers):
    """Rates moves by their place; two are equally good, and none is far behind."""

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        chances = (0.5, 0.51, 0.3, 0.49, 0.2)
        best = max(zip(chances, view.moves(), strict=False))
        moves = tuple(
            MoveAdvice(code, move, 1000, wins, 0.01, 9.0, 0.1, best[0] - wins, 0.01)
            for code, move, wins in zip(view.codes(), view.moves(), chances * 9, strict=False)
        )
        advice = Advice(view.game.name, view.seat or 0, best[1], moves, view, seed)
        told = advised(replace(advice, why=explain(advice)))
        return wire.Advice("", 0, view.seat or 0, told.moves, told.why)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_moves_are_in_the_order_of_the_chances_shown(language: str, browser: Browser) -> None:
    """Equally good moves come together, each with its own reasons; players are named."""
    with (
        open_house(workers=RankingCoach()) as house,
        visit(browser, house.address, language=language, coach=True) as ada,
    ):
        ada.open_table(HANDS, ["me", "gentle", "gentle"], hints=True)
        assert ada.wait()
        hint = {"en": "Hint", "fr": "Conseil"}[language]
        ada.page.locator("section.controls").get_by_role("button", name=hint).click()
        coach = ada.page.locator(".coach")
        expect(coach.locator("ol button").first).to_be_visible()
        shown = coach.locator("ol button .tabular").all_inner_texts()
        values = [float(text.split("±")[0].strip(" %\u00a0").replace(",", ".")) for text in shown]
        assert values == sorted(values, reverse=True)
        assert len(set(values)) > 2
        groups = coach.locator("ol").evaluate_all("all => all.map((one) => one.children.length)")
        assert groups[0] >= 2
        assert sum(groups) == len(values)
        assert coach.locator(".group").count() == len(groups) > 1
        reasons = coach.locator("ol button").evaluate_all(
            """all => all.map((one) =>
                [...one.querySelectorAll(".reason")].map((reason) => reason.textContent).join())"""
        )
        assert len(set(reasons)) > 1
        seat = {"en": "seat", "fr": "place"}[language]
        assert not re.search(rf"\b{seat} \d", coach.inner_text(), re.I)
        assert not ada.violations()
        ada.shoot(f"coach-ranked-{language}")
