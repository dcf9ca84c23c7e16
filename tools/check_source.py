"""Check the shape of the source: names of games and registries, lengths, private names in tests.

`python tools/check_source.py` prints each problem on a line; `make lint` runs it. The limits
and every exception from them, with its reason, are explained in
`docs/decisions/2026-11-19-shape-of-the-source.md`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
GAMES = "src/tablee/games"

LONGEST_FUNCTION = 60  # lines
LONGEST_FILE = 400
MOST_FILES = 12  # in a folder
MOST_PARAMETERS = 7  # without those that are named in the call and have a default
REGISTRY = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|docker|quay|ghcr)\.(?:org|com|io)\b|\"resolved\": \"http"
)
SOURCE = (".py", ".ts", ".svelte", ".css", ".cjs")

MAY_NAME_GAMES = {
    "src/tablee/games/": "the games",
    "web/src/games/": "the games",
    "tests/games/": "the games",
    "docs/": "what readers look up",
    "CHANGELOG.md": "what a user notices",
    "README.md": "what there is to play",
    "pyproject.toml": "what the package index shows",
    "mkdocs.yml": "the titles of the rulebooks",
    "tests/golden/": "golden data",
    "tests/perft/": "golden data",
    "tests/table/archive/": "golden data",
    "web/tests/games/": "the games",
}
MAY_TAKE_MORE = {
    "src/tablee/gamebox.py": "a game names all that it is in one call",
    "src/tablee/kernel/engines/cuda.py": "play_on_threads calls play_matches",
    "src/tablee/kernel/engines/playout.py": "play_matches is given rows of numbers and no objects",
}
MAY_REACH = {
    "bench/peers.py": "rlskyjo says which moves are legal in no other way",
}
PUBLIC = {"_", "_replace", "_exit"}  # documented, of named tuples and of os
MAY_BE_LONG = {
    "src/tablee/server/wire.py": "the protocol on one page, of declarations alone",
    "web/src/lib/wire.ts": "generated",
}
MAY_BE_FULL = {
    "src/tablee/games/": "a part is a file",
    "tools/soak/": "a campaign is a file",
    "web/src/games/": "a part is a file",
    "src/tablee/words/": "a file is the first part of its messages' keys",
    "tests/games/*/bad_boards/": "a board that breaks a rule is a file",
}


def main() -> int:
    """Print all problems; return 1 if there are any."""
    found = sorted(problems(tracked()))
    print("\n".join(found), end="\n" if found else "")
    return int(bool(found))


def tracked(root: Path = ROOT) -> dict[str, str]:
    """Return the text files of the checkout, those not yet added included, by their paths."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    texts = {}
    for name in filter(None, listed.split("\0")):
        try:
            texts[name] = (root / name).read_text("utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            texts[name] = ""  # an image; a file that was deleted
    return texts


def problems(files: dict[str, str]) -> Iterator[str]:
    """Yield the problems of a tree of files."""
    yield from named_games(files)
    yield from crowded(files)
    yield from named_registries(files)
    for path, text in files.items():
        if path.endswith(SOURCE) and not excepted(path, MAY_BE_LONG):
            lines = text.count("\n")
            if lines > LONGEST_FILE:
                yield f"{path}: {lines} lines; a file has {LONGEST_FILE} at most"
        if path.endswith(".py"):
            tree = ast.parse(text)
            yield from long_functions(path, tree)
            if not excepted(path, MAY_TAKE_MORE):
                yield from long_parameter_lists(path, tree)
            if not path.startswith("src/") and not excepted(path, MAY_REACH):
                yield from private_names(path, tree)


def excepted(path: str, exceptions: Iterable[str]) -> bool:
    """Return whether a path is one of these files or in a folder that matches."""
    return any(
        path == one or (one.endswith("/") and fnmatchcase(path, f"{one}*")) for one in exceptions
    )


def named_games(files: dict[str, str]) -> Iterator[str]:
    """Yield each line, and each path, that names a game where games should be found."""
    names = {PurePosixPath(path).parts[3] for path in files if path.startswith(f"{GAMES}/")}
    names = {name for name in names if not name.startswith("_")}
    if not names:
        return
    name = re.compile("|".join(sorted(names)))
    for path, text in files.items():
        if excepted(path, MAY_NAME_GAMES):
            continue
        if name.search(folded(path)):
            yield f"{path}: the path names a game"
        if name.search(folded(text)):
            for number, line in enumerate(text.splitlines(), 1):
                if name.search(folded(line)):
                    yield f"{path}:{number}: names a game: {line.strip()[:80]}"


def named_registries(files: dict[str, str]) -> Iterator[str]:
    """Yield each line with the address of a registry: which one is used is up to the machine."""
    for path, text in files.items():
        if REGISTRY.search(text):
            for number, line in enumerate(text.splitlines(), 1):
                if found := REGISTRY.search(line):
                    yield f"{path}:{number}: names a registry: {found[0]}"


def folded(text: str) -> str:
    """Return a text in lower case without accents and apostrophes."""
    if text.isascii():
        return text.lower().replace("'", "")
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in plain if char not in "'’" and not unicodedata.combining(char))


def crowded(files: dict[str, str]) -> Iterator[str]:
    """Yield the folders with too many files; docs and data don't count."""
    counts = Counter(
        str(PurePosixPath(path).parent) + "/" for path in files if path.endswith((*SOURCE, ".json"))
    )
    for folder, count in counts.items():
        if count > MOST_FILES and not excepted(folder, MAY_BE_FULL):
            yield f"{folder}: {count} files; a folder has {MOST_FILES} at most"


def long_functions(path: str, tree: ast.AST) -> Iterator[str]:
    """Yield the functions that are too long."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield (
                    f"{path}:{node.lineno}: {node.name} has {lines} lines; "
                    f"a function has {LONGEST_FUNCTION} at most"
                )


def long_parameter_lists(path: str, tree: ast.AST) -> Iterator[str]:
    """Yield the functions with too many parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            optional = sum(default is not None for default in given.kw_defaults)
            named = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            count = len(named) - optional - (named[:1] in (["self"], ["cls"]))
            if count > MOST_PARAMETERS:
                yield (
                    f"{path}:{node.lineno}: {node.name} has {count} parameters; "
                    f"a function has {MOST_PARAMETERS} at most"
                )


def private_names(path: str, tree: ast.Module) -> Iterator[str]:
    """Yield the private names of other modules that a test or a tool reaches into."""
    own = set(defined(tree))
    for node in ast.walk(tree):
        for name in reached(node):
            if private(name) and name not in own:
                yield f"{path}:{getattr(node, 'lineno', 0)}: reaches into the private name {name}"


def private(name: str) -> bool:
    """Return whether a name is private."""
    return name.startswith("_") and not name.endswith("__") and name not in PUBLIC


def defined(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module gives itself, or one of its classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from [node.attr] if ast.unparse(node.value) in ("self", "cls") else []


def reached(node: ast.AST) -> Iterator[str]:
    """Yield the names that are looked up in other objects."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names)
        yield from (node.module or "").split(".")
    elif isinstance(node, ast.Call) and called(node) in ("setattr", "getattr", "delattr"):
        texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
        yield from (part for text in texts if isinstance(text, str) for part in text.split("."))


def called(call: ast.Call) -> str:
    """Return the last name of a called function."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


if __name__ == "__main__":
    sys.exit(main())
