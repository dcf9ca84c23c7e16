"""Write what the page needs to know of the compiled rules, as TypeScript.

`web/src/games/GAME/record.ts` has the record of a game, its named numbers and its notation, and
`web/src/lib/engine/records.ts` the records of the search. `python tools/typescript_rules.py`
writes them, `--check` names those that are out of date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablee import discovery
from tablee.bots.heuristics import heuristic_of
from tablee.bots.players import Searcher, Thumb
from tablee.bots.search import Effort, RootMove
from tablee.bots.tree import STATES, Node, Plan, workspace_of
from tablee.coach import sampling
from tablee.coach.odds import odds_of
from tablee.gamebox import Game
from tablee.kernel.dice import Dice
from tablee.kernel.engines.playout import MAX_SEATS
from tablee.kernel.inline import Namespace
from tablee.kernel.options import Number
from tablee.kernel.record import Record
from tablee.kernel.reports import ROWS, WIDTH
from tablee.kernel.wasm.stamp import fingerprints

WEB = Path(__file__).parents[1] / "web" / "src"
HEAD = "// Made by tools/typescript_rules.py: do not edit.\n"
PAIR = "[paragraph: string, key: string]"
WIDE = 64  # bits that JavaScript's numbers can't hold


def main() -> int:
    """Write, or check, the files."""
    files = {WEB / "lib" / "engine" / "records.ts": kernel_records()}
    for game in discovery.own_games():
        files[WEB / "games" / game.name / "record.ts"] = face_of(game)
    wrong = [file for file, text in files.items() if not _holds(file, text)]
    for file in wrong:
        if "--check" in sys.argv[1:]:
            print(f"{file} is out of date: run {Path(__file__).name}", file=sys.stderr)
        else:
            file.write_text(files[file], "utf-8")
    return int(bool(wrong) and "--check" in sys.argv[1:])


def _holds(file: Path, text: str) -> bool:
    return file.exists() and file.read_text("utf-8") == text


# --- the records of the search -------------------------------------------------------------------


def kernel_records() -> str:
    """Return the records that the page passes to a search."""
    kinds: dict[str, type[Record]] = {
        "DICE": Dice, "PLAN": Plan, "NODE": Node, "ROOT_MOVE": RootMove,
        "ROUND": sampling.Round, "OUTCOME": sampling.Outcome, "SUMS": sampling.Sums,
    }  # fmt: skip
    lines = [HEAD, 'import type { Field } from "./layout";\n']
    lines += [
        f"export const {name}: Field[] = {spelt(fields(kind))};" for name, kind in kinds.items()
    ]
    lines.append(f"export const STATES = {STATES}; // of a search")
    lines.append(f"export const MAX_SEATS = {MAX_SEATS};")
    lines.append(f"export const ROWS = {ROWS}; // reports of one move, {WIDTH} numbers each")
    lines += [
        f"export const {name} = {getattr(sampling, name)};"
        for name in ("ROUNDS", "ROUNDS_SEED", "UNIT")
    ]
    return "\n".join(lines) + "\n"


def fields(kind: type[Record]) -> list[list[object]]:
    """Return the fields of a record: name, bits, and how many (0: a single number)."""
    return [[name, field.bits, field.length or 0] for name, field in kind.fields.items()]


# --- a game --------------------------------------------------------------------------------------


def face_of(game: Game) -> str:
    """Return the page's description of the rules of a game."""
    parts = [HEAD, 'import type { Manifest } from "../../lib/engine/manifest";\n', interface(game)]
    parts += [f"export const {name} = {spelt(value)}{kind};" for name, value, kind in numbers(game)]
    notation = game.notation.NOTATION
    data = {
        "name": game.name,
        "rules": game.rules_version,
        "sources": fingerprints([f"{game.package}.state", f"{game.package}.rules"]),
        "hides": game.hides,
        "lowest": game.low_score_wins,
        "seats": [game.seats[0], game.seats[-1]],
        "most": game.state.MAX_MOVES,
        "fields": fields(game.state.State),
        "workspace": fields(workspace_of(game)),
        "options": [option_of(option) for option in game.options.values()],
        "forms": [
            [form.base, form.words, {name: list(of) for name, of in form.values.items()}]
            for form in notation.forms
        ],
        "outcomes": sorted(
            {form.verb for form in notation.forms if form.base in notation.outcomes}
        ),
        "ladder": dict(ladder_of(game)),
        "coaching": coaching_of(game),
    }
    body = "".join(f"  {name}: {spelt(value)},\n" for name, value in data.items())
    parts.append(f"\nexport const MANIFEST: Manifest<State> = {{\n{body}}};")
    return "\n".join(parts) + "\n"


def interface(game: Game) -> str:
    """Return the record of a game; what has 64 bits is a bigint."""
    lines = []
    for name, field in game.state.State.fields.items():
        number = "bigint" if field.bits == WIDE else "number"
        lines.append(f"  {name}: {number}{'' if field.length is None else '[]'};")
    doc = (game.state.State.__doc__ or "").split("\n\n")[0]
    return (
        f"/** {' '.join(doc.split())} */\nexport interface State {{\n" + "\n".join(lines) + "\n}\n"
    )


def numbers(game: Game) -> Iterator[tuple[str, Any, str]]:
    """Yield the named numbers and names of a game, with their types in TypeScript."""
    for name, value in vars(game.state).items():
        if isinstance(value, type) and issubclass(value, Namespace) and value is not Namespace:
            yield name, value.numbers, " as const"
        elif name.isupper() and type(value) is int and abs(value) < 2**31:
            yield name, value, ""
        elif name.isupper() and _are_names(value) and name != "FIXED":
            yield name, list(value), ""
    for name, value in vars(game.notation).items():
        if name.isupper() and isinstance(value, dict) and name.isidentifier():
            kind = "string" if all(isinstance(one, str) for one in value.values()) else PAIR
            yield f"{name}: Record<number, {kind}>", {str(of): one for of, one in value.items()}, ""


def _are_names(value: Any) -> bool:
    return type(value) in (list, tuple) and all(isinstance(one, str) for one in value)


def option_of(option: Any) -> dict[str, Any]:
    """Return an option: the numbers for the rules of each of its values, or of a number."""
    if isinstance(option, Number):
        return {"name": option.name, "default": option.default}
    given = {
        json.dumps(value): [str(number) for number in option.integers(value)]
        for value in _values(option)
    }
    return {"name": option.name, "default": option.default, "given": given}


def _values(option: Any) -> list[Any]:
    if option.choices() == ["true", "false"]:
        return [True, False]
    return [one for one in option.choices() if not one.endswith(".json")]


def ladder_of(game: Game) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the bots of the levels: by heuristic, or by search."""
    for level, player in heuristic_of(game).LADDER.items():
        if isinstance(player, Thumb):
            yield level, {"slips": player.slips, "lapses": player.lapses}
        elif isinstance(player, Searcher):
            yield level, {"simulations": player.simulations, **_effort(player.effort)}


def coaching_of(game: Game) -> dict[str, Any]:
    """Return the effort of one piece of advice."""
    coaching = odds_of(game).COACHING
    return {
        "simulations": coaching.advice,
        "review": coaching.review,
        "trees": coaching.trees,
        **_effort(Effort()),
    }


def _effort(effort: Effort) -> dict[str, int]:
    return {name: getattr(effort, name) for name in effort.__annotations__}


def spelt(value: Any) -> str:
    """Return a value in TypeScript, with unquoted names of fields where possible."""
    if isinstance(value, dict):
        inner = [f"{_key(name)}: {spelt(one)}" for name, one in value.items()]
        return f"{{ {', '.join(inner)} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(spelt, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if name.isidentifier() or name.isdigit() else json.dumps(name)


if __name__ == "__main__":
    sys.exit(main())
