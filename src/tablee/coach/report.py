"""Review and advice as text for the terminal, at most 80 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tablee.coach.advice import SURE, Advice
from tablee.coach.ledger import Account
from tablee.coach.plot import name_of, shortened, shown_rows, spark
from tablee.coach.review import FINE, INACCURACY, MISTAKE, Review, Verdict
from tablee.discovery import game as find_game
from tablee.kernel.actors import CHANCE
from tablee.show.saying import percent, whole
from tablee.words import decimal, say

WIDTH = 80
NAME = 14  # columns for a name
SHOWN_MOVES = 12
WORTH_SAYING = 0.005  # a chance


def text(review: Review, language: str = "en") -> str:
    """Return the whole review."""
    lines = [title(review, language), note(review, language), "", *chances(review, language)]
    lines += ["", heading("review_turning", language), *turning(review, language)]
    lines += ["", heading("review_decisions", language), *verdicts(review, language)]
    for seat in range(1, review.seats + 1):
        lines += ["", *worst(review, seat, language)]
    lines += ["", heading("review_ledger", language), *ledger(review, language)]
    return "\n".join(lines)


def title(review: Review, language: str) -> str:
    """Return the title of the review."""
    game = find_game(review.game)
    return say("coach.review_title", language, title=game.title, plies=len(review.plies))


def names(review: Review, language: str) -> list[str]:
    """Return the names of all seats."""
    return [name_of(review, seat, language) for seat in range(1, review.seats + 1)]


def note(review: Review, language: str) -> str:
    """Return the simulations and the seed of the review."""
    games = whole(review.simulations, language)
    return say("coach.review_note", language, simulations=games, seed=review.seed)


def heading(key: str, language: str) -> str:
    """Return a heading with a rule after it."""
    words = say(f"coach.{key}", language)
    return f"{words} {'─' * (WIDTH - len(words) - 1)}"


def chances(review: Review, language: str) -> list[str]:
    """Return a sparkline for every seat."""
    width = WIDTH - NAME - 18
    lines = [heading("review_chances", language)]
    for seat in range(review.seats):
        values = [review.values[row][seat] for row in shown_rows(review)]
        first = percent(values[0], language, 0)
        last = percent(values[-1], language, 0)
        name = named(review, seat + 1, language)
        lines.append(f"{name} {first:>6} {spark(values, width):<{width}} {last:>6}")
    return lines


def named(review: Review, seat: int, language: str) -> str:
    """Return a seat with its number, padded to the width of a column."""
    name = name_of(review, seat, language)
    if review.names:
        name = say("coach.review_names", language, seat=seat, name=name)
    return f"{shortened(name, NAME):<{NAME}}"


def who(review: Review, index: int, language: str) -> str:
    """Return the name of the actor of a ply."""
    if index == 0 and review.deal > 1:
        return say("coach.review_deal", language)
    actor = review.plies[index].actor
    if actor == CHANCE:
        return say("coach.chance", language)
    return name_of(review, actor, language)


def event(review: Review, index: int, language: str) -> str:
    """Return a ply as text: actor and move."""
    if index == 0 and review.deal > 1:
        return say("coach.review_deal", language)
    move = review.plies[index].move
    return say("coach.review_event", language, who=who(review, index, language), move=move)


def turning(review: Review, language: str) -> list[str]:
    """Return the turning points, with the changes for each seat."""
    lines = []
    for number, index in enumerate(review.turning_points(), 1):
        changes = enumerate(review.change(index), 1)
        told = [
            f"{seat} {percent(change, language, 0, sign=True)}"
            for seat, change in sorted(changes, key=lambda pair: -abs(pair[1]))
            if abs(change) >= 0.01
        ]
        place = f"{number}) {review.plies[index].number}."
        lines.append(
            f"{place:<9} {shortened(event(review, index, language), 32):<32} {'  '.join(told)}"
        )
    return lines


def verdicts(review: Review, language: str) -> list[str]:
    """Return the table of verdicts for each seat, with what its decisions lost."""
    columns = say("coach.review_verdict_columns", language).split("|")
    rows = []
    for seat in range(1, review.seats + 1):
        counts = review.tally(seat)
        loss = percent(review.accounts[seat - 1].own, language, 1, sign=True)
        rows.append([named(review, seat, language), *(str(counts[v]) for v in Verdict), loss])
    return [*table(columns, rows), *wrapped(thresholds(language), 0)]


def thresholds(language: str) -> str:
    """Return the sentence that explains the verdicts."""
    limits = {"inaccuracy": FINE, "mistake": INACCURACY, "blunder": MISTAKE}
    spelt = {name: percent(limit, language) for name, limit in limits.items()}
    return say("coach.review_thresholds", language, errors=decimal(SURE, language), **spelt)


def worst(review: Review, seat: int, language: str) -> list[str]:
    """Return the worst decisions of a seat, with better moves and a reason."""
    name = name_of(review, seat, language)
    indices = review.worst(seat)
    if not indices:
        return wrapped(say("coach.review_none_worse", language, name=name), 0)
    lines = wrapped(say("coach.review_worst", language, name=name), 0)
    for index in indices:
        lines += [f"  {line}" for line in decision(review, index, language)]
    return lines


def decision(review: Review, index: int, language: str) -> list[str]:
    """Return what was played, what would have been better, and why."""
    judged = review.plies[index].judgement
    assert judged is not None
    lines = wrapped(played(review, index, language), 0)
    lines += wrapped(better(review, index, language), 4)
    return lines + [line for one in judged.why[1:] for line in wrapped(one.text(language), 4)]


def played(review: Review, index: int, language: str) -> str:
    """Return the move played, and the verdict."""
    ply = review.plies[index]
    judged = ply.judgement
    assert judged is not None
    return say(
        "coach.review_played",
        language,
        number=ply.number,
        name=name_of(review, ply.actor, language),
        move=ply.move,
        verdict=say(f"coach.verdict_{judged.verdict}", language),
        loss=percent(judged.loss, language, 1),
        error=percent(judged.loss_error, language, 1),
    )


def better(review: Review, index: int, language: str) -> str:
    """Return the moves that would have been better, with their chances."""
    ply = review.plies[index]
    judged = ply.judgement
    assert judged is not None
    mine = next(move.wins for move in judged.moves if move.move == ply.move)
    moves = ", ".join(
        say("coach.review_alternative", language, move=m.move, wins=percent(m.wins, language, 1))
        for m in judged.moves
        if m.wins - mine >= judged.loss / 2
    )
    return say("coach.review_alternatives", language, moves=moves, wins=percent(mine, language, 1))


def wrapped(words: str, indent: int) -> list[str]:
    """Wrap a sentence."""
    space = " " * indent
    return textwrap.wrap(
        words, WIDTH - 4, initial_indent=space, subsequent_indent=space + "  ",
        break_on_hyphens=False,
    )  # fmt: skip


def ledger(review: Review, language: str) -> list[str]:
    """Return the accounts of all seats, with notes."""
    columns = say("coach.review_ledger_short", language).split("|")
    rows = []
    for account in review.accounts:
        rows.append(
            [
                named(review, account.seat, language),
                *(figure(value, error, sign, language) for value, error, sign in parts(account)),
                percent(account.result, language, 0 if review.finished else 1),
            ]
        )
    lines = table(columns, rows)
    for note in ledger_notes(review, language):
        lines += wrapped(note, 0)
    return lines


def parts(account: Account) -> list[tuple[float, float, bool]]:
    """Return the terms of an account with their standard errors, and whether they are changes."""
    return [
        (account.start, account.start_error, False),
        (account.luck, account.luck_error, True),
        (account.own, account.own_error, True),
        (account.others, account.others_error, True),
    ]


def ledger_notes(review: Review, language: str) -> list[str]:
    """Return the notes below the accounts."""
    notes = [
        unknown(review, account.seat, language)
        for account in review.accounts
        if abs(account.unknown) >= WORTH_SAYING
    ]
    if not review.finished:
        notes.append(say("coach.review_unfinished", language))
    return [*notes, say("coach.review_ledger_note", language)]


def unknown(review: Review, seat: int, language: str) -> str:
    """Return the sentence about luck in what a seat could not know when it decided."""
    return say(
        "coach.review_part_unknown",
        language,
        name=name_of(review, seat, language),
        unknown=percent(review.accounts[seat - 1].unknown, language, 1, sign=True),
    )


def figure(value: float, error: float, sign: bool, language: str) -> str:
    """Return a term of an account with its standard error."""
    return f"{decimal(100 * value, language, sign=sign)} ± {decimal(100 * error, language)}"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines; all columns but the first are right-aligned."""
    cells = [[column.strip() for column in columns], *rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    return [
        "  ".join(
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def hint(advice: Advice, language: str = "en") -> str:
    """Return advice as text: reasons, moves from best to worst, odds."""
    game = find_game(advice.game)
    lines = [
        say("coach.hint_title", language, title=game.title, seat=advice.seat, best=advice.best),
        "",
    ]
    for saying in advice.why:
        lines += wrapped(saying.text(language), 0)
    columns = say("coach.hint_columns", language).split("|")
    rows = [
        [
            one.move,
            percent(one.wins, language, 1),
            decimal(100 * one.wins_error, language),
            decimal(one.score, language),
            decimal(one.score_error, language),
        ]
        for one in advice.ranked()[:SHOWN_MOVES]
    ]
    lines += ["", *table(columns, rows)]
    if len(advice.moves) > SHOWN_MOVES:
        lines.append(say("common.and_so_on", language, count=len(advice.moves) - SHOWN_MOVES))
    if advice.odds:
        lines += ["", say("coach.hint_odds", language)]
        for odd in advice.odds:
            lines += wrapped(f"· {odd.text(language)}", 0)
    games = whole(sum(one.simulations for one in advice.moves), language)
    cost = say("coach.hint_simulations", language, simulations=games, seed=advice.seed)
    return "\n".join([*lines, "", cost])
