"""Find a Chromium for browser tests, or install one.

`python tools/chromium.py` prints its path. `TABLEE_CHROMIUM` names one of your own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The first is headless only, and runs the same tests a third faster."""

LEAN = ("--no-install-recommends", "-o", "Dpkg::Use-Pty=0")
FONTS = "fonts-liberation"


def found() -> str | None:
    """Return an installed Chromium, if there is one."""
    own = os.environ.get("TABLEE_CHROMIUM")
    if own:
        return own
    on_path = next((path for name in NAMES if (path := shutil.which(name))), None)
    return on_path or playwrights_own()


def playwrights_own() -> str | None:
    """Return the one downloaded by Playwright, if there is one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def install() -> None:
    """Install one by the system's package manager, or else by Playwright."""
    if shutil.which("apt-get"):
        root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        run([*root, "apt-get", "update", "-qq"])
        for name in NAMES[:2]:
            if run([*root, "apt-get", "install", "-y", "-qq", *LEAN, name, FONTS]):
                return
    run([sys.executable, "-m", "playwright", "install", "chromium"])


def run(command: list[str]) -> bool:
    """Run a command, with its output on stderr; return whether it succeeded."""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, check=False, stdout=sys.stderr).returncode == 0


def main() -> int:
    """Print the path, or what to do."""
    if found() is None:
        install()
    path = found()
    if path is None:
        print(
            "The tests need a Chromium and none could be installed: install one "
            "(Debian: apt-get install chromium) or name yours in TABLEE_CHROMIUM.",
            file=sys.stderr,
        )
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
