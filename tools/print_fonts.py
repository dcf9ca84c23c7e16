"""Make src/tablee/print/fonts: the two typefaces of the page as plain fonts for printing.

Typst reads no WOFF2, and drawings ask for a family and a weight. The names are our own, as the
licence of the originals requires of modified fonts. Needs web/node_modules.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).parents[1]
FACES = ROOT / "web" / "node_modules" / "@fontsource-variable"
FOLDER = ROOT / "src" / "tablee" / "print" / "fonts"
FONTS = (
    ("Tablee Serif", "fraunces/files/fraunces-latin-wght-normal.woff2", (600, 700)),
    ("Tablee Sans", "source-sans-3/files/source-sans-3-latin-wght-normal.woff2", (400, 600, 700)),
    ("Tablee Sans", "source-sans-3/files/source-sans-3-latin-wght-italic.woff2", (400,)),
)
FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT = 1, 2, 3, 4, 6
NAMES = (FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT)


def make() -> None:
    """Write a file for each typeface and weight, with the licences."""
    FOLDER.mkdir(exist_ok=True)
    for family, file, weights in FONTS:
        for weight in weights:
            one(family, FACES / file, weight)
        licence = FACES / Path(file).parts[0] / "LICENSE"
        shutil.copyfile(licence, FOLDER / f"{family.replace(' ', '')}-LICENSE.txt")


def one(family: str, file: Path, weight: int) -> None:
    """Cut one weight out of a variable font."""
    italic = "italic" in file.name
    style = f"{weight}{' Italic' if italic else ''}"
    font = TTFont(file, recalcTimestamp=False)
    instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
    font.flavor = None
    font["OS/2"].usWeightClass = weight
    table = font["name"]
    table.names = [record for record in table.names if record.nameID in (0, 13, 14)]
    full = f"{family} {style}"
    texts = (family, style, full, full, full.replace(" ", "-"))
    for name, text in zip(NAMES, texts, strict=True):
        table.setName(text, name, 3, 1, 0x409)
    font.save(FOLDER / f"{full.replace(' ', '')}.ttf")


if __name__ == "__main__":
    make()
