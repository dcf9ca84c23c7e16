"""Fair chance: uniform, committed beforehand, and recomputable by anyone."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tablee.table import ChanceRefused, Header, Match, Transcript, fair, verify

from .campaign import chi_square, p_value, random_match, rolls
from .tables import SECRET, TABLE, begun, dealt, header

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "fair-chance.md"


def test_authentication_is_standard_hmac() -> None:
    for size in range(32, 65):
        secret, text = bytes(range(size)), bytes(range(256)) * (size - 32)
        assert fair.authenticated(secret, text) == hmac.digest(secret, text, "sha256")


@pytest.mark.parametrize("total", range(1, 40))
def test_tickets_are_exactly_uniform(total: int) -> None:
    span = 64
    first = [number for number in range(span) if number < span - span % total]
    tickets = Counter(fair.ticket([number], span, total) for number in first)
    assert set(tickets.values()) == {span // total}
    assert sorted(tickets) == list(range(total))
    for surplus in range(span - span % total, span):
        assert fair.ticket([surplus, surplus, 5], span, total) == 5 % total


def test_outcomes_are_drawn_by_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = {"flip 1": 5, "flip 3": 1, "flip 6": 4}
    drawn = []
    for number in range(10):
        monkeypatch.setattr(fair, "numbers", lambda *_, n=number: [n])
        drawn.append(fair.draw(SECRET, TABLE, {}, 1, chances))
    assert drawn == ["flip 1"] * 5 + ["flip 3"] + ["flip 6"] * 4


def test_dice_pass_a_chi_squared_test() -> None:
    die = {f"die {face}": 1 for face in range(1, 7)}
    counts = rolls(SECRET, first=1, count=60_000)
    assert p_value(chi_square(counts, die), 5) > 0.001


def test_weighted_cards_pass_a_chi_squared_test() -> None:
    pile = {"card -2": 5, "card 0": 15, "card 7": 10, "card 12": 1}
    counts = Counter(fair.draw(SECRET, TABLE, {}, number, pile) for number in range(20_000))
    assert p_value(chi_square(counts, pile), 3) > 0.001


def test_p_values_match_published_tables() -> None:
    for chi2, freedom, expected in ((11.070, 5, 0.05), (20.515, 5, 0.001), (3.841, 1, 0.05)):
        assert p_value(chi2, freedom) == pytest.approx(expected, rel=1e-3)
    assert p_value(0, 5) == 1
    crooked = {"die 1": 11_000, **{f"die {face}": 9_800 for face in range(2, 7)}}
    assert p_value(chi_square(crooked, dict.fromkeys(crooked, 1)), 5) < 1e-6


def test_every_input_changes_the_numbers() -> None:
    arguments: list[Any] = [SECRET, TABLE, {1: "aa", 2: "bb"}, 7]
    numbers = {next(fair.numbers(*arguments))}
    for place, other in (
        (0, bytes(32)),
        (1, "00" * 16),
        (2, {1: "aabb"}),
        (2, {1: "aa", 2: "bc"}),
        (2, {1: "bb", 2: "aa"}),
        (2, {}),
        (3, 8),
    ):
        changed = list(arguments)
        changed[place] = other
        numbers.add(next(fair.numbers(*changed)))
    assert len(numbers) == 8
    stream = fair.numbers(*arguments)
    assert len({next(stream) for _ in range(50)}) == 50


def test_messages_are_unambiguous() -> None:
    """The inputs can be read back from the lines of a message, so no two inputs share one."""
    for entropy in ({}, {1: "aa"}, {3: "00", 1: "ff" * 64}):
        lines = fair.message(TABLE, entropy, 12, 3).decode().splitlines()
        assert lines[0] == "tablee 1 chance"
        assert lines[1] == f"table {TABLE}"
        read = [line.split(" ") for line in lines[2:-2]]
        assert {int(seat): digits for _, seat, digits in read} == entropy
        assert lines[-2:] == ["outcome 12", "attempt 3"]


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(65), "00" * 32, None])
def test_bad_secrets_are_refused(secret: Any) -> None:
    with pytest.raises(ChanceRefused, match="secret"):
        fair.commitment(secret)
    if secret is not None:
        with pytest.raises(ChanceRefused, match="secret"):
            Match.open(header(), secret)


def test_a_secret_that_does_not_match_the_commitment_is_refused() -> None:
    with pytest.raises(ChanceRefused, match="commitment"):
        Match.open(header(), bytes(32))


@pytest.mark.parametrize("entropy", [b"", bytes(65), "00", None, 3])
def test_bad_entropy_is_refused(entropy: Any) -> None:
    with pytest.raises(ChanceRefused, match="entropy"):
        Match.open(header(), SECRET).add_entropy(1, entropy)


def test_entropy_is_added_once_and_changes_the_dice() -> None:
    match = Match.open(header(), SECRET).add_entropy(2, b"\x00")
    with pytest.raises(ChanceRefused, match="already"):
        match.add_entropy(2, b"\x01")
    with pytest.raises(ChanceRefused, match="no person or program"):
        Match.open(header(kinds=("person", "bot:casual")), SECRET).add_entropy(2, b"\x01")
    with pytest.raises(ChanceRefused, match="no person or program"):
        match.leave(1).add_entropy(1, b"\x01")
    outcomes = set()
    for entropy in range(8):
        started = Match.start(header(), SECRET, {1: bytes([entropy])})
        outcomes.add(tuple(event.sentence() for event in dealt(started).events[2:]))
    assert len(outcomes) > 2


def test_chance_is_drawn_only_when_due_and_with_the_secret() -> None:
    match = Match.start(header())
    with pytest.raises(ChanceRefused, match="secret"):
        match.deal()
    with pytest.raises(ChanceRefused, match="not chance’s turn"):
        dealt(begun()).deal()


def test_an_undone_outcome_is_never_drawn_again() -> None:
    """The number of the next outcome grows, whatever was undone."""
    match = dealt(begun(kinds=("person", "bot:casual")))
    used = [match.state.outcomes]
    for _ in range(5):
        seat = match.to_act
        match = dealt(match.play(seat, match.position.moves()[0]))
        used.append(match.state.outcomes)
        match = match.ask_undo(seat)
        if match.asked is not None:
            (other,) = match.asked.waiting
            match = match.answer(other, True)
        assert match.state.outcomes == used[-1]
    assert used == sorted(set(used))
    assert verify(match.break_off().transcript.text().encode()).holds


def test_other_events_do_not_change_the_next_die() -> None:
    """Outcomes are numbered separately, so that no event in between can influence one."""
    match = dealt(begun()).play(1, "turtle 1")
    twice = match.undo(1).play(1, "turtle 1")
    pestered = twice.ask_undo(1).answer(2, False).leave(2)
    assert match.deal().events[-1] == twice.deal().events[-1] == pestered.deal().events[-1]


def worked_example() -> dict[str, str]:
    """Return the worked example of the page, by its variable names."""
    page = PAGE.read_text("utf-8")
    found = re.findall(r"^    ([a-z ]+?) +(= )?([0-9a-f]{8,}|[0-9]+)$", page, re.M)
    return {name: value for name, _, value in found}


def test_the_worked_example_of_the_page_is_right() -> None:
    values = worked_example()
    secret = bytes.fromhex(values["secret"])
    assert hashlib.sha256(secret).hexdigest() == values["commitment"]
    block = re.search(r"```message\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert block is not None
    message = block[1].encode()
    assert message == fair.message(values["table"], {1: "c0ffee", 3: "00ff"}, 4, 1)
    digest = hmac.new(secret, message, hashlib.sha256).hexdigest()
    assert digest == values["digest"]
    assert int(digest, 16) % 6 == int(values["ticket"])
    die = {f"die {face}": 1 for face in range(1, 7)}
    entropy = {1: "c0ffee", 3: "00ff"}
    outcome = fair.draw(secret, values["table"], entropy, 4, die)
    assert f"the outcome is `{outcome}`" in PAGE.read_text("utf-8")


def test_a_match_can_be_recomputed_from_its_file() -> None:
    """This is written from the page alone, without the module under test."""
    match = random_match(5)
    transcript = Transcript.read(match.transcript.text().encode())
    data = [event.to_json() for event in transcript.events]
    secret = next(bytes.fromhex(event["secret"]) for event in data if event["do"] == "secret")
    assert hashlib.sha256(secret).hexdigest() == transcript.header.commitment
    seats = "".join(
        f"seat {event['seat']} {event['entropy']}\n"
        for event in sorted(data, key=lambda event: event.get("seat", 0))
        if event["do"] == "entropy"
    )
    count = 0
    for number, event in enumerate(data):
        if event["do"] != "chance":
            continue
        count += 1
        chances = match.as_of(number).position.chances()
        text = f"tablee 1 chance\ntable {transcript.header.table}\n{seats}outcome {count}\n"
        digest = hmac.new(secret, f"{text}attempt 1\n".encode(), "sha256").hexdigest()
        pool = [outcome for outcome, weight in chances.items() for _ in range(weight)]
        assert pool[int(digest, 16) % len(pool)] == event["outcome"]
    assert count > 5


def test_the_header_contains_the_commitment() -> None:
    assert isinstance(header(), Header)
    assert fair.commitment(SECRET) in header().text()
