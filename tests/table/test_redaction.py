"""What a seat may see of the transcript: nothing hidden, by its text or otherwise."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import tablee
from samples import HANDS, ROUNDS
from tablee.table import CHANCE, OVER, Match, events
from tablee.table.match_state import hidden_outcome

from .campaign import OPTIONS, random_match
from .tables import SECRET, begun, dealt, first_moves, header

HIDING = [HANDS, ROUNDS]


def pairs(name: str, seed: int, viewer: int | None) -> Any:
    """Yield pairs of matches that are the same to a viewer, step by step, as far as possible."""
    random = Random(seed)
    game = tablee.game(name)
    seats = random.randint(game.seats[0], min(4, game.seats[-1]))
    start = header(name, ["person"] * seats, options=random.choice(OPTIONS[name]))
    here = there = Match.start(start)
    for _ in range(150):
        if here.to_act == OVER:
            return
        yield here, there
        if here.to_act == CHANCE:
            one, two = (list(match.position.chances()) for match in (here, there))
            veil = hidden_outcome(here.position, 0)
            if veil is not None and veil.viewers >> (viewer or 0) & 1:
                outcomes = random.choice(one), random.choice(two)
            else:
                both = [text for text in one if text in two]
                if not both:
                    return
                outcomes = (random.choice(both),) * 2
            here, there = (
                match.apply(events.ChanceCame(text, at=77))
                for match, text in zip((here, there), outcomes, strict=True)
            )
        else:
            common = [move for move in here.position.moves() if move in there.position.moves()]
            if not common:
                return
            move, seat = random.choice(common), here.to_act
            here, there = here.play(seat, move, at=77), there.play(seat, move, at=77)
            if here.view(viewer) != there.view(viewer):
                there = here  # the move has revealed the difference: start again from here


@pytest.mark.parametrize("name", [game.name for game in tablee.all_games()])
def test_indistinguishable_matches_have_equal_transcripts(name: str) -> None:
    differing = 0
    for seed in range(12):
        viewer = (None, 1, 2)[seed % 3]
        for number, (here, there) in enumerate(pairs(name, seed, viewer)):
            assert here.view(viewer).to_json() == there.view(viewer).to_json()
            after = 0 if number % 10 == 0 else len(here.events) - 1
            seen, other = here.seen_by(viewer, after), there.seen_by(viewer, after)
            assert seen.text() == other.text()
            assert json.dumps(seen.to_json()) == json.dumps(other.to_json())
            differing += here.position != there.position
    assert (differing > 15) == (name in HIDING)


@pytest.mark.parametrize("name", HIDING)
def test_each_seat_sees_only_its_own_cards(name: str) -> None:
    match = first_moves(begun(name, ("person",) * 3, options={}), 8)
    blanked = {
        viewer: [number for number, event in match.seen_by(viewer).events if "?" in str(event)]
        for viewer in (None, 1, 2, 3)
    }
    if name == HANDS:
        assert len(blanked[None]) > len(blanked[1]) > 0
        assert set(blanked[None]) == set(blanked[1]) | set(blanked[2]) | set(blanked[3])
        assert not set(blanked[1]) & set(blanked[2]) & set(blanked[3])
    for viewer, numbers in blanked.items():
        for number in numbers:
            seen = dict(match.seen_by(viewer).events)[number]
            assert seen.sentence() in ("chance: deal ?", "chance: card ?")
            assert events.from_json(seen.to_json()) == seen


def test_a_drawn_card_is_visible_to_its_drawer_only() -> None:
    match = first_moves(begun(ROUNDS, ("person",) * 3), 6)
    drawer = match.to_act
    match = match.play(drawer, "draw").deal()
    own = match.seen_by(drawer, len(match.events) - 1).text()
    assert "card ?" not in own
    for other in {None, 1, 2, 3} - {drawer}:
        assert match.seen_by(other, len(match.events) - 1).text().endswith("chance: card ?\n")
    revealed = match.play(drawer, "drop")
    assert "card ?" in revealed.seen_by(None, len(match.events) - 1).text(), "no line ever changes"


def test_published_lines_never_change() -> None:
    match = random_match(3, tablee.game(HANDS), limit=90)
    growing = Match.open(match.header)
    before = ""
    for event in match.events:
        if isinstance(event, events.BrokenOff | events.Ended):
            break
        growing = growing.apply(event)
        now = growing.seen_by(2).text()
        assert now.startswith(before)
        before = now


@pytest.mark.parametrize("name", HIDING)
def test_neither_secret_nor_chain_is_visible_before_the_end(name: str) -> None:
    """With the chain a hidden card could be guessed, so no part of it is sent to a seat."""
    match = first_moves(begun(name, ("person",) * 2, options={}), 12)
    for viewer in (None, 1, 2):
        seen = match.seen_by(viewer)
        sent = seen.text() + json.dumps([seen.to_json(), match.header_seen_by(viewer)])
        assert SECRET.hex() not in sent
        for link in match.transcript.chain():
            assert link[:16] not in sent


def test_everything_is_visible_after_the_end() -> None:
    match = first_moves(begun(HANDS, options={}), 3)
    assert "?" in match.seen_by().text()
    over = match.break_off()
    assert [event for _, event in over.seen_by().events] == list(over.events)
    assert SECRET.hex() in over.seen_by().text()


def test_the_given_moves_of_a_branch_are_redacted() -> None:
    over = first_moves(begun(HANDS, options={}), 4).break_off()
    branch = over.branch(len(over.events), table="00" * 16, secret=bytes(32)).begin()
    assert "deal ?" not in branch.header.to_json()["given"]
    for viewer in (None, 1, 2):
        given = branch.header_seen_by(viewer)["given"]
        assert "deal ?" in given
        assert len(given) == len(branch.header.given)
        shown = {
            real for seen, real in zip(given, branch.header.given, strict=True) if seen != real
        }
        assert shown <= {"deal 1", "deal 2", "deal 3"}
        moves = [text for text in given if text.startswith(("place", "move"))]
        assert moves == [t for t in branch.header.given if t.startswith(("place", "move"))]
    assert branch.break_off().header_seen_by(1) == branch.header.to_json()


def test_a_revealing_first_word_is_redacted(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dealt(begun(ROUNDS)).play(1, "flip a1")
    monkeypatch.setattr(match.position.game.view, "sees", lambda state, seat: 0)
    monkeypatch.setattr(tablee.Position, "chances", lambda self: {"card 1": 1, "start 2": 1})
    veil = hidden_outcome(match.position, 7)
    assert veil is not None
    assert (veil.viewers, veil.veil) == (0b111, "?")
