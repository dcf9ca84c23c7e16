"""The message catalogue: every sentence of the program in French and English, by key.

Keys are dotted, `file.name`; parameters stand in braces. The page, the terminal and the refusals
read the same files, so that nobody else holds prose.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

LANGUAGES = ("en", "fr")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All messages of a language by key."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
    messages = {}
    for entry in sorted(resources.files(__package__).joinpath(language).iterdir(), key=str):
        if entry.name.endswith(".json"):
            part = entry.name.removesuffix(".json")
            for key, message in json.loads(entry.read_text("utf-8")).items():
                messages[f"{part}.{key}"] = message
    return messages


@dataclass(frozen=True)
class Said:
    """A message to be put into another one, in whatever language that is said."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


def say(key: str, language: str = "en", **values: object) -> str:
    """The message of a key with its values put in.

    >>> say("common.and_so_on", "fr", count=3)
    '… et 3 autres'
    """
    spoken = {
        name: say(value.key, language, **value.values) if isinstance(value, Said) else value
        for name, value in values.items()
    }
    return catalogue(language)[key].format(**spoken)
