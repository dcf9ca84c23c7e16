"""Write the structs of the server as TypeScript: the protocol, and the scenes of each game.

`python tools/typescript.py` writes web/src/lib/wire.ts and web/src/games/GAME/scene.ts; `--check`
checks whether they are up to date.
"""

from __future__ import annotations

import collections.abc
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

SOURCES = Path(__file__).parents[1] / "web" / "src"
HEAD = "// Made by tools/typescript.py from the structs of the server: do not edit.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def main() -> int:
    """Write the files, or check them."""
    texts = {SOURCES / "lib" / "wire.ts": protocol(), **scenes()}
    if "--check" in sys.argv[1:]:
        return int(
            any(not file.exists() or file.read_text("utf-8") != texts[file] for file in texts)
        )
    for file, text in texts.items():
        file.write_text(text, "utf-8")
    return 0


def protocol() -> str:
    """Return the protocol of server and page."""
    from tablee.server import bodies, wire
    from tablee.show.saying import Saying
    from tablee.show.scene import PlainScene
    from tablee.show.step import Told

    named = {Saying: "Saying", Told: "Told", PlainScene: "PlainScene"} | {
        value: name for module in (wire, bodies) for name, value in own_structs(module)
    }
    unions = {one: spelt(getattr(wire, one), named) for one in ("FromClient", "FromServer", "News")}
    interfaces = [interface(kind, name, named) for kind, name in named.items()]
    types = [f"export type {union} = {members};\n" for union, members in unions.items()]
    number = f"export const PROTOCOL = {wire.PROTOCOL};\n"
    return "\n".join([HEAD, number, *interfaces, *types])


def scenes() -> dict[Path, str]:
    """Return the scenes of each game, by their files."""
    from tablee import discovery

    texts = {}
    for game in discovery.own_games():
        module = sys.modules[game.part("scene").Scene.__module__]
        prefix = game.name.capitalize()
        named = {value: f"{prefix}{name}" for name, value in own_structs(module)}
        parts = [interface(kind, name, named) for kind, name in named.items()]
        texts[SOURCES / "games" / game.name / "scene.ts"] = "\n".join([HEAD, *parts])
    return texts


def own_structs(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the structs that a module defines, without those that it derives others from."""
    for name, value in vars(module).items():
        if not isinstance(value, type) or not issubclass(value, msgspec.Struct):
            continue
        heirs = [one for one in value.__subclasses__() if one.__module__ == module.__name__]
        if value.__module__ == module.__name__ and not heirs:
            yield name, value


def interface(kind: Any, name: str, named: dict[Any, str]) -> str:
    """One struct; a field with a default may be missing in what a client sends, and in what the
    server sends where the struct says so.
    """
    lines = []
    config = kind.__struct_config__
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    hints = typing.get_type_hints(kind, include_extras=True)
    may_lack = config.forbid_unknown_fields or config.omit_defaults
    for field in msgspec.structs.fields(kind):
        mark = "?" if may_lack and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {spelt(hints[field.name], named)};")
    doc = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    body = "\n".join(lines)
    return f"/** {doc} */\nexport interface {name} {{\n{body}\n}}\n"


def spelt(hint: Any, named: dict[Any, str]) -> str:
    """Return a type in TypeScript."""
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
