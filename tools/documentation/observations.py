"""Write the reference of observations and actions: docs/reference/observations.md.

python tools/documentation/observations.py           writes the page
python tools/documentation/observations.py --check   fails if the page is out of date
"""

from __future__ import annotations

import sys
from pathlib import Path

import tablee
from tablee.kernel.encoding import places, width
from tablee.lab.encoding import encoding_of

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "observations.md"
HEAD = """# Observations and actions

What a learner is given of each game, by [batches](../how-to/train-on-batches.md) and environments:
a row of whole numbers, 16 bits each, made from what the seat may see and nothing else. Two
positions that look alike to a seat give equal rows.

**Seats are counted from the one that looks**: 0 is itself, 1 the next in turn order; “from 1” means
that 1 is itself, since 0 stands for nobody. Seats that are not at the table hold zeros, or what the
table calls none. The rows are as long at every number of seats and with all options.

An **action** is the code of a move, as `Position.codes()` lists them; a game with very many codes
has fewer actions instead.

This page is written by `tools/documentation/observations.py` from the `encode.py` of each game.
"""


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for game in tablee.all_games():
        encoding = encoding_of(game)
        begins = places(encoding.FEATURES)
        parts.append(f"\n## {game.title}\n")
        parts.append(f"{width(encoding.FEATURES)} numbers, {encoding.ACTIONS} actions.\n")
        parts.append("| place | name | from | to | meaning |\n|---|---|---|---|---|")
        for one in encoding.FEATURES:
            first = begins[one.name]
            place = f"{first}" if one.length == 1 else f"{first} … {first + one.length - 1}"
            parts.append(
                f"| {place} | `{one.name}` | {one.lowest} | {one.highest} | {one.meaning} |"
            )
        if about := getattr(encoding, "ABOUT_ACTIONS", ""):
            parts.append(about.rstrip())
    return "\n".join(parts) + "\n"


def main() -> int:
    """Write the page, or compare it."""
    if "--check" in sys.argv[1:]:
        if PAGE.read_text("utf-8") == page():
            return 0
        print(f"{PAGE} is not up to date: run python tools/documentation/observations.py")
        return 1
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
