"""The contract of every game, with every number of seats, along random games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import tablee
from campaigns import sizes
from tablee.kernel.dice import dice_for
from tablee.kernel.engines.engine import tally_matches
from tables import FEW_TABLES, GAMES, OPTIONS, TABLES, finished, play, text


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_setup_clears_a_used_record(game: tablee.Game, seats: int, options: Any) -> None:
    used = finished(game, game.seats[-1], options, seed=1).state
    scribbled = type(used)()
    for name, field in scribbled.fields.items():
        setattr(scribbled, name, 1 if field.length is None else [1] * field.length)
    for record in (used, scribbled):
        game.rules.setup(record, seats, game.integers(game.read_options(options)))
        assert record == game.start(seats=seats, **options).state


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_random_game_keeps_the_contract(game: tablee.Game, seats: int, options: Any) -> None:
    for ply, (position, code) in enumerate(play(game, seats, options, seed=seats, limit=400)):
        assert game.sound.sound(position.state) == 0
        if ply % 10 == 0:
            assert game.from_json(position.to_json()) == position
            assert hash(game.from_json(position.to_json())) == hash(position)
        if position.to_act == tablee.OVER:
            assert position.moves() == []
            assert position.chances() == {}
            return
        if position.to_act == tablee.CHANCE:
            outcomes = position.chances()
            assert outcomes
            assert all(weight > 0 for weight in outcomes.values())
            assert position.moves() == []
        else:
            moves = position.moves()
            assert 1 <= position.to_act <= seats
            assert moves
            assert len(set(moves)) == len(moves)
            assert position.chances() == {}
        before = position.to_json()
        following = position.after(text(position, code))
        assert position.to_json() == before, "a position never changes"
        assert following != position
        assert position.after(game.notation.NOTATION.json(code)) == following


@pytest.mark.slow
@pytest.mark.parametrize("most", sizes(20, 300))
@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_a_move_is_legal_or_refused_with_a_reason(
    game: tablee.Game, seats: int, options: Any, most: int
) -> None:
    codes = list(game.notation.NOTATION)
    paragraphs = game.paragraphs("en")
    said = set()
    positions = [position for position, _ in play(game, seats, options, seed=7, limit=300)]
    apart = -(-len(positions) // most) if len(codes) > 500 else 1  # many codes take long
    for position in positions[::apart]:
        legal = set(position.codes()) | set(position.chance_codes())
        instead = tuple(position.moves() or position.chances())
        before, state = position.to_json(), position.state
        for code in codes:
            refusal = position.refusal(code)
            if position.to_act > 0:
                assert (game.rules.why_not(state, code) == 0) == (code in legal)
            if code in legal:
                assert refusal is None, text(position, code)
            else:
                assert isinstance(refusal, tablee.Refusal), text(position, code)
                assert refusal.paragraph in paragraphs
                assert refusal.instead == instead
                if (refusal.key, *refusal.values) not in said:  # a message, and its values
                    said.add((refusal.key, *refusal.values))
                    assert refusal.text("fr")
                    assert refusal.text("en")
        assert position.to_json() == before


@pytest.mark.parametrize("game", GAMES)
def test_text_code_and_json_round_trip(game: tablee.Game) -> None:
    notation = game.notation.NOTATION
    seen = set()
    for code in notation:
        words = notation.text(code)
        assert words not in seen
        seen.add(words)
        assert notation.code(words) == code
        assert notation.code(f"  {words.upper()} ".replace(" ", "  ")) == code
        assert notation.from_json(json.loads(json.dumps(notation.json(code)))) == code
        assert 0 <= code < 1 << 15, "codes fit the buffers of compiled code"


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_no_moves_after_the_end(game: tablee.Game, seats: int, options: Any) -> None:
    end = finished(game, seats, options, seed=3)
    result = end.result()
    assert len(result.scores) == len(result.ranks) == seats
    assert result.winners == tuple(s for s, rank in enumerate(result.ranks, 1) if rank == 1)
    for code in list(game.notation.NOTATION)[:40]:
        with pytest.raises(tablee.GameIsOver) as refused:
            end.after(text(end, code))
        assert refused.value.paragraph in game.paragraphs("en")


@pytest.mark.parametrize("game", GAMES)
def test_no_result_before_the_end(game: tablee.Game) -> None:
    with pytest.raises(tablee.GameNotOver):
        game.start(seats=game.seats[0]).result()


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_every_possible_world_gives_the_same_view(
    game: tablee.Game, seats: int, options: Any
) -> None:
    dice = dice_for(11)
    view = game.view
    for ply, (position, _) in enumerate(play(game, seats, options, seed=5, limit=600)):
        if ply % 4:
            continue
        for seat in (-1, *range(seats)):
            seen = position.state
            view.observe(seen, seat)
            again = seen.copy()
            view.observe(again, seat)
            assert again == seen, "observing is idempotent"
            world = seen.copy()
            view.resample(world, seat, dice)
            assert game.sound.sound(world) == 0
            elsewhere = tablee.Position(game, position.options, world)
            public = seat + 1 if seat >= 0 else None
            assert elsewhere.view(public) == position.view(public)
            assert elsewhere.view(public).to_json() == position.view(public).to_json()
            assert str(elsewhere.view(public)) == str(position.view(public))
            assert elsewhere.to_act == position.to_act
            if position.to_act == public:
                assert elsewhere.moves() == position.moves() == position.view(public).moves()


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_boards_are_rendered_in_both_languages(game: tablee.Game, seats: int, options: Any) -> None:
    for ply, (position, _) in enumerate(play(game, seats, options, seed=2)):
        if ply % 25 == 0 or position.to_act == tablee.OVER:
            for language in ("en", "fr"):
                board = position.board(language)
                assert max(len(line) for line in board.splitlines()) <= 80
                assert position.prompt(language)
            assert position.board("en") in str(position)


@pytest.mark.slow
@pytest.mark.parametrize("games", sizes(4, 12))
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_plain_and_compiled_play_the_same_games(
    game: tablee.Game, seats: int, options: Any, games: int
) -> None:
    integers = game.integers(game.read_options(options))
    for seed in (0, 2**63 + 12345):
        plain, compiled = (
            tally_matches(game, seats, integers, games, seed=seed, engine=engine, audit=True)
            for engine in ("python", "cpu")
        )
        assert plain == compiled
        assert plain.broken == plain.endless == 0
        assert plain.games == games


@pytest.mark.parametrize("game", GAMES)
def test_threads_and_portions_do_not_change_results(game: tablee.Game) -> None:
    from tablee.kernel.engines.playout import merge

    seats, integers = game.seats[1], game.integers(game.read_options(OPTIONS[game.name][0]))
    whole = tally_matches(game, seats, integers, 3000, seed=9, threads=1)
    assert tally_matches(game, seats, integers, 3000, seed=9, threads=3) == whole
    parts = tally_matches(game, seats, integers, 1000, seed=9)
    merge(parts, tally_matches(game, seats, integers, 2000, seed=9, first=1000))
    assert parts == whole
    assert tally_matches(game, seats, integers, 3000, seed=10) != whole


SIMULATED = """
import sys, warnings, tablee
games, blocks = int(sys.argv[3]), 2
warnings.simplefilter("ignore")  # NumPy's scalars say so when they wrap as they should
from tablee.kernel.engines.cuda import tally_on_gpu
from tablee.kernel.engines.engine import tally_matches
game = tablee.game(sys.argv[1])
seats, integers = game.seats[1], game.integers(game.read_options(eval(sys.argv[2])))
plain = tally_matches(game, seats, integers, games, seed=4, engine="python")
threads = games // blocks  # one of them plays twice
gpu = tally_on_gpu(
    game, seats, integers, games, 4, 0, True, threads_a_block=threads, blocks=blocks
)
assert gpu == plain, (gpu, plain)
print("same")
"""


@pytest.mark.slow
@pytest.mark.parametrize("games", sizes(3, 5))
@pytest.mark.parametrize("game", GAMES)
def test_the_gpu_plays_the_same_games_in_the_simulator(game: tablee.Game, games: int) -> None:
    options = dict(OPTIONS[game.name][1])
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, game.name, repr(options), str(games)],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "same", done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_the_gpu_plays_the_same_games(game: tablee.Game) -> None:
    from tablee.kernel.engines.cuda import gpu_is_there

    if not gpu_is_there():
        pytest.skip("there is no CUDA device on this machine")
    integers = game.integers(game.read_options({}))
    for seats in game.seats:
        tallies = [
            tally_matches(game, seats, integers, 10_000, seed=3, engine=engine)
            for engine in ("cpu", "cuda")
        ]
        assert tallies[0] == tallies[1]
