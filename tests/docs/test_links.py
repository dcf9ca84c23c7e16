"""Everything the documentation points to exists: pages, headings, files and functions."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from markdown import Markdown

import tablee
from tablee.server.store.schema import STEPS

from .pages import FRONT, GENERATED, PAGES, ROOT, name_of, prose

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PICTURE = re.compile(r"<img src=\"([^\"]+)\"")
FOLDERS = "bench|deploy|docs|examples|src|tests|tools|web"
FILE = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")
DOTTED = re.compile(r"`(tablee(?:\.\w+)+)`")
PLACEHOLDER = re.compile("GAME|NAME|LANGUAGE")
PICTURE_FOLDER = ROOT / "docs" / "explanation" / "pictures"
PICTURES = sorted(PICTURE_FOLDER.glob("*.svg"))
ROOTS = ("web/src", "src/tablee", "src/tablee/server", "src/tablee/server/store")
TITLE = re.compile(r'class="t"[^>]*>([\w, ]+)<')
IN_PICTURE = re.compile(r'class="m"[^>]*>([^<]+)<')
MADE = ("src/tablee/page", "web/node_modules")  # build outputs, not in git


def anchors(page: Path) -> set[str]:
    """Return the ids of the headings of a page."""
    markdown = Markdown(extensions=["toc", "attr_list"])
    return set(re.findall(r'\bid="([^"]+)"', markdown.convert(page.read_text("utf-8"))))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_links_of_a_page_resolve(page: Path) -> None:
    for target in LINK.findall(prose(page)) + PICTURE.findall(prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), target
        assert found.is_relative_to(ROOT), target
        if page not in FRONT:
            assert found.is_relative_to(ROOT / "docs"), f"{target} is not part of the site"
        if anchor and not GENERATED.search(found.read_text("utf-8")):  # else strict mode checks it
            assert anchor in anchors(found), target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_files_a_page_names_exist(page: Path) -> None:
    for name in FILE.findall(prose(page)):
        if not PLACEHOLDER.search(name) and not name.startswith(MADE):
            assert (ROOT / name).exists(), name


@pytest.mark.slow  # it imports the whole server
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_functions_a_page_names_exist(page: Path) -> None:
    for name in DOTTED.findall(prose(page)):
        assert resolves(name), name


def resolves(name: str) -> bool:
    """Return whether a dotted name is a module, or something in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@pytest.mark.parametrize("picture", PICTURES, ids=lambda one: one.name)
def test_the_files_and_functions_a_picture_names_exist(picture: Path) -> None:
    for line in IN_PICTURE.findall(picture.read_text("utf-8")):
        path, _, functions = line.partition(": ")
        files = [
            file
            for root in ROOTS
            for file in (ROOT / root).glob(path.replace("GAME", "*"))
            if not file.parts[-2].startswith("_")
        ]
        assert files, line
        for function in filter(None, functions.split(", ")):
            name = re.escape(function.rpartition(".")[2])
            for file in files:
                assert re.search(rf"\b{name}\b", file.read_text("utf-8")), line


def test_the_picture_of_the_store_has_every_table() -> None:
    picture = (PICTURE_FOLDER / "stored.svg").read_text("utf-8")
    drawn = {word for title in TITLE.findall(picture) for word in title.split(", ")}
    made = " ".join(statement for step in STEPS for statement in step)
    tables = set(re.findall(r"CREATE TABLE (\w+)", made))
    assert tables, "no table is made"
    assert tables <= drawn, tables - drawn


def test_missing_names_are_found() -> None:
    assert resolves("tablee.position.Position.after")
    assert not resolves("tablee.position.Position.before")
    assert not resolves("tablee.nowhere")


def test_the_readme_has_a_small_picture_of_each_board() -> None:
    folder = "docs/pictures/readme"
    shown = PICTURE.findall((ROOT / "README.md").read_text("utf-8"))
    assert shown == [f"{folder}/{game.name}.webp" for game in tablee.all_games()]
    for picture in shown:
        assert 5_000 < (ROOT / picture).stat().st_size <= 60_000, picture


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = set(LINK.findall((folder / "README.md").read_text("utf-8")))
    assert {page.name for page in folder.glob("2*.md")} == {one for one in listed if one[0] == "2"}


def test_the_picture_of_the_layers_matches_the_linter() -> None:
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    layers = re.findall(r"tablee\.(\w+)", settings.partition("layers = [")[2].partition("\n]")[0])
    picture = (PICTURE_FOLDER / "layers.svg").read_text("utf-8")
    drawn = [word for title in TITLE.findall(picture) for word in title.split(", ")]
    assert [one for one in drawn if one != "web"] == layers
