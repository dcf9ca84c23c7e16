"""Transcripts that must replay for ever, with the hashes of their positions.

`cd tests && python -m table.archive` adds what is missing, and never changes an existing
transcript. If only the *record* of a game was changed (a new field, another name), delete
`states.txt` and run it again; if games go differently, raise the version of the rules and keep the
old one playable.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import tablee
from tablee.table import CHANCE, OVER, Match, Transcript
from tablee.table.clock import NO_CLOCK
from tablee.table.header import FORFEIT

from ..campaign import random_header, random_match

FOLDER = Path(__file__).parent
STATES = FOLDER / "states.txt"


def files() -> list[Path]:
    """Return all archived transcripts."""
    return sorted(FOLDER.glob("*.tablee"))


def state_hashes(data: bytes) -> tuple[str, str]:
    """Return the hash of the last position, and of all positions in between."""
    match = Match.replay(Transcript.read(data))
    every = hashlib.sha256()
    standing = Match.open(match.header)
    state = _written(standing)
    for event in match.events:
        standing = standing.apply(event)
        state = _written(standing)
        every.update(state)
    return hashlib.sha256(state).hexdigest(), every.hexdigest()


def _written(match: Match) -> bytes:
    return json.dumps(match.position.state.to_dict(), sort_keys=True).encode()


def recorded() -> dict[str, tuple[str, str]]:
    """Return the recorded hashes by the names of the files."""
    lines = (line.split() for line in STATES.read_text("utf-8").splitlines())
    return {name: (last, every) for name, last, every in lines}


def new_matches() -> Iterator[tuple[str, Match]]:
    """Return for each game a simple match, one with every feature, a forfeit and a branch."""
    for game in tablee.all_games():
        found: dict[str, tuple[int, Match]] = {}  # the best so far
        for seed in range(150):
            match = random_match(seed, game, limit=1500)
            if match.result is not None:
                kind = "lively" if match.result.scores else "forfeit"
                merit = len({type(event) for event in match.events})
                if kind not in found or merit > found[kind][0]:
                    found[kind] = merit, match
        for kind, (_, match) in found.items():
            yield f"{game.name}-{kind}.tablee", match
        header, secret = random_header(Random(1), game)
        calm = played_out(Match.start(replace(header, clock=NO_CLOCK, time_out=FORFEIT), secret))
        yield f"{game.name}-calm.tablee", calm
        branch = calm.branch(50, table="00" * 16, secret=bytes(32)).begin()
        yield f"{game.name}-branch.tablee", played_out(branch)


def played_out(match: Match) -> Match:
    """Play a match to its end at random."""
    random = Random(7)
    while match.to_act != OVER:
        if match.to_act == CHANCE:
            match = match.deal()
        else:
            match = match.play(match.to_act, random.choice(match.position.moves()))
    return match


def write() -> None:
    """Add what is missing."""
    for name, match in new_matches():
        path = FOLDER / name
        if not path.exists():
            path.write_bytes(match.transcript.text().encode())
            print(path)
    known = recorded() if STATES.exists() else {}
    lines = []
    for path in files():
        last, every = known.get(path.name) or state_hashes(path.read_bytes())
        lines.append(f"{path.name} {last} {every}\n")
    STATES.write_text("".join(lines), "utf-8")
