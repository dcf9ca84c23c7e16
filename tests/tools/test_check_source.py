"""The tool that checks the shape of the source finds each kind of problem."""

from __future__ import annotations

from textwrap import dedent

import pytest

from check_source import LONGEST_FILE, LONGEST_FUNCTION, MOST_FILES, excepted, problems

GAME = "src/tablee/games/halma/rules.py"


def found(**files: str) -> list[str]:
    """Return what is wrong with a tree of these files and a folder for a game called Halma."""
    texts = {name.replace("__", "/") + ".py": dedent(text) for name, text in files.items()}
    return list(problems({GAME: "", **texts}))


def test_a_tree_in_order_has_no_problems() -> None:
    assert found(src__tablee__table="def start(): ...\n") == []


@pytest.mark.parametrize(
    "text", ["start('halma')", "# as in Hálma", "class HALMA: ...", "'hal’ma'"]
)
def test_naming_a_game_is_found(text: str) -> None:
    assert found(src__table=f"\n{text}\n") == [f"src/table.py:2: names a game: {text}"]


def test_naming_a_game_in_a_path_is_found() -> None:
    assert found(tests__test_halma="") == ["tests/test_halma.py: the path names a game"]


@pytest.mark.parametrize("folder", ["src__tablee__games__halma", "tests__games__halma", "docs"])
def test_a_game_may_be_named_in_its_folders_and_the_docs(folder: str) -> None:
    assert found(**{f"{folder}__odds": "'halma'"}) == []


@pytest.mark.parametrize(
    "address",
    ["py" + "pi.org", "files.python" + "hosted.org", "registry.npm" + "js.org", "docker" + ".io"],
)
def test_the_address_of_a_registry_is_found(address: str) -> None:
    (problem,) = found(deploy__image=f"#\n# https://{address}/simple/\n")
    assert problem.startswith("deploy/image.py:2: names a registry: ")


def test_an_address_in_a_lock_of_npm_is_found() -> None:
    lock = '# "resolved"' + ': "https://packages.example/svelte.tgz"'
    assert len(found(web__lock=lock)) == 1


def test_a_long_file_is_found() -> None:
    assert found(src__a="#\n" * LONGEST_FILE) == []
    (problem,) = found(src__a="#\n" * (LONGEST_FILE + 1))
    assert problem.startswith(f"src/a.py: {LONGEST_FILE + 1} lines")


def test_a_long_function_is_found() -> None:
    body = "    pass\n"
    assert found(src__a="def f():\n" + body * (LONGEST_FUNCTION - 1)) == []
    (problem,) = found(src__a="async def f():\n" + body * LONGEST_FUNCTION)
    assert problem.startswith("src/a.py:1: f has 61 lines")


def test_a_crowded_folder_is_found() -> None:
    files = {f"src__{letter}": "" for letter in "abcdefghijkl"}
    assert len(files) == MOST_FILES
    assert found(**files) == []
    (problem,) = found(**files, src__m="")
    assert problem.startswith("src/: 13 files")


def test_too_many_parameters_are_found() -> None:
    (problem,) = found(src__a="def f(a, b, c, d, /, e, f, g, *, h): ...\n")
    assert problem.startswith("src/a.py:1: f has 8 parameters")
    method = "class A:\n    def f(self, a, b, c, d, e, f, g, *, option=1): ...\n"
    assert found(src__a=method) == []


@pytest.mark.parametrize(
    "line",
    [
        "from tablee.table import _hidden",
        "import tablee._hidden as t; t._hidden",
        "x._hidden",
        "monkeypatch.setattr(module, '_hidden', 1)",
        "getattr(module, 'one._hidden')",
    ],
)
def test_private_names_in_tests_are_found(line: str) -> None:
    assert any("private name _hidden" in problem for problem in found(tests__test_a=f"{line}\n"))
    assert found(src__a=f"{line}\n") == []  # mypy and the linter check the program


def test_a_test_may_use_its_own_private_names() -> None:
    own = "class A:\n    def __init__(self):\n        self._mine = self._mine\n"
    assert found(tests__test_a=own + "def _helper(): ...\nx._replace(a=1)\nx.__doc__\n") == []


def test_an_exception_is_a_file_a_folder_or_a_pattern_of_folders() -> None:
    assert excepted("docs/a/b.md", ["docs/"])
    assert excepted("docs/a.md", ["docs/a.md"])
    assert excepted("tests/a/boards/b.json", ["tests/*/boards/"])
    assert not excepted("docs/a.md.orig", ["docs/a.md"])
    assert not excepted("docs", ["docs/"])
