"""Generate reference pages of the documentation site from the program.

`site_hooks.py` replaces each marker by its page: `<!-- generated: messages -->`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from html import escape
from textwrap import dedent
from typing import Any
from unittest.mock import patch

Schema = dict[str, Any]
WIDTH = "88"  # columns of a help text
DATA = "~/.local/share"  # the width of a help text on most machines


def command_line() -> str:
    """Return every subcommand with its help, as `tablee COMMAND --help` prints it."""
    from tablee.cli.main import build_parsers

    parts = []
    with patch.dict(os.environ, COLUMNS=WIDTH, XDG_DATA_HOME=DATA):
        for name, command in build_parsers()[1].items():
            parts.append(f"## tablee {name}\n\n```text\n{command.format_help().rstrip()}\n```")
    return "\n\n".join(parts)


def messages() -> str:
    """Return the WebSocket messages of both directions, then the objects they contain."""
    from tablee.server.http.message_schema import messages as schema

    whole = schema()
    kinds = whole["$defs"]
    parts, sent = [], set()
    for title, way in (("From the client", "from_client"), ("From the server", "from_server")):
        parts.append(f"## {title}")
        for tag, reference in whole[way]["discriminator"]["mapping"].items():
            name = name_of(reference)
            sent.add(name)
            parts.append(described(f"`{tag}`", name, kinds[name], skip="do"))
    parts.append("## Objects")
    parts += [
        described(shown(name), name, kinds[name]) for name in sorted(kinds) if name not in sent
    ]
    return "\n\n".join(parts)


def http() -> str:
    """Return the HTTP calls by area, then the objects they take and return."""
    from tablee.server.app import api_description as openapi

    whole = openapi()
    areas: dict[str, list[str]] = {}
    for path, methods in whole["paths"].items():
        for method, call in methods.items():
            areas.setdefault(call["tags"][0], []).append(one_call(method.upper(), path, call))
    parts = []
    for area, calls in areas.items():
        parts += [f"## {area.capitalize()}", *calls]
    kinds = whole["components"]["schemas"]
    parts.append("## Objects")
    parts += [described(shown(name), name, kinds[name]) for name in sorted(kinds)]
    return "\n\n".join(parts)


PAGES: dict[str, Callable[[], str]] = {
    "command-line": command_line,
    "messages": messages,
    "http": http,
}


# --- JSON Schema as Markdown ---------------------------------------------------------------------


def described(heading: str, name: str, schema: Schema, skip: str = "") -> str:
    """Return an object: its heading, description and table of fields."""
    story = dedent(" " * 4 + schema.get("description", "")).strip()
    lines = [f"### {heading} {{ #{anchor(name)} }}", "", story, ""]
    fields = {key: one for key, one in schema.get("properties", {}).items() if key != skip}
    if fields:
        lines += ["| field | type | |", "|---|---|---|"]
    for key, one in fields.items():
        lines.append(f"| `{key}` | {type_of(one)} | {need(key, one, schema)} |")
    return "\n".join(lines).rstrip()


def one_call(method: str, path: str, call: Schema) -> str:
    """Return a call: its parameters and answers."""
    lines = [f"### `{method} {path}`", "", call.get("description") or "", ""]
    asked = [
        f"- {one['in']} `{one['name']}`: {type_of(one['schema'])}"
        + ("" if one["required"] else ", optional")
        for one in call.get("parameters", [])
    ]
    if body := call.get("requestBody"):
        asked.append(f"- body: {content_of(body)}")
    status, answer = next(iter(call["responses"].items()))
    found = content_of(answer)
    lines += [*asked, f"- answers {status}" + (f": {found}" if found else "")]
    return "\n".join(lines)


def content_of(body: Schema) -> str:
    """Return the type of a body, and its media type unless that is JSON."""
    found = []
    for media, one in body.get("content", {}).items():
        kind = type_of(one["schema"])
        found.append(kind if media == "application/json" else f"`{media}`")
    return ", ".join(found)


def need(key: str, schema: Schema, of: Schema) -> str:
    """Return whether a field is required, and its default otherwise."""
    if key in of.get("required", ()):
        return "required"
    default = schema.get("default")
    return "optional" if default in (None, [], {}) else f"default `{default}`"


def type_of(schema: Schema) -> str:
    """Return a type in words, with links to the objects it names."""
    limits = "".join(limits_of(schema))
    if "$ref" in schema:
        name = name_of(schema["$ref"])
        return f"[{shown(name)}](#{anchor(name)})"
    for either in ("anyOf", "oneOf"):
        if either in schema:
            kinds = [type_of(one) for one in schema[either]]
            return " or ".join(dict.fromkeys(kinds)) + limits
    if "enum" in schema:
        return ", ".join(f"`{'null' if one is None else one}`" for one in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        items = schema.get("items") or {}
        return f"list of {type_of(items)}{limits}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {type_of(schema['additionalProperties'])}"
    return (kind if isinstance(kind, str) else " or ".join(kind)) + limits


def limits_of(schema: Schema) -> Iterator[str]:
    """Return bounds and patterns in words."""
    for low, high, unit in (
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " items"),
    ):
        if low in schema and high in schema:
            yield f", {schema[low]} to {schema[high]}{unit}"
        elif low in schema:
            yield f", {schema[low]} or more{unit}"
        elif high in schema:
            yield f", up to {schema[high]}{unit}"
    if "pattern" in schema:
        yield f", matching <code>{escape(readable(schema['pattern']))}</code>"


def readable(pattern: str) -> str:
    """Return a pattern without the guard that Python's `$` needs."""
    return pattern.replace(r"(?!\n)$", "$").replace("|", r"\|")


def name_of(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]


def shown(name: str) -> str:
    """Return a name for people: `tablee.games.GAME.scene.Scene` is Scene (GAME)."""
    found = re.fullmatch(r"tablee\.games\.(\w+)\.scene\.(\w+)", name)
    return f"{found[2]} ({found[1]})" if found else name


def anchor(name: str) -> str:
    """Return an anchor that no heading generates."""
    return "object-" + re.sub(r"\W+", "-", name).lower()
