"""How long a bot thinks in a browser: `python bench/browser/browser_bots.py`.

A real Chromium plays the first moves of a match in each game by the compiled rules that a static
site has, at its own pace and with its processor slowed down four times, about a phone of the middle
class. Slowing down reaches the thread of a page alone, and not its workers, so that is where it is
measured; the site itself thinks in a worker. The median and the slowest move are told, of the best
of some tries: machines are shared and noisy.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from statistics import median

from playwright.sync_api import CDPSession, Page, sync_playwright

import tablee
from tablee.discovery import own_games
from tablee.kernel.wasm.stamp import FILE

ROOT = Path(__file__).parents[2]
SLOWER = 4
SCRIPT = """async ([script, ...given]) => {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const { paces } = await import(address);
    return paces(...given);
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", default="master")
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--tries", type=int, default=3)
    given = parser.parse_args()
    script = bundled()
    print(f"{'game':<12}{'seats':>6}{'median ms':>11}{'slowest':>9}", end="")
    print(f"{f'/{SLOWER}: median':>13}{'slowest':>9}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto("about:blank")
        session = page.context.new_cdp_session(page)
        for game in own_games():
            found = [measured(page, session, script, game, given, rate) for rate in (1, SLOWER)]
            numbers = [f"{number:.0f}" for pair in found for number in pair]
            seats = min(4, game.seats[-1])
            print(f"{game.title:<12}{seats:>6}{numbers[0]:>11}{numbers[1]:>9}", end="")
            print(f"{numbers[2]:>13}{numbers[3]:>9}", flush=True)
        browser.close()


def measured(
    page: Page,
    session: CDPSession,
    script: str,
    game: tablee.Game,
    given: argparse.Namespace,
    rate: int,
) -> tuple[float, float]:
    """Return the median and the slowest move of the best try, in milliseconds."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    module = b64encode((game.folder / FILE).read_bytes()).decode()
    asked = [script, game.name, module, given.level, min(4, game.seats[-1]), given.moves]
    tries = [page.evaluate(SCRIPT, asked) for _ in range(given.tries)]
    return min((median(paces), max(paces)) for paces in tries)


def bundled() -> str:
    """Return the page's rules and bots with what measures them, as one script."""
    sys.path.insert(0, str(ROOT))
    import hatch_build

    with tempfile.TemporaryDirectory() as folder:
        hatch_build.node(ROOT / "web" / "tests" / "engine" / "bundle.mjs", folder, "pace")
        return next(Path(folder).glob("pace.*")).read_text("utf-8")


def chromium() -> str:
    """Return the Chromium of the tests."""
    tool = [sys.executable, str(ROOT / "tools" / "chromium.py")]
    return subprocess.run(tool, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()
