"""`tablee site`: write the page as a static site, which needs no server."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec

from tablee.discovery import own_games
from tablee.refusals import Refusal
from tablee.words import LANGUAGES, say

LIST = "files.json"  # of a site: all its files
MARK = '<meta name="tablee-site" content="1" />'


def add_to(commands: Any) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "site",
        help="write the page as a static site",
        description="Writes a folder that any file server can show, under any address: the four "
        "games against bots and around one screen, played in the browser, with or without a "
        "network. What needs a server, such as tables with friends by a link, is left out.",
    )
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="an empty folder")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Write the site."""
    count, size = write(given.out)
    megabytes = f"{size / 1e6:.1f}"
    print(say("site.written", given.language, folder=given.out, count=count, size=megabytes))
    return 0


def write(out: Path) -> tuple[int, int]:
    """Write the site into a folder; return how many files it has, and how many bytes."""
    from tablee.server.http.static import PAGE

    if not (PAGE / "index.html").is_file():
        raise Refusal("site.no_page")
    _make_room(out)
    files = {
        file.relative_to(PAGE).as_posix(): file.read_bytes()
        for file in sorted(PAGE.rglob("*"))
        if file.is_file() and file.suffix != ".br" and not file.is_relative_to(PAGE / "print")
    }
    files.pop(LIST, None)  # that of the page
    html = files["index.html"].decode().replace('="/', '="./')
    files["index.html"] = html.replace("<title>", f"{MARK}\n    <title>", 1).encode()
    files.update(_data())
    for name, content in files.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    (out / LIST).write_text(json.dumps(sorted(files)), "utf-8")
    return len(files) + 1, sum(map(len, files.values()))


def _make_room(out: Path) -> None:
    """Remove an earlier site; refuse a folder with anything else in it."""
    if not out.exists():
        return
    if not out.is_dir() or (any(out.iterdir()) and not (out / LIST).is_file()):
        raise Refusal("site.not_empty", folder=str(out))
    for name in ("assets", "data"):
        shutil.rmtree(out / name, ignore_errors=True)


def _data() -> dict[str, bytes]:
    """Return what the page asks a server for: the games, and their rules in each language."""
    from tablee.server.http.routes.games import all_games, rules_page

    own = [game.name for game in own_games()]
    files = {"data/games.json": [one for one in all_games() if one.name in own]}
    pages = {
        f"data/rules/{name}/{language}.json": rules_page(name, language)
        for name in own
        for language in LANGUAGES
    }
    return {name: msgspec.json.encode(told) for name, told in {**files, **pages}.items()}
