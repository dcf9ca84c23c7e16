"""Hooks of MkDocs for the documentation site (see `hooks` in mkdocs.yml).

They add generated reference pages, the colours and fonts of the game, and pages from outside docs.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from site_reference import PAGES

ROOT = Path(__file__).parents[2]
FONTS = ("TableeSans400", "TableeSans400Italic", "TableeSans700", "TableeSerif600")
MARKER = re.compile(r"<!-- generated: ([\w-]+) -->")
LIGHT = re.compile(r"^:root \{\n(.*?)^\}", re.M | re.S)
DARK = re.compile(r'^:root\[data-theme="dark"\] \{\n(.*?)^\}', re.M | re.S)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add files from elsewhere in the repository."""
    for name in ("CHANGELOG", "CONTRIBUTING"):
        text = (ROOT / f"{name}.md").read_text("utf-8").replace("](docs/", "](")
        files.append(File.generated(config, f"{name.lower()}.md", content=text))
    for font in FONTS:
        source = ROOT / "src" / "tablee" / "print" / "fonts" / f"{font}.ttf"
        target = f"assets/fonts/{font}.ttf"
        files.append(File.generated(config, target, abs_src_path=str(source)))
    files.append(File.generated(config, "assets/colours.css", content=colours()))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the generated reference pages."""
    return MARKER.sub(lambda found: PAGES[found[1]](), markdown)


def colours() -> str:
    """Return the colours of the game's page as light and dark schemes of the site."""
    theme = (ROOT / "web" / "src" / "theme.css").read_text("utf-8")
    found = []
    for scheme, block in (("default", LIGHT), ("slate", DARK)):
        match = block.search(theme)
        assert match is not None, f"theme.css has no block for the {scheme} scheme"
        values = "".join(re.findall(r"--[\w-]+:[^;]+;", match[1]))
        found.append(f'[data-md-color-scheme="{scheme}"] {{{values}}}\n')
    return "".join(found)
