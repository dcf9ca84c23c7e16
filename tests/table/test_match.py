"""Matches: which commands are possible when, what follows from them, and what is refused."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import tablee
from samples import BOARDS, HANDS, ROUNDS
from tablee.table import (
    CHANCE,
    OVER,
    WAITING,
    ChanceRefused,
    Holder,
    Match,
    NotNow,
    NotYourTurn,
    SeatRefused,
    Stage,
    Transcript,
    WrongEvent,
    WrongHeader,
    events,
    verify,
)

from .campaign import random_match
from .tables import SECRET, assert_refused, begun, dealt, first_moves, header, sentences

PEOPLE = ("person",) * 3


# --- the course of a match -----------------------------------------------------------------------


def test_a_match_from_beginning_to_end() -> None:
    match = Match.open(header(), SECRET)
    assert (match.stage, match.to_act) == (Stage.OPEN, WAITING)
    match = match.add_entropy(1, b"\x01").begin()
    assert (match.stage, match.to_act) == (Stage.PLAYING, CHANCE)
    while match.to_act != OVER:
        match = (
            dealt(match.play(match.to_act, match.position.moves()[-1]))
            if (match.to_act > 0)
            else match.deal()
        )
    assert match.stage == Stage.OVER
    assert match.result == match.position.result()
    assert [type(event).__name__ for event in match.events[-2:]] == ["Ended", "SecretShown"]
    assert verify(match.transcript.text().encode()).holds
    assert_refused(
        tablee.Refusal, "over|not chance’s turn", match.deal, match.begin, match.break_off
    )
    assert_refused(NotNow, "over", lambda: match.play(1, "stop"))


def test_moves_are_given_as_text_or_json() -> None:
    match = dealt(begun())
    assert match.play(1, " Turtle  2") == match.play(1, {"do": "turtle", "number": 2})
    with pytest.raises(tablee.UnreadableText):
        match.play(1, "resign")
    with pytest.raises(tablee.IllegalMove, match="M40"):
        match.play(1, "stop")
    with pytest.raises(tablee.ImpossibleOutcome):
        match.play(1, "die 4")


def test_matches_are_immutable() -> None:
    match = dealt(begun())
    before = match.transcript.text()
    after = match.play(1, "turtle 1")
    assert match.transcript.text() == before
    assert [number for number, _ in after.since(match)] == [len(match.events) + 1]
    applied = match
    for _, event in after.since(match):
        applied = applied.apply(event)
    assert applied == after
    with pytest.raises(AttributeError, match="immutable"):
        match.events = match.events  # type: ignore[misc]


def test_the_secret_is_not_in_the_repr() -> None:
    match = begun()
    assert SECRET.hex() not in repr(match)
    assert repr(SECRET) not in repr(match)
    assert SECRET.hex() not in match.transcript.text()


def test_stored_events_can_be_replayed_without_the_secret() -> None:
    match = random_match(11)
    stored = [event.to_json() for event in match.events]
    again = Match.open(match.header)
    for data in stored:
        again = again.apply(events.from_json(data))
    assert again.state == match.state
    assert again.transcript == match.transcript


def test_a_missing_result_is_added_later() -> None:
    """If a crash came between a last move and its result, `settle` adds the result."""
    match = begun(kinds=PEOPLE).resign(1)
    assert sentences(match)[-1] == 'seat 1 is taken by bot:random "random"'
    cut = match.as_of(len(match.events) - 1)
    with pytest.raises(SeatRefused, match="takes seat 1 now"):
        cut.take_back_seat(1)
    assert cut.settle() == match
    over = match.resign(2)
    for length in range(len(match.events) + 1, len(over.events) - 1):
        for late in (events.UndoAsked(3, 1), events.BrokenOff(), events.SeatLeft(3)):
            with pytest.raises(NotNow, match="over"):
                over.as_of(length).apply(late)
    for length in range(len(match.events) + 1, len(over.events)):
        assert over.as_of(length).settle() == over
    assert Match.replay(over.as_of(len(over.events) - 1).transcript).settle().result == over.result


@pytest.mark.parametrize("seat", [0, -1, 3, 99, True, 1.0, "1", None])
def test_unknown_seats_are_refused(seat: Any) -> None:
    match = dealt(begun())
    for command in (
        lambda: match.play(seat, "turtle 1"),
        lambda: match.undo(seat),
        lambda: match.ask_undo(seat),
        lambda: match.leave(seat),
        lambda: match.resign(seat),
        lambda: match.hand_to_bot(seat, "casual"),
        lambda: match.take_back_seat(seat),
        lambda: match.answer(seat, True),
        lambda: match.hint(seat),
        lambda: match.holder(seat),
        lambda: match.can_win(seat),
        lambda: Match.open(header(), SECRET).add_entropy(seat, b"1"),
    ):
        with pytest.raises((tablee.SeatsOutOfRange, WrongEvent)):
            command()
    if seat is not None:
        with pytest.raises(tablee.SeatsOutOfRange):
            match.seen_by(seat)


def test_only_the_seat_to_act_can_move() -> None:
    match = dealt(begun())
    with pytest.raises(NotYourTurn, match="seat 1 has to move"):
        match.play(2, "turtle 1")
    with pytest.raises(NotYourTurn, match="chance comes first"):
        match.play(1, "turtle 1").play(1, "roll")
    with pytest.raises(NotNow, match="not started yet"):
        Match.open(header(), SECRET).play(1, "turtle 1")
    over = match.break_off()
    with pytest.raises(NotNow, match="over"):
        over.play(1, "turtle 1")


@pytest.mark.parametrize("name", [HANDS, ROUNDS])
def test_a_refusal_reveals_no_moves_to_other_seats(name: str) -> None:
    """Only the seat to act may know its legal moves."""
    match = first_moves(begun(name, options={"hunt_limit": 9} if name == HANDS else {}), 3)
    other = 3 - match.to_act
    for move in ("nonsense", "move 1 NE", "discard 3", "drop", "deal 1"):
        with pytest.raises(NotYourTurn) as refused:
            match.play(other, move)
        assert refused.value.instead == ()


def test_commands_of_another_stage_are_refused() -> None:
    open_match, playing = Match.open(header(), SECRET), begun()
    over = playing.break_off()
    assert_refused(NotNow, "already started", playing.begin, lambda: playing.add_entropy(1, b"1"))
    assert_refused(
        NotNow,
        "not started yet",
        lambda: open_match.resign(1),
        lambda: open_match.hint(1),
        lambda: open_match.apply(events.Ended((), (), ())),
    )
    assert_refused(NotNow, "over", lambda: over.leave(1), over.begin, over.resume)
    for early in (events.SecretShown(SECRET.hex()), events.Ended((1,), (), (1, 2))):
        with pytest.raises(NotNow, match="not over"):
            playing.apply(early)
    assert open_match.leave(1).begin().holder(1) is None
    assert open_match.break_off().stage == Stage.OVER


def test_impossible_events_are_refused() -> None:
    match = dealt(begun())
    with pytest.raises(WrongEvent, match="written turtle 1"):
        match.apply(events.Moved(1, "Turtle 1"))
    with pytest.raises(ChanceRefused, match="not chance’s turn"):
        match.apply(events.ChanceCame("die 4"))
    chance = match.play(1, "turtle 1")
    with pytest.raises(tablee.ImpossibleOutcome):
        chance.apply(events.ChanceCame("flip 4"))
    with pytest.raises(WrongEvent, match="written die 4"):
        chance.apply(events.ChanceCame("DIE 4"))
    over = match.resign(2)
    with pytest.raises(ChanceRefused, match="commitment"):
        Match.replay(over.as_of(len(over.events) - 1).transcript).apply(
            events.SecretShown("00" * 32)
        )
    decided = match.apply(events.Resigned(2))
    with pytest.raises(WrongEvent, match="field winners"):
        decided.apply(events.Ended((2,), (), (1, 2)))
    with pytest.raises(WrongEvent, match="field ranks"):
        decided.apply(events.Ended((1,), (), (1, 3)))


# --- seats ---------------------------------------------------------------------------------------


def test_a_bot_takes_an_empty_seat_and_its_player_takes_it_back() -> None:
    match = dealt(begun(kinds=("person", "bot:casual"))).leave(1)
    assert match.holder(1) is None
    with pytest.raises(SeatRefused, match="Nobody holds seat 1"):
        match.leave(1)
    bot = match.hand_to_bot(1, "gentle")
    assert bot.holder(1) == Holder("bot:gentle", "gentle")
    assert [holder.level for holder in (Holder.bot("gentle"), Holder("person", "A"))] == [
        "gentle",
        None,
    ]
    with pytest.raises(SeatRefused, match="A bot holds seat 1"):
        bot.leave(1)
    played = first_moves(bot, 3)
    back = played.take_back_seat(1)
    assert back.holder(1) == Holder("person", "A")
    with pytest.raises(SeatRefused, match="is taken"):
        back.take_back_seat(1)
    assert match.take_back_seat(1).holder(1) == Holder("person", "A")
    other = Holder("program", "a friend")
    friend = match.take_back_seat(1, other)
    assert friend.holder(1) == other
    assert friend.hand_to_bot(1, "gentle").take_back_seat(1).holder(1) == other
    assert sentences(friend)[-1] == 'seat 1 is taken by program "a friend"'


def test_the_seat_of_a_bot_cannot_be_taken() -> None:
    match = begun(kinds=("person", "bot:casual"))
    with pytest.raises(SeatRefused, match="belongs to a bot"):
        match.hand_to_bot(2, "gentle")
    with pytest.raises(SeatRefused, match="belongs to a bot"):
        match.take_back_seat(2)
    with pytest.raises(SeatRefused, match="A bot holds"):
        match.leave(2)


@pytest.mark.parametrize("level", ["", "Upper", "with space", "x" * 33, None])
def test_invalid_levels_are_refused(level: Any) -> None:
    with pytest.raises(WrongHeader, match="field kind"):
        begun().hand_to_bot(1, level)


def test_hints_are_recorded_where_they_are_allowed() -> None:
    match = dealt(begun())
    assert sentences(match.hint(1))[-1] == "seat 1 takes a hint"
    with pytest.raises(NotYourTurn, match="when it is your turn"):
        match.hint(2)
    with pytest.raises(SeatRefused, match="Hints are off"):
        dealt(begun(hints=False)).hint(1)


# --- resigning -----------------------------------------------------------------------------------


def test_resigning_a_match_of_two_loses_it() -> None:
    match = dealt(begun()).resign(1)
    assert match.result == tablee.Result((2,), (), (2, 1))
    assert not match.can_win(1)
    assert match.can_win(2)


def test_others_finish_and_resigned_seats_rank_last() -> None:
    match = begun(BOARDS, ("person",) * 4, options={"board": "short"})
    match = first_moves(match, 6).resign(3)
    with pytest.raises(SeatRefused, match="out of the game"):
        match.resign(3)
    assert match.holder(3) == Holder("bot:random", "random")
    match = first_moves(match, 6).resign(1)
    end = match
    while end.to_act != OVER:
        end = dealt(end.play(end.to_act, end.position.moves()[0]))
    assert end.result is not None
    assert end.result.ranks[2] == 4
    assert end.result.ranks[0] == 3
    assert set(end.result.winners) <= {2, 4}
    assert end.result.scores == end.position.result().scores
    last = match.resign(2)
    assert last.result == tablee.Result((4,), (), (3, 2, 4, 1))


def test_a_substitute_bot_stays_when_its_seat_resigns() -> None:
    match = begun(kinds=PEOPLE).hand_to_bot(1, "gentle").resign(1)
    assert match.holder(1) == Holder("bot:gentle", "gentle")
    assert sentences(match)[-1] == "seat 1 resigns"


def test_seats_still_in_move_up_in_the_ranks() -> None:
    """The owner of the trap wins, unless they had resigned before."""
    found = set()
    for seed in range(60):
        match = random_match(seed, tablee.game(HANDS))
        result, played = match.result, match.position
        if result is None or played.to_act != OVER:
            continue
        by_rules = played.result()
        still_in = [seat for seat in range(1, played.seats + 1) if match.can_win(seat)]
        for seat in still_in:
            better = [s for s in still_in if by_rules.ranks[s - 1] < by_rules.ranks[seat - 1]]
            nobody = not by_rules.winners
            assert result.ranks[seat - 1] == 1 + len(better) + nobody
        outs = [rank for seat, rank in enumerate(result.ranks, 1) if seat not in still_in]
        assert sorted(outs) == list(range(len(still_in) + 1, played.seats + 1))
        found.add((len(outs) > 0, bool(by_rules.winners)))
    assert len(found) >= 3


# --- history -------------------------------------------------------------------------------------


def test_any_earlier_moment_can_be_restored() -> None:
    match = random_match(8, limit=120)
    growing = Match.open(match.header, match.secret)
    for number, event in enumerate(match.events):
        assert match.as_of(number) == growing
        growing = growing.apply(event)
    assert match.as_of(len(match.events)) == match
    bad: Any
    for bad in (-1, len(match.events) + 1, 1.0, None):
        with pytest.raises(WrongEvent, match="no event"):
            match.as_of(bad)
        with pytest.raises(WrongEvent, match="no event"):
            match.seen_by(after=bad)


def test_the_line_has_only_plies_not_undone() -> None:
    match = random_match(2)
    position = match.header.start
    for number, seat, text, before in match.plies():
        assert before == position
        assert before.to_act == seat
        assert match.events[number - 1].sentence() == (
            f"chance: {text}" if seat == CHANCE else f"seat {seat}: {text}"
        )
        position = before.after(text)
    assert position == match.position


def test_a_branch_from_a_position() -> None:
    match = first_moves(begun(kinds=("person", "bot:casual")), 8)
    with pytest.raises(NotNow, match="not over"):
        match.branch(5, table="00" * 16, secret=bytes(32))
    over = match.break_off()
    secret = bytes(32)
    for event in range(len(over.events) + 1):
        there = over.branch(event, table="00" * 16, secret=secret)
        assert there.position == over.as_of(event).position
        assert there.stage == Stage.OPEN
    again = dealt(there.begin())
    assert again.header.origin is not None
    assert again.header.origin.hash == over.transcript.hash
    end = first_moves(again, 3).break_off()
    data = end.transcript.text().encode()
    assert Transcript.read(data) == end.transcript
    report = verify(data, over.transcript.text().encode())
    assert report.holds
    assert report.recomputed == report.outcomes
    twice = end.branch(len(end.events), table="11" * 16, secret=SECRET)
    assert twice.position == end.position
    other_seats = (Holder("person", "X"), Holder("person", "Y"))
    friends = over.branch(3, table="22" * 16, secret=secret, seats=other_seats)
    assert friends.holder(2) == other_seats[1]
    with pytest.raises(ChanceRefused, match="a new one is needed"):
        over.branch(3, table="22" * 16, secret=SECRET)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_can_be_copied_and_pickled(seed: int) -> None:
    match = random_match(seed, limit=60)
    for other in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert other == match
        assert other.position == match.position
