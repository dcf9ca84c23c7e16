"""Events of a match as values, with their sentence in a transcript and their JSON.

>>> event = Moved(3, "roll", at=61_234)
>>> event.body(12)
'12 @61234 seat 3: roll'
>>> event.to_json()
{'do': 'move', 'seat': 3, 'move': 'roll', 'at': 61234}
>>> read_sentence("seat 3: roll", 61_234) == from_json(event.to_json()) == event
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

import msgspec
from msgspec import Struct

from tablee.refusals import Refusal

from .fair import ENTROPY_BYTES, SECRET_BYTES
from .header import KIND, Holder
from .refusals import WrongEvent
from .transcripts.quoting import is_hex, is_whole

LATEST = 2**53 - 1  # what JSON's numbers hold exactly in every browser
WORDS = re.compile(r"[!-~]+( [!-~]+)*")
LONGEST_WORDS = 100


@dataclass(frozen=True)
class Codec:
    """How the value of a field is checked, written in a sentence, and read."""

    pattern: str
    fits: Callable[[Any], bool]
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    from_json: Callable[[Any], Any] = lambda value: value


def _is_words(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_WORDS and bool(WORDS.fullmatch(value))


def _is_row(value: object) -> bool:
    return isinstance(value, tuple) and all(is_whole(item, -(10**9), 10**9) for item in value)


NUMBER = Codec("[1-9][0-9]{0,8}", lambda value: is_whole(value, 1, 10**9 - 1), int)
TEXT = Codec(".+", _is_words)
HOLDER = Codec(
    f"(?:{KIND.pattern}) .+",
    lambda value: isinstance(value, Holder),
    Holder.read,
    from_json=lambda data: Holder(**data),
)
ROW = Codec(
    "none|-?[0-9]{1,10}(?: -?[0-9]{1,10})*",
    _is_row,
    lambda text: () if text == "none" else tuple(int(part) for part in text.split(" ")),
    lambda row: " ".join(map(str, row)) or "none",
    tuple,
)
CODECS = {
    "seat": NUMBER,
    "event": NUMBER,
    "move": TEXT,
    "outcome": TEXT,
    "holder": HOLDER,
    "entropy": Codec("[0-9a-f]+", lambda value: is_hex(value, *ENTROPY_BYTES)),
    "secret": Codec("[0-9a-f]+", lambda value: is_hex(value, *SECRET_BYTES)),
    "winners": ROW,
    "scores": ROW,
    "ranks": ROW,
}


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="do"):
    """Something that happened, and its time in milliseconds, if the match is timed."""

    DO: ClassVar[str]  # its name in JSON: its tag
    FORM: ClassVar[str]  # its sentence
    at: int | None = None

    def __post_init__(self) -> None:
        if self.at is not None and not is_whole(self.at, 0, LATEST):
            raise WrongEvent("table.event_field", field="at", value=ascii(self.at)[:200])
        for name in FIELDS[type(self)]:
            value = getattr(self, name)
            if not CODECS[name].fits(value):
                raise WrongEvent("table.event_field", field=name, value=ascii(value)[:200])

    def sentence(self) -> str:
        """Return the event as a sentence."""
        return self.FORM.format(
            **{name: CODECS[name].write(getattr(self, name)) for name in FIELDS[type(self)]}
        )

    def body(self, number: int) -> str:
        """Return what is hashed of the event with that number."""
        stamp = "" if self.at is None else f"@{self.at} "
        return f"{number} {stamp}{self.sentence()}"

    def to_json(self) -> dict[str, Any]:
        """Return the event as plain data for JSON."""
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return data


class Moved(Event, frozen=True, tag="move"):
    """A seat played a move."""

    FORM = "seat {seat}: {move}"
    seat: int
    move: str


class ChanceCame(Event, frozen=True, tag="chance"):
    """An outcome of chance: a die was rolled, a card was drawn."""

    FORM = "chance: {outcome}"
    outcome: str


class EntropyAdded(Event, frozen=True, tag="entropy"):
    """A seat added entropy before the match began."""

    FORM = "seat {seat} adds entropy {entropy}"
    seat: int
    entropy: str


class PlayBegan(Event, frozen=True, tag="begin"):
    """The match began; no more entropy can be added."""

    FORM = "play begins"


class TakenBack(Event, frozen=True, tag="take_back"):
    """A seat undid its move with that number, and everything played since."""

    FORM = "seat {seat} takes back {event}"
    seat: int
    event: int


class UndoAsked(Event, frozen=True, tag="ask_undo"):
    """A seat asked the others for an undo of its move with that number."""

    FORM = "seat {seat} asks to take back {event}"
    seat: int
    event: int


class UndoAgreed(Event, frozen=True, tag="agree"):
    """A seat agreed to an undo."""

    FORM = "seat {seat} agrees"
    seat: int


class UndoDeclined(Event, frozen=True, tag="decline"):
    """A seat declined an undo."""

    FORM = "seat {seat} declines"
    seat: int


class HintTaken(Event, frozen=True, tag="hint"):
    """A seat asked the coach for a hint."""

    FORM = "seat {seat} takes a hint"
    seat: int


class SeatLeft(Event, frozen=True, tag="leave"):
    """A player left their seat."""

    FORM = "seat {seat} is left"
    seat: int


class SeatTaken(Event, frozen=True, tag="take_seat"):
    """A bot took a seat, or its player took it back."""

    FORM = "seat {seat} is taken by {holder}"
    seat: int
    holder: Holder


class Resigned(Event, frozen=True, tag="resign"):
    """A seat resigned: it can't win any more."""

    FORM = "seat {seat} resigns"
    seat: int


class TimeRanOut(Event, frozen=True, tag="time_out"):
    """The clock of a seat expired."""

    FORM = "seat {seat} is out of time"
    seat: int


class ClockPaused(Event, frozen=True, tag="pause"):
    """All clocks stopped; nothing can be played until they go on."""

    FORM = "the clock stops"


class ClockResumed(Event, frozen=True, tag="resume"):
    """The clock went on."""

    FORM = "the clock goes on"


class BrokenOff(Event, frozen=True, tag="break_off"):
    """The match was abandoned without a result."""

    FORM = "the match is broken off"


class Ended(Event, frozen=True, tag="end"):
    """The match ended with a result; there are no scores if all but one seat gave up."""

    FORM = "the match ends: winners {winners}; scores {scores}; ranks {ranks}"
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class SecretShown(Event, frozen=True, tag="secret"):
    """The secret of the table was revealed, so that all outcomes can be recomputed."""

    FORM = "the secret is {secret}"
    secret: str


AnyEvent = (
    Moved | ChanceCame | EntropyAdded | PlayBegan | TakenBack | UndoAsked | UndoAgreed
    | UndoDeclined | HintTaken | SeatLeft | SeatTaken | Resigned | TimeRanOut | ClockPaused
    | ClockResumed | BrokenOff | Ended | SecretShown
)  # fmt: skip
EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
for _kind in EVENTS:
    _kind.DO = str(_kind.__struct_config__.tag)
FIELDS = {kind: tuple(re.findall(r"\{(\w+)\}", kind.FORM)) for kind in EVENTS}
PATTERNS = {
    kind: re.compile(re.sub(r"\{(\w+)\}", lambda name: f"({CODECS[name[1]].pattern})", kind.FORM))
    for kind in EVENTS
}
BY_NAME = {kind.DO: kind for kind in EVENTS}


def read_sentence(text: str, at: int | None = None) -> Event:
    """Read the sentence of an event, or raise WrongEvent."""
    for kind, pattern in PATTERNS.items():
        found = pattern.fullmatch(text)
        if found:
            try:
                values = [
                    CODECS[name].read(part)
                    for name, part in zip(FIELDS[kind], found.groups(), strict=True)
                ]
            except Refusal:
                raise
            except ValueError:
                break
            return kind(*values, at=at)
    raise WrongEvent("table.event_sentence", text=ascii(text)[:200])


def from_json(data: object) -> Event:
    """Read an event that `to_json` wrote, or raise WrongEvent, which names the field."""
    if not isinstance(data, Mapping) or not isinstance(data.get("do"), str):
        raise WrongEvent("table.event_json", value=ascii(data)[:200])
    kind = BY_NAME.get(data["do"])
    if kind is None or not set(FIELDS[kind]) <= set(data) <= {"do", "at", *FIELDS[kind]}:
        raise WrongEvent("table.event_json", value=ascii(data)[:200])
    values = []
    for name in FIELDS[kind]:
        try:
            values.append(CODECS[name].from_json(data[name]))
        except TypeError:
            raise WrongEvent(
                "table.event_field", field=name, value=ascii(data[name])[:200]
            ) from None
    return kind(*values, at=data.get("at"))
