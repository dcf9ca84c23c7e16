"""Names of people: none may look like the operator's, or hide behind other alphabets."""

from __future__ import annotations

import re
import unicodedata
from importlib import resources

from tablee.refusals import Refusal
from tablee.server.sanitize import clean

LOOK_LIKE = {  # besides those in look_alikes.txt
    "a": "4@Δ₳Λᗩ卂",
    "b": "8ь乃",
    "c": "匚",
    "d": "ժ",
    "e": "3єεΣ€乇",
    "h": "卄",
    "i": "1!|lї丨",
    "j": "յ",
    "k": "кκҝҜ",
    "m": "мʍ爪",
    "n": "п₦ŋᑎ几",
    "o": "0ㄖ",
    "p": "卩",
    "r": "я尺Ɽ",
    "s": "5$丂",
    "t": "7ㄒ",
    "u": "цㄩ",
    "w": "ωш山",
    "x": "χ乂",
    "y": "ㄚ",
    "z": "2乙",
}
TABLE = resources.files("tablee.server").joinpath("look_alikes.txt").read_text("utf-8")
ALIKE = str.maketrans(
    {
        char: letters
        for letters, _, others in (line.partition(" ") for line in TABLE.splitlines())
        for char in others
        if letters != "#"
    }
)
SIGNS = {ord(other): letter for letter, others in LOOK_LIKE.items() for other in others}
TOGETHER = (("rn", "m"), ("vv", "w"))  # pairs that look like one letter
LATIN = re.compile(r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]) WITH .*")
ALPHABETS = (
    "LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "CANADIAN", "LISU", "DESERET",
    "GEORGIAN", "TIFINAGH", "RUNIC", "VAI", "BAMUM",
)  # fmt: skip
LONG_WORD = 5  # letters, of which one may be unlike any plain letter
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")  # as in TheAdmin
PEOPLE = (
    "admin", "administrator", "administrateur", "administratrice", "mod", "moderator", "moderateur",
    "moderatrice", "modo", "operator", "operateur", "operatrice", "official", "officiel",
    "superuser", "sysadmin", "webmaster",
)  # fmt: skip
RESERVED_WORDS = (
    *PEOPLE, *(f"{one}s" for one in PEOPLE), "root", "security", "securite", "server", "staff",
    "support", "system", "systeme", "tablee",
)  # fmt: skip


def without_accents(text: str) -> str:
    """Return a text without accents, strokes, hooks and typographic variants.

    >>> without_accents("Zoë Łuka ﬁ")
    'Zoe Luka fi'
    """
    found = ""
    for char in unicodedata.normalize("NFKD", text):
        if unicodedata.category(char) != "Mn":
            base = None if char.isascii() else LATIN.fullmatch(unicodedata.name(char, ""))
            found += char if base is None else base[1].lower() if char.islower() else base[1]
    return found


def letters(text: str) -> str:
    """Return the letters and digits of a text, without case, accents and typographic variants.

    >>> letters("Zoë B."), letters("ZOE-B")
    ('zoeb', 'zoeb')
    """
    return "".join(filter(str.isalnum, without_accents(without_accents(text).casefold())))


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
    # Capitals first: a Greek capital nu looks like N, a small one like v.
    plain = without_accents(text.translate(ALIKE)).translate(ALIKE).translate(SIGNS).casefold()
    plain = without_accents(plain).translate(ALIKE).translate(SIGNS)
    plain = "".join(filter(str.isalnum, plain))
    for pair, letter in TOGETHER:
        plain = plain.replace(pair, letter)
    return plain


RESERVED = frozenset(map(skeleton, RESERVED_WORDS))  # letters and digits only
AROUND = re.compile(r"(?:the|real)?(.*?)(?:team)?")


def is_reserved(name: str) -> bool:
    """Return whether a name, or a word of it, looks like what only an operator is called.

    >>> is_reserved("ᴀᴅᴍɪɴ"), is_reserved("TheAdmin2"), is_reserved("Badminton")
    (True, True, False)
    """
    words = re.findall(r"[^\W_]+", name)
    humps = [hump for word in words for hump in re.split(HUMP, word)]
    for part in {name, *name.split(), *words, *humps}:
        for text in (part, part.strip("0123456789")):
            found = AROUND.fullmatch(skeleton(text))
            if (found is not None and found[1] in RESERVED) or has_odd_letter(text):
                return True
    return False


def has_odd_letter(word: str) -> bool:
    """Return whether a word is a reserved one with a letter of its own for one of the letters.

    >>> has_odd_letter("ƌdmin"), has_odd_letter("edmin")
    (True, False)
    """
    own = [char for char in word if not char.isascii() and unicodedata.decomposition(char) == ""]
    if len(own) != 1:
        return False
    before, after = map(skeleton, word.split(own[0]))
    pattern = re.compile(f"{before}.{after}")
    return any(len(one) >= LONG_WORD and pattern.fullmatch(one) for one in RESERVED)


def clean_name(text: str, field: str) -> str:
    """Return a name as others may see it; a refusal if it misleads them.

    >>> clean_name("Zoé", "name")
    'Zoé'
    >>> clean_name("The аdmin", "name")
    Traceback (most recent call last):
    tablee.refusals.Refusal: “The аdmin” mixes letters of several alphabets in one word. Use one.
    """
    name = clean(text, field)
    if any(len(alphabets(word)) > 1 for word in re.findall(r"\w+", name)):
        raise Refusal("server.mixed_alphabets", name=name)
    if is_reserved(name):
        raise Refusal("server.reserved_name", name=name)
    return name


def alphabets(word: str) -> set[str]:
    """Return those of the confusable alphabets that a word has letters of."""
    named = {unicodedata.name(char, "").partition(" ")[0] for char in word if char.isalpha()}
    return named.intersection(ALPHABETS)
