"""Undo by proof: an undo without consent reveals nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import tablee
from samples import HANDS, ROUNDS
from tablee.kernel.dice import dice_for
from tablee.table import CHANCE, OVER, Match, NotNow, SeatRefused, UndoRefused, undo
from tablee.table.undo import Choices, reveals, veil_of, worlds

from . import toy
from .tables import SECRET, begun, dealt, first_moves, header, random_matches, sentences, world

GAMES = [game.name for game in tablee.all_games()]
HIDING = [game.name for game in tablee.all_games() if game.hides]
SHOWING = [game.name for game in tablee.all_games() if not game.hides]


# --- what is hidden, and what a move reveals -----------------------------------------------------


def test_hidden_fields_are_found_from_the_games() -> None:
    for name in GAMES:
        assert tablee.game(name).hides is any(veil_of(tablee.game(name)))


@pytest.mark.parametrize("name", SHOWING)
def test_without_hidden_information_every_viewer_sees_all(name: str) -> None:
    """`HIDES` of a game agrees with its `observe` and `sees`."""
    view = tablee.game(name).view
    for _, match, _ in random_matches(name, range(2)):
        for seat in range(-1, match.position.seats):
            state = match.position.state
            view.observe(state, seat)
            assert state == match.position.state
            assert view.sees(state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_worlds_differ_only_in_hidden_fields(name: str) -> None:
    hidden = veil_of(tablee.game(name)).hidden
    for number, (_, match, _) in enumerate(random_matches(name, range(2))):
        if number % 9 == 0:
            state = match.position.state
            for other, _ in zip(worlds(match.position), range(40), strict=False):
                fields = state.fields
                assert {f for f in fields if getattr(other, f) != getattr(state, f)} <= hidden


def test_choices_enumerate_all_ways() -> None:
    choices, ways = Choices(), []
    while choices.next_way():
        first = choices.choose([1, 2])
        ways.append((first, choices.choose([5, 6, 7]) if first == 2 else 0))
    assert ways == [(1, 0), (2, 5), (2, 6), (2, 7)]
    assert undo.roll_by_choice(choices, 3) == 0


def test_too_many_worlds_count_as_informing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dealt(begun(HANDS))
    code = match.position.codes()[0]  # place: it reveals nothing
    monkeypatch.setattr(undo, "proven_by_reading", lambda *_: False)
    assert not reveals(match.position, code)
    monkeypatch.setattr(undo, "MOST_WORLDS", 20)
    assert reveals(match.position, code)


@pytest.mark.parametrize("card", [1, 2])
def test_every_way_of_informing_is_found(card: int) -> None:
    position = toy.position(card)
    by_reading = {c for c in range(5) if undo.proven_by_reading(position, c)}
    free = {code for code in range(5) if not reveals(position, code)}
    assert by_reading == {toy.WAVE}
    assert free == {
        toy.WAVE,
        toy.GLANCE,
    }  # the glance reports the same for every card
    if card == 1:
        assert reveals(position, toy.ONLY_WITH_ONE)


@pytest.mark.parametrize("name", GAMES)
def test_both_proofs_agree(name: str) -> None:
    """Whatever reading proves, trying all worlds proves, too; and nothing else is free."""
    tried = 0
    for number, (_, match, _) in enumerate(random_matches(name, range(4), limit=60)):
        if match.position.seats > 2 and name == HANDS:
            continue  # too many worlds to try here
        if number % 3:
            continue
        for code in match.position.codes()[:6]:
            by_reading = undo.proven_by_reading(match.position, code)
            by_trying = undo.proven_by_trying(match.position, code)
            assert by_trying or not by_reading
            tried += by_reading
    assert tried > 5 or name in HIDING


@pytest.mark.parametrize("name", GAMES)
def test_whether_a_move_can_be_undone_reveals_nothing(name: str) -> None:
    """In all worlds that look the same to a spectator a move can be undone, or in none."""
    for number, (random, match, move) in enumerate(random_matches(name, range(3))):
        if number % 7:
            continue
        code = match.position.read(move)
        answer = reveals(match.position, code)
        for other, _ in zip(worlds(match.position), range(random.randint(1, 16)), strict=False):
            elsewhere = world(match.position, other)
            if elsewhere.refusal(code) is None:
                assert reveals(elsewhere, code) == answer
            else:
                assert answer


@pytest.mark.parametrize("name", SHOWING)
def test_without_hidden_information_every_undo_is_free(name: str) -> None:
    for _, match, move in random_matches(name, range(2), limit=80):
        after = match.play(match.to_act, move)
        if after.to_act != OVER:
            assert after.undo(match.to_act).position == match.position


# --- a free undo reveals nothing -----------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_an_undone_move_reveals_nothing(name: str) -> None:
    """With the same moves and undos in another possible world, a viewer sees the same bytes."""
    compared = differing = 0
    few = range(16) if name == HANDS else range(3)
    for random, match, move in random_matches(name, few, limit=100):
        seat = match.to_act
        after = match.play(seat, move)
        if random.random() < 0.5 or after.why_not_undo(seat) is not None:
            continue
        compared += 1
        for viewer in (None, *range(1, match.position.seats + 1)):
            other = match.view(viewer).state
            place = -1 if viewer is None else viewer - 1
            match.position.game.view.resample(other, place, dice_for(random.randrange(2**40)))
            state = replace(match.state, position=world(match.position, other))
            elsewhere = Match(state, match.events, match.secret)
            differing += elsewhere.position != match.position
            for here, there in stream(match, elsewhere, seat, move, random.randrange(2**20)):
                before = len(match.events)
                assert here.seen_by(viewer, before) == there.seen_by(viewer, before)
                assert here.seen_by(viewer, before).text() == there.seen_by(viewer, before).text()
                assert here.view(viewer).to_json() == there.view(viewer).to_json()
                assert here.to_act == there.to_act
    assert compared > 10
    assert differing > 20 or name != HANDS


@pytest.mark.parametrize("name", HIDING)
def test_a_refused_undo_would_have_revealed_something(name: str) -> None:
    """Every move that is not free rules out a world that looked the same to a spectator."""
    refused = 0
    for number, (_, match, move) in enumerate(random_matches(name, range(6), limit=80)):
        after = match.play(match.to_act, move)
        if after.to_act == OVER or number % 2 or after.why_not_undo(match.to_act) is None:
            continue
        refused += 1
        told = False
        for seed in range(400):
            other = match.view().state
            match.position.game.view.resample(other, -1, dice_for(seed))
            elsewhere = world(match.position, other)
            told = elsewhere.refusal(match.position.read(move)) is not None or (
                elsewhere.after(move).view() != after.view()
            )
            if told:
                break
        assert told, move
    assert refused > 10


def stream(here: Match, there: Match, seat: int, move: str, seed: int) -> Any:
    """Play a move, its undo, perhaps another move and its undo, in both worlds at once."""
    random = Random(seed)
    yield here, there
    for _ in range(3):
        here, there = here.play(seat, move), there.play(seat, move)
        yield here, there
        here, there = here.undo(seat), there.undo(seat)
        yield here, there
        move = random.choice(here.position.moves())
        if reveals(here.position, here.position.read(move)):
            return
        if here.play(seat, move).to_act == OVER:
            return


@pytest.mark.parametrize("name", GAMES)
def test_an_undo_restores_the_same_position(name: str) -> None:
    for random, match, move in random_matches(name, range(3), limit=40):
        seat = match.to_act
        after = match.play(seat, move)
        if after.to_act == OVER or after.why_not_undo(seat) is not None:
            continue
        back = after.undo(seat)
        assert back.position == match.position
        assert back.state.line == match.state.line
        assert len(back.events) == len(after.events) + 1
        assert Match.replay(back.transcript).position == match.position
        again = random.choice(back.position.moves())
        assert back.play(seat, again).position == match.play(seat, again).position


def test_several_moves_can_be_undone_at_once() -> None:
    match = first_moves(begun(ROUNDS), 4)
    seat = match.to_act
    start = match.position
    taken = match.play(seat, "take")
    card_there = next(m for m in taken.position.moves() if m in ("swap a1", "swap a2"))
    placed = taken.play(seat, card_there)  # a face-up card is replaced, without chance
    assert placed.to_act != CHANCE
    assert placed.undo(seat).position == taken.position
    assert placed.undo(seat).undo(seat).position == start
    assert placed.undo(seat, len(match.events) + 1).position == start
    assert sentences(placed.undo(seat, len(match.events) + 1))[-1].endswith(
        f"takes back {len(match.events) + 1}"
    )


# --- what cannot be undone -----------------------------------------------------------------------


def test_no_undo_after_chance() -> None:
    match = dealt(begun()).play(1, "turtle 1")
    assert match.undo(1).to_act == 1
    rolled = match.deal()
    with pytest.raises(UndoRefused, match="Dice, cards or another player"):
        rolled.undo(1)
    assert isinstance(rolled.why_not_undo(1), UndoRefused)


def test_no_undo_after_another_seat_has_decided_even_if_undone() -> None:
    match = first_moves(begun(ROUNDS, ("person",) * 2), 4)
    first, second = match.to_act, 3 - match.to_act
    match = match.play(first, "take")
    swap = next(m for m in match.position.moves() if m in ("swap a1", "swap a2"))
    match = match.play(first, swap)
    assert match.why_not_undo(first) is None
    decided = match.play(second, "take")
    with pytest.raises(UndoRefused, match="Dice, cards or another player"):
        decided.undo(first)
    with pytest.raises(UndoRefused, match="Dice, cards or another player"):
        decided.undo(second).undo(first)


def test_only_an_own_move_can_be_undone() -> None:
    match = dealt(begun()).play(1, "turtle 1")
    with pytest.raises(UndoRefused, match="no move to undo"):
        match.undo(2)
    with pytest.raises(UndoRefused, match="not a move of seat 2"):
        match.undo(2, event=len(match.events))
    for event in (1, 2, 99):
        with pytest.raises(UndoRefused, match=f"Event {event} is not a move"):
            match.undo(1, event=event)
    back = match.undo(1)
    with pytest.raises(UndoRefused, match="no move to undo"):
        back.undo(1)


def test_undo_can_be_off_or_need_consent() -> None:
    never = dealt(begun(undo="never")).play(1, "turtle 1")
    for command in (never.undo, never.ask_undo):
        with pytest.raises(UndoRefused, match="Undo is off"):
            command(1)
    consent = dealt(begun(undo="consent")).play(1, "turtle 1")
    with pytest.raises(UndoRefused, match="ask the others"):
        consent.undo(1)
    assert consent.ask_undo(1).answer(2, True).to_act == 1


def test_no_undo_before_or_after_the_match() -> None:
    open_match = Match.open(header(), SECRET)
    with pytest.raises(UndoRefused):
        open_match.undo(1)
    assert isinstance(open_match.why_not_undo(1), UndoRefused)
    over = dealt(begun()).play(1, "turtle 1").break_off()
    with pytest.raises(NotNow, match="over"):
        over.undo(1)
    assert isinstance(over.why_not_undo(1), NotNow)
    assert isinstance(over.why_not_undo(9), tablee.SeatsOutOfRange)


# --- by consent ----------------------------------------------------------------------------------


def test_people_and_programs_must_consent_and_bots_do() -> None:
    match = dealt(begun(kinds=("person", "program", "bot:casual", "person"), undo="consent"))
    seat = match.to_act
    match = first_moves(match, 2)
    number = next(ply.number for ply in match.state.line if ply.seat == seat)
    asked = match.ask_undo(seat, number)
    assert asked.asked is not None
    people = {1, 2, 4} - {seat}
    assert asked.asked.waiting == people
    for other in sorted(people)[:-1]:
        asked = asked.answer(other, True)
        assert asked.asked is not None
        with pytest.raises(UndoRefused, match="asked for your agreement"):
            asked.answer(other, True)
    agreed = asked.answer(max(people), True)
    assert agreed.asked is None
    assert sentences(agreed)[-1] == f"seat {seat} takes back {number}"
    assert agreed.to_act == seat
    assert agreed.position == match.as_of(number - 1).position


def test_an_undo_request_among_bots_is_granted_at_once() -> None:
    match = first_moves(begun(kinds=("person", "bot:casual")), 12)
    own = next(ply.number for ply in match.state.line if ply.seat == 1)
    back = match.ask_undo(1, own)
    assert back.to_act == 1
    assert sentences(back)[-2:] == [f"seat 1 asks to take back {own}", f"seat 1 takes back {own}"]


def test_new_outcomes_come_after_a_consented_undo() -> None:
    faces = set()
    match = dealt(begun(kinds=("person", "bot:casual")))
    while match.to_act != 1:
        match = dealt(match.play(2, match.position.moves()[0]))
    for _ in range(12):
        match = match.play(1, match.position.moves()[0]).deal()
        faces.add(match.events[-1].sentence())
        match = match.ask_undo(1)
    assert len(faces) > 2


def test_one_refusal_declines_an_undo_until_the_next_move() -> None:
    match = dealt(begun(kinds=("person",) * 3))
    seat = match.to_act
    match = dealt(match.play(seat, match.position.moves()[0]))
    others = [other for other in (1, 2, 3) if other != seat]
    declined = match.ask_undo(seat).answer(others[0], True).answer(others[1], False)
    assert declined.asked is None
    assert declined.position == match.position
    with pytest.raises(UndoRefused, match="can ask again after the next move"):
        declined.ask_undo(seat)
    with pytest.raises(UndoRefused, match="asked for your agreement"):
        declined.answer(others[0], True)
    moved = dealt(declined.play(declined.to_act, declined.position.moves()[0]))
    assert moved.ask_undo(seat).asked is not None


def test_one_undo_request_at_a_time_and_a_move_ends_it() -> None:
    match = first_moves(begun(kinds=("person",) * 2), 12)
    assert {ply.seat for ply in match.state.line} == {CHANCE, 1, 2}
    asked = match.ask_undo(1)
    with pytest.raises(UndoRefused, match="has already asked"):
        asked.ask_undo(2)
    with pytest.raises(UndoRefused, match="has already asked"):
        asked.ask_undo(1)
    with pytest.raises(UndoRefused, match="asked for your agreement"):
        asked.answer(1, True)
    moved = asked.play(asked.to_act, asked.position.moves()[0])
    assert moved.asked is None


def test_leaving_ends_an_undo_request_and_the_wait_for_consent() -> None:
    match = first_moves(begun(kinds=("person",) * 3), 6)
    asked = match.ask_undo(1)
    assert asked.leave(1).asked is None
    assert asked.resign(1).asked is None
    left = asked.leave(2)
    assert left.asked is not None
    assert left.asked.waiting == {3}
    for gone in (left.leave(3), left.hand_to_bot(3, "casual"), left.resign(3)):
        assert gone.asked is None
        assert sum(" takes back " in text for text in sentences(gone)) == 1


def test_an_empty_seat_cannot_undo() -> None:
    match = dealt(begun()).play(1, "turtle 1").leave(1)
    for command in (match.undo, match.ask_undo):
        with pytest.raises(SeatRefused, match="Nobody holds"):
            command(1)


def test_a_resigned_seat_cannot_undo() -> None:
    match = first_moves(begun(kinds=("person",) * 3), 6).resign(1)
    for command in (match.undo, match.ask_undo):
        with pytest.raises(SeatRefused, match="out of the game"):
            command(1)


def test_only_an_own_move_can_be_requested_for_undo() -> None:
    match = first_moves(begun(kinds=("person",) * 2), 12)
    own = next(ply.number for ply in match.state.line if ply.seat == 2)
    with pytest.raises(UndoRefused, match="not a move of seat 1"):
        match.ask_undo(1, own)
