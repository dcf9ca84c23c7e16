"""Papua's boards [P2] [P3]: valid ones, their canonical form, and every refusal."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.games.papua.boards import GIVEN, BoardOption, given
from tablee.words import catalogue

PAPUA = tablee.game("papua")
OPTION = BoardOption("board", "P3")
BAD_BOARDS = Path(__file__).with_name("bad_boards")
REEF: dict[str, Any] = {
    "name": "Reef",
    "squares": ["1-6", "17-22"],
    "gods": [9],
    "cannibals": [12],
    "canoe": 23,
}


def reasons() -> dict[str, str]:
    """Return the files of bad boards, with the beginning of each refusal."""
    lines = (BAD_BOARDS / "REASONS.txt").read_text("utf-8").splitlines()[2:]
    return {name: reason.strip() for name, reason in zip(lines[::2], lines[1::2], strict=True)}


REASONS = reasons()


def refusal_of(board: object) -> tablee.BoardRefused:
    with pytest.raises(tablee.BoardRefused) as caught:
        PAPUA.start(seats=4, board=board)
    assert caught.value.paragraph == "P3"
    return caught.value


# --- refused -------------------------------------------------------------------------------------


def test_every_bad_board_has_its_reason() -> None:
    assert {path.name for path in BAD_BOARDS.glob("*.json")} == set(REASONS)
    assert len(REASONS) > 24


@pytest.mark.parametrize("name", REASONS)
def test_P3_a_bad_board_is_refused_with_its_reason(name: str) -> None:
    path = BAD_BOARDS / name
    refusal = refusal_of(path)
    expected = REASONS[name].replace("{file}", repr(str(path)))
    assert str(refusal).startswith(expected), str(refusal)
    assert str(refusal).endswith(".")
    assert refusal.text("fr").startswith("P3\N{NO-BREAK SPACE}: ")
    assert refusal.text("fr") != refusal.text("en")


@pytest.mark.parametrize("name", REASONS)
def test_P3_a_bad_board_given_as_text_is_refused_as_well(name: str) -> None:
    path = BAD_BOARDS / name
    by_file = refusal_of(str(path))
    try:
        data = json.loads(path.read_text("utf-8"))
    except ValueError:
        return  # only a file can have this fault
    if isinstance(data, dict) and name not in ("field_twice.json", "too_large.json"):
        assert str(refusal_of(data)) == str(by_file)


def test_P3_every_refusal_of_a_board_is_covered() -> None:
    met = {refusal_of(BAD_BOARDS / name).key for name in REASONS}
    met |= {refusal_of(board).key for board in (7, "nowhere", "nowhere.json")}
    assert met == {key for key in catalogue("en") if key.startswith("papua.board_")}


def test_P3_an_unknown_board_is_refused_with_the_known_ones() -> None:
    refusal = refusal_of("stadnard")
    assert refusal.instead == GIVEN
    assert str(refusal) == (
        "P3: there is no board called 'stadnard'; the path of a file of your own must end in .json."
        " Possible: standard, short, long."
    )


@pytest.mark.parametrize("value", [None, 3, True, ["standard"], b"standard"])
def test_P3_a_value_that_is_no_board_is_refused(value: object) -> None:
    assert refusal_of(value).key == "papua.board_not_a_board"


def test_P3_a_missing_file_or_a_folder_is_refused(tmp_path: Path) -> None:
    assert str(refusal_of("none/such.json")) == "P3: there is no file 'none/such.json'."
    folder = tmp_path / "folder.json"
    folder.mkdir()
    assert refusal_of(folder).key == "papua.board_no_file"


def test_P3_a_refusal_survives_pickling() -> None:
    refusal = refusal_of(BAD_BOARDS / "gods_six_apart.json")
    assert str(pickle.loads(pickle.dumps(refusal))) == str(refusal)


# --- accepted ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GIVEN)
def test_P2_the_boards_of_the_box_are_valid(name: str) -> None:
    board = given(name)
    assert board["name"] == name
    assert OPTION.read(board) == board, "they are in the canonical form"
    assert OPTION.integers(name) == OPTION.integers(board)
    assert OPTION.read(name) == name
    assert OPTION.choices()[:3] == list(GIVEN)
    assert OPTION.default == "standard"


def test_P3_a_file_may_be_given_as_text_or_path(tmp_path: Path) -> None:
    path = tmp_path / "my reef.json"
    path.write_text(json.dumps(REEF), "utf-8-sig")  # as some Windows editors write it
    assert OPTION.read(path) == OPTION.read(str(path)) == OPTION.read(REEF) == REEF
    pos = PAPUA.start(seats=3, board=path)
    path.unlink()
    again = tablee.Position.from_json(pos.to_json())
    assert again == pos, "a position needs no file"
    assert again.options["board"] == REEF


def test_P3_a_board_has_a_canonical_form() -> None:
    other = {
        "canoe": 23,
        "cannibals": ["12"],
        "gods": ["9 - 9"],
        "squares": [22, 21, " 17–20", 1, 2, "4-6", 3],
        "name": "Reef",
    }
    assert OPTION.read(other) == REEF
    assert list(OPTION.read(other)) == list(REEF)
    assert OPTION.read(OPTION.read(other)) == REEF
    middle = {**REEF, "squares": [8, "1-6", "14-15", "17-22"]}
    assert OPTION.read(middle)["squares"] == ["1-6", 8, "14-15", "17-22"]  # type: ignore[index]


def test_P3_boards_at_the_limits_are_valid() -> None:
    shortest = {**REEF, "squares": ["1-6", "15-20"], "gods": [7, 14], "canoe": 21}
    longest = {**REEF, "squares": ["1-6", "55-60"], "cannibals": [10, 12], "canoe": 61}
    only_squares = {**REEF, "squares": ["1-22"], "gods": [], "cannibals": []}
    for board in (shortest, longest, only_squares):
        pos = PAPUA.start(seats=6, board=board)
        assert tablee.Position.from_json(pos.to_json()) == pos


def test_P3_the_numbers_of_a_board_for_the_rules() -> None:
    squares, gods, cannibals, canoe = OPTION.integers(OPTION.read(REEF))
    assert squares == sum(1 << space for space in (*range(1, 7), *range(17, 23)))
    assert (gods, cannibals, canoe) == (1 << 9, 1 << 12, 23)


def test_P3_reading_a_board_does_not_change_the_argument() -> None:
    data = json.loads(json.dumps(REEF))
    read = OPTION.read(data)
    assert isinstance(read, dict)
    read["squares"].append(7)
    assert data == REEF


def test_P3_a_state_of_another_board_is_refused() -> None:
    pos = PAPUA.start(seats=3)
    text = pos.to_json().replace('"standard"', '"short"')
    with pytest.raises(tablee.UnreadablePosition):
        tablee.Position.from_json(text)


def test_the_custom_board_on_the_page_is_valid_and_shown_correctly() -> None:
    docs = Path(__file__).parents[3] / "docs"
    page = (docs / "how-to" / "draw-a-papua-board.md").read_text("utf-8")
    board = json.loads(page.split("```json\n")[1].split("```")[0])
    assert OPTION.read(board) == board
    picture = page.split("```text\n")[1].split("```")[0].rstrip()
    assert picture in PAPUA.start(seats=3, board=board).board()
