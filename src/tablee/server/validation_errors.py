"""Explain why a message or body is invalid, with a message of the catalogue.

msgspec explains it in English only, which must not reach clients. Its sentences are recognised by
their form; for an unknown one, at least the field is named.

>>> print(not_fitting("Expected `str` of length >= 8 - at `$.password`"))
the field password needs at least 8 characters
>>> print(not_fitting("Expected something new - at `$.seats[1]`"))
the field seats[1] is invalid
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from tablee.refusals import Refusal
from tablee.server.sanitize import clean
from tablee.words import Said

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""Everything msgspec may raise when it decodes."""
LONGEST_NAME = 40  # of a field name made up by the client
KINDS = {
    "str": Said("unreadable.kind_text"),
    "int": Said("unreadable.kind_whole"),
    "float": Said("unreadable.kind_number"),
    "bool": Said("unreadable.kind_bool"),
    "null": Said("unreadable.kind_null"),
    "array": Said("unreadable.kind_list"),
    "object": Said("unreadable.kind_object"),
}
PLACED = " - at `$"
PLACE = re.compile(r"(?:\.\w{1,40}|\[(?:\d+|\.\.\.)\]){0,20}")
Reason = Callable[[str, re.Match[str]], Refusal]


def unreadable(problem: Exception) -> Refusal:
    """Return what is wrong with something that could not be decoded."""
    if isinstance(problem, msgspec.ValidationError):
        return not_fitting(str(problem))
    if isinstance(problem, UnicodeError):
        return Refusal("unreadable.not_utf8")
    if isinstance(problem, RecursionError):
        return Refusal("unreadable.too_deep")
    return Refusal("unreadable.not_json")


def not_fitting(prose: str, name: str = "") -> Refusal:
    """Return what msgspec finds wrong in JSON, or in the parameter of that name."""
    told, field = _parted(prose)
    field = f"{name}{field}" if name else field.removeprefix(".")
    for form, reason in FORMS:
        if found := form.fullmatch(told):
            return reason(field, found)
    return _wrong(field)


def _parted(prose: str) -> tuple[str, str]:
    """Split msgspec's message into the problem and the field: `.clock.first`, "" for all."""
    told, at, rest = prose.rpartition(PLACED)
    place = rest.removesuffix("`")
    if at and rest != place and PLACE.fullmatch(place):
        return told, place.replace("...", "…")
    return prose, ""


def _within(field: str, name: str) -> str:
    """Return the path of a field inside a field; the client may have made up its name."""
    try:
        seen = clean(name[:LONGEST_NAME] or " ", "field")
    except Refusal:
        seen = "?"
    short = seen if len(name) <= LONGEST_NAME else f"{seen}…"
    return f"{field}.{short}" if field else short


# --- reasons -------------------------------------------------------------------------------------


def _wrong(field: str) -> Refusal:
    """Say only where the error is."""
    return Refusal("unreadable.field", field=field) if field else Refusal("unreadable.whole")


def _missing(field: str, found: re.Match[str]) -> Refusal:
    return Refusal("unreadable.missing", field=_within(field, found[1]))


def _unknown(field: str, found: re.Match[str]) -> Refusal:
    return Refusal("unreadable.unknown", field=_within(field, found[1]))


def _kind(field: str, found: re.Match[str]) -> Refusal:
    """Explain a value of the wrong type, without mentioning that null is allowed."""
    wanted, got = KINDS.get(found[1].removesuffix(" | null")), KINDS.get(found[2] or "")
    if wanted is None:
        return _wrong(field)
    if not field:
        return Refusal("unreadable.kind_of_whole", wanted=wanted)
    if got is None or (wanted, found[2]) == (KINDS["int"], "float"):  # "not a number" doesn't help
        return Refusal("unreadable.kind_wanted", field=field, wanted=wanted)
    return Refusal("unreadable.kind_not", field=field, wanted=wanted, got=got)


def _length(field: str, found: re.Match[str]) -> Refusal:
    if not field:
        return _wrong(field)
    things = {"str": "text", "array": "list"}[found[1]]
    side = {">=": "short", "<=": "long"}[found[2]]
    return Refusal(f"unreadable.{side}_{things}", field=field, bound=int(found[3]))


def _size(field: str, found: re.Match[str]) -> Refusal:
    if not field:
        return _wrong(field)
    side = {">=": "small", "<=": "large"}[found[1]]
    return Refusal(f"unreadable.{side}", field=field, bound=int(found[2]))


def _always(key: str) -> Reason:
    """Return a reason that needs only the field."""
    return lambda field, _: Refusal(key, field=field) if field else _wrong(field)


FORMS: tuple[tuple[re.Pattern[str], Reason], ...] = tuple(
    (re.compile(form, re.DOTALL), reason)
    for form, reason in (
        (r"Object missing required field `(.*)`", _missing),
        (r"Object contains unknown field `(.*)`", _unknown),
        (r"Expected `([a-z |]{1,60})`(?:, got `([a-z]{1,20})`)?", _kind),
        (r"Expected `(str|array)` of length (>=|<=) (\d{1,18})", _length),
        (r"Expected `(?:int|float)` (>=|<=) (-?\d{1,18})", _size),
        (r"Expected `str` matching regex .*", _always("unreadable.pattern")),
        (r"Invalid (?:enum )?value .*", _always("unreadable.choice")),
        (r"(?:Number|Integer value) out of range", _always("unreadable.out_of_range")),
    )
)
