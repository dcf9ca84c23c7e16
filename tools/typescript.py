"""Writes web/src/lib/wire.ts: the structs of the wire and of the scenes, as TypeScript.

`python tools/typescript.py` writes it, `--check` says whether it is as it should be.
"""

from __future__ import annotations

import collections.abc
import sys
import types
import typing
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

TARGET = Path(__file__).parents[1] / "web" / "src" / "lib" / "wire.ts"
HEAD = "// Made by tools/typescript.py from the structs of the server: do not edit.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def main() -> int:
    """Writes, or checks, the file."""
    text = rendered()
    if "--check" in sys.argv[1:]:
        return int(not TARGET.exists() or TARGET.read_text("utf-8") != text)
    TARGET.write_text(text, "utf-8")
    return 0


def rendered() -> str:
    """The whole file."""
    from tablee import discovery
    from tablee.server import wire
    from tablee.show.saying import Saying
    from tablee.show.scene import PlainScene
    from tablee.show.step import Told

    named = {Saying: "Saying", Told: "Told", PlainScene: "PlainScene"} | {
        value: name for name, value in own_structs(wire)
    }
    parts = [HEAD]
    parts += [interface(kind, name, named) for kind, name in named.items()]
    for union in ("FromClient", "FromServer", "News"):
        parts.append(f"export type {union} = {spelt(getattr(wire, union), named)};\n")
    http = optional_module("tablee.server.bodies")
    if http is not None:
        bodies = {value: name for name, value in own_structs(http)}
        parts += [interface(kind, name, named | bodies) for kind, name in bodies.items()]
    for game in discovery.own_games():
        module = sys.modules[game.part("scene").Scene.__module__]
        prefix = game.name.capitalize()
        scenes = {value: f"{prefix}{name}" for name, value in own_structs(module)}
        parts += [interface(kind, name, scenes) for kind, name in scenes.items()]
    return "\n".join(parts)


def optional_module(name: str) -> types.ModuleType | None:
    """A module that may not be there yet."""
    try:
        return import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name != name:
            raise
        return None


def own_structs(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """The structs that a module defines."""
    for name, value in vars(module).items():
        if not isinstance(value, type) or not issubclass(value, msgspec.Struct):
            continue
        if value.__module__ == module.__name__ and not value.__subclasses__():
            yield name, value


def interface(kind: Any, name: str, named: dict[Any, str]) -> str:
    """One struct; a field with a default may be missing in what a client sends, never in what
    the server sends.
    """
    lines = []
    config = kind.__struct_config__
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    hints = typing.get_type_hints(kind, include_extras=True)
    from_client = config.forbid_unknown_fields
    for field in msgspec.structs.fields(kind):
        mark = "?" if from_client and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {spelt(hints[field.name], named)};")
    doc = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    body = "\n".join(lines)
    return f"/** {doc} */\nexport interface {name} {{\n{body}\n}}\n"


def spelt(hint: Any, named: dict[Any, str]) -> str:
    """A type as TypeScript writes it."""
    if hint in named:
        return named[hint]
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is Any:
        return "any"
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return spelt(arguments[0], named)
    if origin is typing.Literal:
        return " | ".join(f'"{one}"' if isinstance(one, str) else str(one) for one in arguments)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(dict.fromkeys(spelt(one, named) for one in arguments))
    in_a_row = origin is tuple and arguments[-1] is Ellipsis
    if in_a_row or origin in (list, set, frozenset, collections.abc.Sequence):
        inner = spelt(arguments[0], named)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(spelt(one, named) for one in arguments)}]"
    if origin in (dict, collections.abc.Mapping):
        return f"Record<{spelt(arguments[0], named)}, {spelt(arguments[1], named)}>"
    raise TypeError(f"no TypeScript for {hint!r}")


if __name__ == "__main__":
    sys.exit(main())
