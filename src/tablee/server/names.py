"""Names of people: none may look like the operator's, or hide behind other alphabets."""

from __future__ import annotations

import re
import unicodedata

from tablee.refusals import Refusal
from tablee.server.sanitize import clean

LOOK_LIKE = {  # Cyrillic, Greek, Armenian and other letters, and signs that stand for letters
    "a": "аαաɑ4@",
    "b": "вьƅ8ß",
    "c": "сϲçƈ",
    "d": "ԁժɗ",
    "e": "еєεҽ3€",
    "g": "ɡցɢ",
    "h": "нһհ",
    "i": "іιїӏılƚ1!|ɩ",
    "j": "јϳյ",
    "k": "кκҝ",
    "m": "мʍ",
    "n": "пηոռɴ",
    "o": "оοօ0σø",
    "p": "рρք",
    "q": "ԛգ",
    "r": "гяɾʀ",
    "s": "ѕʂ5$",
    "t": "тτ7",
    "u": "υսʋц",
    "v": "νѵ",
    "w": "ԝωѡш",
    "x": "хχ×",
    "y": "уүγ",
    "z": "ᴢʐ2",
}
ALIKE = {ord(other): letter for letter, others in LOOK_LIKE.items() for other in others}
TOGETHER = (("rn", "m"), ("vv", "w"))  # pairs that look like one letter
ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")
RESERVED_WORDS = (
    "admin", "administrator", "administrateur", "administratrice", "moderator", "moderateur",
    "moderatrice", "operator", "operateur", "operatrice", "official", "officiel", "root",
    "security", "securite", "server", "staff", "superuser", "support", "sysadmin", "system",
    "systeme", "tablee", "webmaster",
)  # fmt: skip


def letters(text: str) -> str:
    """Return the letters and digits of a text, without case, accents and typographic variants.

    >>> letters("Zoë B."), letters("ZOE-B")
    ('zoeb', 'zoeb')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(char for char in plain if char.isalnum())


def is_look_alike(name: str, other: str) -> bool:
    """Return whether a name is another one in disguise; people may share a name.

    >>> is_look_alike("B0b", "Bob"), is_look_alike("BÒB", "Bob"), is_look_alike("Rob", "Bob")
    (True, False, False)
    """
    return skeleton(name) == skeleton(other) and letters(name) != letters(other)


def skeleton(text: str) -> str:
    """Reduce a text to the plain letters that it looks like.

    >>> skeleton("аdmіn"), skeleton("ADM1N"), skeleton("Ａｄｍïｎ"), skeleton("adrnin")
    ('admin', 'admin', 'admin', 'admin')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(char for char in plain if unicodedata.category(char) != "Mn").translate(ALIKE)
    plain = "".join(char for char in plain if char.isalnum())
    for pair, letter in TOGETHER:
        plain = plain.replace(pair, letter)
    return plain


RESERVED = frozenset(map(skeleton, RESERVED_WORDS))


def clean_name(text: str, field: str) -> str:
    """Return a name as others may see it; a refusal if it misleads them.

    >>> clean_name("Zoé", "name")
    'Zoé'
    >>> clean_name("The аdmin", "name")
    Traceback (most recent call last):
    tablee.refusals.Refusal: “The аdmin” mixes letters of several alphabets in one word. Use one.
    """
    name = clean(text, field)
    words = re.findall(r"\w+", name)
    if any(len(alphabets(word)) > 1 for word in words):
        raise Refusal("server.mixed_alphabets", name=name)
    if RESERVED & {skeleton(part) for part in (name, *name.split(), *words)}:
        raise Refusal("server.reserved_name", name=name)
    return name


def alphabets(word: str) -> set[str]:
    """Return those of the confusable alphabets that a word has letters of."""
    named = {unicodedata.name(char, "").partition(" ")[0] for char in word if char.isalpha()}
    return named.intersection(ALPHABETS)
