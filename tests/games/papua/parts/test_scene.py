"""Papua's scenes: complete, consistent with the rules, the same for every viewer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import tablee
from tablee.games.papua.scene import (
    Danger,
    Does,
    Fate,
    Group,
    Islander,
    Kind,
    Preview,
    Scene,
    Stands,
    Walk,
    frames,
    preview,
    scene,
)
from tablee.games.papua.state import ISLANDERS, State
from tablee.kernel.dice import dice_for
from tablee.show.scene import previews_of, scene_of
from tablee.show.step import ShownStep, step_ahead, step_seen
from tablee.words import LANGUAGES, catalogue
from tables import OPTIONS, play, text

from ..draw import draw

pytestmark = pytest.mark.slow  # scenes of whole games

GAME = tablee.game("papua")
SAFE = 2**53 - 1
GAMES = [
    pytest.param(seats, options, id=f"{seats}-{number}")
    for number, options in enumerate(OPTIONS["papua"])
    for seats in GAME.seats
]


def steps(seats: int, options: dict[str, Any], seed: int) -> Iterator[ShownStep]:
    """Yield the steps of a random game, or of its first thousand."""
    for position, code in play(GAME, seats, options, seed, limit=1000):
        if code >= 0:
            after = position.after_code(code)
            yield step_seen(tuple(text(position, code).split()), position, after, code, None)


def in_places(shown: Scene) -> Counter[tuple[int, int]]:
    """Count the islanders of each seat on each space, the pot being 0."""
    places = Counter((one.seat, one.space) for one in shown.islanders)
    for seat, count in enumerate(shown.pot, 1):
        places[seat, 0] += count
    return +places


def numbers(value: object) -> Iterator[int]:
    """Yield all numbers of a JSON value; floats are not allowed."""
    assert not isinstance(value, float)
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from numbers(one)
    elif isinstance(value, int):
        yield value


# --- along random games --------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_a_scene_has_every_islander_once_and_where_it_is(
    seats: int, options: dict[str, Any]
) -> None:
    for step in steps(seats, options, seed=seats):
        s, shown = step.after, scene(step.after)
        assert isinstance(s, State)
        total: Counter[int] = Counter()
        for (seat, space), count in in_places(shown).items():
            total[seat] += count
            assert space == 0 or s.islanders[seat - 1] >> space & 1
            assert space == 0 or count == 1
        assert total == dict.fromkeys(range(1, seats + 1), ISLANDERS)
        assert all(one.fate == "stays" for one in shown.islanders)
        assert [one.number for one in shown.spaces] == list(range(1, s.canoe))
        assert (shown.die, shown.turns, shown.limit) == (s.die, s.turns, s.turn_limit * seats)


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_an_islander_on_a_round_space_is_in_a_group_or_stuck(
    seats: int, options: dict[str, Any]
) -> None:
    for step in steps(seats, options, seed=10 + seats):
        shown = scene(step.after)
        squares = {one.number for one in shown.spaces if one.kind == "square"}
        members = [space for one in shown.groups for space in range(one.first, one.last + 1)]
        assert len(members) == len(set(members))
        for one in shown.islanders:
            free = one.space in squares or one.space == shown.canoe
            assert (free, one.space in members, one.stuck).count(True) == 1
        seat_on = {one.space: one.seat for one in shown.islanders}
        for group in shown.groups:
            assert len({seat_on[space] for space in range(group.first, group.last + 1)}) > 1


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_scenes_round_trip_as_json_with_safe_integers(seats: int, options: dict[str, Any]) -> None:
    for step in list(steps(seats, options, seed=20 + seats))[-40:]:
        shown = [scene(step.after), *(one for _, one in frames(step))]
        for one in shown:
            encoded = msgspec.json.encode(one)
            assert msgspec.json.decode(encoded, type=Scene) == one
            assert max(numbers(msgspec.json.decode(encoded))) <= SAFE
        if step.words[0] in ("alone", "group", "leap", "pass"):
            encoded = msgspec.json.encode(preview(step))
            assert msgspec.json.decode(encoded, type=Preview) == preview(step)
            assert max(numbers(msgspec.json.decode(encoded))) <= SAFE


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_frames_lead_from_before_to_after(seats: int, options: dict[str, Any]) -> None:
    for step in steps(seats, options, seed=30 + seats):
        before, after = scene(step.before), scene(step.after)
        shown = frames(step)
        came_out = " ".join(step.words) == "alone 0"
        lost = sum(after.pot) - sum(before.pot) + came_out
        assert [beat for beat, _ in shown] in ([], ["walk"], ["walk", "back"])
        for _, one in shown:
            assert sum(in_places(one).values()) == seats * ISLANDERS
            assert (one.die, one.turn) == (before.die, before.turn)
            # Islanders sent back later stand where others landed; all others stay.
            doomed = Counter((who.seat, who.space) for who in one.islanders if who.fate != "stays")
            settled = +Counter({k: v for k, v in in_places(one).items() if k[1] != 0})
            assert doomed
            assert settled - doomed == Counter({k: v for k, v in in_places(after).items() if k[1]})
        assert bool(shown) == bool(lost)


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_previews_come_true(seats: int, options: dict[str, Any]) -> None:
    for step in steps(seats, options, seed=40 + seats):
        if step.words[0] not in ("alone", "group", "leap"):
            continue
        told = preview(step)
        places = in_places(scene(step.before))
        for walk in told.walks:
            places[walk.seat, walk.start] -= 1
        for one in told.sent_back:
            places[one.seat, one.space] -= 1
            places[one.seat, 0] += 1
        for walk in told.walks:
            places[walk.seat, 0 if walk.caught else walk.end] += 1
        after = scene(step.after)
        assert +places == in_places(after)
        assert told.groups == after.groups
        assert told.wins == (after.winners[0] if after.winners else 0)
        assert {(one.seat, one.space) for one in told.stranded} <= {
            (one.seat, one.space) for one in after.islanders if one.stuck
        }


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_dangers_are_the_captures_of_the_next_seat(seats: int, options: dict[str, Any]) -> None:
    played = [(position, code) for position, code in play(GAME, seats, options, 50 + seats, 300)]
    for position, code in played[-60:]:
        if position.to_act < 1 or code < 0:
            continue
        mine = position.to_act
        after = position.after_code(code)
        told = {one.space: one.faces for one in preview(_step(position, code)).dangers}
        assert told == dict(sorted(_losses(after, mine).items()))


def _step(position: tablee.Position, code: int) -> ShownStep:
    return step_ahead(position.view(position.to_act), text(position, code))


def _losses(position: tablee.Position, seat: int) -> dict[int, list[int]]:
    """Return the numbers with which the next seat can send an islander to the pot."""
    found: dict[int, list[int]] = {}
    if position.to_act != tablee.CHANCE:
        return found
    for face in range(1, 7):
        thrown = position.after(f"die {face}")
        lost: set[int] = set()
        for told in previews_of(thrown.view(thrown.to_act)).values():
            lost |= {one.space for one in told.sent_back if one.seat == seat}
            lost |= {walk.start for walk in told.walks if walk.seat == seat and walk.caught}
        for space in lost:
            found.setdefault(space, []).append(face)
    return found


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_all_viewers_see_the_same(seats: int, options: dict[str, Any]) -> None:
    """Changing what a viewer cannot see (nothing, in Papua) changes no byte."""
    encode = msgspec.json.encode
    for step in list(steps(seats, options, seed=60 + seats))[-30:]:
        for seat in (None, *range(1, seats + 1)):
            worlds = [step.before.copy(), step.after.copy()]
            for world in worlds:
                GAME.view.resample(world, -1 if seat is None else seat - 1, dice_for(7))
            other = step._replace(before=worlds[0], after=worlds[1])
            assert encode(scene(other.after)) == encode(scene(step.after))
            assert encode(frames(other)) == encode(frames(step))
            if step.words[0] in ("alone", "group", "leap", "pass"):
                assert encode(preview(other)) == encode(preview(step))


# --- messages of the page ------------------------------------------------------------------------


def test_the_messages_of_the_board_exist_in_both_languages_and_are_used() -> None:
    english, french = (
        {key: text for key, text in catalogue(one).items() if key.startswith("web_papua.")}
        for one in LANGUAGES
    )
    assert english.keys() == french.keys()
    places = {key: set(re.findall(r"{(\w+)[:}]", text)) for key, text in english.items()}
    assert places == {key: set(re.findall(r"{(\w+)[:}]", text)) for key, text in french.items()}
    folder = Path(__file__).parents[4] / "web" / "src" / "games" / "papua"
    files = (file for file in folder.rglob("*") if file.is_file())
    code = "".join(file.read_text("utf-8") for file in files)
    by_scene = {*get_args(Does), *get_args(Fate), *(f"spaces_{kind}" for kind in get_args(Kind))}
    by_scene.add("ask_move")  # the prompt when papua.move is due
    for name in (key.removeprefix("web_papua.") for key in english):
        assert name in by_scene or f'"{name}"' in code or f'"web_papua.{name}"' in code, name


# --- named situations ----------------------------------------------------------------------------


def shown_after(position: tablee.Position, move: str) -> list[tuple[str, Scene]]:
    view = position.view(position.to_act)
    return frames(step_ahead(view, move))


def told(position: tablee.Position, move: str) -> Preview:
    found = previews_of(position.view(position.to_act))[move]
    assert isinstance(found, Preview)
    return found


def test_the_start_has_all_in_the_pot_and_no_seat_at_turn() -> None:
    shown = scene_of(GAME.start(seats=6).view())
    assert shown.pot == [4] * 6
    assert (shown.phase, shown.turn, shown.to_act, shown.die) == ("who_begins", 0, 0, 0)
    assert not shown.islanders
    kinds = {one.number: one.kind for one in shown.spaces}
    assert kinds[1] == "square"
    assert kinds[7] == "round"
    assert kinds[10] == "cannibal"
    assert kinds[14] == "god"
    assert (shown.canoe, shown.limit, shown.family) == (37, 1800, False)


def test_P20_six_neighbours_are_one_group_and_one_colour_is_stuck() -> None:
    shown = scene_of(
        draw(
            """
            space    10  11  12  13  14  15  16  17  18  19  20
            kind      !   o   o   o   G   o   o   o   !   o   o
                      .   A   B   C   A   D   B   .   .   C   C
            """
        ).view()
    )
    assert shown.groups == [Group(11, 16)]
    assert [one.space for one in shown.islanders if one.stuck] == [19, 20]


def test_P23_a_part_shows_the_islanders_left_and_stranded() -> None:
    pos = draw(
        """
        space    11  12  13  14  15  16  17  18
        kind      o   o   o   G   o   o   o   !
                  A   B   C   .   .   .   D   .
        """,
        turn="B",
        die=2,
    )
    part = told(pos, "group 12-13")
    assert (part.does, part.whole, part.left) == ("group", False, [11])
    assert part.stranded == [Stands(1, 11)]
    assert part.groups == [Group(14, 15)]
    assert told(pos, "group 11-13").whole


def test_P25_a_leap_splits_the_group() -> None:
    pos = draw(
        """
        space    10  11  12  13  14  15  16
        kind      !   o   o   o   G   o   o
                  .   B   A   C   .   .   .
        """,
        turn="A",
        die=2,
    )
    leap = told(pos, "leap 12")
    assert leap.walks == [Walk(1, 12, 14, caught=False)]
    assert (leap.left, leap.groups, leap.stranded) == ([11, 13], [Group(13, 14)], [Stands(2, 11)])
    assert shown_after(pos, "leap 12") == [], "it simply moves"


def test_P31_an_islander_that_stayed_is_sent_back_after_all_have_landed() -> None:
    pos = draw(
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  A   B   C   .   .   .
        """,
        turn="A",
        die=1,
    )
    assert told(pos, "group 19-20").sent_back == [Stands(3, 21)]
    assert told(pos, "group 19-21").sent_back == []
    [(beat, landed)] = shown_after(pos, "group 19-20")
    assert beat == "walk"
    assert landed.islanders == [
        Islander(1, 20),
        Islander(2, 21),
        Islander(3, 21, fate="sent_back"),
    ]
    assert landed.pot == [3, 3, 3, 4]
    assert shown_after(pos, "group 19-21") == []


def test_P32_first_the_occupant_then_the_caught_islander_goes_back() -> None:
    pos = draw(
        """
        space    23  24  25  26  27  28
        kind      G   o   o   !   o   o
                  .   A   B   .   C   .
        """,
        turn="B",
        die=2,
    )
    assert [walk.caught for walk in told(pos, "group 24-25").walks] == [True, False]
    beats = shown_after(pos, "group 24-25")
    assert [beat for beat, _ in beats] == ["walk", "back"]
    fates = [{one.fate for one in shown.islanders} for _, shown in beats]
    assert fates == [{"stays", "sent_back", "caught"}, {"stays", "caught"}]


def test_P30_dangers_count_the_numbers_of_the_next_seat() -> None:
    pos = draw(
        """
        space     1   2   3   4   5   6
        kind      s   s   s   s   s   s
                  .   B   .   .   .   .
        """,
        turn="A",
        die=4,
        seats=3,
    )
    # On 4 by a 2 of the islander on 2, and by a 4 of one in the pot.
    assert told(pos, "alone 0").dangers == [Danger(4, [2, 4])]


def test_P41_the_canoe_wins() -> None:
    pos = draw(
        """
        space    31  32  33  34  35  36  37
        kind      s   s   s   s   s   s   K
                  .   .   .   A   .   .   .
        """,
        turn="A",
        die=3,
    )
    won = told(pos, "alone 34")
    assert (won.wins, won.dangers) == (1, [])
    shown = scene_of(pos.after("alone 34").view())
    assert (shown.winners, shown.ended, shown.phase) == ([1], "papua.ended_in_canoe", "ended")
    assert shown.islanders == [Islander(1, 37)]
