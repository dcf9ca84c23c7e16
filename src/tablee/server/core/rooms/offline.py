"""Hand over a match that was played offline: check its file, and make the entry of its table.

Nothing in the file is believed: moves, dice and cards, and the result are computed again. A player
offline had the secret, though, so such a match is never rated, and counts apart.
"""

from __future__ import annotations

import hashlib

from tablee.bots.levels import LEVELS
from tablee.server import wire
from tablee.table import Header, Holder, Transcript, verify
from tablee.table.clock import NO_CLOCK
from tablee.table.events import (
    ChanceCame,
    Ended,
    EntropyAdded,
    HintTaken,
    Moved,
    PlayBegan,
    SecretShown,
    TakenBack,
    UndoAgreed,
    UndoAsked,
    UndoDeclined,
)
from tablee.table.transcripts.verify import Finding

from .entries import Begun, Holding, Identity, Opened
from .room import RoomRefusal

MOST_BYTES = 256 * 1024  # of a file; a long game has some 40 KiB
HAPPENS = (
    EntropyAdded, PlayBegan, Moved, ChanceCame, TakenBack, UndoAsked, UndoAgreed, UndoDeclined,
    HintTaken, Ended, SecretShown,
)  # fmt: skip
"""What can happen in a match without a server."""


def offline_table(person: str, file: bytes) -> str:
    """Return the id of the table that a person's file becomes: the same file, the same table.

    The id in the file can't be it: a forger could choose that of another table.
    """
    return hashlib.sha256(f"tablee offline {person}\n".encode() + file).hexdigest()[:32]


def read_offline(file: bytes) -> Transcript:
    """Return the match in a file if it holds, is over, and can have been played offline."""
    if len(file) > MOST_BYTES:
        raise RoomRefusal("server.offline_large", most=MOST_BYTES // 1024)
    report = verify(file)
    transcript = report.transcript
    if report.findings or transcript is None:
        raise RoomRefusal("server.offline_damaged", problem=_refusal_of(report.findings[0]))
    if not report.finished or not report.chance_checked:
        raise RoomRefusal("server.offline_unfinished")
    if not _can_be_offline(transcript):
        raise RoomRefusal("server.offline_foreign")
    return transcript


def _refusal_of(finding: Finding) -> RoomRefusal:
    values = {"event": finding.event or "–", "line": finding.line or "–", **finding.values}
    return RoomRefusal(finding.key, **values)


def _can_be_offline(transcript: Transcript) -> bool:
    header = transcript.header
    known = all(one.kind == "person" or one.level in LEVELS for one in header.seats)
    plain = header.clock == NO_CLOCK and header.origin is None
    events = transcript.events
    return known and plain and all(isinstance(one, HAPPENS) and one.at is None for one in events)


def open_offline(transcript: Transcript, who: Identity, names: list[str]) -> Opened:
    """Return the first and only entry of the table: all people's seats are those of one person."""
    header, events = transcript.header, list(transcript.events)
    secret = next(one.secret for one in events if isinstance(one, SecretShown))
    holdings = [_holding(one, name, who) for one, name in zip(header.seats, names, strict=True)]
    offline = Begun(header.to_json(), events)  # type: ignore[arg-type]
    return Opened(_settings_of(header, names), who, secret, holdings, offline=offline)


def _holding(holder: Holder, name: str, who: Identity) -> Holding:
    if holder.level is not None:
        return Holding(name=holder.level, level=holder.level)
    return Holding(who.id, name, who.avatar)


def _settings_of(header: Header, names: list[str]) -> wire.Settings:
    people = sum(one.level is None for one in header.seats)
    return wire.Settings(
        game=header.game,
        seats=[one.level or "me" for one in header.seats],  # type: ignore[misc]
        options=dict(header.options),
        undo=header.undo,  # type: ignore[arg-type]
        hints=header.hints,
        names=names if people > 1 else [],
    )
