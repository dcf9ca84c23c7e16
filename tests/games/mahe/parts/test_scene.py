"""Mahé's scenes: they agree with the state, reveal nothing hidden, and previews come true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import tablee
from tablee.games.mahe.scene import Preview, Scene, Turtle, frames, preview, scene
from tablee.games.mahe.state import BOX, CARDS, PILE, State
from tablee.kernel.dice import dice_for
from tablee.show.scene import previews_of, scene_of
from tablee.show.step import ShownStep, step_ahead, step_seen
from tables import OPTIONS, play, text

from ..draw import pile_is_empty, position

pytestmark = pytest.mark.slow  # scenes of whole games

GAME = tablee.game("mahe")
TABLES = [(seats, number) for seats in (2, 3, 4, 7) for number in range(len(OPTIONS["mahe"]))]


def steps(seats: int, option: int, seed: int = 1) -> Iterator[tuple[tablee.Position, ShownStep]]:
    """Yield all steps of a random game."""
    for pos, code in play(GAME, seats, OPTIONS["mahe"][option], seed):
        if code >= 0:
            words = tuple(text(pos, code).split(" "))
            yield pos, step_seen(words, pos, pos.after_code(code), code, None)


def after(pos: tablee.Position, *moves: str) -> tablee.Position:
    for move in moves:
        pos = pos.after(move)
    return pos


def passage(pos: tablee.Position, move: str) -> list[tuple[str, Scene]]:
    """Return the frames of a move or an outcome, as a spectator sees them."""
    return frames(step_seen(tuple(move.split(" ")), pos, pos.after(move), pos.read(move), None))


def previews(pos: tablee.Position) -> dict[str, Preview]:
    return previews_of(pos.view(pos.to_act))


def shown(pos: tablee.Position) -> Scene:
    seen = scene_of(pos.view(None))
    assert isinstance(seen, Scene)
    return seen


def turtles_at(seen: Scene, space: int) -> list[int]:
    """Return the turtles on a space from bottom to top."""
    here = sorted((turtle for turtle in seen.turtles if turtle.space == space), key=height)
    return [turtle.id for turtle in here]


def height(turtle: Turtle) -> int:
    return turtle.height


def integers(value: Any) -> Iterator[int]:
    """Yield all numbers of a JSON value; floats are not allowed."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from integers(inner)
    elif not isinstance(value, bool | str | None):
        assert isinstance(value, int)
        yield value


def check_pieces(seen: Scene, seats: int) -> None:
    """Check that every turtle is there once, stacks have no gaps, and every card is there once."""
    assert [turtle.id for turtle in seen.turtles] == list(
        range(1, seats * (2 if seats < 4 else 1) + 1)
    )
    for space in {turtle.space for turtle in seen.turtles}:
        heights = [turtle.height for turtle in seen.turtles if turtle.space == space]
        expected = [0] * len(heights) if space == 0 else list(range(len(heights)))
        assert sorted(heights) == expected
    cards = Counter(value for nest in seen.nests for value in nest.cards)
    cards.update(seen.spent)
    cards.update(dict(enumerate(seen.unseen, 1)))
    cards.update([seen.face_up] if seen.face_up else [])
    assert [cards[value] for value in range(1, 7)] == list(CARDS)
    assert seen.left == sum(seen.unseen) - (BOX - PILE)


@pytest.mark.parametrize(("seats", "option"), TABLES)
def test_scenes_agree_with_the_state(seats: int, option: int) -> None:
    for pos, step in steps(seats, option):
        seen, s = shown(pos), pos.state
        assert isinstance(s, State)
        check_pieces(seen, seats)
        assert (
            [turtle.space for turtle in seen.turtles]
            == s.to_dict()["space"][  # type: ignore[index]
                1 : len(seen.turtles) + 1
            ]
        )
        assert seen.to_act == max(pos.to_act, 0)
        assert seen.steps == sum(seen.dice) * len(seen.dice)
        if seen.carried:
            start = seen.turtles[seen.mover - 1]
            if start.space:
                assert turtles_at(seen, start.space)[start.height :] == seen.carried
            if seen.decider:
                assert seen.turtles[seen.carried[-1] - 1].seat == seen.decider
        for beat, between in frames(step):
            assert beat in ("die", "card", "walk", "bust", "eggs")
            check_pieces(between, seats)


@pytest.mark.parametrize(("seats", "option"), TABLES)
def test_scenes_are_json_with_safe_integers(seats: int, option: int) -> None:
    for pos, step in steps(seats, option):
        shown_things: list[Any] = [shown(pos), *(between for _, between in frames(step))]
        if pos.to_act > 0:
            shown_things += previews(pos).values()
        for thing in shown_things:
            values = msgspec.json.decode(msgspec.json.encode(thing))
            assert all(abs(number) < 2**53 for number in integers(values))


@pytest.mark.parametrize(("seats", "option"), TABLES)
def test_frames_lead_from_before_to_after(seats: int, option: int) -> None:
    for pos, step in steps(seats, option):
        before, ending = shown(pos), scene(step.after)
        seen = frames(step)
        turtles_move = before.turtles != ending.turtles
        if not seen:
            assert not turtles_move
            continue
        beats = [beat for beat, _ in seen]
        assert beats.count("walk") + beats.count("bust") == 1
        for beat, between in seen:
            if beat in ("die", "card"):
                assert between.turtles == before.turtles
                assert between.dice == [*before.dice, int(step.words[1])]
            else:
                assert between.turtles == ending.turtles
                assert between.turn == before.turn
                assert between.mover == before.mover
            if beat == "walk":
                assert between.path[-1] == ending.turtles[between.mover - 1].space
                assert len(between.path) == between.steps
                assert before.face_up == between.face_up
            if beat == "bust":
                assert between.bust
                assert between.path == [0]
            if beat == "eggs":
                assert between.nests == ending.nests
                assert between.face_up == 0
                assert between.beach_eggs == ending.beach_eggs
        laid = (before.face_up, before.beach_eggs) != (ending.face_up, ending.beach_eggs)
        assert ("eggs" in beats) == laid


@pytest.mark.parametrize(("seats", "option"), TABLES)
def test_previews_come_true(seats: int, option: int) -> None:
    kinds = set()
    for pos, _ in steps(seats, option):
        if pos.to_act < 0:
            continue
        for move, ahead in previews(pos).items():
            kinds.add(move.split(" ")[0])
            then = pos.after(move)
            assert ahead.decider in (pos.to_act, then.to_act) or move.startswith("turtle")
            assert ahead.busts == sum(throw.walk is None for throw in ahead.throws)
            if ahead.walk is None:
                for throw in ahead.throws:
                    check_walk(pos, then.after(f"die {throw.face}"), ahead, throw.walk)
            else:
                assert ahead.at_once == (shown(then).phase != "decide")
                check_walk(pos, then, ahead, ahead.walk)
    turtles = {"turtle"} if seats < 4 else set()
    assert kinds == {"roll", "stop"} | turtles | ({"card"} if option else set())


def check_walk(pos: tablee.Position, then: tablee.Position, ahead: Preview, walk: Any) -> None:
    """After the die, and after stopping if that is still a choice, all is as previewed."""
    if walk is None:
        assert all(shown(then).turtles[id_ - 1].space == 0 for id_ in ahead.carried)
        return
    if shown(then).phase == "decide":
        then = then.after("stop")
    seen = shown(then)
    assert turtles_at(seen, walk.space) == [*walk.under, *ahead.carried]
    assert walk.path[-1] == walk.space
    assert len(walk.path) == walk.steps
    assert walk.ends == (then.to_act == tablee.OVER)
    spent = {pos.to_act: ahead.spends}
    for old, new in zip(shown(pos).nests, seen.nests, strict=True):
        won = walk.wins if old.seat == walk.winner else 0
        assert new.eggs == old.eggs + won - spent.get(old.seat, 0)


@pytest.mark.parametrize(("seats", "option"), TABLES)
def test_hidden_information_changes_no_scene(seats: int, option: int) -> None:
    view = GAME.view
    encode = msgspec.json.encode
    for number, (pos, step) in enumerate(steps(seats, option, seed=2)):
        for viewer in (None, 1, seats):
            index = -1 if viewer is None else viewer - 1
            seen: list[bytes] = []
            for _ in range(2):
                states = []
                for state in (step.before.copy(), step.after.copy()):
                    if seen:
                        view.resample(state, index, dice_for(number))
                    view.observe(state, index)
                    states.append(state)
                other = tablee.Position(GAME, pos.options, states[0]).view(viewer)
                ahead = step._replace(before=states[0], after=states[1])
                seen.append(
                    encode(
                        [
                            scene(states[0]),
                            frames(ahead),
                            [preview(step_ahead(other, move)) for move in other.moves()],
                        ]
                    )
                )
            assert seen[0] == seen[1]


# --- examples of the printed rules ---------------------------------------------------------------


def test_M11_two_and_four_make_twelve() -> None:
    pos = after(position("turn: red"), "die 2", "roll", "die 4")
    seen = shown(pos)
    assert (seen.dice, seen.sum, seen.steps) == ([2, 4], 6, 12)
    assert seen.reach is not None
    assert seen.reach.space == 12
    assert seen.reach.path == list(range(1, 13))
    assert previews(pos)["stop"].walk == seen.reach
    ahead = previews(pos)["roll"]
    assert (ahead.busts, ahead.of) == (5, 6)


def test_M12_two_and_six_go_back_to_the_raft() -> None:
    pos = after(position("6: red\nturn: red"), "die 2", "roll")
    (die, fallen), (bust, raft) = passage(pos, "die 6")
    assert (die, bust) == ("die", "bust")
    assert (fallen.dice, fallen.bust, fallen.reach) == ([2, 6], True, None)
    assert fallen.turtles[0].space == 6
    assert raft.turtles[0].space == 0


def test_M17_a_whole_round_is_animated_space_by_space() -> None:
    pos = after(position("13: red\nturn: red"), "die 2", "roll", "die 1", "roll")
    (_, fallen), (_, walked), (_, laid) = passage(pos, "die 4")
    assert fallen.reach is not None
    assert fallen.reach.path == walked.path == [*range(14, 22), *range(1, 14)]
    assert (fallen.reach.space, fallen.reach.wins, fallen.reach.winner) == (13, 5, 1)
    assert laid.nests[0].cards == [5]


def test_M20_the_red_yellow_and_blue_stack() -> None:
    pos = after(position("18: blue red yellow\nturn: red\nface up: 5"), "die 1")
    seen = shown(pos)
    assert (seen.turn, seen.mover, seen.carried) == (1, 1, [1, 2])
    assert (seen.decider, seen.to_act, seen.watcher) == (2, 2, 2)
    assert turtles_at(seen, 18) == [3, 1, 2]
    pos = after(pos, "roll", "die 2", "roll")
    beats = passage(pos, "die 3")
    assert [beat for beat, _ in beats] == ["die", "walk", "eggs"]
    walked = beats[1][1]
    assert turtles_at(walked, 18) == [3]
    assert turtles_at(walked, 15) == [1, 2]
    assert beats[2][1].nests[1].cards == [5]


def test_M18_a_bust_keeps_showing_the_decider() -> None:
    pos = after(position("4: blue red yellow\nturn: red"), "die 6", "roll")
    _, (beat, raft) = passage(pos, "die 5")
    assert beat == "bust"
    assert (raft.decider, raft.watcher, raft.carried) == (2, 2, [1, 2])
    assert [turtle.space for turtle in raft.turtles] == [0, 0, 4, 0]


def test_M33_the_eggs_of_the_beach_end_the_game() -> None:
    pos = after(pile_is_empty(position("20: red\nturn: red")), "die 3")
    seen = shown(pos)
    assert seen.reach is not None
    assert (seen.face_up, seen.left, seen.beach_eggs) == (0, 0, 7)
    assert (seen.reach.wins, seen.reach.winner, seen.reach.ends) == (7, 1, True)
    walk, (beat, eggs) = passage(pos, "stop")
    assert (walk[0], walk[1].beach_eggs, walk[1].nests[0].beach) == ("walk", 7, False)
    assert (beat, eggs.beach_eggs, eggs.nests[0].beach) == ("eggs", 0, True)
    end = shown(pos.after("stop"))
    assert (end.phase, end.beach_eggs, end.nests[0].beach) == ("ended", 0, True)


def test_M40_choosing_a_turtle_shows_where_each_face_leads_and_the_decider() -> None:
    pos = position("3: red2 yellow1\n5: blue1\nturn: red", seats=3)
    ahead = previews(pos)["turtle 2"]
    assert (ahead.mover, ahead.carried, ahead.start, ahead.decider) == (2, [2, 3], 3, 2)
    assert [throw.walk.space for throw in ahead.throws if throw.walk] == [4, 5, 6, 7, 8, 9]
    landing = ahead.throws[1].walk
    assert landing is not None
    assert landing.under == [5]
    assert (ahead.busts, ahead.of) == (0, 6)
    assert [turtle.name for turtle in shown(pos).turtles] == ["1a", "1b", "2a", "2b", "3a", "3b"]


def test_M60_a_card_of_two_on_a_five_makes_fourteen() -> None:
    pos = position("turn: red\ndice: 5\nred cards: 2", cards_as_dice=True)
    ahead = previews(pos)["card 2"]
    assert (ahead.spends, ahead.dice, ahead.at_once) == (2, [5, 2], False)
    assert ahead.walk is not None
    assert ahead.walk.space == 14
    assert passage(pos, "card 2") == []
    seen = shown(pos.after("card 2"))
    assert (seen.spent, seen.nests[0].cards, seen.nests[0].played) == ([2], [], True)
    pos = position("turn: red\ndice: 1 4\nred cards: 2", cards_as_dice=True)
    assert previews(pos)["card 2"].at_once
    assert [beat for beat, _ in passage(pos, "card 2")] == ["card", "walk", "eggs"]
