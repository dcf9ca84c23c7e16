"""The public interface: its names, refusals and immutability."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablee
from samples import BOARDS, NAMES, OPEN, title
from tablee.kernel.compile.arrays import dtype_of
from tablee.kernel.record import Record, int8, int64
from tables import FEW_TABLES, GAMES, play


def test_the_public_names() -> None:
    assert set(tablee.__all__) == {
        "CHANCE", "OVER", "BoardRefused", "BrokenGame", "Game", "GameIsOver", "GameNotOver",
        "IllegalMove", "ImpossibleOutcome", "Position", "Refusal", "Result", "SeatsOutOfRange",
        "UnknownGame", "UnknownOption", "UnreadablePosition", "UnreadableText", "View",
        "WrongOption", "__version__", "all_games", "batch", "broken_games", "game",
    }  # fmt: skip
    assert all(hasattr(tablee, name) for name in tablee.__all__)


def test_importing_tablee_needs_neither_numba_nor_numpy() -> None:
    code = f"import sys, tablee; tablee.game('{OPEN}').start(seats=4); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numba", "numpy", "rich"} & set(done.stdout.split())


def test_an_unknown_game_is_refused_with_the_known_games() -> None:
    with pytest.raises(tablee.UnknownGame, match=rf"'chess'\. Possible: {', '.join(NAMES)}"):
        tablee.game("chess")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [0, 1, 9, -3, True, 4.0, "4", None])
def test_seats_out_of_range_are_refused_with_the_paragraph(game: tablee.Game, seats: Any) -> None:
    with pytest.raises(tablee.SeatsOutOfRange) as refused:
        game.start(seats=seats)
    assert refused.value.paragraph == game.seats_paragraph
    assert refused.value.text("fr") != refused.value.text("en")


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_option_is_refused_with_the_known_options(game: tablee.Game) -> None:
    with pytest.raises(tablee.UnknownOption) as refused:
        game.start(seats=game.seats[1], handicap=True)
    assert next(iter(game.options)) in str(refused.value)
    assert "'handicap'" in str(refused.value)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_value_of_an_option_is_refused_with_its_paragraph(game: tablee.Game) -> None:
    for option in game.options.values():
        wrong: tuple[Any, ...] = (None, 1.5, [], -7, "nonsense", b"x")
        for value in wrong:
            with pytest.raises(tablee.WrongOption) as refused:
                game.start(seats=game.seats[1], **{option.name: value})
            assert refused.value.paragraph in game.paragraphs("en")
            assert refused.value.text("fr")
        assert option.choices()
        assert option.read(option.default) == option.default


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "move", ["", " ", "resign", "🐢", "roll roll", "-1", 7, None, b"roll", {}, []]
)
def test_unreadable_moves_are_refused(game: tablee.Game, move: Any) -> None:
    start = game.start(seats=game.seats[1])
    before = start.to_json()
    with pytest.raises(tablee.UnreadableText) as refused:
        start.after(move)
    assert list(refused.value.instead) == (start.moves() or list(start.chances()))
    assert start.to_json() == before


@pytest.mark.parametrize("game", GAMES)
def test_an_outcome_out_of_range_is_refused(game: tablee.Game) -> None:
    start = game.start(seats=game.seats[0])
    while start.to_act != tablee.CHANCE:
        start = start.after(start.moves()[0])
    verb = next(iter(start.chances())).split()[0]
    for text in (f"{verb} 99", f"{verb} -5", f"{verb} x"):
        with pytest.raises(tablee.ImpossibleOutcome) as refused:
            start.after(text)
        assert refused.value.paragraph in game.paragraphs("en")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, -1, 99, True, 1.0, "1"])
def test_a_view_needs_a_seat_of_the_table(game: tablee.Game, seat: Any) -> None:
    with pytest.raises(tablee.SeatsOutOfRange):
        game.start(seats=game.seats[0]).view(seat)


@pytest.mark.slow
@given(st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    pos = tablee.game(OPEN).start(seats=4).after("first 1").after("flip 3").after("die 2")
    before = pos.to_json()
    try:
        after = pos.after(text)
    except tablee.Refusal:
        pass
    else:
        assert text.strip().lower() in ("roll", "stop")
        assert after != pos
    assert pos.to_json() == before


# --- positions in JSON ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", "3", "null", "{}", f'{{"game": "{OPEN}"}}', "[" * 5000]
)
def test_invalid_json_of_a_position_is_refused(game: tablee.Game, text: str) -> None:
    with pytest.raises(tablee.UnreadablePosition):
        game.from_json(text)


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_a_changed_field_of_a_position_is_refused_or_sound(
    game: tablee.Game, seats: int, options: Any
) -> None:
    """Any number in any field gives a refusal, or a position that can be played on."""
    *_, (position, _) = play(game, seats, options, seed=8, limit=120)
    whole = json.loads(position.to_json())
    for name, value in whole["state"].items():
        for wrong in (-128, -1, 0, 1, 5, 50, 127, 10**30, True, "1", None, [0]):
            changed = copy.deepcopy(whole)
            if isinstance(value, list):
                changed["state"][name][len(value) // 2] = wrong
            else:
                changed["state"][name] = wrong
            try:
                read = game.from_json(json.dumps(changed))
            except tablee.Refusal:
                continue
            assert str(read)
            for text in (read.moves() or list(read.chances()))[:3]:
                read.after(text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"),
        ("rules", 99),
        ("seats", 77),
        ("options", []),
        ("options", {"x": 1}),
        ("state", []),
        ("state", {}),
    ],
)
def test_a_wrong_header_is_refused(game: tablee.Game, field: str, value: Any) -> None:
    whole = json.loads(game.start(seats=game.seats[1]).to_json())
    with pytest.raises(tablee.Refusal):
        game.from_json(json.dumps(whole | {field: value}))
    if field != "game":
        with pytest.raises(tablee.Refusal):
            tablee.Position.from_json(json.dumps(whole | {field: value}))


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_views_round_trip_through_json(game: tablee.Game, seats: int, options: Any) -> None:
    for position, _ in play(game, seats, options, seed=9, limit=40):
        for seat in (None, *range(1, seats + 1)):
            view = position.view(seat)
            read = tablee.View.from_json(view.to_json())
            assert read == view
            assert (read.moves(), read.to_act, str(read)) == (view.moves(), view.to_act, str(view))
            assert tablee.View.from_data(json.loads(view.to_json())) == view


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"), ("game", 7), ("rules", 99), ("seat", 0), ("seat", 9), ("seat", "1"),
        ("seat", True), ("options", []), ("options", {"x": 1}), ("view", []), ("view", {}),
        ("more", 1),
    ],
)  # fmt: skip
def test_a_wrong_view_is_refused(game: tablee.Game, field: str, value: Any) -> None:
    whole = json.loads(game.start(seats=game.seats[1]).view(1).to_json())
    with pytest.raises(tablee.Refusal):
        tablee.View.from_data(whole | {field: value})
    with pytest.raises(tablee.UnreadablePosition):
        tablee.View.from_data({name: whole[name] for name in whole if name != field} | {"x": 1})
    for wrong in ("", "[]", "{", "7"):
        with pytest.raises(tablee.UnreadablePosition):
            tablee.View.from_json(wrong)


def test_options_and_state_must_agree() -> None:
    whole = json.loads(tablee.game(OPEN).start(seats=4).to_json())
    whole["options"]["cards_as_dice"] = True
    with pytest.raises(tablee.UnreadablePosition, match=r"state\.cards_as_dice"):
        tablee.Position.from_json(json.dumps(whole))


def test_a_position_opens_no_file(tmp_path: Path) -> None:
    """A person may name a board file; the JSON of a position from elsewhere may not."""
    file = tmp_path / "mine.json"
    game = tablee.game(BOARDS)
    board = {"name": "mine", "squares": ["1-6", "19-24"], "gods": [], "cannibals": [], "canoe": 25}
    file.write_text(json.dumps(board))
    position = game.start(seats=3, board=str(file))
    assert game.from_json(position.to_json()) == position
    whole = json.loads(position.to_json())
    whole["options"]["board"] = str(file)
    with pytest.raises(tablee.WrongOption):
        game.from_json(json.dumps(whole))


def test_options_are_immutable() -> None:
    board = {"name": "mine", "squares": ["1-6", "19-24"], "gods": [9], "cannibals": [], "canoe": 25}
    position = tablee.game(BOARDS).start(seats=3, board=board)
    before = position.to_json()
    position.options["board"]["gods"].append(16)
    position.view(1).to_data()["options"]["board"]["gods"].append(16)
    assert position.to_json() == before


# --- values --------------------------------------------------------------------------------------


def test_positions_are_values() -> None:
    game = tablee.game(OPEN)
    one, two = (game.start(seats=4).after("first 1") for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two}) == 1
    assert one != game.start(seats=5).after("first 1")
    assert one != game.start(seats=4, cards_as_dice=True).after("first 1")
    assert one != "first 1"
    assert one.view(1) == two.view(1)
    assert one.view(1) != one.view(2)
    assert one.view(1) != "first 1"
    assert hash(one.view(1)) == hash(two.view(1))
    assert repr(one) == f"<{title(OPEN)}, 4 seats, to act: CHANCE>"
    assert repr(one.view(2)) == f"<{title(OPEN)} as seen by seat 2, to act: CHANCE>"
    assert repr(one.view()) == f"<{title(OPEN)} as seen by a spectator, to act: CHANCE>"
    assert repr(game) == f"tablee.game('{OPEN}')"


def test_the_state_of_a_position_is_a_copy() -> None:
    pos = tablee.game(OPEN).start(seats=4)
    pos.state.unseen[0] = 99  # type: ignore[attr-defined]
    pos.options["cards_as_dice"] = True
    assert pos == tablee.game(OPEN).start(seats=4)


def test_a_refusal_survives_a_process_boundary() -> None:
    with pytest.raises(tablee.IllegalMove) as refused:
        tablee.game(OPEN).start(seats=4).after("roll")
    again = pickle.loads(pickle.dumps(refused.value))
    assert type(again) is tablee.IllegalMove
    assert str(again) == str(refused.value)
    assert again.text("fr") == refused.value.text("fr")


class Hut(Record):
    door: int = int8()
    beds: list[int] = int64(2)


@given(st.integers(-128, 127), st.lists(st.integers(-(2**63), 2**63 - 1), min_size=2, max_size=2))
def test_a_record_survives_numpy_and_json(door: int, beds: list[int]) -> None:
    import numpy as np

    hut = Hut()
    hut.door, hut.beds = door, beds
    rows = np.zeros(1, dtype_of(Hut))
    hut.write(rows[0])
    assert Hut.read(rows[0]) == hut
    assert Hut.from_dict(json.loads(json.dumps(hut.to_dict()))) == hut
    assert hut.copy() == hut
    assert hut.copy().beds is not hut.beds


def test_a_misspelt_field_raises() -> None:
    with pytest.raises(AttributeError):
        Hut().window = 1  # type: ignore[attr-defined]
