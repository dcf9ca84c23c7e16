"""Maroc'eau, paragraph by paragraph: a turn (W20 to W25), and what each seat knows (W50)."""

from __future__ import annotations

from collections import Counter

import pytest

import tablee
from tablee.games.maroceau import view
from tablee.games.maroceau.state import CARDS, DECK, FACE_DOWN, MAX_SEATS, PLACES
from tablee.kernel.dice import dice_for

from ..draw import grid, play, position, refused, state_of, top

PLAIN = """
    3  9  ?  ?  |  ?  ?  ?  ?
    ?  ?  5  ?  |  ?  7  ?  ?
    ?  9  ?  0  |  ?  ?  ? -1
    discard: 4 9
"""
WITHOUT_B = """
    3  .  ?  ?  |  ?  ?  ?  ?
    ?  .  5  ?  |  ?  7  ?  ?
    ?  .  ?  0  |  ?  ?  ? -1
    discard: 4 9 9 9
"""
USED_UP = """
    3  9  6  2  |  1  4  ?  8
    1  7  5  ?  | 11  7  5  1
    2  9  8  0  |  2  3  ? -1
    discard: 8 3 9 9 9 12
    hidden: 4 11 -1
"""
SWAPS = [f"swap {column}{row}" for column in "abcd" for row in (1, 2, 3)]

# --- take or draw --------------------------------------------------------------------------------


def test_W20_a_turn_begins_with_take_or_draw() -> None:
    pos = position(PLAIN)
    assert pos.to_act == 1
    assert pos.moves() == ["take", "draw"]


@pytest.mark.parametrize("move", ["flip a2", "flip a1", "swap a1", "drop"])
def test_W20_nothing_else_comes_first(move: str) -> None:
    refusal = refused(position(PLAIN), move)
    assert isinstance(refusal, tablee.IllegalMove)
    assert refusal.paragraph == "W20"
    assert refusal.instead == ("take", "draw")
    assert "take the discard or draw" in refusal.text("en")


def test_W20_a_seat_chooses_before_a_card_is_drawn() -> None:
    refusal = refused(position(PLAIN), "card 4")
    assert isinstance(refusal, tablee.ImpossibleOutcome)
    assert refusal.paragraph == "W20"


# --- a taken discard -----------------------------------------------------------------------------


def test_W21_a_taken_discard_replaces_any_remaining_card() -> None:
    assert position(PLAIN).after("take").moves() == SWAPS
    left = position(WITHOUT_B).after("take").moves()
    assert left == [swap for swap in SWAPS if "b" not in swap]


def test_W21_it_is_swapped_for_a_visible_card() -> None:
    pos = play(position(PLAIN), "take,swap a1")
    assert grid(pos, 1) == "9 9 ? ? / ? ? 5 ? / ? 9 ? 0"
    assert top(pos) == 3
    assert pos.to_act == 2


def test_W21_it_is_swapped_for_a_hidden_card_which_is_turned() -> None:
    pos = play(position(PLAIN), "take,swap d1")
    assert pos.to_act == tablee.CHANCE
    assert grid(pos, 1) == "3 9 ? 9 / ? ? 5 ? / ? 9 ? 0"
    assert sum(pos.chances().values()) == 150 - 9  # anything but what has been seen
    pos = pos.after("card 11")
    assert top(pos) == 11
    assert pos.to_act == 2
    assert state_of(pos).unseen[11 + 2] == 9


def test_W21_it_cannot_be_refused() -> None:
    refusal = refused(position(PLAIN).after("take"), "drop")
    assert isinstance(refusal, tablee.IllegalMove)
    assert refusal.paragraph == "W21"
    assert refusal.text("en").startswith("W21: the 9 came from the discard pile, so it can’t")
    assert "le 9 vient de la défausse" in refusal.text("fr")


@pytest.mark.parametrize("move", ["take", "draw", "flip a2"])
def test_W21_it_is_swapped_at_once(move: str) -> None:
    refusal = refused(position(PLAIN).after("take"), move)
    assert refusal.paragraph == "W21"
    assert "you took the 9" in refusal.text("en")


def test_W21_its_value_is_public() -> None:
    pos = position(PLAIN).after("take")
    assert pos.view(2).state == pos.view(None).state == pos.state


# --- a drawn card --------------------------------------------------------------------------------


def test_W22_a_drawn_card_is_swapped_or_refused() -> None:
    pos = position(PLAIN).after("draw")
    assert pos.to_act == tablee.CHANCE
    assert sum(pos.chances().values()) == 150 - 9
    pos = pos.after("card 12")
    assert pos.moves() == ["drop", *SWAPS]
    assert top(pos) == 9  # still there
    assert state_of(pos).stock == 150 - 24 - 2 - 1


def test_W22_it_is_swapped_in_the_same_way() -> None:
    pos = play(position(PLAIN), "draw,card 12")
    visible = play(pos, "swap c2")
    assert grid(visible, 1) == "3 9 ? ? / ? ? 12 ? / ? 9 ? 0"
    assert (top(visible), visible.to_act) == (5, 2)
    hidden = play(pos, "swap d1,card 6")
    assert grid(hidden, 1) == "3 9 ? 12 / ? ? 5 ? / ? 9 ? 0"
    assert (top(hidden), hidden.to_act) == (6, 2)


def test_W22_after_a_refusal_a_hidden_card_must_be_turned() -> None:
    pos = play(position(PLAIN), "draw,card 12,drop")
    assert (top(pos), pos.to_act) == (12, 1)
    assert pos.moves() == [f"flip {place}" for place in ("a2", "a3", "b2", "c1", "c3", "d1", "d2")]
    pos = pos.after("flip a3")
    assert pos.to_act == tablee.CHANCE
    pos = pos.after("card 7")
    assert grid(pos, 1) == "3 9 ? ? / ? ? 5 ? / 7 9 ? 0"
    assert (top(pos), pos.to_act) == (12, 2)


def test_W22_a_visible_card_cannot_be_turned() -> None:
    refusal = refused(play(position(PLAIN), "draw,card 12,drop"), "flip c2")
    assert isinstance(refusal, tablee.IllegalMove)
    assert refusal.paragraph == "W22"
    assert refusal.text("en").startswith("W22: the card on c2 is already face up: it is 5.")


@pytest.mark.parametrize("move", ["take", "draw", "flip a2"])
def test_W22_a_drawn_card_must_be_placed_or_refused_first(move: str) -> None:
    refusal = refused(play(position(PLAIN), "draw,card 12"), move)
    assert refusal.paragraph == "W22"
    assert "you drew the 12" in refusal.text("en")


@pytest.mark.parametrize("move", ["take", "draw", "drop", "swap a1"])
def test_W22_after_a_refusal_only_turning_is_possible(move: str) -> None:
    refusal = refused(play(position(PLAIN), "draw,card 12,drop"), move)
    assert refusal.paragraph == "W22"
    assert "now turn over one of your face-down cards" in refusal.text("en")


# --- columns -------------------------------------------------------------------------------------


def test_W23_a_column_completed_by_a_visible_swap() -> None:
    pos = position("""
        3  9  ?  ?  |  ?  ?  ?  ?
        ?  1  5  ?  |  ?  7  ?  ?
        ?  9  ?  0  |  ?  ?  ? -1
        discard: 4 9
    """)
    pos = play(pos, "take,swap b2")
    assert grid(pos, 1) == "3 . ? ? / ? . 5 ? / ? . ? 0"
    assert top(pos) == 9  # on top of the 1
    assert discarded(pos) == Counter([4, 1, 9, 9, 9])


def test_W23_the_replaced_card_is_turned_before_the_column_goes() -> None:
    pos = play(position(PLAIN), "take,swap b2")
    assert grid(pos, 1) == "3 9 ? ? / ? 9 5 ? / ? 9 ? 0"
    pos = pos.after("card 12")
    assert grid(pos, 1) == "3 . ? ? / ? . 5 ? / ? . ? 0"
    assert top(pos) == 9
    assert discarded(pos) == Counter([4, 12, 9, 9, 9])


def test_W23_a_column_completed_by_turning_goes_on_top_of_the_refused_card() -> None:
    pos = play(position(PLAIN), "draw,card 12,drop,flip b2,card 9")
    assert grid(pos, 1) == "3 . ? ? / ? . 5 ? / ? . ? 0"
    assert top(pos) == 9
    assert discarded(pos) == Counter([4, 9, 12, 9, 9, 9])


def test_W23_two_equal_cards_and_a_hidden_one_are_no_column() -> None:
    pos = play(position(PLAIN), "draw,card 12,drop,flip b2,card 8")
    assert grid(pos, 1) == "3 9 ? ? / ? 8 5 ? / ? 9 ? 0"


@pytest.mark.parametrize("move", ["swap b1", "swap b3"])
def test_W23_a_removed_column_cannot_be_refilled(move: str) -> None:
    refusal = refused(position(WITHOUT_B).after("take"), move)
    assert isinstance(refusal, tablee.IllegalMove)
    assert refusal.paragraph == "W23"
    assert f"column b has been cleared, so there is no card on {move[-2:]}." in refusal.text("en")


def test_W23_a_removed_column_cannot_be_turned() -> None:
    refusal = refused(play(position(WITHOUT_B), "draw,card 1,drop"), "flip b2")
    assert refusal.paragraph == "W23"
    assert "la colonne b a été retirée" in refusal.text("fr")


@pytest.mark.parametrize("value", [-2, -1, 0])
def test_W24_good_columns_go_too(value: int) -> None:
    pos = position(f"""
        3  9  ?  {value}  |  ?  ?  ?  ?
        ?  1  5  {value}  |  ?  7  ?  ?
        ?  9  ?  7  |  ?  ?  ?  1
        discard: 4 {value}
    """)
    pos = play(pos, "take,swap d3")
    assert grid(pos, 1) == "3 9 ? . / ? 1 5 . / ? 9 ? ."
    assert top(pos) == value


def test_W24_rows_never_go() -> None:
    pos = position("""
        6  6  ?  6  |  ?  ?  ?  ?
        ?  1  5  ?  |  ?  7  ?  ?
        ?  9  ?  0  |  ?  ?  ? -1
        discard: 4 6
    """)
    pos = play(pos, "take,swap c1,card 2")
    assert grid(pos, 1) == "6 6 6 6 / ? 1 5 ? / ? 9 ? 0"


# --- the draw pile runs out ----------------------------------------------------------------------


def test_W25_the_discard_pile_but_its_top_is_the_new_draw_pile() -> None:
    pos = position(USED_UP)
    assert state_of(pos).stock == 0
    below = discarded(pos) - Counter([12])
    pos = pos.after("draw")
    assert top(pos) == 12
    assert pos.chances() == {f"card {card}": below[card] for card in sorted(below)}
    assert "card 4" in pos.chances()  # there were ten of them, and one alone is hidden
    assert state_of(pos).stock == sum(below.values()) == 150 - 24 - 1
    pos = play(pos, "card 9,drop,flip d2")
    assert pos.chances() == {"card -1": 1, "card 4": 1, "card 11": 1}


def test_W25_taking_leaves_the_discard_pile_alone() -> None:
    pos = play(position(USED_UP), "take,swap a1")
    state = state_of(pos)
    assert (state.stock, state.reshuffled, top(pos)) == (0, 0, 3)


def test_W25_a_reshuffled_pile_can_run_out_again() -> None:
    pos = position("""
        3  9  6  2  |  1  4  ?  8
        1  7  5  ?  | 11  7  5  1
        2  9  8  0  |  2  3  ? -1
        discard: 12
        hidden: 4 11 -1
        pile: 8 3
    """)
    pos = play(pos, "draw")
    assert pos.chances() == {"card 3": 1, "card 8": 1}
    pos = play(pos, "card 3,swap a1,draw")
    assert pos.chances() == {"card 8": 1}
    pos = play(pos, "card 8,swap a1")
    assert state_of(pos).stock == 0
    before = discarded(pos)
    pos = pos.after("draw")
    assert top(pos) == 1
    assert discarded(pos) == Counter([1])
    assert Counter({card: n for card, n in pile(pos).items() if n}) == before - Counter([1])


def test_W25_there_are_always_cards_to_shuffle() -> None:
    """With an empty draw pile all cards outside the grids are in the discard pile."""
    assert sum(CARDS) - MAX_SEATS * PLACES == DECK - 96 == 54
    pos = position("""
         1  2  3  ? | 4  5  6  7 | 8 9 10 11 | 12 0 1 2 | 3 4 5 6 | 7 8 9 10 | 11 12 0 1 | 2 3 4 5
         6  7  8  9 |10 11 12  0 | 1 2  3  4 | 5 6 7 8 | 9 10 11 12 | 0 1 2 3 | 4 5 6 7 | 8 9 10 11
        12  0  1  2 | 3  4  5  6 | 7 8  9 10 | 11 12 0 1 | 2 3 4 5 | 6 7 8 9 | 10 11 12 0 | 1 2 3 4
        discard: 0
        hidden: 0
        ended by: 2
    """)
    assert state_of(pos).stock == 0
    assert pos.moves() == ["take", "draw"]
    assert sum(pos.after("draw").chances().values()) == 53


# --- what each seat knows ------------------------------------------------------------------------


@pytest.mark.parametrize("drawing", [PLAIN, USED_UP])
def test_W50_a_drawn_card_is_known_only_to_its_drawer(drawing: str) -> None:
    waiting = position(drawing).after("draw")
    held = [waiting.after(card) for card in waiting.chances()]
    assert len({pos.view(1) for pos in held}) == len(held)
    assert len({pos.view(2) for pos in held}) == 1
    assert len({pos.view().to_json() for pos in held}) == 1
    assert held[0].view(1).state == held[0].state
    seen = held[0].view(2).state
    assert seen.hand == FACE_DOWN  # type: ignore[attr-defined]
    assert seen.stock == state_of(held[0]).stock  # type: ignore[attr-defined]
    assert "holds a drawn card that nobody else sees" in held[0].view(2).board("en")


def test_W50_only_the_drawn_card_is_private() -> None:
    drawing = state_of(position(PLAIN).after("draw"))
    assert [view.sees(drawing, seat) for seat in (-1, 0, 1)] == [0, 1, 0]
    for moves in ("take,swap d1", "draw,card 3,swap d1", "draw,card 3,drop,flip d1"):
        turning = state_of(play(position(PLAIN), moves))
        assert [view.sees(turning, seat) for seat in (-1, 0, 1)] == [1, 1, 1]


def test_W50_a_drawn_card_is_private_until_placed_or_refused() -> None:
    pos = play(position(PLAIN), "draw,card 12")
    for shown in (pos.after("drop"), pos.after("swap a1"), pos.after("swap a2")):
        assert shown.view(2).state == shown.state


@pytest.mark.parametrize(("drawing", "pool"), [(PLAIN, "unseen"), (USED_UP, "pile")])
def test_W50_a_possible_world_draws_from_the_right_pool(drawing: str, pool: str) -> None:
    waiting = position(drawing).after("draw")
    weights = waiting.chances()
    pos = waiting.after("card 9")
    dice = dice_for(50)
    drawn: Counter[str] = Counter()
    tries = 4000
    for _ in range(tries):
        world = state_of(pos)
        view.observe(world, 1)
        view.resample(world, 1, dice)
        drawn[f"card {world.hand}"] += 1
        assert state_of(waiting.after(f"card {world.hand}")) == world
    total = sum(weights.values())
    for card, weight in weights.items():
        assert abs(drawn[card] / tries - weight / total) < 0.02, (pool, card)


def test_W50_for_the_drawer_only_one_world_is_possible() -> None:
    world = state_of(play(position(PLAIN), "draw,card 12"))
    before = world.copy()
    view.observe(world, 0)
    view.resample(world, 0, dice_for(1))
    assert world == before


def test_W50_two_pools_after_a_reshuffle() -> None:
    pos = position("""
        3  9  6  2  |  1  4  ?  8
        1  7  5  ?  | 11  7  5  1
        2  9  8  0  |  2  3  ? -1
        discard: 12
        hidden: 4 11 -1
        pile: 8 3 9 9 9
    """)
    assert pos.after("draw").chances() == {"card 3": 1, "card 8": 1, "card 9": 3}
    hidden = {"card -1": 1, "card 4": 1, "card 11": 1}
    assert play(pos, "draw,card 9,drop,flip d2").chances() == hidden
    assert play(pos, "draw,card 9,swap d2").chances() == hidden
    assert play(pos, "take,swap d2").chances() == hidden


def discarded(pos: tablee.Position) -> Counter[int]:
    """Return the content of the discard pile: the cards that are nowhere else."""
    state = state_of(pos)
    left = Counter({value - 2: count for value, count in enumerate(CARDS)})
    left -= Counter({value - 2: count for value, count in enumerate(state.unseen)})
    left -= pile(pos)
    return left - Counter([state.hand, *state.grid])


def pile(pos: tablee.Position) -> Counter[int]:
    return Counter({value - 2: count for value, count in enumerate(state_of(pos).pile)})
