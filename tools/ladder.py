"""The ladder of levels: each against the one below, in each game, at the fewest and at four seats.

`python tools/ladder.py` plays it in about an hour on two cores and writes docs/ratings.md. It fails
if an interval is not above even.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import tablee
from tablee.bots.levels import LEVELS
from tablee.lab.arena import Standing, arena

ROOT = Path(__file__).parents[1]
CHEAP, DEAR = 900, 300  # games of a pairing, without and with a master
FOUR_GOAL = 0.65


def pairings(game: tablee.Game) -> list[tuple[str, str]]:
    """(stronger, weaker): the steps of the ladder, and the master against the rule of thumb."""
    steps = list(zip(LEVELS[1:], LEVELS, strict=False))
    return [*steps, ("master", "thumb")]


def games_for(stronger: str, scale: float) -> int:
    return max(12, int((DEAR if stronger == "master" else CHEAP) * scale))


def line(
    game: tablee.Game, seats: int, stronger: str, weaker: str, standing: Standing, games: int
) -> str:
    verdict = "yes" if standing.edge.low > 0 else "**no**"
    return (
        f"| {game.title} | {seats} | {stronger} | {weaker} | {games} | "
        f"{100 * standing.wins.mean:.1f} % | {100 * standing.even:.1f} % | "
        f"{100 * standing.edge.mean:+.1f} ± {100 * standing.edge.margin:.1f} | {verdict} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="times as many games")
    parser.add_argument("--only", nargs="*", default=[game.name for game in tablee.all_games()])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=str(ROOT / "docs" / "ratings.md"))
    given = parser.parse_args()
    lines, failed, began = [], 0, time.perf_counter()
    for name in given.only:
        game = tablee.game(name)
        for seats in (game.seats[0], 4):
            for stronger, weaker in pairings(game):
                games = games_for(stronger, given.scale)
                result = arena(
                    name, bots=[stronger, weaker], games=games, seats=seats, seed=given.seed
                )
                standing = result.standings[0]
                failed += standing.edge.low <= 0
                lines.append(line(game, seats, stronger, weaker, standing, result.games))
                print(lines[-1], flush=True)
    if "maroceau" in given.only:
        games = int(CHEAP * given.scale)
        result = arena("maroceau", bots=["master", "keeps-four"], games=games, seats=2)
        standing = result.standings[0]
        failed += standing.wins.mean < FOUR_GOAL
        game = tablee.game("maroceau")
        lines.append(line(game, 2, "master", "keeps-four", standing, result.games))
        print(lines[-1], flush=True)
    Path(given.out).write_text(page(lines, time.perf_counter() - began), "utf-8")
    return int(failed > 0)


def page(lines: list[str], seconds: float) -> str:
    """The page docs/ratings.md."""
    return "\n".join(
        [
            "# How strong the levels are",
            "",
            "Made by `python tools/ladder.py`. Each pairing is played in every seating with the",
            "same dice, so that luck and seats are even; the interval (95 %) is over blocks of",
            "such games. *Even* is the share of victories the stronger player would have if both",
            "were alike; a shared victory counts by its share, and in Mâamut the mammoth may win.",
            "",
            "| game | seats | stronger | weaker | games | wins | even | edge | above even |",
            "|---|---|---|---|---|---|---|---|---|",
            *lines,
            "",
            f"It took {seconds / 60:.0f} minutes.",
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
