"""Verify a transcript: every byte, every move, every die and card, and the result.

`verify` never believes the file: it reads it, writes it again, plays it again and throws the dice
again. What does not fit it names by line or event, with what was expected and what was found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from tablee.refusals import Refusal
from tablee.words import say

from .. import fair
from ..apply import apply
from ..events import ChanceCame, EntropyAdded, Moved, SecretShown
from ..match_state import MatchState, Stage
from .transcript import Transcript, read_damaged


@dataclass(frozen=True)
class Finding:
    """A problem that was found: its place, and a message with its values."""

    key: str
    values: dict[str, Any]
    event: int | None = None
    line: int | None = None

    def text(self, language: str = "en") -> str:
        """Return the finding as a sentence."""
        spoken = {
            name: value.text(language) if isinstance(value, Refusal) else value
            for name, value in self.values.items()
        }
        return say(self.key, language, event=self.event, line=self.line, **spoken)


@dataclass(frozen=True)
class Report:
    """What was checked, and what was found."""

    findings: tuple[Finding, ...]
    transcript: Transcript | None = None
    stage: Stage = Stage.OPEN
    moves: int = 0  # that were legal
    outcomes: int = 0  # that were possible
    recomputed: int = 0  # of the outcomes, those that the secret gives
    chance_checked: bool = False  # whether the secret was there to recompute them

    @property
    def holds(self) -> bool:
        """Whether no problem was found."""
        return not self.findings

    @property
    def finished(self) -> bool:
        return self.stage == Stage.OVER

    def text(self, language: str = "en") -> str:
        """Return the report as text."""
        lines = [finding.text(language) for finding in self.findings]
        transcript = self.transcript
        if transcript is not None:
            values: dict[str, Any] = {
                "events": len(transcript.events),
                "moves": self.moves,
                "outcomes": self.outcomes,
                "recomputed": self.recomputed,
                "hash": transcript.hash,
            }
            lines.append(say("verify.counts", language, **values))
            if not self.finished:
                lines.append(say("verify.unfinished", language))
            if not self.chance_checked:
                lines.append(say("verify.no_secret", language))
            if transcript.header.origin is not None:
                given, origin = len(transcript.header.given), transcript.header.origin
                lines.append(say("verify.branch", language, given=given, table=origin.table))
        holds = say("verify.holds" if self.holds else "verify.does_not_hold", language)
        return "\n".join([*lines, holds])

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        return {
            "holds": self.holds,
            "finished": self.finished,
            "chance_checked": self.chance_checked,
            "moves": self.moves,
            "outcomes": self.outcomes,
            "recomputed": self.recomputed,
            "hash": self.transcript.hash if self.transcript else None,
            "findings": [
                {"event": found.event, "line": found.line, "text": found.text()}
                for found in self.findings
            ],
        }


def secret_of(transcript: Transcript) -> bytes | None:
    """Return the secret that a transcript reveals, if it matches the commitment."""
    for event in transcript.events:
        if isinstance(event, SecretShown):
            secret = bytes.fromhex(event.secret)
            return secret if fair.commitment(secret) == transcript.header.commitment else None
    return None


def verify(data: bytes, origin: bytes | None = None, seen: bytes | None = None) -> Report:
    """Check a file; a branch can be compared with the file it came from.

    `seen` is what a player's browser kept of the table (see `check_seen`).
    """
    try:
        transcript, damage = read_damaged(data)
    except Refusal as refusal:
        return Report((Finding("verify.unreadable", {"problem": refusal}),))
    findings = []
    if damage is not None:
        found = {"expected": ascii(damage.expected), "found": ascii(damage.found)}
        findings.append(Finding("verify.damage", found, damage.event, damage.line))
    if origin is not None:
        findings += check_origin(transcript, origin)
    if seen is not None:
        findings += check_seen(transcript, seen)
    return replayed(transcript, tuple(findings))


def replayed(transcript: Transcript, before: tuple[Finding, ...] = ()) -> Report:
    """Replay a transcript as far as it is legal, and recompute its chance."""
    findings = list(before)
    secret = secret_of(transcript)
    state = MatchState.at_start(transcript.header)
    moves = recomputed = 0
    for number, event in enumerate(transcript.events, 1):
        if isinstance(event, ChanceCame) and secret is not None:
            expected = outcome_expected(state, secret)
            if expected == event.outcome:
                recomputed += 1
            elif expected is not None:
                values: dict[str, Any] = {"expected": expected, "found": event.outcome}
                findings.append(Finding("verify.chance", values, number))
        try:
            state = apply(state, event)
        except Refusal as refusal:
            values = {"sentence": event.sentence(), "problem": refusal}
            findings.append(Finding("verify.impossible", values, number))
            break
        moves += isinstance(event, Moved)
    return Report(
        tuple(findings),
        transcript,
        state.stage,
        moves,
        state.outcomes,
        recomputed,
        chance_checked=secret is not None,
    )


def outcome_expected(state: MatchState, secret: bytes) -> str | None:
    """Return the next outcome that the secret gives; None if a seat is to act."""
    chances = state.position.chances()
    if not chances:
        return None
    number = state.outcomes + 1
    return fair.draw(secret, state.header.table, dict(state.entropy), number, chances)


class Seen(Struct, frozen=True):
    """What a browser kept of a table: the commitment it was shown, and the entropy it added."""

    table: str
    commitment: str
    entropy: dict[int, str]


def check_seen(transcript: Transcript, data: bytes) -> list[Finding]:
    """Compare a transcript with what a player was shown, and what they added, before it began."""
    try:
        seen = msgspec.json.decode(data, type=Seen)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        return [Finding("verify.seen_unreadable", {"problem": str(problem)})]
    header = transcript.header
    if seen.table != header.table:
        return [Finding("verify.seen_table", {"expected": seen.table, "found": header.table})]
    findings = []
    if seen.commitment != header.commitment:
        values = {"expected": seen.commitment, "found": header.commitment}
        findings.append(Finding("verify.seen_commitment", values))
    added = {one.seat: one.entropy for one in transcript.events if isinstance(one, EntropyAdded)}
    for seat, expected in seen.entropy.items():
        if added.get(seat) != expected:
            found = {"seat": seat, "expected": expected, "found": added.get(seat, "-")}
            findings.append(Finding("verify.seen_entropy", found))
    return findings


def check_origin(transcript: Transcript, data: bytes) -> list[Finding]:
    """Compare a branch with the transcript it says it came from."""
    from ..match import Match

    origin = transcript.header.origin
    if origin is None:
        return [Finding("verify.no_branch", {})]
    try:
        source = Transcript.read(data)
        expected = (source.header.table, source.hash)
        if expected != (origin.table, origin.hash):
            values = {"expected": " ".join(expected), "found": f"{origin.table} {origin.hash}"}
            return [Finding("verify.origin", values)]
        there = Match.replay(source).as_of(origin.event)
    except Refusal as refusal:
        return [Finding("verify.origin_unreadable", {"problem": refusal})]
    given = (*source.header.given, *(text for _, _, text, _ in there.plies()))
    if given != transcript.header.given:
        return [Finding("verify.given", {"plies": len(given)})]
    return []
