"""The ladder of levels: each against the one below, in each game, with the fewest and four seats.

`python tools/documentation/ladder.py` plays it in about an hour on two cores and writes
docs/explanation/ratings.md. It fails if an interval is not above even. Rows that are not played
stay as they are on the page: `--only GAME --seats 4 --pairs master:thumb` plays one. `--times`
measures the time a move instead.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import tablee
from tablee.bots.heuristics import heuristic_of
from tablee.bots.levels import LEVELS
from tablee.bots.levels import player as find_player
from tablee.bots.players import Player
from tablee.kernel.dice import Dice
from tablee.lab.arena import (
    Blocks,
    Game,
    Standing,
    blocks_of,
    play_match,
    runner_for,
    standings,
)
from tablee.lab.estimate import Z
from tablee.lab.ranges import Runner, play_ranges
from tablee.view import View

ROOT = Path(__file__).parents[2]
GAMES = 900  # of a row, unless it is clear before
LOOKS = 15  # equally spaced checks for that
CLEAR = 3  # standard errors above even
BASELINE_EDGE = 0.15  # over a simple bot of a game's own: 65 % of the victories
TIMED_GAMES = 3

HEAD = """\
# Bot ratings

Made by `python tools/documentation/ladder.py`. Each pairing is played in every seating with the
same dice, so that luck and seats even out; the interval (95 %) is over blocks of such games. *Even*
is the share of victories the stronger player would have if both were equally strong. A shared
victory counts by its share, and in some games nobody may win.

A row has up to {games} games. They are checked up to {looks} times on the way, and the row stops
once the edge is {clear} standard errors above its target; so strict a check hardly changes what the
95 % at the end mean. A row is *clear* if its interval is above the target. The target is to be
better than even, except against a simple player of a game's own, such as *keeps-four*: there it is
65 % of the victories, an edge of +15. *thumb* is the game's rule of thumb without mistakes; where
the expert plays by it alone, the two rows are one measurement.

| game | seats | stronger | weaker | games | wins | even | edge | clear |
|---|---|---|---|---|---|---|---|---|
"""

TIMES_HEAD = """
## Time per move

Made by `python tools/documentation/ladder.py --times`: milliseconds on one core for a choice among
at least two moves, in {games} games with four seats, gentle and master in turn. The first choice of
each, which loads the compiled search, is left out.

| game | level | choices | median | longest |
|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Row:
    """A pairing of bots in a game with a number of seats."""

    game: str
    seats: int
    stronger: str
    weaker: str

    @property
    def goal(self) -> float:
        """Return the required edge."""
        return BASELINE_EDGE if self.weaker in baselines(tablee.game(self.game)) else 0.0

    @property
    def players(self) -> tuple[str, int, Player, Player]:
        """Return the players of a row; the same players need not play twice."""
        stronger, weaker = (find_player(name, self.game) for name in (self.stronger, self.weaker))
        return self.game, self.seats, stronger, weaker

    @property
    def key(self) -> str:
        """Return how its line on the page begins."""
        title = tablee.game(self.game).title
        return f"| {title} | {self.seats} | {self.stronger} | {self.weaker} |"


def baselines(game: tablee.Game) -> list[str]:
    """Return the names of a game's simple bots, against which others are measured."""
    return [name for name in heuristic_of(game).LADDER if name not in LEVELS]


def rows() -> Iterator[Row]:
    """Yield the steps of the ladder, and the master against simple players."""
    for game in tablee.all_games():
        for seats in (game.seats[0], 4):
            for stronger, weaker in zip(LEVELS[1:], LEVELS, strict=False):
                yield Row(game.name, seats, stronger, weaker)
            yield Row(game.name, seats, "master", "thumb")
    for game in tablee.all_games():
        for name in baselines(game):
            yield Row(game.name, game.seats[0], "master", name)


def measure(row: Row, most: int, seed: int, runner: Runner) -> tuple[Standing, int]:
    """Play a row until it is clear or has had its games."""
    bots = (row.stronger, row.weaker)
    task = Blocks(row.game, {}, bots, row.seats, seed)
    blocks = -(-most // task.block_size)
    between = max(1, blocks // LOOKS)
    played: list[Game] = []
    with closing(play_ranges(task, blocks, runner, run=task.run())) as run:
        for number, games in enumerate(blocks_of(run), 1):
            played += games
            if number % between == 0 and number > between:
                edge = standings(bots, row.seats, played)[0].edge
                if edge.mean - CLEAR * edge.margin / Z > row.goal:
                    break
    return standings(bots, row.seats, played)[0], len(played)


def line(row: Row, standing: Standing, games: int) -> str:
    """Return a row as it stands on the page."""
    verdict = "yes" if standing.edge.low > row.goal else "**no**"
    return (
        f"{row.key} {games} | {100 * standing.wins.mean:.1f} % | {100 * standing.even:.1f} % | "
        f"{100 * standing.edge.mean:+.1f} ± {100 * standing.edge.margin:.1f} | {verdict} |"
    )


class Timed:
    """A bot whose choices are timed, except the first."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds: list[float] = []

    def choose(self, view: View, dice: Dice) -> str:
        began = time.process_time()
        move = self.player.choose(view, dice)
        if len(view.codes()) > 1:
            self.seconds.append(time.process_time() - began)
        return move


def times(game: tablee.Game, seed: int) -> Iterator[str]:
    """Yield the times of the weakest and the strongest level, as lines of the page."""
    timed = {name: Timed(find_player(name, game.name)) for name in (LEVELS[0], LEVELS[-1])}
    for match in range(TIMED_GAMES):
        play_match(game.start(seats=4), [*timed.values()] * 2, seed, match)
    for name, player in timed.items():
        millis = [1000 * seconds for seconds in player.seconds[1:]]
        yield (
            f"| {game.title} | {name} | {len(millis)} | {median(millis):.2f} | {max(millis):.2f} |"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    names = [game.name for game in tablee.all_games()]
    parser.add_argument("--only", nargs="*", default=names, help="these games")
    parser.add_argument("--seats", nargs="*", type=int, help="at these numbers of seats")
    parser.add_argument("--pairs", nargs="*", help="these pairings, as master:expert")
    parser.add_argument("--games", type=int, default=GAMES, help="of a row, if it is not clear")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", metavar="auto|ADDRESS", help="play on a Ray cluster")
    parser.add_argument("--times", action="store_true", help="measure the time a move instead")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "explanation" / "ratings.md")
    given = parser.parse_args()
    failed = False
    if given.times:
        for name in given.only:
            for text in times(tablee.game(name), given.seed):
                put(text, given.out)
        return 0
    runner = runner_for("processes", given.cluster, given.workers)
    found: dict[tuple[str, int, Player, Player], tuple[Standing, int]] = {}
    for row in rows():
        if (
            row.game in given.only
            and (not given.seats or row.seats in given.seats)
            and (not given.pairs or f"{row.stronger}:{row.weaker}" in given.pairs)
        ):
            if row.players not in found:
                found[row.players] = measure(row, given.games, given.seed, runner)
            standing, games = found[row.players]
            failed |= standing.edge.low <= row.goal
            put(line(row, standing, games), given.out)
    return int(failed)


def put(text: str, page: Path) -> None:
    """Print a line and replace it on the page."""
    print(text, flush=True)
    known = page.read_text("utf-8").splitlines() if page.exists() else []
    found = {key_of(old): old for old in [*known, text] if old.startswith("| ")}
    page.write_text(page_of(found), "utf-8")


def key_of(text: str) -> str:
    """Return the key of a line of the page; a row of the ladder has nine cells."""
    cells = text.split("|")[1:-1]
    return "|" + "|".join(cells[: 4 if len(cells) == 9 else 2]) + "|"


def page_of(found: dict[str, str]) -> str:
    """Return the page docs/explanation/ratings.md, in the order of the ladder."""
    ladder = [found[row.key] for row in rows() if row.key in found]
    keys = [f"| {game.title} | {name} |" for game in tablee.all_games() for name in LEVELS]
    timed = [found[key] for key in keys if key in found]
    head = HEAD.format(games=GAMES, looks=LOOKS, clear=CLEAR)
    text = head + "\n".join(ladder) + "\n"
    missing = [row.key.strip("| ").replace(" |", ",") for row in rows() if row.key not in found]
    if missing:
        text += "\nNot measured yet with these levels:\n\n- " + "\n- ".join(missing) + "\n"
    if timed:
        text += TIMES_HEAD.format(games=TIMED_GAMES) + "\n".join(timed) + "\n"
    return text


if __name__ == "__main__":
    sys.exit(main())
