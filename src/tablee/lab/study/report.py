"""The report of a study in words: chapters with tables and plots, in either language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.discovery import game as find_game
from tablee.lab.estimate import Estimate
from tablee.lab.study import plots
from tablee.lab.study.findings import (
    MATTERS,
    PHASES,
    Effect,
    Findings,
    GameFindings,
    RungResult,
    Setup,
    Weighed,
)
from tablee.show.saying import THIN, percent, whole
from tablee.words import decimal, say


@dataclass(frozen=True)
class Table:
    """A table; `words` columns of it are words, all others numbers."""

    columns: list[str]
    rows: list[list[str]]
    words: int


@dataclass(frozen=True)
class Plot:
    """A plot, and what it shows."""

    title: str
    svg: str


@dataclass(frozen=True)
class Section:
    """Some sentences, a table and plots."""

    title: str
    text: list[str]
    table: Table
    plots: list[Plot]


@dataclass(frozen=True)
class Chapter:
    """What is said of one game."""

    title: str
    text: list[str]
    sections: list[Section]


@dataclass(frozen=True)
class Document:
    """A whole report."""

    title: str
    text: list[str]
    chapters: list[Chapter]


def document(findings: Findings, language: str) -> Document:
    """Return the report in a language."""
    return Writer(language).document(findings)


class Writer:
    """Writes a report in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **values: object) -> str:
        """Return a sentence of the report."""
        return say(f"study.{key}", self.language, **values)

    def document(self, findings: Findings) -> Document:
        """Return the whole report."""
        titles = ", ".join(find_game(one.spec.name).title for one in findings.games)
        return Document(
            title=self.say("title", titles=titles),
            text=[self.say("lead", seed=findings.study.seed)],
            chapters=[self.chapter(one) for one in findings.games],
        )

    def chapter(self, found: GameFindings) -> Chapter:
        """Return what is said of a game."""
        spec, game = found.spec, find_game(found.spec.name)
        text = []
        if game.options:
            text.append(self.say("options", options=self.options(spec.options)))
        return Chapter(game.title, text, list(self.sections(found)))

    def sections(self, found: GameFindings) -> Iterator[Section]:
        """Yield what there is to say."""
        yield self.turn_order(found.setups)
        yield self.length(found.setups)
        if found.weighed:
            yield self.decisions(found.weighed)
        if found.effects:
            yield self.effects(found.effects)
        if found.ladder and found.spec.ladder:
            yield self.ladder(found.ladder, found.spec.ladder.seats)

    def turn_order(self, setups: Sequence[Setup]) -> Section:
        """Return the victories by place in turn order."""
        most = max(one.seats for one in setups)
        rows = [
            [
                *self.setup(one), whole(one.games, self.language),
                self.points(one.advantage, sign=True),
                *[self.points(share) for share in one.shares], *[""] * (most - one.seats),
                self.percent(one.shared), self.percent(one.nobody),
            ]
            for one in setups
        ]  # fmt: skip
        columns = [
            *self.columns("order_columns"),
            *map(str, range(1, most + 1)),
            *self.columns("winner_columns"),
        ]
        drawn = [(", ".join(self.setup(one)), one.advantage) for one in setups]
        plot = self.intervals("order_plot", drawn)
        return Section(self.say("order"), [self.say("order_text")], Table(columns, rows, 2), [plot])

    def length(self, setups: Sequence[Setup]) -> Section:
        """Return how long games are."""
        rows = [
            [
                *self.setup(one), self.number(one.plies), self.number(one.decisions),
                decimal(one.deviation, self.language), *[f"{value:g}" for value in one.quantiles],
            ]
            for one in setups
        ]  # fmt: skip
        drawn = [(", ".join(self.setup(one)), one.ended) for one in setups]
        plot = self.curves("length_plot", drawn, self.percent)
        table = Table(self.columns("length_columns"), rows, 2)
        return Section(self.say("length"), [self.say("length_text")], table, [plot])

    def decisions(self, found: Weighed) -> Section:
        """Return how many moves there are, and which decisions matter."""
        spec = found.spec
        row = [
            self.seats(spec.seats), spec.player, str(spec.games), str(found.decisions),
            self.number(found.moves), str(found.most), self.points(found.forced),
            self.points(found.worth), self.points(found.matters),
        ]  # fmt: skip
        phases = [(phase + 0.5) * 100 / PHASES for phase in range(PHASES)]
        moves = list(zip(phases, found.moves_by_phase, strict=True))
        worth = list(zip(phases, found.worth_by_phase, strict=True))
        return Section(
            self.say("decisions"),
            [
                self.say("decisions_text", simulations=whole(spec.simulations, self.language)),
                self.say("matters_text", share=percent(MATTERS, self.language, 0)),
            ],
            Table(self.columns("decision_columns"), [row], 2),
            [
                self.curves("moves_plot", [(self.say("moves_curve"), moves)], self.plain),
                self.curves("worth_plot", [(self.say("worth_curve"), worth)], self.percent),
            ],
        )

    def effects(self, effects: Sequence[Effect]) -> Section:
        """Return what options change."""
        rows = [
            [
                self.options(one.options), self.seats(one.seats), self.player(one.policy),
                self.points(one.advantage, sign=True), self.number(one.decisions, sign=True),
                self.number(one.points, sign=True),
            ]
            for one in effects
        ]  # fmt: skip
        drawn = [
            (", ".join(row[:3]), one.advantage) for row, one in zip(rows, effects, strict=True)
        ]
        plot = self.intervals("effects_plot", drawn)
        table = Table(self.columns("effect_columns"), rows, 3)
        return Section(self.say("effects"), [self.say("effects_text")], table, [plot])

    def ladder(self, steps: Sequence[RungResult], seats: int) -> Section:
        """Return how much stronger each bot is than the one before it."""
        rows = [
            [
                one.stronger, one.weaker, str(one.games), self.points(one.standing.wins),
                self.percent(one.standing.even), self.points(one.standing.edge, sign=True),
                self.number(one.elo, sign=True, digits=0),
            ]
            for one in steps
        ]  # fmt: skip
        drawn = [
            (self.say("versus", stronger=one.stronger, weaker=one.weaker), one.standing.edge)
            for one in steps
        ]
        plot = self.intervals("ladder_plot", drawn)
        text = self.say("ladder_text", seats=seats)
        table = Table(self.columns("ladder_columns"), rows, 2)
        return Section(self.say("ladder"), [text], table, [plot])

    # --- plots, words and numbers -------------------------------------------------------------

    def intervals(self, key: str, rows: Sequence[tuple[str, Estimate]]) -> Plot:
        """Return a plot of differences with their intervals."""
        title = self.say(key)
        return Plot(title, plots.intervals(title, rows, self.signed))

    def curves(
        self, key: str, series: Sequence[tuple[str, Sequence[plots.Point]]], write: plots.Write
    ) -> Plot:
        """Return a plot of curves."""
        title = self.say(key)
        return Plot(title, plots.curves(title, series, write))

    def columns(self, key: str) -> list[str]:
        """Return the heads of columns."""
        return self.say(key).split("|")

    def setup(self, one: Setup) -> list[str]:
        """Return the players."""
        return [self.seats(one.seats), self.player(one.policy)]

    def seats(self, count: int) -> str:
        """Return a number of players."""
        return self.say("seats", count=count)

    def player(self, policy: str) -> str:
        """Return the name of a policy, without the folder of its file."""
        return policy.replace("\\", "/").rpartition("/")[2]

    def options(self, options: dict[str, Any]) -> str:
        """Return options as a file names them."""
        return ", ".join(f"{name} = {self.value(value)}" for name, value in options.items())

    def value(self, value: Any) -> str:
        """Return the value of an option as TOML writes it."""
        return str(value).lower() if isinstance(value, bool) else str(value)

    def percent(self, share: float) -> str:
        """Return a share."""
        return percent(share, self.language, 1)

    def signed(self, share: float) -> str:
        """Return a difference of shares."""
        return percent(share, self.language, 1, sign=True)

    def plain(self, value: float) -> str:
        """Return a number without needless decimals."""
        return decimal(value, self.language, 0 if value == int(value) else 1)

    def points(self, one: Estimate, *, sign: bool = False) -> str:
        """Return a share with its interval, in percent."""
        space = THIN if self.language == "fr" else " "
        mean = decimal(100 * one.mean, self.language, 1, sign)
        return f"{mean} ± {decimal(100 * one.margin, self.language)}{space}%"

    def number(self, one: Estimate, *, sign: bool = False, digits: int = 1) -> str:
        """Return a mean with its interval."""
        mean = decimal(one.mean, self.language, digits, sign)
        return f"{mean} ± {decimal(one.margin, self.language, digits)}"
