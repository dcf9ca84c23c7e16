"""A transcript: the header and all events of a match, hash-chained, in a readable file.

Every transcript has exactly one written form. A file that is read is written again and compared,
so that no byte of it can differ unnoticed; docs/reference/transcript.md describes the form.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.refusals import Refusal

from ..events import Event, from_json, read_sentence
from ..header import FORMAT, Header, read_header
from ..refusals import DamagedTranscript, UnreadableTranscript

DIGITS = 16  # of the chain, on every line
LARGEST_FILE = 32 << 20  # bytes
LONGEST_LINE = 10_000  # characters
HEAD = re.compile(r" *([1-9][0-9]{0,8})  (?:@(0|[1-9][0-9]{0,15})  )?")
TAIL = re.compile(rf"  ([0-9a-f]{{{DIGITS}}})")
LAST = re.compile(r"end [0-9a-f]{64}")


def linked(previous: str, body: str) -> str:
    """Return the hash of the previous hash and the text of an event."""
    return hashlib.sha256(f"{previous}\n{body}\n".encode()).hexdigest()


@dataclass(frozen=True)
class Damage:
    """The first line of a file that differs from what it should be."""

    line: int
    event: int | None  # if the line is that of an event
    expected: str
    found: str


@dataclass(frozen=True)
class Transcript:
    """A match as it is written to a file."""

    header: Header
    events: tuple[Event, ...] = ()

    def chain(self) -> Iterator[str]:
        """Yield the hash of the header, and then the hash after each event."""
        link = hashlib.sha256(self.header.text().encode()).hexdigest()
        yield link
        for number, event in enumerate(self.events, 1):
            link = linked(link, event.body(number))
            yield link

    @property
    def hash(self) -> str:
        """The hash after the last event."""
        *_, last = self.chain()
        return last

    def text(self) -> str:
        """Return the transcript as text; there is exactly one form."""
        chain = self.chain()
        last = next(chain)
        lines = [self.header.text()]
        for number, (event, link) in enumerate(zip(self.events, chain, strict=True), 1):
            stamp = "" if event.at is None else f"@{event.at}  "
            lines.append(f"{number:>5}  {stamp}{event.sentence():<40}  {link[:DIGITS]}")
            last = link
        return "\n".join([*lines, f"end {last}", ""])

    @staticmethod
    def read(data: bytes) -> Transcript:
        """Read a file, or raise DamagedTranscript if any byte was changed."""
        transcript, damage = read_damaged(data)
        if damage is not None:
            raise DamagedTranscript(
                "file.damaged",
                line=damage.line,
                expected=ascii(damage.expected),
                found=ascii(damage.found),
            )
        return transcript

    def to_json(self) -> dict[str, Any]:
        """Return the transcript as plain data for JSON."""
        return {
            "tablee": 1,
            "header": self.header.to_json(),
            "events": [event.to_json() for event in self.events],
            "hash": self.hash,
        }

    @staticmethod
    def from_json(data: object) -> Transcript:
        """Read a transcript that `to_json` wrote; its hash must match."""
        if (
            not isinstance(data, dict)
            or set(data) != {"tablee", "header", "events", "hash"}
            or data["tablee"] != 1
            or not isinstance(data["events"], list)
        ):
            raise UnreadableTranscript("table.json_form")
        events = tuple(from_json(event) for event in data["events"])
        transcript = Transcript(Header.from_json(data["header"]), events)
        if transcript.hash != data["hash"]:
            raise DamagedTranscript(
                "table.json_damaged", expected=transcript.hash, found=ascii(data["hash"])[:200]
            )
        return transcript


def read_damaged(data: bytes) -> tuple[Transcript, Damage | None]:
    """Read a file that may be damaged; return also the first line that was changed."""
    if len(data) > LARGEST_FILE:
        raise UnreadableTranscript("file.large", most=LARGEST_FILE)
    try:
        text = data.decode()
    except UnicodeDecodeError as problem:
        raise UnreadableTranscript("file.encoding", place=problem.start + 1) from None
    *lines, rest = text.split("\n")
    if not lines or lines[0] != FORMAT:
        raise UnreadableTranscript("file.format", line=1, format=FORMAT)
    if rest or not LAST.fullmatch(lines[-1]):
        raise UnreadableTranscript("file.cut", line=len(lines) + bool(rest))
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise UnreadableTranscript("file.long_line", line=number, most=LONGEST_LINE)
    blank = lines.index("") if "" in lines else len(lines) - 1
    header = read_header(lines[:blank])
    events = tuple(
        _read_event(line, number) for number, line in enumerate(lines[blank + 1 : -1], blank + 2)
    )
    transcript = Transcript(header, events)
    return transcript, _difference(lines, transcript.text().split("\n")[:-1], blank + 1)


def _read_event(line: str, number: int) -> Event:
    head, tail = HEAD.match(line), TAIL.fullmatch(line[-DIGITS - 2 :])
    if head is None or tail is None:
        raise UnreadableTranscript("file.line", line=number, text=ascii(line)[:200])
    try:
        sentence = line[head.end() : -DIGITS - 2].rstrip(" ")
        return read_sentence(sentence, None if head[2] is None else int(head[2]))
    except Refusal as problem:
        raise UnreadableTranscript("file.event", line=number, problem=problem) from None


def _difference(found: Sequence[str], expected: Sequence[str], before: int) -> Damage | None:
    """Return the first line that differs. Only the last line is an `end`."""
    for line, (has, should) in enumerate(zip(found, expected, strict=False), 1):
        if has != should:
            event = line - before if before < line < len(expected) else None
            return Damage(line, event, should, has)
    return None
