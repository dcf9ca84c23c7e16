"""The review as one HTML file: readable, printable, light and dark, both languages, no scripts."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from tablee.coach import report
from tablee.coach.plot import COLOURS, svg
from tablee.coach.review import Review
from tablee.show.saying import percent
from tablee.words import decimal, say

LANGUAGES = {"en": "English", "fr": "Français"}


def html(review: Review, language: str = "en") -> str:
    """Return the file; the given language is shown first."""
    templates = Environment(
        loader=PackageLoader("tablee.coach"), autoescape=True, undefined=StrictUndefined
    )
    return templates.get_template("report.html").render(
        review=review,
        first=language,
        languages=LANGUAGES,
        colours=COLOURS,
        report=report,
        heading=report.title,
        svg=svg,
        say=say,
        percent=percent,
        decimal=decimal,
    )
