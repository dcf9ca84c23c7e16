"""The outcome of a campaign, and running one over many seeds on all cores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from tablee.cli.common import progress_bar

SHOWN = 10  # problems


@dataclass
class Outcome:
    """How much was done, and the problems, one a line."""

    did: str
    wrong: list[str] = field(default_factory=list)

    def told(self, name: str, seconds: float, seed: int, share: float) -> str:
        """Return the result as text, with the command that repeats a failure.

        >>> print(Outcome("9 kills", ["kill 3: lost 1"]).told("kills", 3.2, 7, 0.01))
        kills: 9 kills, 3 s, 1 wrong (seed 7)
          kill 3: lost 1
          Repeat it: make soak-kills SEED=7 SHARE=0.01
        """
        lines = [f"{name}: {self.did}, {seconds:,.0f} s, {len(self.wrong)} wrong (seed {seed})"]
        lines += [f"  {one}" for one in self.wrong[:SHOWN]]
        if len(self.wrong) > SHOWN:
            lines.append(f"  … and {len(self.wrong) - SHOWN} more")
        if self.wrong:
            lines.append(f"  Repeat it: make soak-{name} SEED={seed} SHARE={share:g}")
        return "\n".join(lines)


def over_seeds(
    work: Callable[[int], Counter[str]], first: int, count: int
) -> tuple[Counter[str], list[str]]:
    """Run work for each seed on all cores; return the sum of its counts, and all failures."""
    total, wrong = Counter[str](), []
    seeds = range(first, first + count)
    portion = max(1, min(20, count // 16))
    with ProcessPoolExecutor() as pool, progress_bar(count, quiet=False) as progress:
        for counted, problem in pool.map(partial(attempt, work), seeds, chunksize=portion):
            total += counted
            if problem:
                wrong.append(problem)
            if progress:
                progress(1)
    return total, wrong


def attempt(work: Callable[[int], Counter[str]], seed: int) -> tuple[Counter[str], str]:
    """Run work for one seed; return its count and its problems."""
    try:
        return work(seed), ""
    except Exception as problem:
        return Counter(), f"seed {seed}: {type(problem).__name__}: {problem}"[:500]


def at_least(what: str, done: int, wanted: float) -> list[str]:
    """Return a problem if a campaign did less than it promises, since little work shows little."""
    return [] if done >= wanted else [f"only {done:,} {what} of {wanted:,.0f}"]
