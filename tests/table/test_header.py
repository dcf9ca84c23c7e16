"""The header of a transcript: errors are refused by the name of the field."""

from __future__ import annotations

from typing import Any

import pytest

import tablee
from samples import BOARDS, OPEN, title
from tablee.table import (
    ClockSetting,
    Header,
    Match,
    Transcript,
    UnknownRules,
    WrongHeader,
)

from .tables import TABLE, begun, dealt, header


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("table", "5F" * 16),
        ("table", "5f" * 15),
        ("table", None),
        ("commitment", "00" * 31),
        ("commitment", 7),
        ("clock", None),
        ("clock", "none"),
        ("time_out", "bot:x"),
        ("undo", "always"),
        ("undo", []),
        ("hints", 1),
        ("origin", "x"),
        ("given", ("first 1",)),
    ],
)
def test_bad_fields_are_refused_by_name(field: str, value: Any) -> None:
    with pytest.raises(WrongHeader, match=f"The field {field}"):
        header(**{field: value})


def test_a_clock_needs_a_known_time_out() -> None:
    for time_out in ("person", "x", None, 3):
        with pytest.raises(WrongHeader):
            header(clock=ClockSetting("move", 5000), time_out=time_out)


@pytest.mark.parametrize(
    "numbers",
    [
        ("none", 1),
        ("move",),
        ("move", 0),
        ("move", True),
        ("move", 5, 5),
        ("move", 5.0),
        ("fischer", 5),
        ("fischer", 5, -1),
        ("days", 1001),
        ("hourglass", 1),
        (None,),
    ],
)
def test_bad_clocks_are_refused(numbers: Any) -> None:
    with pytest.raises(WrongHeader, match="The field clock"):
        ClockSetting(*numbers)


def test_seats_options_and_games_are_checked() -> None:
    with pytest.raises(tablee.SeatsOutOfRange):
        header(kinds=("person",))
    with pytest.raises(tablee.UnknownOption):
        header(options={"handicap": 1})
    with pytest.raises(tablee.WrongOption):
        header(options={"cards_as_dice": 1})
    with pytest.raises(tablee.UnknownGame):
        header("chess")
    with pytest.raises(WrongHeader, match="The field seats"):
        Header(TABLE, OPEN, 1, header().options, ("Ada", "Bob"), "00" * 32)  # type: ignore[arg-type]
    with pytest.raises(WrongHeader, match="The field game"):
        Header(TABLE, 3, 1, {}, (), "00" * 32)  # type: ignore[arg-type]
    with pytest.raises(WrongHeader, match="The field options"):
        Header(TABLE, OPEN, 1, None, header().seats, "00" * 32)  # type: ignore[arg-type]
    with pytest.raises(WrongHeader, match="The field options"):
        Header(TABLE, OPEN, 1, {}, header().seats, "00" * 32)


def test_a_transcript_never_reads_a_file(tmp_path: Any) -> None:
    board = tmp_path / "board.json"
    board.write_text("{}")
    for path in (board, str(board)):
        with pytest.raises(WrongHeader, match=r"options\.board"):
            header(BOARDS, ("person",) * 3, options={"board": path})


def test_a_custom_board_is_part_of_the_transcript() -> None:
    reef = {"name": "Récif", "squares": ["1-6", 9, "17-22"], "gods": [], "cannibals": [12]}
    match = begun(BOARDS, ("person",) * 3, options={"board": {**reef, "canoe": 23}})
    again = Transcript.read(dealt(match).transcript.text().encode())
    assert again.header.options["board"]["name"] == "Récif"
    assert Match.replay(again).position == dealt(match).position


@pytest.mark.parametrize("version", [0, 2, 99, True, 1.0, "1"])
def test_an_unknown_version_of_the_rules_is_refused(version: Any) -> None:
    good = header()
    with pytest.raises(UnknownRules, match=f"{title(OPEN)} in version"):
        Header(TABLE, OPEN, version, good.options, good.seats, good.commitment)
    if type(version) is int:
        text = Transcript(good).text().replace("rules 1", f"rules {version}")
        with pytest.raises(UnknownRules, match=f"version {version} are not here"):
            Transcript.read(text.encode())


def test_headers_are_immutable() -> None:
    options = dict(header().options)
    made = Header(TABLE, OPEN, 1, options, header().seats, header().commitment)
    options["cards_as_dice"] = True
    assert made.options == header().options
    assert hash(made) == hash(header())
