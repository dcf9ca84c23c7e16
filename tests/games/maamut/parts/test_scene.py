"""Mâamut's scenes, frames and previews: true to the state, in order, without hidden information."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import tablee
from tablee.games.maamut.narration import preview as preview_in_words
from tablee.games.maamut.rules import apply
from tablee.games.maamut.scene import Preview, Scene, Trap, frames, preview, scene
from tablee.games.maamut.state import CARDS, NEIGHBOUR, TILE_NAMES
from tablee.games.maamut.view import observe, resample
from tablee.kernel import reports
from tablee.kernel.dice import dice_for, roll
from tablee.show.scene import previews_of, scene_of
from tablee.show.step import ShownStep, step_ahead, step_seen
from tables import OPTIONS, play, text

from ..draw import record, steppe

pytestmark = pytest.mark.slow  # scenes of whole games

MAAMUT = tablee.game("maamut")
TABLES = [(seats, options) for seats in MAAMUT.seats for options in OPTIONS["maamut"]]
SEEDS = range(2)


def viewers(pos: tablee.Position) -> list[int | None]:
    return [None, *range(1, pos.seats + 1)]


def seen_step(pos: tablee.Position, move: str, seat: int | None) -> ShownStep:
    """Return a step as a viewer sees it; a card that another seat draws stays hidden."""
    code = pos.read(move)
    sees = MAAMUT.view.sees(pos.state, -1 if seat is None else seat - 1)
    words = tuple(move.split(" ")) if sees else (move.split(" ")[0], "?")
    return step_seen(words, pos, pos.after_code(code), code, seat)


def hunts() -> Iterator[tuple[tablee.Position, int]]:
    for seats, options in TABLES:
        for seed in SEEDS:
            yield from play(MAAMUT, seats, options, 100 * seats + seed)


def crowds() -> Iterator[tablee.Position]:
    """Yield games of four hunters close to the mammoth in the south, with long chains."""
    dice = dice_for(7)
    for number in range(150):
        free = ["f3", "f4", "g2", "g3", "e3", "e5", "f5", "d4", "g1"]
        pieces = [f"{free.pop(roll(dice, 4))}:M"]
        pieces += [f"{free.pop(roll(dice, len(free)))}:{seat}" for seat in range(1, 5)]
        pieces.append(f"{('d5', 'd3', 'e1', 'b1')[number % 4]}:t{number % 3 + 1}")
        pos = steppe(" ".join(pieces), fallen_traps=("removed", "stay")[number % 2])
        yield pos
        yield from (after for after in map(pos.after, pos.moves()) if after.to_act > 1)


def numbers(value: Any) -> Iterator[int]:
    """Yield all numbers in decoded JSON; floats are not allowed."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        assert isinstance(value, int)
        yield value


def neighbours(tile: str) -> set[str]:
    number = TILE_NAMES.index(tile)
    return {TILE_NAMES[one] for one in NEIGHBOUR[6 * number : 6 * number + 6] if one >= 0}


def where(seen: Scene) -> dict[str, str]:
    """Return the pieces of a scene: {"M": "d4", "1": "d2", "t1": "c5"}."""
    found = {"M": seen.mammoth}
    found |= {str(one.seat): one.tile for one in seen.hunters if one.tile}
    for trap in seen.traps:
        found[f"t{trap.seat}"] = " ".join(filter(None, (found.get(f"t{trap.seat}"), trap.tile)))
    return found


# --- scenes --------------------------------------------------------------------------------------


def test_every_tile_card_and_trap_is_in_the_scene_once() -> None:
    for pos, _ in hunts():
        for seat in viewers(pos):
            seen = scene_of(pos.view(seat))
            kinds = Counter(seen.ground)
            assert kinds["unlaid"] == sum(seen.bag.values())
            for kind, count in (("rock", 7), ("grass", 18), ("snow", 11)):
                assert kinds[kind] + seen.bag[kind] == count
            assert seen.pile + sum(seen.discards) + sum(one.held for one in seen.hunters) == 36
            for one in seen.hunters:
                on_board = sum(trap.seat == one.seat for trap in seen.traps)
                assert one.stock + on_board == 4
                assert len(one.cards) == (one.held if one.seat == seat else 0)
                assert not (one.out and one.tile)
            assert len({trap.tile for trap in seen.traps}) == len(seen.traps)


def test_the_scene_agrees_with_the_position() -> None:
    for pos, _ in hunts():
        state, seen = record(pos), scene_of(pos.view(1))
        assert seen.to_act == max(pos.to_act, 0)
        assert seen.mammoth == TILE_NAMES[state.mammoth]
        assert [one.tile for one in seen.hunters] == [
            TILE_NAMES[tile] if tile >= 0 else None for tile in state.hunter[: pos.seats]
        ]
        if pos.to_act == tablee.OVER:
            assert (seen.phase, seen.turn) == ("over", 0)
            assert seen.winner == next(iter(pos.result().winners), 0)
            assert seen.fallen == (seen.ending == "maamut.fell") == bool(seen.winner)
            assert seen.ending.startswith("maamut.")
        else:
            assert seen.ending == ""
        assert seen.limit == pos.options["hunt_limit"] * pos.seats
        assert seen.traps_stay == (pos.options["fallen_traps"] == "stay")


def test_scenes_round_trip_as_json_with_safe_integers() -> None:
    for pos, code in hunts():
        for seat in (None, 1):
            structs: list[Any] = [scene_of(pos.view(seat)), *previews_of(pos.view(seat)).values()]
            if code >= 0:
                structs += [one for _, one in frames(seen_step(pos, text(pos, code), seat))]
            for struct in structs:
                encoded = msgspec.json.encode(struct)
                assert msgspec.json.decode(encoded, type=type(struct)) == struct
                assert all(abs(one) < 2**53 for one in numbers(msgspec.json.decode(encoded)))


def test_tiles_are_laid_one_by_one_in_reading_order() -> None:
    pos = MAAMUT.start(seats=2)
    assert scene_of(pos.view()).phase == "first"
    pos = pos.after("first 2")
    seen = scene_of(pos.view())
    assert (seen.phase, seen.next_tile, seen.first, seen.turn) == ("tiles", "a1", 2, 0)
    seen = scene_of(pos.after("tile snow").view())
    assert (seen.ground[:2], seen.next_tile) == (["snow", "unlaid"], "a2")
    assert seen.ground[TILE_NAMES.index("d4")] == "cross"
    assert seen.bag == {"rock": 7, "grass": 18, "snow": 10}


def test_H3_a_board_that_is_laid_again_is_shown_complete() -> None:
    rocks = {"c3", "c4", "d3", "d5", "e3", "a1", "a2"}
    grass = [name for name in TILE_NAMES if name not in rocks | {"d4"}][:18]
    pos = MAAMUT.start(seats=2).after("first 1")
    for tile in TILE_NAMES:
        if tile in {"d4", "g4"}:
            continue
        kind = "rock" if tile in rocks else "grass" if tile in grass else "snow"
        assert frames(seen_step(pos, f"tile {kind}", 1)) == []
        pos = pos.after(f"tile {kind}")
    [(beat, seen)] = frames(seen_step(pos, "tile snow", 1))
    assert beat == "rocks"
    assert Counter(seen.ground) == {"grass": 18, "snow": 11, "rock": 7, "cross": 1}
    assert {name for name, one in zip(TILE_NAMES, seen.ground, strict=True) if one == "rock"} == (
        rocks
    )
    assert set(scene_of(pos.after("tile snow").view()).ground) == {"unlaid", "cross"}


# --- frames --------------------------------------------------------------------------------------


def test_frames_lead_step_by_step_from_before_to_after() -> None:
    beats: Counter[str] = Counter()
    for pos in [*(pos for pos, _ in hunts()), *crowds()]:
        for move in pos.moves():
            step = seen_step(pos, move, 1)
            shown = frames(step)
            if shown:
                in_order(scene(step.before), shown, scene(step.after))
            beats.update(beat for beat, _ in shown)
    assert beats["meet"] > 100
    assert set(beats) >= {"meet", "run", "fright", "flee"}


def in_order(before: Scene, shown: list[tuple[str, Scene]], after: Scene) -> None:
    """The mammoth goes from tile to tile, no fallen hunter returns, cards are used once."""
    last = before
    for beat, seen in shown:
        assert (seen.phase, seen.to_act) == ("flight", 0)
        assert seen.ground == before.ground
        moved = seen.mammoth != last.mammoth
        assert moved == (beat == "run")
        assert not moved or seen.mammoth in neighbours(last.mammoth)
        gone = [one.seat for one, was in zip(seen.hunters, last.hunters, strict=True)
                if was.tile and not one.tile]  # fmt: skip
        assert len(gone) == (beat == "out")
        walked = [one.seat for one, was in zip(seen.hunters, last.hunters, strict=True)
                  if one.tile and was.tile != one.tile]  # fmt: skip
        assert len(walked) == (beat in ("meet", "flee"))
        assert any(one.frightened for one in seen.hunters) or beat != "fright"
        assert seen.pile == before.pile
        assert sum(seen.discards) in (sum(before.discards), sum(before.discards) + 1)
        last = seen
    # One thing is left for the scene after: the last tile, the last fall, or the rest of the way.
    ran = last.mammoth != after.mammoth
    assert not ran or after.mammoth in neighbours(last.mammoth)
    changed = [one.seat for one, was in zip(after.hunters, last.hunters, strict=True)
               if one.tile != was.tile]  # fmt: skip
    assert ran + len(changed) <= 1
    for seat in changed:
        driver = last.flight.driver if last.flight else 0
        assert after.hunters[seat - 1].out or (seat == driver and last.flight)
    assert last.traps == after.traps or after.hunters[changed[0] - 1].out


def test_a_hunter_who_does_not_meet_the_mammoth_simply_moves() -> None:
    pos = steppe("d2:1 d6:M g1:2")
    assert frames(seen_step(pos, "move 2 E", 1)) == []
    assert frames(seen_step(pos, "discard 2", 2)) == []


def test_it_flees_two_tiles_straight_away_from_the_hunter() -> None:
    shown = frames(seen_step(steppe("d2:1 d4:M g1:2"), "move 2 E", 2))
    assert [(beat, where(seen)["M"], where(seen)["1"]) for beat, seen in shown] == [
        ("meet", "d4", "d4"),
        ("run", "d5", "d4"),
    ]  # the last tile is in the scene after


def test_H29_first_the_flight_then_the_rest_of_the_way() -> None:
    shown = frames(seen_step(steppe("d2:1 d3:M g1:2"), "move 3 E", 1))
    assert [(beat, where(seen)["M"]) for beat, seen in shown] == [
        ("meet", "d3"), ("run", "d4"), ("run", "d5"), ("run", "d6"),
    ]  # fmt: skip
    assert {where(seen)["1"] for _, seen in shown} == {"d3"}
    assert shown[0][1].flight is not None  # its goal is shown at once
    assert shown[0][1].flight.ahead == ["d4", "d5", "d6"]
    flight = shown[1][1].flight
    assert flight is not None
    assert (flight.direction, flight.ahead, flight.driver, flight.landing) == (
        "E", ["d5", "d6"], 1, "d5",
    )  # fmt: skip


def test_H24_it_stands_and_the_hunter_is_out() -> None:
    step = seen_step(steppe("d4:1 a4:M g1:2 g3:t1"), "move 3 NE", 2)
    [(beat, seen)] = frames(step)
    assert seen.flight is None
    assert (beat, where(seen)) == ("meet", {"M": "a4", "1": "a4", "2": "g1", "t1": "g3"})
    assert where(scene(step.after)) == {"M": "a4", "2": "g1"}


def test_H31_two_fall_one_after_the_other_and_a_trap_goes_with_its_owner() -> None:
    step = seen_step(steppe("e5:1 f3:4 g1:3t2 g2:2 g3:M"), "move 2 SW", 4)
    shown = frames(step)
    assert [beat for beat, _ in shown] == ["meet", "run", "fright", "out", "run", "fright"]
    assert where(shown[2][1]) == {"M": "g2", "1": "g3", "2": "g2", "3": "g1", "4": "f3", "t2": "g1"}
    assert where(shown[3][1]) == {"M": "g2", "1": "g3", "3": "g1", "4": "f3"}
    assert [one.frightened for one in shown[5][1].hunters] == [False, False, True, False]


def test_H28_the_seat_that_is_asked_sees_the_rest_of_the_flight() -> None:
    pos = steppe("d2:1 d4:M d5:23").after("move 2 E")
    seen = scene_of(pos.view(2))
    assert (seen.phase, seen.to_act, seen.turn) == ("fright", 2, 1)
    assert [one.frightened for one in seen.hunters] == [False, True, True]
    assert (seen.flight.ahead, seen.flight.landing) == (["d6"], "d4")


# --- previews ------------------------------------------------------------------------------------


def test_previews_come_true() -> None:
    told: Counter[str] = Counter()
    for pos in [*(pos for pos, _ in hunts()), *crowds()]:
        if pos.to_act < 1:
            continue
        before = scene_of(pos.view(pos.to_act))
        for move, shown in previews_of(pos.view(pos.to_act)).items():
            after = scene_of(pos.after(move).view(pos.to_act))
            agrees(before, shown, after)
            told[shown.kind] += 1
    assert set(told) == {"place", "move", "trap", "lift", "discard", "flee"}


def agrees(before: Scene, shown: Preview, after: Scene) -> None:
    me, was = after.hunters[shown.seat - 1], before.hunters[shown.seat - 1]
    assert shown.seat == before.to_act
    if shown.kind != "place":
        assert shown.path[0] == was.tile
    if after.flight is None or shown.kind == "flee":
        assert shown.landing == me.tile
    else:
        assert shown.landing == after.flight.landing
    if shown.landing and not shown.winner:
        assert shown.landing == shown.path[-1]
    assert [before.mammoth, after.mammoth] == ([shown.run[0], shown.run[-1]] if shown.run
                                               else [before.mammoth] * 2)  # fmt: skip
    assert shown.ahead == (after.flight.ahead if after.flight else [])
    fallen = {one.seat for one, old in zip(after.hunters, before.hunters, strict=True)
              if one.out and not old.out}  # fmt: skip
    assert set(shown.out) == fallen
    assert shown.stands == (shown.kind == "move" and shown.seat in fallen)
    asked = [one.seat for one in after.hunters if one.frightened]
    assert set(shown.frightened) >= set(asked) | (fallen - {before.turn})
    assert bool(shown.refuges) == (after.phase == "fright")
    assert (shown.winner, shown.ending) == (after.winner, after.ending)
    gone = set(before.traps) - set(after.traps)
    assert gone == set(shown.lost) | ({shown.lifts} if shown.lifts else set())
    assert set(after.traps) - set(before.traps) == ({shown.sets} if shown.sets else set())
    assert bool(shown.draw) == (after.phase == "draw" and shown.seat == before.turn)


def test_H26_a_preview_names_refuges_and_fallen_hunters() -> None:
    shown = previews_of(steppe("d2:1 d4:M d5:23").view(1))["move 2 E"]
    assert (shown.path, shown.landing, shown.run) == (["d2", "d3", "d4"], "d4", ["d4", "d5"])
    assert (shown.frightened, shown.ahead) == ([2, 3], ["d6"])
    assert shown.refuges == ["c4", "c5", "d6", "e5"]
    shown = previews_of(steppe("e5:1 f3:4 g1:3t2 g2:2 g3:M").view(1))["move 2 SW"]
    assert (shown.out, shown.frightened, shown.lost) == ([2, 3], [2, 3], [Trap(2, "g1")])
    shown = previews_of(steppe("d4:1 a4:M g1:2").view(1))["move 3 NE"]
    assert (shown.stands, shown.out, shown.landing, shown.run) == (True, [1], None, [])


def test_H40_a_preview_names_the_winner_and_the_tile_of_the_trap() -> None:
    shown = previews_of(steppe("d1:1 d4:M d5:t2 g1:2").view(1))["move 3 E"]
    assert (shown.winner, shown.ending, shown.run) == (2, "maamut.fell", ["d4", "d5"])
    shown = previews_of(steppe("d2:1 d3:M d4:2 d5:t1 g1:3").view(1))["move 3 E"]
    assert (shown.winner, shown.landing, shown.refuges[:1]) == (0, "d5", ["c3"])


def test_chances_of_a_drawn_card_are_those_of_unseen_cards() -> None:
    pos = steppe("d2:1 g1:2 d4:M", hands={1: "1 1 3"}, discards="2 2")
    shown = previews_of(pos.view(1))
    assert shown["discard 1"].draw == [CARDS[0] - 2, CARDS[1] - 2, CARDS[2] - 1]
    assert shown["trap"].draw == []


# --- hidden information --------------------------------------------------------------------------


def worlds(pos: tablee.Position, seat: int | None, seed: int) -> tablee.Position:
    """Return another possible world for a viewer."""
    state = record(pos)
    viewer = -1 if seat is None else seat - 1
    observe(state, viewer)
    resample(state, viewer, dice_for(seed))
    return tablee.Position(MAAMUT, pos.options, state)


@pytest.mark.slow
def test_indistinguishable_worlds_have_equal_scenes() -> None:
    differing = 0
    for number, (pos, code) in enumerate(hunts()):
        for seat in viewers(pos):
            other = worlds(pos, seat, number)
            differing += other != pos
            assert shown_to(pos, seat, code) == shown_to(other, seat, code)
    assert differing > 100


def shown_to(pos: tablee.Position, seat: int | None, code: int) -> bytes:
    """Return everything a viewer is shown of a position, its moves and a possible step."""
    view = pos.view(seat)
    shown: list[Any] = [scene_of(view), previews_of(view)]
    shown += [preview(step_ahead(view, move)) for move in view.moves()]
    if code >= 0 and not MAAMUT.notation.NOTATION.text(code).startswith("deal"):
        words = tuple(text(pos, code).split(" "))
        shown.append(frames(ShownStep(words, view.state, *reports.play(apply, view.state, code))))
    return msgspec.json.encode(shown)


def test_cards_of_a_fallen_hunter_are_hidden_until_discarded() -> None:
    for hand in ("1 1 1", "2 2 3"):
        pos = steppe("e5:1 f3:4 g1:3t2 g2:2 g3:M", hands={2: hand})
        shown = frames(seen_step(pos, "move 2 SW", 4))
        assert {tuple(seen.discards) for _, seen in shown} == {(0, 1, 0)}
        assert {tuple(one.cards) for _, seen in shown for one in seen.hunters[:3]} == {()}


@pytest.mark.parametrize("move", ["deal 1", "deal 3"])
def test_a_card_drawn_by_another_seat_has_no_frames(move: str) -> None:
    pos = steppe("d2:1 g1:2 d4:M").after("discard 2")
    assert frames(seen_step(pos, move, 2)) == []


@pytest.mark.parametrize(
    ("owner", "english", "french"),
    [
        (1, "lifts their own trap on d3", "lève son propre piège en d3"),
        (2, "lifts seat 2’s trap on d3", "lève le piège de la place 2 en d3"),
    ],
)
def test_narration_names_the_owner_of_a_lifted_trap(owner: int, english: str, french: str) -> None:
    (first, *_) = preview_in_words(step_ahead(steppe(f"d3:1t{owner} a1:M g1:2").view(1), "lift"))
    assert (first.text("en"), first.text("fr")) == (english, french)
