"""Messages with numbers and names, in both languages."""

from __future__ import annotations

import json
import re

import pytest

import tablee
from samples import NAMES, OPEN, ROUNDS, SAMPLES
from tablee.show.saying import (
    Chance,
    Count,
    Each,
    Either,
    Odd,
    Saying,
    Seat,
    Wins,
    from_the_wire,
    on_the_wire,
    percent,
    whole,
)
from tablee.words import LANGUAGES, Said, catalogue, decimal, say


def placeholders(message: str) -> set[str]:
    """Return the placeholders of a message, except the subject of its verb forms."""
    return set(re.findall(r"{(\w+)[:}]", message)) - {"you"}


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, french = (catalogue(one) for one in LANGUAGES)
    assert english.keys() == french.keys()
    for key, message in english.items():
        assert placeholders(message) == placeholders(french[key]), key
        if key.startswith("coach.") and key.endswith("_columns"):
            assert message.count("|") == french[key].count("|"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_typographic(language: str) -> None:
    """Straight ones are only in what is typed into a shell, and in titles of games."""
    titles = "|".join(re.escape(game.title) for game in tablee.all_games())
    for key, message in catalogue(language).items():
        assert "'" not in re.sub(rf"(?<= )'[^' ]+'|{titles}", "", message), (key, message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_with_forms_has_two(language: str) -> None:
    for key, message in catalogue(language).items():
        for forms in re.findall(r"{\w+:([^{}]*)}", message):
            assert forms.count("|") == 1, (key, forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_named_player_takes_the_third_person(language: str) -> None:
    said = say(f"tell.{OPEN}_lays", language, seat="Ada", eggs=3)
    assert said == {"en": "Ada wins 3", "fr": "Ada gagne 3"}[language]
    assert say(f"tell.{OPEN}_stop", language) == {"en": "stops", "fr": "s’arrête"}[language]
    assert say("web.clock_days", language, days=1).split()[:2] == [
        "1",
        {"en": "day", "fr": "jour"}[language],
    ]
    assert say("web.clock_days", language, days=3).split()[:2] == [
        "3",
        {"en": "days", "fr": "jours"}[language],
    ]


@pytest.mark.parametrize(
    ("share", "english"),
    [(0, "0%"), (1, "100%"), (1 / 6, "17%"), (0.013, "1.3%"), (0.9876, "98.8%"), (-0.5, "−50%")],
)
def test_percent(share: float, english: str) -> None:
    assert percent(share, "en") == english
    assert percent(share, "fr") == english.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%")


def test_numbers() -> None:
    assert percent(0.25, "en", 1, sign=True) == "+25.0%"
    assert percent(-0.0001, "en", 1, sign=True) == "0.0%"  # neither better nor worse
    assert decimal(-3.14159, "fr", 2) == "−3,14"
    assert whole(1234567, "en") == "1,234,567"
    assert whole(1234567, "fr").split("\N{NO-BREAK SPACE}") == ["1", "234", "567"]


def test_values_are_formatted_in_the_language() -> None:
    said = Saying("coach.about", {"move": Each((1, 2, 3)), "fact": Either((4, 5))})
    assert said.text("en") == "1, 2 and 3: 4 or 5"
    assert said.text("fr") == "1, 2 et 3 : 4 ou 5"
    said = Saying("coach.about", {"move": Saying("coach.chance"), "fact": Said("coach.or")})
    assert said.text("fr") == "hasard : ou"
    said = Saying("coach.about", {"move": Wins(0.5), "fact": 1.25})
    assert said.text("en") == "50.0%: 1.2"
    assert Saying("coach.about", {"move": Each(()), "fact": Each(("x",))}).text() == ": x"


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0, "0 steps", "0 case"),
        (1, "1 step", "1 case"),
        (1.0, "1 step", "1 case"),
        (-1, "-1 step", "-1 case"),
        (1.5, "1.5 steps", "1,5 case"),
        (2, "2 steps", "2 cases"),
        (3.25, "3.2 steps", "3,2 cases"),
    ],
)
def test_counted_things_have_their_plural_forms(number: float, english: str, french: str) -> None:
    said = Saying(f"coach.{OPEN}_stop_steps", {"steps": Count("steps", number), "space": 1})
    assert said.text("en") == f"{english} for certain, to space 1."
    assert said.text("fr") == f"{french} à coup sûr, jusqu’en 1."
    assert said.to_dict()["values"] == {"steps": number, "space": 1}


DRAWN = tuple(f"{name}." for name in NAMES)  # read by the drawings, which use no plural forms
NEVER_ONE = {f"web_{ROUNDS}.up_to"}  # a match goes up to ten points or more


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_has_a_fixed_plural_beside_a_number(language: str) -> None:
    messages = catalogue(language)
    plurals = {
        message.rpartition("|# ")[2].removesuffix("}")
        for key, message in messages.items()
        if key.startswith("tell.count_")
    }
    assert len(plurals) >= 5
    beside = re.compile(rf"{{\w+}} (?:{'|'.join(plurals)})\b")
    for key, message in messages.items():
        if not key.startswith(DRAWN) and key not in NEVER_ONE:
            assert not beside.search(message), (key, message)


def test_json_values_are_plain() -> None:
    odd = Odd("coach.about", {"move": Either((1,)), "fact": Said("coach.or"), "x": Chance(0.5)})
    assert odd.to_dict() == {
        "key": "coach.about",
        "values": {"move": [1], "fact": "coach.or", "x": 0.5},
        "exact": True,
    }
    nested = Saying("coach.about", {"move": "a", "fact": odd}).to_dict()
    assert nested["values"]["fact"] == odd.to_dict()


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_address_no_player(language: str) -> None:
    """Spectators read them, too, so no prompt addresses the seat to act."""
    for name, sample in SAMPLES.items():
        for key in sample.asks:
            message = catalogue(language)[f"{name}.{key}"]
            assert not re.search(r"\b(your?|vous|vos|votre)\b", message), message


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "value",
    [
        3,
        "a5",
        2.5,
        Count("eggs", 2),
        Chance(0.25),
        Wins(0.5),
        Each((1, Count("eggs", 1))),
        Either(("a", "b")),
        Said("unreadable.kind_text"),
        Saying(f"coach.{OPEN}_bust", {"chance": Chance(1 / 6)}),
        Odd(f"coach.{OPEN}_bust", {"chance": Chance(1 / 6)}, weight=2.0),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_saying_from_json_gives_the_same_text(value: object, language: str) -> None:
    said = Saying("server.unreadable_message", {"problem": value})
    told = json.loads(json.dumps(on_the_wire(said)))
    assert from_the_wire(told).text(language) == said.text(language)
    assert "{" not in said.text(language)


def test_seats_have_the_given_names() -> None:
    told = on_the_wire(Saying("server.unreadable_message", {"problem": Each((Seat(2), Seat(1)))}))
    assert "Bob and Ada" in from_the_wire(told, ["Ada", "Bob"]).text("en")
    assert "seat 2 and seat 1" in from_the_wire(told).text("en")
