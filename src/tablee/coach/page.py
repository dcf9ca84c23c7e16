"""The review as one HTML file: readable, printable, light and dark, both languages, no scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from tablee.coach import report
from tablee.coach.plot import COLOURS, name_of, svg
from tablee.coach.review import Review, Verdict
from tablee.discovery import game as find_game
from tablee.show.saying import percent
from tablee.words import LANGUAGES, decimal, say

STYLE = """
:root{color-scheme:light dark;--ink:#22272e;--soft:#5b6672;--paper:#fff;--line:#d9dde2;
--wash:#f4f6f8}
@media (prefers-color-scheme:dark){
:root{--ink:#d5dae0;--soft:#98a2ad;--paper:#16191d;--line:#343a41;--wash:#1e2328}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1.5rem;color:var(--ink);background:var(--paper);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:.5rem 0 0}h2{font-size:1.15rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.3rem 0}.soft{color:var(--soft)}svg{width:100%;height:auto;display:block}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
.events th:nth-child(-n+3),.events td:nth-child(-n+3),.plies th:nth-child(-n+4),
.plies td:nth-child(-n+4),th:first-child,td:first-child{text-align:left}
thead th{border-bottom:2px solid var(--line);font-weight:600}
small{color:var(--soft);font-size:.9em}
.seat{display:inline-block;width:.8em;height:.8em;border-radius:50%;margin-right:.4em}
.card{background:var(--wash);border-radius:.5rem;padding:.6rem .9rem;margin:.5rem 0;
break-inside:avoid}
.blunder,.mistake,.inaccuracy{font-weight:600}
input.choice{position:absolute;opacity:0}label.choice{cursor:pointer;padding:.2rem .6rem;
border:1px solid var(--line);border-radius:.4rem;margin-right:.3rem}
section{display:none}
input.choice:focus-visible+label.choice{outline:2px solid #56b4e9}
summary{cursor:pointer}
@media print{label.choice{display:none}body{max-width:none;padding:0}}
"""
NAMES = {"en": "English", "fr": "Français"}


def page(review: Review, language: str = "en") -> str:
    """The whole file; the language is the one that is shown first."""
    title = escape(heading(review, language))
    choices = "".join(
        f'<input class="choice" type="radio" name="language" id="in-{one}"'
        f'{" checked" if one == language else ""}><label class="choice" for="in-{one}" '
        f'lang="{one}">{NAMES[one]}</label>'
        for one in LANGUAGES
    )
    shown = ",".join(f"#in-{one}:checked~.{one}" for one in LANGUAGES)
    pressed = ",".join(f"#in-{one}:checked+label" for one in LANGUAGES)
    style = f"{STYLE}{shown}{{display:block}}{pressed}{{background:var(--wash);font-weight:600}}"
    sections = "".join(section(review, one) for one in LANGUAGES)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{style}</style></head>\n"
        f"<body>{choices}{sections}</body></html>\n"
    )


def heading(review: Review, language: str) -> str:
    """The title of the review."""
    title = find_game(review.game).title
    return say("coach.review_title", language, title=title, plies=len(review.plies))


def section(review: Review, language: str) -> str:
    """The review in one language."""

    def h2(key: str) -> str:
        return f"<h2>{escape(say(f'coach.{key}', language))}</h2>"

    worst = "".join(worst_of(review, seat, language) for seat in range(1, review.seats + 1))
    return "\n".join(
        [
            f'<section class="{language}" lang="{language}">',
            f"<h1>{escape(heading(review, language))}</h1>",
            f'<p class="soft">{escape(report.note(review, language))}</p>',
            h2("review_chances"),
            svg(review, language),
            h2("review_turning"),
            turning(review, language),
            h2("review_ledger"),
            ledger(review, language),
            h2("review_decisions"),
            verdicts(review, language),
            worst,
            h2("review_all"),
            everything(review, language),
            "</section>",
        ]
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table of cells that are HTML already."""
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return (
        f'<div class="wide"><table class="{kind}"><thead><tr>{head}</tr></thead>'
        f"<tbody>\n{body}</tbody></table></div>"
    )


def seat_cell(review: Review, seat: int, language: str) -> str:
    """A seat with its colour and its name."""
    name = escape(name_of(review, seat, language))
    return f'<span class="seat" style="background:{COLOURS[seat - 1]}"></span>{name}'


def turning(review: Review, language: str) -> str:
    """What changed most, and for whom."""
    names = [name_of(review, seat, language) for seat in range(1, review.seats + 1)]
    columns = ["", *say("coach.review_event_columns", language).split("|"), *names]
    rows = []
    for number, index in enumerate(review.turning_points(), 1):
        changes = [percent(one, language, 1, sign=True) for one in review.change(index)]
        event = escape(report.event(review, index, language))
        rows.append([str(number), str(review.plies[index].number), event, *changes])
    return table(columns, rows, "events")


def ledger(review: Review, language: str) -> str:
    """The accounts of all seats, and what they mean."""
    columns = say("coach.review_ledger_columns", language).split("|")
    rows = []
    for account in review.accounts:
        parts = [
            (account.start, account.start_error, False),
            (account.luck, account.luck_error, True),
            (account.own, account.own_error, True),
            (account.others, account.others_error, True),
        ]
        rows.append(
            [
                seat_cell(review, account.seat, language),
                *(figure(value, error, sign, language) for value, error, sign in parts),
                f"<b>{percent(account.result, language, 0 if review.finished else 1)}</b>",
            ]
        )
    notes = [
        report.unknown(review, account.seat, language)
        for account in review.accounts
        if abs(account.unknown) >= report.WORTH_SAYING
    ]
    if not review.finished:
        notes.append(say("coach.review_unfinished", language))
    notes.append(say("coach.review_ledger_note", language))
    return table(columns, rows) + "".join(f'<p class="soft">{escape(one)}</p>' for one in notes)


def figure(value: float, error: float, sign: bool, language: str) -> str:
    """A part of an account with its standard error."""
    shown = percent(value, language, 1, sign=sign)
    return f"{shown} <small>± {decimal(100 * error, language)}</small>"


def verdicts(review: Review, language: str) -> str:
    """How often each verdict was said of each seat, and what its decisions lost."""
    columns = say("coach.review_verdict_columns", language).split("|")
    rows = []
    for seat in range(1, review.seats + 1):
        counts = review.tally(seat)
        loss = percent(review.accounts[seat - 1].own, language, 1, sign=True)
        rows.append(
            [seat_cell(review, seat, language), *(str(counts[one]) for one in Verdict), loss]
        )
    note = escape(report.thresholds(language))
    return f'{table(columns, rows)}<p class="soft">{note}</p>'


def worst_of(review: Review, seat: int, language: str) -> str:
    """A seat's worst decisions, with better moves and a reason."""
    name = name_of(review, seat, language)
    indices = review.worst(seat)
    if not indices:
        return f"<p>{escape(say('coach.review_none_worse', language, name=name))}</p>"
    parts = [f"<h3>{escape(say('coach.review_worst', language, name=name))}</h3>"]
    for index in indices:
        ply = review.plies[index]
        assert ply.judgement is not None
        lines = [report.played(review, index, language), report.better(review, index, language)]
        lines += [one.text(language) for one in ply.judgement.why[1:]]
        inside = "".join(f"<p>{escape(line)}</p>" for line in lines[1:])
        kind = ply.judgement.verdict
        parts.append(f'<div class="card"><p class="{kind}">{escape(lines[0])}</p>{inside}</div>')
    return "".join(parts)


def everything(review: Review, language: str) -> str:
    """All plies with the chances after them, folded away."""
    names = [name_of(review, seat, language) for seat in range(1, review.seats + 1)]
    columns = [*say("coach.review_ply_columns", language).split("|"), *names]
    rows = []
    for index, ply in enumerate(review.plies):
        verdict = ""
        if ply.judgement is not None:
            verdict = say(f"coach.verdict_{ply.judgement.verdict}", language)
            if ply.judgement.counted:
                verdict += f" <small>−{percent(ply.judgement.counted, language, 1)}</small>"
        after = [percent(value, language, 1) for value in review.values[index + 1]]
        who = escape(report.who(review, index, language))
        rows.append([str(ply.number), who, escape(ply.move), verdict, *after])
    label = escape(say("coach.review_all_label", language, plies=len(review.plies)))
    return f"<details><summary>{label}</summary>{table(columns, rows, 'plies')}</details>"
