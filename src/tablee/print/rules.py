"""The rules for paper: `docs/rules` in its paragraphs, without examples, as data for typst."""

from __future__ import annotations

import re
from typing import Any

from tablee import rulebook

EXAMPLE = re.compile(r"^\*Ex[ae]mple\.\*", re.MULTILINE)  # all that follows explains it
CODE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARKED = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*]+)\*")

Block = dict[str, Any]
Inline = dict[str, str | None]


def introduction(game: str, language: str) -> list[Block]:
    """Return the text before the first section."""
    return blocks(rulebook.page(game, language).partition("\n")[2].partition("\n## ")[0])


def in_short(game: str, language: str) -> Block:
    """Return the last section of the page: its title and its text."""
    title, text = list(rulebook.appendices(game, language).items())[-1]
    return {"title": title, "blocks": blocks(text)}


def sections(game: str, language: str) -> list[Block]:
    """Return all paragraphs by section."""
    found: list[Block] = []
    for one in rulebook.paragraphs(game, language).values():
        if not found or found[-1]["title"] != one.section:
            found.append({"title": one.section, "paragraphs": []})
        rule = {"id": one.id, "title": one.title, "blocks": blocks(EXAMPLE.split(one.text)[0])}
        found[-1]["paragraphs"].append(rule)
    return found


def blocks(text: str) -> list[Block]:
    """Split Markdown into blocks: text, list or code.

    >>> blocks("**Roll** it.")
    [{'text': [{'style': 'strong', 'text': 'Roll'}, {'style': None, 'text': ' it.'}]}]
    """
    found: list[Block] = []
    for at, part in enumerate(CODE.split(text)):
        if at % 2:
            found.append({"code": part.rstrip("\n")})
        else:
            found += [_block(one) for one in re.split(r"\n{2,}", part) if one.strip()]
    return found


def _block(text: str) -> Block:
    text = text.strip()
    if not text.startswith("- "):
        return {"text": inlines(text)}
    items = re.split(r"^- ", text, flags=re.MULTILINE)[1:]
    return {"list": [inlines(item) for item in items]}


def inlines(text: str) -> list[Inline]:
    """Return styled words on one line."""
    found: list[Inline] = []
    done = 0
    text = re.sub(r"\s*\n\s*", " ", text.strip())
    for match in MARKED.finditer(text):
        found.append({"style": None, "text": text[done : match.start()]})
        found.append({"style": match.lastgroup, "text": match[match.lastgroup or 0]})
        done = match.end()
    found.append({"style": None, "text": text[done:]})
    return [one for one in found if one["text"]]
