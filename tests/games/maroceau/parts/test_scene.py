"""Maroc'eau's scenes: everything is there once, and nothing hidden is revealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import tablee
from tablee.games.maroceau.notation import GRID, NOTATION
from tablee.games.maroceau.scene import Preview, Scene, frames, preview, scene
from tablee.games.maroceau.state import (
    DECK,
    FACE_DOWN,
    HIGHEST,
    NO_CARD,
    PLACES,
    ROWS,
    Phase,
    State,
)
from tablee.kernel.dice import dice_for
from tablee.show.scene import previews_of, scene_of
from tablee.show.step import ShownStep, step_ahead, step_seen
from tables import OPTIONS
from tables import play as play_out

from ..draw import GAME, opened, play, position, state_of

pytestmark = pytest.mark.slow  # scenes of whole games

PLAYED = [
    pytest.param(seats, options, id=f"{seats}-{number}")
    for number, options in enumerate(OPTIONS["maroceau"])
    for seats in ((2, 3, 5, 8)[number], 8 - 3 * number)
]
BARE = {"down": FACE_DOWN, "gone": NO_CARD}
STEPS = 700  # of a random game


def steps(
    seats: int, options: dict[str, Any], seed: int, seat: int | None, limit: int = STEPS
) -> Iterator[tuple[tablee.Position, ShownStep, tablee.Position]]:
    """Yield a random game as a viewer sees it."""
    for pos, code in play_out(GAME, seats, options, seed, limit):
        if code < 0:
            return
        after = pos.after_code(code)
        yield pos, step(pos, NOTATION.text(code), after, seat), after


def step(pos: tablee.Position, text: str, after: tablee.Position, seat: int | None) -> ShownStep:
    """Return a step as a viewer sees it; only the drawer knows a drawn card."""
    code, seen = pos.read(text), after.view(seat).state
    assert isinstance(seen, State)
    if seen.hand == FACE_DOWN and text.startswith("card"):
        text = "card ?"
    return step_seen(tuple(text.split(" ")), pos, after, code, seat)


def drawn(pos: tablee.Position, *moves: str, seat: int | None = 1) -> list[tuple[str, Scene]]:
    """Return the frames of the last of several moves."""
    *first, last = moves
    before = play(pos, *first) if first else pos
    return frames(step(before, last, before.after(last), seat))


def faces(shown: Scene, seat: int) -> str:
    """Return a grid as it is drawn in the tests of the rules."""
    signs = {"down": "?", "gone": "."}
    words = [signs.get(one.lies, str(one.value)) for one in shown.grids[seat - 1].places]
    return " / ".join(" ".join(words[row::ROWS]) for row in range(ROWS))


def numbers(thing: object) -> Iterator[int | float]:
    """Yield all numbers in a JSON document."""
    if isinstance(thing, bool):
        return
    if isinstance(thing, int | float):
        yield thing
    elif isinstance(thing, dict | list):
        for one in thing.values() if isinstance(thing, dict) else thing:
            yield from numbers(one)


def check_sound(shown: Scene) -> None:
    """Check that each of the 150 cards is there once, and that the scene is consistent."""
    places = [one for grid in shown.grids for one in grid.places]
    lying = sum(one.lies != "gone" for one in places)
    in_hand = int(shown.hand is not None) + int(shown.leaving is not None)
    assert lying + in_hand + shown.stock + shown.discards == DECK
    assert (shown.top is None) <= (
        shown.discards == 0 or shown.phase in ("place_taken", "replacing")
    )
    for grid in shown.grids:
        assert [one.name for one in grid.places] == list(GRID)
        assert grid.open_points == sum(one.value or 0 for one in grid.places)
        assert grid.face_down == sum(one.lies == "down" for one in grid.places)
        for first in range(0, PLACES, ROWS):
            column = grid.places[first : first + ROWS]
            equal = len({(one.lies, one.value) for one in column}) == 1
            assert {one.full for one in column} == {equal and column[0].lies == "up"}
            assert ("gone" in {one.lies for one in column}) <= equal
    for one in places:
        assert (one.value is not None) == (one.lies == "up")


@pytest.mark.parametrize(("seats", "options"), PLAYED)
def test_the_scene_agrees_with_the_state(seats: int, options: dict[str, Any]) -> None:
    for pos, seen, _ in steps(seats, options, 1, 1):
        s = seen.before
        shown = scene_of(pos.view(1))
        check_sound(shown)
        for seat, grid in enumerate(shown.grids):
            held = [BARE.get(one.lies, one.value) for one in grid.places]
            assert held == s.grid[seat * PLACES : (seat + 1) * PLACES]
            assert grid.total == s.totals[seat]
        assert shown.to_act == max(0, pos.to_act)
        assert shown.turn in (shown.to_act, s.turn + 1, 0)
        assert [one.unseen for one in shown.kinds] == s.unseen
        assert bool(shown.last_turns) == bool(shown.ended_by and shown.phase != "reveal")
        assert shown.ended_by not in shown.last_turns


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_frames_lead_from_before_to_after(seats: int) -> None:
    met = set()
    for _, seen, _ in steps(seats, {"rounds": 3}, 2, 1, limit=10_000):
        before, after = scene(seen.before), scene(seen.after)
        shown = frames(seen)
        for beat, frame in shown:
            met.add(beat)
            check_sound(frame)
            assert frame.to_act == 0
            assert frame.round == before.round
            assert frame.hand is None
            assert frame.leaving is None
        if not shown:
            kept = (after.round, after.last) == (before.round, before.last)
            assert kept
            gone = [sum(one.lies == "gone" for g in x.grids for one in g.places)
                    for x in (before, after)]  # fmt: skip
            assert gone[0] == gone[1]
        elif after.round > before.round or after.phase == "over":
            last = shown[-1][1]
            assert shown[0][0] in ("flow", "turned")
            assert all(not grid.face_down for grid in last.grids)
            if after.phase != "over":
                assert shown[-1][0] == "count"
                assert last.last == after.last
                assert [one.total for one in last.grids] == [one.total for one in after.grids]
                points = [one.points for one in after.last.seats] if after.last else []
                assert [one.open_points for one in last.grids] == points
        else:
            ((_, frame),) = shown
            full = {(g.seat, one.name) for g in frame.grids for one in g.places if one.full}
            gone_now = {(g.seat, one.name) for g in after.grids for one in g.places
                        if one.lies == "gone"}  # fmt: skip
            assert len(full) == ROWS
            assert full <= gone_now
            assert frame.kinds == after.kinds
    assert {"turned", "flow", "count"} <= met


@pytest.mark.parametrize(("seats", "options"), PLAYED)
def test_scenes_are_json_with_safe_integers(seats: int, options: dict[str, Any]) -> None:
    for pos, seen, _ in steps(seats, options, 3, 2):
        view = pos.view(2)
        shown = (scene_of(view), frames(seen), previews_of(view))
        plain = msgspec.json.decode(msgspec.json.encode(shown))
        assert all(type(one) is int and abs(one) < 2**53 for one in numbers(plain))
        assert msgspec.json.decode(msgspec.json.encode(shown[0]), type=Scene) == shown[0]


@pytest.mark.parametrize(("seats", "options"), PLAYED)
def test_previews_come_true(seats: int, options: dict[str, Any]) -> None:
    for pos, code in play_out(GAME, seats, options, 4, STEPS):
        seat = pos.to_act
        if code < 0 or seat == tablee.CHANCE:
            continue
        before = scene_of(pos.view(seat))
        text = NOTATION.text(code)
        said: Preview = preview(step_ahead(pos.view(seat), text))
        after = pos.after_code(code)
        assert said.of == sum(one.cards for one in said.odds)
        if said.odds and after.to_act == tablee.CHANCE:
            weights = {f"card {one.value}": one.cards for one in said.odds}
            assert weights == after.chances()
            outcomes = [after.after(one) for one in weights]
        else:
            assert not said.odds
            outcomes = [after]
        completed = 0
        for outcome in outcomes:
            now = scene_of(outcome.view(seat))
            if now.round > before.round or now.phase == "over":
                continue
            mine, mine_now = before.grids[seat - 1], now.grids[seat - 1]
            went = [one.name for one, was in zip(mine_now.places, mine.places, strict=True)
                    if one.lies == "gone" != was.lies]  # fmt: skip
            assert (now.ended_by == seat) == said.ends_round
            if text.startswith("flip"):
                weight = state_of(pos).unseen[went_value(outcome) + 2] if went else 0
                completed += weight
                continue
            assert went == said.gone
            assert mine_now.open_points - mine.open_points == said.change
            for motion in said.motions:
                if motion.end == "hand" and motion.value is not None:
                    assert now.hand is not None
                    assert now.hand.value == motion.value
            ends = [one for one in said.motions if one.end == "discard"]
            if ends and ends[-1].value is not None:
                assert now.top == ends[-1].value
        if text.startswith("flip") and not said.ends_round:
            assert completed == said.column_odds or scene_of(after.view(seat)).ended_by


def went_value(pos: tablee.Position) -> int:
    """Return the value of the column just removed."""
    return state_of(pos).top


@pytest.mark.parametrize(("seats", "options"), PLAYED)
def test_hidden_information_changes_no_scene(seats: int, options: dict[str, Any]) -> None:
    dice = dice_for(5)
    differed = 0
    for pos, code in play_out(GAME, seats, options, 5, STEPS):
        if code < 0:
            break
        text = NOTATION.text(code)
        hidden = state_of(pos).phase == Phase.PLACE_DRAWN
        draws = state_of(pos).phase != Phase.PLACE_DRAWN == state_of(pos.after_code(code)).phase
        for seat in (None, *range(1, seats + 1)):
            if not (hidden or draws) or seat == state_of(pos).turn + 1:
                continue
            world = pos.view(seat).state
            GAME.view.resample(world, -1 if seat is None else seat - 1, dice)
            other = tablee.Position(GAME, pos.options, world)
            differed += other.state != pos.state
            assert shown_bytes(pos, seat) == shown_bytes(other, seat)
            if draws:
                results = {shown_step(pos, one, seat) for one in pos.chances()}
                assert len(results) == 1
                differed += len(pos.chances()) > 1
            elif text.startswith("swap") and state_of(pos.after_code(code)).phase == Phase.REPLACED:
                place = state_of(pos).turn * PLACES + GRID.index(text.split(" ")[1])
                laid = state_of(pos.after_code(code)).grid[place]
                assert laid <= HIGHEST  # now it is face up for all
    assert differed


def shown_bytes(pos: tablee.Position, seat: int | None) -> bytes:
    """Return everything a viewer is shown of a position."""
    view = pos.view(seat)
    return msgspec.json.encode((scene_of(view), previews_of(view)))


def shown_step(pos: tablee.Position, text: str, seat: int | None) -> bytes:
    """Return everything a viewer is shown of a step."""
    after = pos.after(text)
    shown = frames(step(pos, text, after, seat))
    return msgspec.json.encode((shown, scene_of(after.view(seat))))


# --- situations of the rules ---------------------------------------------------------------------

NINES = """
    3  9  ?  ?  |  ?  ?  ?  ?
    ?  ?  5  ?  |  ?  7  ?  ?
    ?  9  ?  0  |  ?  ?  ? -1
    discard: 9
"""


def test_W23_the_column_of_9s_is_seen_complete_before_it_goes() -> None:
    pos = position(NINES)
    laid = scene_of(play(pos, "take,swap b2").view(2))
    assert laid.phase == "replacing"
    assert laid.leaving == "b2"
    assert faces(laid, 1) == "3 9 ? ? / ? 9 5 ? / ? 9 ? 0"
    ((beat, frame),) = drawn(pos, "take", "swap b2", "card 4", seat=2)
    assert (beat, frame.top, frame.turn) == ("flow", 4, 1)
    assert [one.name for one in frame.grids[0].places if one.full] == ["b1", "b2", "b3"]
    after = scene_of(play(pos, "take,swap b2,card 4").view(2))
    assert faces(after, 1) == "3 . ? ? / ? . 5 ? / ? . ? 0"
    assert after.top == 9


def test_W23_a_preview_shows_the_column_that_goes() -> None:
    view = play(position(NINES), "take").view(1)
    said = previews_of(view)["swap b2"]
    assert said.gone == ["b1", "b2", "b3"]
    assert said.change == -18
    assert [(one.value, one.start, one.end) for one in said.motions] == [
        (9, "hand", "b2"),
        (None, "b2", "discard"),
        (9, "b1", "discard"),
        (9, "b2", "discard"),
        (9, "b3", "discard"),
    ]
    said = previews_of(view)["swap a1"]
    assert (said.change, said.gone, said.odds, said.ends_round) == (6, [], [], False)


def test_W22_turning_the_third_9_of_a_column_has_its_odds() -> None:
    view = play(position(NINES.replace("discard: 9", "discard: 4")), "draw,card 12,drop").view(1)
    said = previews_of(view)
    assert said["flip b2"].column_odds == 8  # two of the ten nines are there
    assert said["flip b2"].of == 150 - 7 - 1 - 1  # seven face up, one discarded, one drawn
    assert said["flip c1"].column_odds == 0


def test_W25_drawing_from_an_empty_pile_shows_the_reshuffled_one() -> None:
    pos = position("""
        3  9  .  .  |  ?  4  .  .
        ?  ?  .  .  |  ?  7  .  .
        ?  9  .  .  |  ?  9  . .
        discard: 8 8 8 5 5 5 1 1 1 6 6 6 12
        hidden: 1 1 1 2 2 2
    """)
    said = previews_of(pos.view(1))["draw"]
    assert said.reshuffles
    assert said.of == 150 - 6 - 6 - 1  # neither hidden, nor face up, nor on top
    assert scene_of(pos.after("draw").view(1)).kinds[-1].pile == 9


def test_W30_a_preview_warns_that_the_round_ends() -> None:
    pos = position("""
        3  9  7  1  |  ?  ?  ?  ?
        2  ?  5  2  |  ?  7  ?  ?
        1  9  7  0  |  ?  ?  ? -1
        discard: 4
    """)
    said = previews_of(pos.after("take").view(1))
    assert [text for text, one in said.items() if one.ends_round] == ["swap b2"]
    shown = scene_of(play(pos, "take,swap b2,card 5").view(1))
    assert (shown.ended_by, shown.last_turns) == (1, [2])


def test_W32_the_end_of_a_round_is_shown_turned_cleared_and_scored() -> None:
    pos = position(
        """
        9  0  6  2  |  1  2  3  4
        9  7  5  3  |  5  6  8  8
        ?  1  8  0  |  8  9  7 -1
        discard: 4
        ended by: 2
        """,
        target=1000,
    )
    shown = drawn(pos, "take", "swap b1", "card 9", seat=None)
    assert [beat for beat, _ in shown] == ["flow", "gone", "count"]
    assert [faces(one, 1)[0] for _, one in shown] == ["9", ".", "."]
    points = [one.points for one in shown[-1][1].last.seats] if shown[-1][1].last else []
    assert points == [36, 60]


def test_W34_the_sheet_shows_the_doubling() -> None:
    pos = position(
        """
        .  .  .  3  |  .  .  .  7  |  .  .  .  4
        .  .  .  3  |  .  .  .  8  |  .  .  .  3
        .  .  .  4  |  .  .  .  9  |  .  .  .  ?
        discard: 3
        hidden: 6
        ended by: 1
        turn: 3
        """,
        target=1000,
    )
    last = scene_of(play(pos, "take,swap d3,card 6").view(3)).last
    assert last is not None
    assert (last.number, last.ended_by, last.fewest) == (1, 1, 10)
    assert [(one.points, one.counted, one.doubled) for one in last.seats] == [
        (10, 20, True),
        (24, 24, False),
        (10, 10, False),
    ]


def test_W14_the_tied_seats_are_named() -> None:
    shown = scene_of(opened((9, 3), (3, 9), (12, -1)).after("card 1").view())
    assert (shown.phase, shown.tied, shown.turn) == ("who_begins", [1, 2], 0)


def test_W50_a_drawn_card_shows_its_back_to_the_others() -> None:
    pos = play(position(NINES), "draw,card 12")
    held = [scene_of(pos.view(seat)).hand for seat in (1, 2, None)]
    assert [one.value for one in held if one] == [12, None, None]
