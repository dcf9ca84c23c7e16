"""Games that were played offline are added to an account, once, unrated and marked."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import httpx
import pytest

from samples import HANDS, NAMES, SAMPLES
from server.live import House, Visitor, open_house
from tablee import game as find_game
from tablee.kernel.dice import dice_for, roll
from tablee.table import (
    CHANCE,
    ChanceCame,
    ClockSetting,
    Event,
    Header,
    Holder,
    Match,
    Origin,
    Stage,
    Transcript,
    fair,
)
from tablee.words import say

SECRET = bytes(range(32))
ADA, BOT = Holder("person", "Ada at sea"), Holder.bot("gentle")


@cache
def played(
    game: str = HANDS,
    holders: tuple[Holder, ...] = (ADA,),
    table: str = "5f" * 16,
    most: int = 10_000,
    **settings: Any,
) -> Match:
    """Play a match at random, bots at the other seats."""
    seats = (*holders, *[BOT] * (find_game(game).seats[0] - len(holders)))
    header = Header.of(
        game, seats, table=table, commitment=fair.commitment(SECRET),
        options=SAMPLES[game].short, **settings,
    )  # fmt: skip
    at = 0 if "clock" in settings else None
    match, dice = Match.start(header, SECRET, {1: b"sea"}, at), dice_for(1)
    for _ in range(most):
        if match.stage == Stage.OVER:
            break
        if match.to_act == CHANCE:
            match = match.deal(at)
            continue
        moves = match.position.moves()
        match = match.play(match.to_act, moves[roll(dice, len(moves))], at)
    return match


def file_of(match: Match) -> str:
    return match.transcript.text()


def add(visitor: Visitor, file: str) -> httpx.Response:
    return visitor.http.post("/api/me/offline", json={"transcript": file})


def added(visitor: Visitor, file: str) -> str:
    answer = add(visitor, file)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def why(answer: httpx.Response) -> str:
    """Return the refusal in English; it exists in French, too."""
    key, values = answer.json()["why"]["key"], answer.json()["why"]["values"]
    problem = values.get("problem")
    if problem:
        values = {**values, "problem": say(problem["key"], "en", **problem["values"])}
    assert say(key, "fr", **values) != say(key, "en", **values)
    return say(key, "en", **values)


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_added_as_it_was_played(house: House, game: str) -> None:
    ada, file = house.guest(), file_of(played(game))
    table = added(ada, file)
    [info] = ada.http.get("/api/me/tables").json()["finished"]
    assert (info["table"], info["offline"], info["stage"]) == (table, True, "over")
    assert info["settings"]["rated"] is False
    assert info["persons"] == [ada.id] + [None] * (len(info["names"]) - 1)
    assert info["names"][0] == "Ada at sea"
    assert ada.http.get(f"/api/tables/{table}/transcript").text == file
    replay = ada.http.get(f"/api/tables/{table}/replay").json()
    assert replay["offline"] is True
    assert len(replay["events"]) == len(played(game).events)
    dice = ada.http.get(f"/api/tables/{table}/verify").json()
    assert (dice["table"], dice["secret"]) == ("5f" * 16, SECRET.hex())


def test_the_same_file_gives_the_same_table_to_the_same_person(house: House) -> None:
    ada, bob, file = house.guest(), house.guest("Bob"), file_of(played())
    assert added(ada, file) == added(ada, file)
    assert len(ada.http.get("/api/me/tables").json()["finished"]) == 1
    assert added(bob, file) != added(ada, file)


def test_people_around_one_screen_are_all_seats_of_the_account(house: House) -> None:
    ada = house.guest()
    bob = Holder("person", "The Admin")  # nobody may be called that here
    match = played(holders=(ADA, bob), undo="consent", hints=False)
    info = ada.http.get(f"/api/tables/{added(ada, file_of(match))}").json()
    assert info["my_seats"] == [1, 2]
    assert info["names"][:2] == ["Ada at sea", ada.name]
    assert info["settings"]["seats"][:2] == ["me", "me"]
    assert (info["settings"]["undo"], info["settings"]["hints"]) == ("consent", False)


def test_offline_games_count_apart_and_are_exported(house: House) -> None:
    ada = house.guest()
    table = added(ada, file_of(played()))
    [counted] = ada.http.get(f"/api/people/{ada.id}").json()["statistics"]
    assert (counted["offline"], counted["played"], counted["won"]) == (1, 0, 0)
    assert counted["rating"] is None
    content = ada.http.get("/api/me/export").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        about = json.loads(archive.read("me.json"))
        assert archive.read(f"matches/{HANDS}-{table}.tablee").decode() == file_of(played())
    assert [one["offline"] for one in (*about["tables"], *about["results"])] == [True, True]


def test_it_is_there_for_other_processes_and_after_a_restart(tmp_path: Any) -> None:
    database = str(tmp_path / "tablee.sqlite")
    with open_house(database) as house:
        ada = house.guest()
        table = added(ada, file_of(played()))
    with open_house(database) as house:
        again = house.client(headers={"Authorization": f"Bearer {ada.token}"})
        assert again.get(f"/api/tables/{table}/transcript").text == file_of(played())
        statistics = again.get(f"/api/people/{ada.id}").json()["statistics"]
        assert statistics[0]["offline"] == 1


# --- refusals ------------------------------------------------------------------------------------


def forged() -> str:
    """Change an outcome, and write the file anew, so that its hashes fit."""
    header, events = played().header, [*played().events]
    place = next(place for place, one in enumerate(events) if isinstance(one, ChanceCame))
    before = Match.replay(Transcript(header, tuple(events[:place]))).position
    events[place] = ChanceCame(
        next(one for one in before.chances() if one != text_of(events[place]))
    )
    return Transcript(header, tuple(events)).text()


def text_of(event: Event) -> str:
    assert isinstance(event, ChanceCame)
    return event.outcome


def damaged() -> str:
    return file_of(played()).replace("gentle", "master")


def without_secret() -> str:
    transcript = played().transcript
    return Transcript(transcript.header, transcript.events[:-1]).text()


def timed() -> str:
    return file_of(played(clock=ClockSetting("move", 60_000)))


def of_a_program() -> str:
    return file_of(played(holders=(Holder("program", "Crawler"),)))


def of_another_bot() -> str:
    return file_of(played(holders=(ADA, Holder.bot("oracle"))))


def branched() -> str:
    origin = Origin("1" * 32, "2" * 64, 3)
    return file_of(played(origin=origin))


def left() -> str:
    return file_of(played(most=4).leave(1).hand_to_bot(1, "gentle").break_off())


REFUSED: list[tuple[Callable[[], str], int, str]] = [
    (forged, 400, "the secret gives"),
    (damaged, 400, "was changed, or something above it"),
    (lambda: "", 400, "This is no transcript"),
    (lambda: "\N{SNOWMAN}", 400, "This is no transcript"),
    (lambda: file_of(played(most=4)), 400, "This game isn’t over yet"),
    (without_secret, 400, "This game isn’t over yet"),
    (timed, 400, "wasn’t played offline"),
    (of_a_program, 400, "wasn’t played offline"),
    (of_another_bot, 400, "wasn’t played offline"),
    (branched, 400, "wasn’t played offline"),
    (left, 400, "wasn’t played offline"),
    (lambda: "x" * 300_000, 413, "at most 256 KiB"),
    (lambda: "x" * 600_000, 413, "at most 524288 bytes"),
]


@pytest.mark.parametrize(("file", "status", "words"), REFUSED)
def test_a_file_that_does_not_hold_is_refused_with_the_reason(
    house: House, file: Callable[[], str], status: int, words: str
) -> None:
    ada = house.guest()
    answer = add(ada, file())
    assert answer.status_code == status, answer.text
    assert words in why(answer)
    assert ada.http.get("/api/me/tables").json() == {"running": [], "finished": []}


def test_a_game_of_this_server_is_not_added_again(house: House) -> None:
    ada = house.guest()
    table = ada.table(HANDS, ("me", *["gentle"] * (find_game(HANDS).seats[0] - 1)))
    answer = add(ada, file_of(played(table=table)))
    assert answer.status_code == 409
    assert "played on this server" in why(answer)


@pytest.fixture
def strict() -> Iterator[House]:
    with open_house(tables_an_hour="4") as house:
        yield house


def test_files_are_limited_by_person_whether_or_not_they_hold(strict: House) -> None:
    ada = strict.guest()
    statuses = [add(ada, damaged()).status_code for _ in range(2)]
    assert statuses == [400, 429]
    assert why(add(ada, file_of(played()))).startswith("You, or others")
