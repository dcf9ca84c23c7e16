"""Transcripts: one canonical form, readable by anyone, and tamper-evident."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablee
from samples import BOARDS, OPEN
from tablee.table import (
    ClockSetting,
    DamagedTranscript,
    Header,
    Holder,
    Match,
    Origin,
    Transcript,
    UnreadableTranscript,
    WrongEvent,
    WrongHeader,
    events,
)
from tablee.table.transcripts.quoting import quoted, unquoted
from tablee.table.transcripts.transcript import LARGEST_FILE

from .campaign import changed, is_found, random_match, round_trip
from .tables import SECRET, TABLE, header

EXAMPLE = f"""\
tablee 1
table 5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
game {OPEN}
rules 1
option third_die_at_seven false
option cards_as_dice false
seat 1 person "Zoé"
seat 2 bot:casual "a \\"bot\\""
clock fischer 60000 5000
time-out bot:gentle
undo consent
hints no
commitment 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd

    1  @1000  seat 1 adds entropy c0ffee                6d77e239a3f27195
    2  @2000  play begins                               7c2cf160d667a6e5
    3  @2000  chance: first 2                           ea330ba68c131c04
"""


def example() -> Match:
    """Return the match of the example."""
    settings: dict[str, Any] = {"time_out": "bot:gentle", "undo": "consent", "hints": False}
    start = Header.of(
        OPEN,
        [Holder("person", "Zoé"), Holder("bot:casual", 'a "bot"')],
        table=TABLE,
        commitment=header().commitment,
        clock=ClockSetting("fischer", 60_000, 5_000),
        **settings,
    )
    match = Match.open(start, SECRET).add_entropy(1, b"\xc0\xff\xee", at=1000).begin(at=2000)
    return match.deal(at=2000)


def test_the_canonical_form() -> None:
    text = example().transcript.text()
    assert text.startswith(EXAMPLE)
    assert text == f"{EXAMPLE}end {example().transcript.hash}\n"


def test_the_chain_can_be_recomputed_by_hand() -> None:
    import hashlib

    head, lines = EXAMPLE.split("\n\n")
    link = hashlib.sha256(f"{head}\n".encode()).hexdigest()
    for line in lines.splitlines():
        body = " ".join(line.split()[:-1])
        link = hashlib.sha256(f"{link}\n{body}\n".encode()).hexdigest()
        assert link[:16] == line.split()[-1]
    assert link == example().transcript.hash


@pytest.mark.parametrize("seed", range(40))
def test_random_matches_round_trip_and_verify(seed: int) -> None:
    data = round_trip(seed, limit=150 if seed % 2 else 700)
    transcript = Transcript.read(data)
    written = json.loads(json.dumps(transcript.to_json()))
    assert Transcript.from_json(written) == transcript
    for event in transcript.events:
        assert events.read_sentence(event.sentence(), event.at) == event
        assert events.from_json(event.to_json()) == event


def test_every_changed_byte_is_found() -> None:
    """Every place of a short file is changed in several ways, and some places in all ways."""
    data = example().transcript.text().encode()
    assert not is_found(data)
    for place, byte in enumerate(data):
        for other in {byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0x20, 0x0A, 0x30} - {byte}:
            assert is_found(data[:place] + bytes([other]) + data[place + 1 :]), place
        assert is_found(data[:place]), place
        assert is_found(data[:place] + data[place + 1 :]), place
        assert is_found(data[:place] + data[place : place + 1] + data[place:]), place
        assert is_found(data[:place] + b" " + data[place:]), place
    for place in (0, 30, 120, data.index(b"Zo") + 2, data.index(b"chance"), len(data) - 20):
        for other in set(range(256)) - {data[place]}:
            assert is_found(data[:place] + bytes([other]) + data[place + 1 :]), (place, other)


def test_random_changes_of_random_matches_are_found() -> None:
    random = Random(1)
    for seed in range(25):
        data = random_match(seed, limit=120).transcript.text().encode()
        for _ in range(12):
            assert is_found(changed(random, data))


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("chance", "Chance"),
        lambda text: text + "\n",
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text.replace("\n\n", "\n\n\n"),
        lambda text: text.replace("    3  ", "    4  "),
        lambda text: text.replace("    3  ", "   03  "),
        lambda text: text.replace("@2000", "@02000"),
        lambda text: text.replace("@2000", "@99999999999999999"),
        lambda text: text.replace("@2000", "@9999999999999999"),
        lambda text: text.replace('"Zoé"', '"Zo\\u00e9"'),
        lambda text: text.replace("hints no\n", ""),
        lambda text: text.replace("hints no\n", "hints no\nhints no\n"),
        lambda text: text.replace("hints no\n", "hints maybe\n"),
        lambda text: text.replace("hints no\n", "x\n"),
        lambda text: text.replace("time-out bot:gentle\n", ""),
        lambda text: text.replace("undo consent\nhints no", "hints no\nundo consent"),
        lambda text: text.replace("rules 1", "rules one"),
        lambda text: text.replace("seat 2 bot", "seat 3 bot"),
        lambda text: text.replace("clock fischer 60000 5000", "clock fischer 60000 5000 7"),
        lambda text: text.replace("clock fischer 60000 5000", "clock fischer x 5000"),
        lambda text: text.replace("dice false", "dice fals"),
        lambda text: text.replace("dice false", "dice " + "[" * 5000),
        lambda text: text.replace("tablee 1", "tablee 2"),
        lambda text: text.replace("chance: first 2", "chance: first  2"),
        lambda text: text.replace("chance: first 2", "seat 2: \u00e9"),
        lambda text: text.replace("chance: first 2", 'seat 2 is taken by person "'),
        lambda text: text.replace("chance: first 2", 'seat 2 is taken by person ""'),
        lambda text: text.replace("chance: first 2", "x" * 20_000),
        lambda text: "",
        lambda text: "\n",
        lambda text: "end " + "0" * 64 + "\n",
    ],
)
def test_anything_but_the_canonical_form_is_refused(change: Any) -> None:
    damaged = change(example().transcript.text())
    assert damaged != example().transcript.text()
    with pytest.raises(tablee.Refusal) as refused:
        Transcript.read(damaged.encode())
    assert isinstance(refused.value, UnreadableTranscript | WrongHeader)
    assert refused.value.text("fr") != refused.value.text("en")


def test_binary_and_oversize_files_are_refused() -> None:
    with pytest.raises(UnreadableTranscript, match="Byte 9 is no UTF-8"):
        Transcript.read(b"tablee 1\xff\n")
    with pytest.raises(UnreadableTranscript, match="larger"):
        Transcript.read(bytes(LARGEST_FILE + 1))


def test_a_damaged_line_is_named() -> None:
    text = example().transcript.text().replace("first 2", "first 1")
    with pytest.raises(DamagedTranscript, match="Line 17 was changed"):
        Transcript.read(text.encode())


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.slow
@given(st.text(min_size=1, max_size=80))
def test_names_round_trip_on_one_visible_line(name: str) -> None:
    holder = Holder("person", name)
    text = Header.of(OPEN, [holder, holder], table=TABLE, commitment=header().commitment).text()
    lines = text.split("\n")
    assert len(lines) == len(header().text().split("\n"))
    assert text.isprintable() is False  # counting line feeds
    for line in text.splitlines():  # which also splits at U+2028 and the like
        assert not any(ord(sign) < 32 or 0x7F <= ord(sign) <= 0xA0 for sign in line)
        assert not any(sign in line for sign in "\u200b\u200e\u200f\u202a\u202e\u2066\u2069\ufeff")
    assert len(text.splitlines()) == len(lines) - 1
    transcript = Transcript(
        Header.of(OPEN, [holder] * 2, table=TABLE, commitment=header().commitment)
    )
    assert Transcript.read(transcript.text().encode()) == transcript
    assert Transcript.from_json(json.loads(json.dumps(transcript.to_json()))) == transcript


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_quoting_round_trips(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return
    assert unquoted(quoted(value)) == value
    assert "\n" not in quoted(value)


@pytest.mark.parametrize("name", ["", "x" * 81, None, 3, b"Ada", "\ud800", "a\udfffb"])
def test_bad_names_are_refused_with_the_field(name: Any) -> None:
    with pytest.raises(WrongHeader, match="The field name"):
        Holder("person", name)


@pytest.mark.parametrize("kind", ["", "Person", "bot", "bot:", "bot:A", "bot:x y", None, 4])
def test_bad_kinds_are_refused_with_the_field(kind: Any) -> None:
    with pytest.raises(WrongHeader, match="The field kind"):
        Holder(kind, "Ada")


def test_origins_are_checked() -> None:
    for fields, name in (
        (("x", "00" * 32, 1), "table"),
        ((TABLE, "00", 1), "hash"),
        ((TABLE, "00" * 32, -1), "event"),
        ((TABLE, "00" * 32, True), "event"),
    ):
        with pytest.raises(WrongHeader, match=rf"origin\.{name}"):
            Origin(*fields)


def test_given_moves_are_checked() -> None:
    origin = Origin(TABLE, "00" * 32, 3)
    start = header(origin=origin, given=("first 2", "flip 5", "turtle 1", "die 3"))
    assert start.start.to_act == 2
    for given_ply, number in (("flip 9", 1), ("First 2", 1), (None, 1)):
        with pytest.raises(WrongHeader, match=f"given, number {number}") as refused:
            header(origin=origin, given=(given_ply,))
        assert "Le champ given" in refused.value.text("fr")


def test_a_branch_from_the_end_is_refused() -> None:
    matches = (random_match(seed, tablee.game(BOARDS)) for seed in range(50))
    ended = next(match for match in matches if match.position.to_act == tablee.OVER)
    texts = tuple(text for _, _, text, _ in ended.plies())
    with pytest.raises(WrongHeader, match="the game is over"):
        replace(ended.header, origin=Origin(TABLE, "00" * 32, 1), given=texts)


# --- JSON ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"do": "dance"},
        {"do": 3},
        {"do": "move", "seat": 1},
        {"do": "move", "seat": 1, "move": "roll", "x": 1},
        {"do": "move", "seat": "1", "move": "roll"},
        {"do": "move", "seat": True, "move": "roll"},
        {"do": "move", "seat": 0, "move": "roll"},
        {"do": "move", "seat": 1, "move": ""},
        {"do": "move", "seat": 1, "move": "two\nlines"},
        {"do": "move", "seat": 1, "move": "roll  roll"},
        {"do": "move", "seat": 1, "move": "x" * 101},
        {"do": "move", "seat": 1, "move": "roll", "at": -1},
        {"do": "move", "seat": 1, "move": "roll", "at": 1.5},
        {"do": "move", "seat": 1, "move": "roll", "at": 2**53},
        {"do": "entropy", "seat": 1, "entropy": "0"},
        {"do": "entropy", "seat": 1, "entropy": "0G"},
        {"do": "secret", "secret": "00"},
        {"do": "take_seat", "seat": 1, "holder": "bot:x"},
        {"do": "take_seat", "seat": 1, "holder": {"kind": "person"}},
        {"do": "end", "winners": 1, "scores": [], "ranks": []},
        {"do": "end", "winners": ["1"], "scores": [], "ranks": []},
        {"do": "end", "winners": [True], "scores": [], "ranks": []},
    ],
)
def test_invalid_json_of_an_event_is_refused(data: Any) -> None:
    with pytest.raises(WrongEvent) as refused:
        events.from_json(data)
    assert refused.value.text("fr")


def test_json_of_a_holder_with_a_bad_name_is_refused() -> None:
    with pytest.raises(WrongHeader):
        events.from_json({"do": "take_seat", "seat": 1, "holder": {"kind": "person", "name": ""}})


def test_invalid_json_of_a_transcript_is_refused() -> None:
    good = example().transcript.to_json()
    change: Any
    for change in (None, [], {}, {**good, "x": 1}, {**good, "tablee": 2}, {**good, "events": {}}):
        with pytest.raises(UnreadableTranscript):
            Transcript.from_json(change)
    with pytest.raises(DamagedTranscript):
        Transcript.from_json({**good, "hash": "00" * 32})
    head = good["header"]
    for name in head:
        if name != "time_out":
            fewer = {key: value for key, value in head.items() if key != name}
            with pytest.raises(tablee.Refusal):
                Transcript.from_json({**good, "header": fewer})
        for value in (None, 7, "x", [None], {"x": 1}):
            if name == "origin" and value is None:
                continue
            with pytest.raises(tablee.Refusal):
                Transcript.from_json({**good, "header": {**head, name: value}})
    with pytest.raises(WrongHeader):
        Transcript.from_json({**good, "header": None})
    with pytest.raises(WrongHeader):
        Transcript.from_json({**good, "header": {**head, "x": 1}})
