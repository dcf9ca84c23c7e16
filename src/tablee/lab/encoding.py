"""The encoding of a game for learners: its own, or one made of the fields of its record.

>>> from tablee.discovery import all_games
>>> encoding = encoding_of(all_games()[0])
>>> encoding.ACTIONS, encoding.FEATURES[0].name
(10, 'seats')
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from tablee.gamebox import Game
from tablee.kernel.encoding import EncodePart, Feature, width
from tablee.kernel.rule import DRIVERS

LOWEST, HIGHEST = -(1 << 15), (1 << 15) - 1  # of a number in an observation


@cache
def encoding_of(game: Game) -> EncodePart:
    """Return the part `encode` of a game, or the encoding of a game that has none."""
    return cast(EncodePart, game.part("encode") or _by_fields(game))


def _by_fields(game: Game) -> Any:
    """Return an encoding with every field as it is, clipped to 16 bits, and codes as actions."""
    features, lines, place = [], ["def encode(s, seat, out):"], 0
    for name, field in game.state.State.fields.items():
        length = field.length or 1
        low, high = max(LOWEST, field.lowest), min(HIGHEST, field.highest)
        features.append(Feature(name, low, high, "as in state.py", length))
        if field.length is None:
            lines.append(f" out[{place}] = max({low}, min({high}, s.{name}))")
        else:
            lines.append(f" for i in range({length}):")
            lines.append(f"  out[{place} + i] = max({low}, min({high}, s.{name}[i]))")
        place += length
    notation = game.notation.NOTATION
    actions = max(code for code in notation if code not in notation.outcomes) + 1
    lines += ["def action_of(s, code):", " return code", "def code_of(s, action):"]
    lines += [f" return action if 0 <= action and action < {actions} else -1"]
    made: dict[str, Any] = {"__builtins__": __builtins__, "__name__": __name__}
    exec("\n".join(lines), made)
    verbs = {name: made[name] for name in ("encode", "action_of", "code_of")}
    DRIVERS.update(dict.fromkeys(verbs.values()))
    part = SimpleNamespace(FEATURES=tuple(features), ACTIONS=actions, **verbs)
    assert width(part.FEATURES) == place
    return part
