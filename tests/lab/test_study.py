"""Studies: reports agree with their games, byte for byte reproducible; clear refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from samples import HANDS, NAMES, title
from tablee.bots.levels import player
from tablee.cli.main import main
from tablee.discovery import game as find_game
from tablee.lab.arena import arena, play_match
from tablee.lab.simulate import simulate
from tablee.lab.study import Findings, WrongStudy, read_study, run_study, shipped, task_of
from tablee.lab.study.findings import effect_of
from tablee.lab.study.render import rendered
from tablee.lab.study.spec import MOST_GAMES
from tablee.lab.study.tasks import Weighing
from tablee.lab.study.toml_lines import lines_of
from tablee.words import LANGUAGES

NAME = HANDS  # its games have the fewest decisions
OPTION = next(iter(find_game(NAME).options.values()))
VALUE = OPTION.choices()[-1]
TEXT = f"""\
seed = 3

[[game]]
name = "{NAME}"
seats = [2, 3]
policies = ["thumb"]
games = 4
variants = [
  {{ {OPTION.name} = "{VALUE}" }},
]

[game.decisions]
games = 2
simulations = 16

[game.ladder]
bots = ["random", "thumb"]
games = 8
"""


@pytest.fixture(scope="module", autouse=True)
def _without_compiler() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEE_ENGINE", "shipped")
        yield


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        file = tmp_path / "study.toml"
        file.write_text(text, "utf-8")
        return file

    return write


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    file = tmp_path_factory.mktemp("study") / "study.toml"
    file.write_text(TEXT, "utf-8")
    return run_study(read_study(file), engine="python", workers=1)


# --- findings ------------------------------------------------------------------------------------


def test_turn_order_and_length_agree_with_a_simulation(found: Findings) -> None:
    for setup in found.games[0].setups:
        report = simulate(
            NAME, seats=setup.seats, games=4, seed=3, policies=["thumb"], engine="python"
        )
        shares = [one.mean for one in report.by_order]
        assert [one.mean for one in setup.shares] == pytest.approx(shares)
        margins = [one.margin for one in report.by_order]
        assert [one.margin for one in setup.shares] == pytest.approx(margins)
        assert setup.advantage.mean == pytest.approx(report.first_seat_advantage.mean)
        assert setup.plies.mean == pytest.approx(report.plies.mean)
        assert setup.decisions.mean == pytest.approx(report.decisions)
        assert (setup.quantiles[0], setup.quantiles[-1]) == (setup.ended[0][0], setup.ended[-1][0])


def test_effects_are_differences_of_paired_games(found: Findings) -> None:
    usual, effect = found.games[0].setups[0], found.games[0].effects[0]
    more: dict[str, Any] = {OPTION.name: VALUE}
    changed = simulate(NAME, seats=2, games=4, seed=3, policies=["thumb"], engine="python", **more)
    difference = changed.decisions - usual.decisions.mean
    assert effect.decisions.mean == pytest.approx(difference)
    assert effect.advantage.mean == pytest.approx(
        changed.first_seat_advantage.mean - usual.advantage.mean
    )


def test_pairing_removes_shared_variance() -> None:
    usual = [[90.0, 50.0, 10.0, 1.0, 0.0], [300.0, 190.0, 14.0, 0.0, 1.0]]
    longer = [[plies, decisions + 2, *more] for plies, decisions, *more in usual]
    effect = effect_of({}, 2, "thumb", usual, longer)
    assert (effect.decisions.mean, effect.decisions.margin) == (2.0, 0.0)
    assert (effect.advantage.mean, effect.points.mean) == (0.0, 0.0)


def test_the_ladder_is_an_arena(found: Findings) -> None:
    step = found.games[0].ladder[0]
    result = arena(NAME, bots=["thumb", "random"], games=8, seats=2, seed=3, workers=1)
    assert (step.stronger, step.weaker, step.games) == ("thumb", "random", 8)
    assert step.standing == result.standings[0]
    assert step.elo.mean > 0


def test_every_decision_is_evaluated(found: Findings) -> None:
    weighed = found.games[0].weighed
    assert weighed is not None
    start, counts = find_game(NAME).start(seats=2), []
    for match in range(2):
        plain = Weighing(player("thumb", NAME), 16, 3, match)
        play_match(start, [plain, plain], 3, match)
        counts.append(len(plain.rows))
    assert weighed.decisions == sum(counts)
    assert weighed.most >= weighed.moves.mean > 1
    assert 0 <= weighed.forced.mean < 1


def test_a_decision_between_equal_moves_is_worth_nothing() -> None:
    class EqualMoves(Weighing):
        def worth(self, view: Any, codes: list[int]) -> float:
            return super().worth(view, [codes[0]] * 3)

    players = [EqualMoves(player("thumb", NAME), 16, 3, 0)] * 2
    play_match(find_game(NAME).start(seats=2), players, 3, 0)
    assert {row[1] for row in players[0].rows} == {0.0}


# --- the report ----------------------------------------------------------------------------------


def test_a_resumed_study_gives_the_same_bytes(
    found: Findings, write: Callable[[str], Path], tmp_path: Path
) -> None:
    study, file = read_study(write(TEXT)), tmp_path / "run"

    class Stopped(Exception):
        pass

    def stop(_: int) -> None:
        if file.read_text().count("\n") > 3:
            raise Stopped

    with pytest.raises(Stopped):
        run_study(study, engine="python", workers=1, checkpoint=file, progress=stop)
    done: list[int] = []
    again = run_study(study, engine="python", workers=1, checkpoint=file, progress=done.append)
    assert done[0] >= 3
    assert sum(done) == task_of(study).units
    assert rendered(again, ".json", "en") == rendered(found, ".json", "en")
    for language in LANGUAGES:
        assert rendered(again, ".html", language) == rendered(found, ".html", language)
    with pytest.raises(ValueError, match="belongs to another run"):
        run_study(replace(study, seed=4), engine="python", workers=1, checkpoint=file)


@pytest.mark.slow  # processes are started
def test_any_number_of_processes_gives_the_same_bytes(
    found: Findings, write: Callable[[str], Path]
) -> None:
    again = run_study(read_study(write(TEXT)), engine="python", workers=2)
    assert rendered(again, ".html", "en") == rendered(found, ".html", "en")
    assert rendered(again, ".pdf", "fr") == rendered(found, ".pdf", "fr")


def test_the_page_has_tables_and_plots_in_both_languages(found: Findings) -> None:
    page = rendered(found, ".html", "fr").decode()
    assert page.count("<section") == 2
    assert page.count("<table") == 2 * 5
    plots = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(plots) == 2 * 6
    for plot in plots:
        root = ElementTree.fromstring(plot)
        wide, high = map(float, root.attrib["viewBox"].split()[2:])
        for circle in root.iter("{http://www.w3.org/2000/svg}circle"):
            assert 0 <= float(circle.attrib["cx"]) <= wide
            assert 0 <= float(circle.attrib["cy"]) <= high
    assert not re.search(r"\b(nan|inf)\b", page)
    assert all(f"<h2>{title(NAME)}</h2>" in part for part in page.split("</section>")[:2])
    assert rendered(found, ".pdf", "en")[:5] == b"%PDF-"


def test_the_command_writes_reports(
    write: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(write(TEXT.partition("[game.decisions]")[0].replace("games = 4", "games = 2")))
    places = [str(tmp_path / name) for name in ("a.html", "a.json")]
    command = ["study", file, "-e", "python", "--workers", "1"]
    assert main([*command, "--out", places[0], "--out", places[1]]) == 0
    assert capsys.readouterr().out.count("The report is in") == 2
    assert "<svg" in Path(places[0]).read_text("utf-8")
    assert str(tmp_path) not in Path(places[1]).read_text("utf-8")
    assert main([*command, "--out", str(tmp_path / "a.docx")]) == 2
    assert "not to" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_each_game_has_a_study_with_its_report_in_the_docs(name: str) -> None:
    study = read_study(shipped(name))
    (game,) = study.games
    assert game.name == name
    assert game.variants
    assert game.decisions
    assert game.ladder
    page = Path(__file__).parents[2] / "docs" / "studies" / f"{name}.html"
    text = page.read_text("utf-8")
    assert title(name) in text.replace("&#39;", "'")
    assert f"seed {study.seed}" in text
    drawn = len(game.seats) * len(game.policies)
    assert text.count("<circle") == 2 * (
        drawn * (1 + len(game.variants)) + len(game.ladder.bots) - 1
    )


# --- bad input -----------------------------------------------------------------------------------

HEAD = f'[[game]]\nname = "{NAME}"\n'
SAME = f'variants = [{{ {OPTION.name} = "{OPTION.default}" }}]\n'
WRONG = {
    "seed = -1\n" + HEAD: (1, "seed", "from 0 to"),
    "seed = 1\n": (1, "game", "at least one"),
    "game = 3\n": (1, "game", "double brackets"),
    "[[game]]\nseats = [2]\n": (1, "game.name", "missing"),
    '[[game]]\nname = "chess"\n': (2, "game.name", "'chess'"),
    '[[game]]\nname = ["a"]\n': (2, "game.name", "There is no game"),
    HEAD + "seats = [2,\n  99]\n": (3, "game.seats", "99"),
    HEAD + "seats = 2\n": (3, "game.seats", "not a list"),
    HEAD + "games = 2.5\n": (3, "game.games", "2.5"),
    HEAD + f"games = {MOST_GAMES + 1}\n": (3, "game.games", "from 2 to"),
    HEAD + '# seats = []\npolicies = ["master"]\n': (4, "game.policies", "searches a tree"),
    HEAD + 'policies = ["nowhere.py:f"]\n': (3, "game.policies", "nowhere.py"),
    HEAD + "policies = [1]\n": (3, "game.policies", "not 1"),
    HEAD + "options.speed = 2\n": (3, "game.options", "'speed'"),
    HEAD + f"[game.options]\n{OPTION.name} = 7\n": (3, "game.options", OPTION.name),
    HEAD + SAME: (3, "game.variants", "changes nothing"),
    HEAD + "sizes = 3\n": (3, "game.sizes", "no such key"),
    HEAD + "decisions = 3\n": (3, "game.decisions", "not a table"),
    HEAD + "[game.decisions]\nsimulations = 1\n": (4, "game.decisions.simulations", "from 16"),
    HEAD + '[game.decisions]\nplayer = "think:2"\n': (4, "game.decisions.player", "thinks"),
    HEAD + '[game.decisions]\nplayer = "nobody"\n': (4, "game.decisions.player", "nobody"),
    HEAD + "[game.ladder]\nseats = 2\n": (3, "game.ladder.bots", "missing"),
    HEAD + '[game.ladder]\nbots = ["thumb"]\n': (4, "game.ladder.bots", "at least 2"),
    HEAD + '[game.ladder]\nbots = ["thumb", "thumb"]\n': (4, "game.ladder.bots", "once"),
    HEAD + '[game.ladder]\nbots = ["thumb", 1]\n': (4, "game.ladder.bots", "not the name"),
    HEAD + HEAD + "plays = 1\n": (5, "game.plays", "no such key"),
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG, ids=[f"{key}-{line}" for line, key, _ in WRONG.values()])
def test_an_invalid_study_is_refused_with_key_and_line(
    text: str, write: Callable[[str], Path]
) -> None:
    line, key, reason = WRONG[text]
    with pytest.raises(WrongStudy) as refused:
        read_study(write(text))
    assert f"study.toml, line {line}, key {key}: " in str(refused.value)
    assert reason in str(refused.value)
    assert f"ligne {line}, clé {key}" in refused.value.text("fr")


def test_invalid_toml_is_refused_with_the_line(write: Callable[[str], Path]) -> None:
    with pytest.raises(WrongStudy, match=r"line 2"):
        read_study(write("seed = 1\nseed = = 2\n"))
    with pytest.raises(WrongStudy, match="There is no file"):
        read_study(Path("nowhere.toml"))


def test_what_cannot_be_written_or_played_is_refused_at_once(
    write: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    huge = write(TEXT.replace("games = 4", f"games = {MOST_GAMES}"))
    wrong = [["--out", str(tmp_path / "nowhere" / "a.html")], ["-e", "wasm"], ["--workers", "0"]]
    for more, reason in zip(wrong, ("Not a directory", "'wasm'", "workers"), strict=True):
        assert main(["study", str(huge), *more]) == 2
        assert reason in capsys.readouterr().err


def test_lines_of_keys_are_found_in_any_notation() -> None:
    text = 'a.b = """\nc = 1\n"""\n["x=y" . z]\n"k = 1" = 2 # [t]\n[[x]]\n[[x.y]]\nq = [\n1]\n'
    lines = lines_of(text)
    assert lines["a", "b"] == 1
    assert lines["x=y", "z"] == 4
    assert lines["x=y", "z", "k = 1"] == 5
    assert lines["x", 0, "y", 0, "q"] == 8
    assert ("c",) not in lines
