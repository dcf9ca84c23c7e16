"""Passwords that are guessed first: leaked ones, words, keyboard walks, dates, the login."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files
from itertools import pairwise

from tablee.discovery import names

WALKS = (  # neighbours on keyboards, in alphabets, and from row to row
    "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "qwertzuiop",
    "1234567890", "0123456789", "abcdefghijklmnopqrstuvwxyz", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
    "1q2w3e4r5t6y7u8i9o0p", "1a2z3e4r5t6y7u8i9o0p", "qazwsxedcrfvtgbyhnujm", "aqwzsxedcrfv",
    "147258369", "159357", "741852963", "a1b2c3d4e5f6", "1a2b3c4d5e6f",
)  # fmt: skip
STEPS = frozenset(step for walk in WALKS for way in (walk, walk[::-1]) for step in pairwise(way))
SHORTEST_WALK = 3
FEW = 3  # different characters
DATE = 8  # digits
AROUND = "0123456789 !\"#$%&'()*+,-./:;<=>?@_"  # what is put before and behind a word
INSTEAD = str.maketrans("013457@$!8", "oieastasib")


def is_common(password: str, login: str = "") -> bool:
    """Return whether a password is among the first that an attacker would try.

    >>> is_common("Passw0rd!2024"), is_common("azerty123456"), is_common("turtles all the way")
    (True, True, False)
    """
    return plain_form(password) in leaked_passwords() or is_common_by_rules(password, login)


def plain_form(password: str) -> str:
    """Return a password without case and accents."""
    plain = unicodedata.normalize("NFKD", password).casefold()
    return "".join(char for char in plain if unicodedata.category(char) != "Mn")


def is_common_by_rules(password: str, login: str = "") -> bool:
    """Return whether a password is made as common ones are."""
    plain = plain_form(password)
    part = repeated_part(plain)
    return any(
        (
            len(set(plain)) <= FEW,
            part != plain and (len(part) <= SHORTEST_WALK or is_common(part, login)),
            is_walk(plain),
            plain.isdigit() and len(plain) <= DATE,
            made_of_words(plain, login.casefold()),
        )
    )


def repeated_part(text: str) -> str:
    """Return what a text repeats: `abc` for `abcabc`, the whole text if it repeats nothing."""
    size = (text + text).find(text, 1)
    return text[:size] if 0 < size < len(text) else text


def is_walk(text: str) -> bool:
    """Return whether a text is a few walks over the keyboard, one after the other."""
    run, runs = 1, []
    for step in pairwise(text):
        if step in STEPS or step[0] == step[1]:
            run += 1
        else:
            runs.append(run)
            run = 1
    return min([*runs, run]) >= SHORTEST_WALK


def made_of_words(text: str, login: str) -> bool:
    """Return whether a text is one or two common words, or the login, between digits and signs."""
    known = {"", letters_of(login), *common_words()}
    core = text.strip(AROUND)
    for spelled in {text, core, text.translate(INSTEAD), core.translate(INSTEAD)}:
        letters = letters_of(spelled)
        splits = ((letters[:place], letters[place:]) for place in range(len(letters)))
        if len(text) < 2 * len(letters) + FEW and any({*split} <= known for split in splits):
            return True
    return False


def letters_of(text: str) -> str:
    """Return the letters of a text alone."""
    return "".join(char for char in text if char.isalpha())


@cache
def common_words() -> frozenset[str]:
    """Return the words that ship with the program, and the names of the games."""
    return frozenset({*_lines("common_words.txt"), *names()})


@cache
def leaked_passwords() -> frozenset[str]:
    """Return passwords that many people have had."""
    return frozenset(_lines("leaked_passwords.txt"))


def _lines(name: str) -> list[str]:
    text = files(__package__).joinpath(name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
