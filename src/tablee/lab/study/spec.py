"""Read a study file: TOML that names games, options, seats, policies, seeds and sizes.

Whatever is wrong in it is refused before anything is played, with the key and its line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tablee.bots.levels import player as find_player
from tablee.discovery import all_games, names
from tablee.discovery import game as find_game
from tablee.gamebox import Game
from tablee.lab.arena import seatings
from tablee.lab.policies import find_policy
from tablee.lab.simulate import check_number
from tablee.lab.study.toml_lines import Path as KeyPath
from tablee.lab.study.toml_lines import lines_of
from tablee.refusals import Refusal
from tablee.words import say

MOST_GAMES = 10**6
GAMES, DECISION_GAMES, SIMULATIONS, LADDER_GAMES = 2000, 10, 100, 200
"""Sizes where a file names none."""


class WrongStudy(Refusal):
    """A study file that can't be used: the key, its line and the reason."""

    def text(self, language: str) -> str:
        """Return the refusal with its reason, both in one language."""
        reason = self.values.get("reason")
        if not isinstance(reason, Refusal):
            return super().text(language)
        return say(self.key, language, **self.values | {"reason": reason.text(language)})


@dataclass(frozen=True)
class DecisionSpec:
    """Games in which every legal move is simulated."""

    player: str
    seats: int
    games: int
    simulations: int


@dataclass(frozen=True)
class LadderSpec:
    """Bots, from the weakest to the strongest, each of which plays the one before it."""

    bots: tuple[str, ...]
    seats: int
    games: int


@dataclass(frozen=True)
class GameSpec:
    """What is studied of one game."""

    name: str
    options: dict[str, Any]
    seats: tuple[int, ...]
    policies: tuple[str, ...]
    games: int
    variants: tuple[dict[str, Any], ...]
    decisions: DecisionSpec | None
    ladder: LadderSpec | None


@dataclass(frozen=True)
class Study:
    """A whole study."""

    seed: int
    games: tuple[GameSpec, ...]
    folder: Path = Path()  # of the files of policies

    def to_dict(self) -> dict[str, Any]:
        """Return the study as plain data, wherever its file is."""
        return {name: value for name, value in asdict(self).items() if name != "folder"}


def shipped(name: str) -> Path:
    """Return the study file that a game brings along."""
    file = find_game(name).folder / "study.toml"
    if not file.is_file():
        having = [one.name for one in all_games() if (one.folder / "study.toml").is_file()]
        raise WrongStudy("study.none_shipped", instead=having, title=find_game(name).title)
    return file


def read_study(file: Path) -> Study:
    """Read a study file, or raise WrongStudy with the key, the line and the reason."""
    if not file.is_file():
        raise WrongStudy("lab.no_file", file=str(file))
    try:
        text = file.read_text("utf-8")
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise WrongStudy("study.not_toml", file=str(file), reason=str(problem)) from None
    table = Table(Source(str(file), lines_of(text)), (), data)
    seed = table.number("seed", 0, 0, 2**63 - 1)
    games = tuple(read_game(one, file.parent) for one in table.tables("game"))
    if not games:
        raise table.wrong("game", Refusal("study.no_game"))
    table.check_all_read()
    return Study(seed, games, file.parent)


def read_game(table: Table, folder: Path) -> GameSpec:
    """Read what is studied of one game; files of policies are looked for beside the study."""
    game: Game = table.checked("name", read_name)
    options = table.checked("options", lambda given: read_options(game, given), {})
    seats = table.checked("seats", lambda given: read_seats(game, given), [game.seats[0]])
    policies = table.checked(
        "policies", lambda given: read_policies(game, given, folder), ["random"]
    )
    variants = table.checked("variants", lambda given: read_variants(game, given, options), [])
    decisions, ladder = table.table("decisions"), table.table("ladder")
    spec = GameSpec(
        name=game.name,
        options=options,
        seats=seats,
        policies=policies,
        games=table.number("games", GAMES, 2, MOST_GAMES),
        variants=variants,
        decisions=read_decisions(decisions, game, seats[0]) if decisions else None,
        ladder=read_ladder(ladder, game, seats[0]) if ladder else None,
    )
    table.check_all_read()
    return spec


def read_name(given: object) -> Game:
    """Return the game of a name."""
    if not isinstance(given, str):
        raise Refusal("common.unknown_game", instead=names(), name=repr(given))
    return find_game(given)


def read_decisions(table: Table, game: Game, seats: int) -> DecisionSpec:
    """Read in which games the decisions are weighed."""
    found = DecisionSpec(
        player=table.checked("player", lambda given: read_bot(game, given), "thumb"),
        seats=table.checked("seats", game.read_seats, seats),
        games=table.number("games", DECISION_GAMES, 2, MOST_GAMES),
        simulations=table.number("simulations", SIMULATIONS, 16, MOST_GAMES),
    )
    table.check_all_read()
    return found


def read_ladder(table: Table, game: Game, seats: int) -> LadderSpec:
    """Read which bots are compared."""
    bots = table.checked("bots", lambda given: read_bots(game, given))
    seats = table.checked("seats", game.read_seats, seats)
    fewest = 2 * len(seatings(2, seats))  # an interval needs two blocks
    games = table.number("games", max(LADDER_GAMES, fewest), fewest, MOST_GAMES)
    table.check_all_read()
    return LadderSpec(bots, seats, games)


def read_options(game: Game, given: object) -> dict[str, Any]:
    """Return the options of a game with their values."""
    if not isinstance(given, dict):
        raise Refusal("study.not_a_table", value=repr(given))
    return game.read_options(given)


def read_variants(game: Game, given: object, options: dict[str, Any]) -> tuple[Any, ...]:
    """Return sets of options that differ from those of the study."""
    variants = []
    for one in as_list(given):
        read = read_options(game, one)
        changed = {name: read[name] for name in one}
        if options | changed == options:
            raise Refusal("study.no_difference", variant=repr(one))
        variants.append(changed)
    return tuple(variants)


def read_seats(game: Game, given: object) -> tuple[int, ...]:
    """Return the numbers of seats to play at."""
    return tuple(game.read_seats(one) for one in as_list(given, fewest=1))


def read_policies(game: Game, given: object, folder: Path) -> tuple[str, ...]:
    """Return the policies that play all seats."""
    policies = as_list(given, fewest=1)
    for one in policies:
        find_policy(place_of(one, folder), game.name)
    return tuple(policies)


def place_of(policy: Any, folder: Path) -> Any:
    """Return a policy with the path of its file, which is named as seen from the study."""
    return str(folder / policy) if isinstance(policy, str) and ".py:" in policy else policy


def read_bot(game: Game, given: object) -> str:
    """Return the name of a bot that plays alike on each machine."""
    if not isinstance(given, str):
        raise Refusal("study.not_a_bot", value=repr(given))
    if given.startswith("think:"):
        raise Refusal("study.not_repeatable", name=given)
    find_player(given, game.name)
    return given


def read_bots(game: Game, given: object) -> tuple[str, ...]:
    """Return the bots of a ladder."""
    found = tuple(read_bot(game, one) for one in as_list(given, fewest=2))
    if len(set(found)) < len(found):
        raise Refusal("study.twice")
    return found


def as_list(given: object, fewest: int = 0) -> list[Any]:
    """Return a list with a minimum length."""
    if not isinstance(given, list) or len(given) < fewest:
        raise Refusal("study.not_a_list", value=repr(given), fewest=fewest)
    return given


@dataclass(frozen=True)
class Source:
    """A study file, and the lines of its keys."""

    file: str
    lines: dict[KeyPath, int]

    def line(self, path: KeyPath) -> int:
        """Return the line of a key, or of the innermost table around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


class Table:
    """A table of the file that is read key by key, and knows which keys have not been read."""

    def __init__(self, source: Source, path: KeyPath, data: dict[str, Any]) -> None:
        self._source = source
        self._path = path
        self._data = data
        self._known: list[str] = []

    def checked(self, key: str, read: Callable[[Any], Any], default: Any = None) -> Any:
        """Return what a key gives; without a default it must be there."""
        self._known.append(key)
        if key not in self._data and default is None:
            raise self.wrong(key, Refusal("study.missing"))
        with self._blamed(key):
            return read(self._data.get(key, default))

    def number(self, key: str, default: int, lowest: int, highest: int) -> int:
        """Return a whole number in a range."""

        def read(given: int) -> int:
            check_number(key, given, lowest, highest)
            return given

        found: int = self.checked(key, read, default)
        return found

    def table(self, key: str) -> Table | None:
        """Return the table of a key, if there is one."""
        self._known.append(key)
        given = self._data.get(key)
        if given is None:
            return None
        if not isinstance(given, dict):
            raise self.wrong(key, Refusal("study.not_a_table", value=repr(given)))
        return Table(self._source, (*self._path, key), given)

    def tables(self, key: str) -> list[Table]:
        """Return the tables of a key in double brackets."""
        self._known.append(key)
        given = self._data.get(key, [])
        if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
            raise self.wrong(key, Refusal("study.not_tables", name=key))
        return [
            Table(self._source, (*self._path, key, index), one) for index, one in enumerate(given)
        ]

    def check_all_read(self) -> None:
        """Raise WrongStudy for the first key that means nothing here."""
        for key in self._data:
            if key not in self._known:
                raise self.wrong(key, Refusal("study.unknown_key", instead=self._known))

    def wrong(self, key: str, reason: Refusal) -> WrongStudy:
        """Return a refusal that names a key of this table and its line."""
        path = (*self._path, key)
        return WrongStudy(
            "study.wrong",
            file=self._source.file,
            line=self._source.line(path),
            name=".".join(str(one) for one in path if isinstance(one, str)),
            reason=reason,
        )

    @contextmanager
    def _blamed(self, key: str) -> Iterator[None]:
        """Turn a refusal into one that names the key and its line."""
        try:
            yield
        except Refusal as reason:
            raise self.wrong(key, reason) from reason
