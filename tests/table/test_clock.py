"""Clocks: time is conserved to the millisecond, and time-outs are handled."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tablee
from samples import ROUNDS
from tablee.table import (
    CHANCE,
    OVER,
    Clock,
    ClockRefused,
    ClockSetting,
    Match,
    NotNow,
    SeatRefused,
    Stage,
    UndoRefused,
    WrongEvent,
    WrongHeader,
)
from tablee.table.clock import DAY, LONGEST
from tablee.table.events import (
    ClockPaused,
    ClockResumed,
    Moved,
    TakenBack,
    TimeRanOut,
)

from .campaign import CLOCKS, random_header, random_match
from .tables import AT, SECRET, assert_refused, begun, dealt, sentences

FISCHER = ClockSetting("fischer", 60_000, 5_000)
MOVE = ClockSetting("move", 30_000)


def with_clock(clock: ClockSetting, **settings: Any) -> Match:
    """Begin a match in which seat 1 is to move from the first millisecond on."""
    return begun(ROUNDS, ("person",) * 2, clock=clock, **settings)


def test_clock_settings_as_text() -> None:
    assert [str(clock) for clock in CLOCKS] == [
        "none",
        "move 20000",
        "fischer 200000 3000",
        "days 3",
    ]
    assert ClockSetting("days", 3).initial == 3 * DAY


@pytest.mark.parametrize(
    ("setting", "key", "values"),
    [
        (("move", 0), "clock_number", {"field": "first", "least": 1, "most": LONGEST}),
        (("days", 1001), "clock_number", {"field": "first", "least": 1, "most": 1000}),
        (("fischer", 5), "clock_number", {"field": "increment", "least": 0, "most": LONGEST}),
        (("move", 5, 0), "clock_too_many", {"kind": "move", "field": "increment"}),
        (("none", 5), "clock_too_many", {"kind": "none", "field": "first"}),
    ],
)
def test_invalid_clock_settings_are_refused_by_field(
    setting: tuple[Any, ...], key: str, values: dict[str, Any]
) -> None:
    with pytest.raises(WrongHeader) as refused:
        ClockSetting(*setting)
    assert (refused.value.key, refused.value.values) == (f"table.{key}", values)


def test_without_a_clock_there_is_no_deadline() -> None:
    match = begun(ROUNDS)
    assert match.deadline is None
    assert match.tick(10**15) is match
    with pytest.raises(ClockRefused, match="no clock"):
        match.pause()
    clock = Clock.begin(ClockSetting(), 2)
    assert clock.run(1, 1, 5) == clock


def test_a_fischer_clock() -> None:
    match = with_clock(FISCHER)
    assert match.deadline == AT + 60_000
    match = match.play(1, "flip a1", at=AT + 10_000)
    assert match.deadline is None  # chance takes no time
    match = match.deal(at=AT + 30_000)
    assert match.clock.left(1, AT + 30_000) == 55_000  # seat 1 is to act again
    assert match.deadline == AT + 85_000
    match = match.play(1, "flip a2", at=AT + 31_000).deal(at=AT + 31_000)
    assert match.to_act == 2
    assert match.clock.left(1, AT + 99_000) == 59_000
    assert match.clock.left(2, AT + 41_000) == 50_000


@pytest.mark.parametrize(("setting", "full"), [(MOVE, 30_000), (ClockSetting("days", 2), 2 * DAY)])
def test_a_clock_with_a_time_per_move(setting: ClockSetting, full: int) -> None:
    match = with_clock(setting)
    assert match.deadline == AT + full
    match = match.play(1, "flip a1", at=AT + full - 1).deal(at=AT + full)
    assert match.deadline == AT + 2 * full


def test_a_move_at_the_deadline_is_too_late() -> None:
    match = with_clock(FISCHER)
    match.play(1, "flip a1", at=AT + 59_999)
    for at in (AT + 60_000, AT + 10**6):
        with pytest.raises(ClockRefused, match=r"seat 1 was up at 1060000"):
            match.play(1, "flip a1", at=at)
        with pytest.raises(ClockRefused):
            match.leave(2, at=at)
    assert match.tick(AT + 59_999) is match


def test_times_are_required_and_monotonic() -> None:
    match = with_clock(FISCHER)
    with pytest.raises(ClockRefused, match="every event has its time"):
        match.play(1, "flip a1")
    with pytest.raises(ClockRefused, match="before 1000000"):
        match.play(1, "flip a1", at=AT - 1)
    for at in (-1, 1.5, "now", True, 2**53):
        with pytest.raises(WrongEvent, match="field at"):
            match.play(1, "flip a1", at=at)  # type: ignore[arg-type]
        with pytest.raises(WrongEvent, match="field now"):
            match.tick(at)  # type: ignore[arg-type]
    untimed = begun(ROUNDS).play(1, "flip a1", at=50).deal(at=60)
    with pytest.raises(ClockRefused, match="before 60"):
        untimed.play(1, "flip a2", at=59)
    assert untimed.play(1, "flip a2").to_act == CHANCE


# --- time-outs -----------------------------------------------------------------------------------


def test_a_time_out_forfeits_a_match_of_two() -> None:
    late = with_clock(FISCHER).tick(AT + 10**9)
    assert sentences(late)[1:] == [
        "seat 1 is out of time",
        "the match ends: winners 2; scores none; ranks 2 1",
        f"the secret is {SECRET.hex()}",
    ]
    assert {event.at for event in late.events[1:]} == {AT + 60_000}, "whenever it is noticed"
    assert late.stage == Stage.OVER
    assert late.deadline is None


def test_after_a_time_out_in_a_larger_match_others_play_on() -> None:
    match = begun(ROUNDS, ("person",) * 3, clock=FISCHER).tick(AT + 60_000)
    assert sentences(match)[1:] == [
        "seat 1 is out of time",
        'seat 1 is taken by bot:random "random"',
    ]
    assert not match.can_win(1)
    assert match.to_act == 1
    assert match.deadline is None  # the bot that stands in has no clock
    match = match.play(1, "flip a1", at=AT + 10**7).deal(at=AT + 10**7)
    with pytest.raises(SeatRefused, match="out of the game"):
        match.take_back_seat(1, at=AT + 10**7)


def test_a_time_out_hands_the_seat_to_a_bot() -> None:
    match = with_clock(MOVE, time_out="bot:gentle").tick(AT + 30_000)
    assert sentences(match)[1:] == [
        "seat 1 is out of time",
        'seat 1 is taken by bot:gentle "gentle"',
    ]
    assert match.can_win(1)
    at = AT + 40_000
    with pytest.raises(SeatRefused, match="once its bot has moved"):
        match.take_back_seat(1, at=at)
    match = match.play(1, "flip a1", at=at).deal(at=at)
    assert match.deadline is None
    match = match.play(1, "flip a2", at=at).deal(at=at)
    assert match.to_act == 2
    back = match.take_back_seat(1, at=at)
    assert back.holder(1) == back.header.seats[0]
    back = back.play(2, "flip a1", at=at).deal(at=at).play(2, "flip a2", at=at)
    back = dealt(back, at)
    if back.to_act == 2:
        back = dealt(back.play(2, "take", at=at).play(2, "swap a1", at=at), at)
    assert back.to_act == 1
    assert back.deadline == at + 30_000, "with all their time for the next move"


def test_a_player_without_any_time_left_stays_replaced() -> None:
    match = with_clock(FISCHER, time_out="bot:gentle").tick(AT + 60_000)
    match = match.play(1, "flip a1", at=AT + 70_000).deal(at=AT + 70_000)
    match = match.play(1, "flip a2", at=AT + 70_000).deal(at=AT + 70_000)
    assert match.to_act == 2
    assert match.clock.left(1, now=AT + 70_000) == 0, "its bot earns it no time"
    with pytest.raises(ClockRefused, match="out of time"):
        match.take_back_seat(1, at=AT + 70_000)


def test_the_clock_of_an_empty_seat_expires_too() -> None:
    match = with_clock(MOVE, time_out="bot:gentle").leave(1, at=AT + 1)
    with pytest.raises(SeatRefused, match="Nobody holds seat 1"):
        match.play(1, "flip a1", at=AT + 2)
    assert match.deadline == AT + 30_000
    assert match.tick(AT + 30_000).holder(1) is not None


def test_a_time_out_must_have_the_right_time_and_seat() -> None:
    match = with_clock(FISCHER)
    for event in (TimeRanOut(2, at=AT + 60_000), TimeRanOut(1, at=AT + 60_001)):
        with pytest.raises(ClockRefused, match="not out of time"):
            match.apply(event)
    with pytest.raises(ClockRefused, match="not out of time"):
        begun(ROUNDS).apply(TimeRanOut(1))


# --- pauses and undo -----------------------------------------------------------------------------


def test_a_pause_costs_no_time() -> None:
    match = with_clock(FISCHER).pause(at=AT + 20_000)
    assert match.deadline is None
    assert match.tick(AT + 10**9) is match
    assert match.clock.left(1, AT + 10**6) == 40_000
    assert_refused(
        NotNow,
        "clock is paused",
        lambda: match.play(1, "flip a1", at=AT + 30_000),
        lambda: match.pause(at=AT + 30_000),
    )
    resumed = match.resume(at=AT + 10**6)
    assert resumed.deadline == AT + 10**6 + 40_000
    with pytest.raises(ClockRefused, match="is not paused"):
        resumed.resume(at=AT + 10**6)


def test_an_undo_restores_no_time_and_repeats_no_increment() -> None:
    match = with_clock(FISCHER)
    at = AT
    for _ in range(4):
        at += 2_000
        match = match.play(1, "flip a1", at=at).undo(1, at=at)
    assert match.clock.left(1, at) == 60_000 - 8_000 + 5_000
    match = match.play(1, "flip b2", at=at)
    assert match.clock.left(1, at) == 57_000


def test_an_undo_does_not_renew_the_time_for_the_move() -> None:
    match = with_clock(MOVE)
    match = match.play(1, "flip a1", at=AT + 20_000).undo(1, at=AT + 25_000)
    assert match.deadline == AT + 25_000 + 10_000, "chance was to act in between, off the clock"


def taken_and_placed(clock: ClockSetting) -> tuple[Match, int, int]:
    """Return a match after a seat's move that revealed nothing, that seat, and the time."""
    match, at = with_clock(clock), AT
    for place in ("a1", "a2", "a1", "a2"):
        match = match.play(match.to_act, f"flip {place}", at=at)
        match = dealt(match, at)
    seat = match.to_act
    match = match.play(seat, "take", at=at)
    return match.play(seat, "swap a1", at=at), seat, at


def test_an_undo_pays_for_the_time_of_the_other_seat() -> None:
    match, seat, at = taken_and_placed(FISCHER)
    other = 3 - seat
    assert match.to_act == other
    own_time, other_time = match.clock.left(seat, at), match.clock.left(other, at)
    paused = match.pause(at=at + 4_000).resume(at=at + 50_000)
    back = paused.undo(seat, at=at + 56_000)
    assert back.clock.left(other, at + 56_000) == other_time, "as if the clock had not been pressed"
    assert back.clock.left(seat, at + 56_000) == own_time - 10_000
    assert back.clock.running == seat


def test_an_undo_with_too_little_time_is_refused() -> None:
    match, seat, at = taken_and_placed(ClockSetting("fischer", 60_000, 0))
    match = match.pause(at=at + 1).resume(at=at + 1)
    match.undo(seat, at=at + 59_999)
    match, seat, at = taken_and_placed(ClockSetting("move", 30_000))
    assert match.clock.left(seat, at) == 30_000
    used = match.undo(seat, at=at + 20_000).play(seat, "swap a1", at=at + 20_000)
    with pytest.raises(UndoRefused, match="too little time"):
        used.undo(seat, at=at + 20_000 + 10_000)


def test_a_consented_undo_leaves_the_clocks_alone() -> None:
    match, seat, at = taken_and_placed(FISCHER)
    other = 3 - seat
    own_time, other_time = match.clock.left(seat, at), match.clock.left(other, at)
    back = match.ask_undo(seat, at=at + 1_000).answer(other, True, at=at + 3_000)
    assert back.to_act == seat
    assert back.clock.left(seat, at + 3_000) == own_time
    assert back.clock.left(other, at + 3_000) == other_time - 3_000


# --- conservation --------------------------------------------------------------------------------


def timed_match(seed: int) -> Match:
    """Return a random match with a clock."""
    for other in range(seed * 100, seed * 100 + 100):
        header, _ = random_header(Random(other))
        if header.clock.kind != "none":
            return random_match(other, limit=250)
    raise AssertionError


@pytest.mark.parametrize("seed", range(30))
def test_time_is_conserved_to_the_millisecond(seed: int) -> None:
    """A separate account of every interval agrees with the clock at every event."""
    whole = timed_match(seed)
    match = Match.open(whole.header)
    spent = [0] * (len(whole.header.seats) + 1)
    turn: list[int] = []  # spent by the running seat since its clock was started
    best = [0] * len(spent)  # the highest number of decisions that each seat ever had
    decisions = [0] * len(spent)
    increments = 0
    last = 0
    for event in whole.events:
        assert event.at is not None
        before = match
        seat = before.to_act
        runs = seat > 0 and not before.clock.paused and not before.state.seats[seat - 1].untimed
        if runs:
            assert before.clock.running == seat
            spent[seat] += event.at - last
            turn.append(event.at - last)
        match = match.apply(event)
        last = event.at
        if isinstance(event, Moved):
            decisions[event.seat] += 1
            timed = not before.state.seats[event.seat - 1].untimed
            increments += timed and decisions[event.seat] > best[event.seat]
            best = list(map(max, best, decisions))
        if isinstance(event, TakenBack):
            consented = before.asked is not None and before.asked.event == event.event
            if not consented and seat > 0 and not before.state.seats[seat - 1].untimed:
                spent[seat] -= sum(turn)
                spent[event.seat] += sum(turn)
            decisions = [match.state.decisions(s) for s in range(len(spent))]
        if match.clock.running != before.clock.running or isinstance(event, Moved | TakenBack):
            turn = []
        clock = match.clock
        for number, time in enumerate(clock.times, 1):
            assert clock.left(number, last) == time.granted - spent[number]
            assert clock.left(number, last) >= 0
        if clock.setting.kind == "fischer":
            granted = sum(time.granted for time in clock.times)
            increment = clock.setting.increment or 0
            assert granted == len(clock.times) * clock.setting.initial + increments * increment
    assert match.to_act == OVER or len(match.events) >= 250


def test_random_matches_cover_all_clock_events() -> None:
    kinds = {type(event) for seed in range(30) for event in timed_match(seed).events}
    assert {ClockPaused, ClockResumed, TimeRanOut, TakenBack} <= kinds


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: str(game.name))
def test_undo_cannot_make_time(game: tablee.Game) -> None:
    """However often a seat undoes moves, it has at most one increment per decision."""
    random = Random(4)
    match = begun(game.name, ("person",) * 3, clock=FISCHER)
    at = AT
    for _ in range(300):
        at += random.randrange(50)
        if match.to_act == OVER:
            break
        if match.to_act == CHANCE:
            match = match.deal(at=at)
            continue
        seat = match.to_act
        match = match.play(seat, random.choice(match.position.moves()), at=at)
        if match.stage == Stage.PLAYING and match.why_not_undo(seat) is None:
            match = match.undo(seat, at=at)
            match = match.play(seat, random.choice(match.position.moves()), at=at)
    for seat in (1, 2, 3):
        granted = match.clock.times[seat - 1].granted
        moves = sum(isinstance(e, Moved) and e.seat == seat for e in match.events)
        assert granted <= 60_000 + 5_000 * moves
        assert granted <= 60_000 + 5_000 * (match.state.decisions(seat) + 4)
