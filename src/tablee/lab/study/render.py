"""The report of a study as a file: HTML in both languages, PDF in one, JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from tablee.coach.html_report import LANGUAGES
from tablee.lab.study.findings import Findings
from tablee.lab.study.report import document
from tablee.print import typesetting

TEMPLATES = Path(__file__).with_name("templates")
KINDS = (".html", ".pdf", ".json")


def html(findings: Findings, language: str) -> str:
    """Return the report as one HTML file without scripts; the given language is shown first."""
    loaders = [PackageLoader("tablee.lab.study"), PackageLoader("tablee.coach")]
    templates = Environment(
        loader=ChoiceLoader(loaders), autoescape=True, undefined=StrictUndefined
    )
    return templates.get_template("study.html").render(
        first=language,
        languages=LANGUAGES,
        documents={one: document(findings, one) for one in LANGUAGES},
    )


def pdf(findings: Findings, language: str) -> bytes:
    """Return the report as a PDF file."""
    data = asdict(document(findings, language)) | {"language": language}
    return typesetting.pdf(TEMPLATES / "study.typ", TEMPLATES, data)


def rendered(findings: Findings, kind: str, language: str) -> bytes:
    """Return the report in one of its formats."""
    if kind == ".pdf":
        return pdf(findings, language)
    if kind == ".json":
        found = asdict(findings) | {"study": findings.study.to_dict()}
        return (json.dumps(found, indent=2, ensure_ascii=False) + "\n").encode()
    return html(findings, language).encode()
