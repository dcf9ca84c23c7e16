"""The table: one match with its seats, transcript, fair chance, undo and clocks; no network.

    Header ── Match ── Transcript ── a `.tablee` file ── verify

A `Match` is a value. Its commands give a new match, or a `Refusal` that changes nothing. Nothing in
here looks at a clock, throws dice of its own or touches a file: the caller says the time and gives
the secret. docs/reference/transcript.md and docs/explanation/fair-chance.md describe the file.
"""

from tablee.kernel.actors import CHANCE, OVER

from .clock import Clock, ClockSetting
from .events import (
    ChanceCame,
    ClockPaused,
    ClockResumed,
    Ended,
    EntropyAdded,
    Event,
    HintTaken,
    Moved,
    PlayBegan,
    Resigned,
    SeatTaken,
    SecretShown,
    TakenBack,
    TimeRanOut,
    UndoAsked,
    UndoDeclined,
)
from .fair import commitment
from .header import Header, Holder, Origin
from .match import Match
from .match_state import WAITING, Stage
from .refusals import (
    ChanceRefused,
    ClockRefused,
    DamagedTranscript,
    NotNow,
    NotYourTurn,
    SeatRefused,
    UndoRefused,
    UnknownRules,
    UnreadableTranscript,
    WrongEvent,
    WrongHeader,
)
from .steps import Step
from .transcripts.transcript import Transcript
from .transcripts.verify import Report, verify

__all__ = [
    "CHANCE",
    "OVER",
    "WAITING",
    "ChanceCame",
    "ChanceRefused",
    "Clock",
    "ClockPaused",
    "ClockRefused",
    "ClockResumed",
    "ClockSetting",
    "DamagedTranscript",
    "Ended",
    "EntropyAdded",
    "Event",
    "Header",
    "HintTaken",
    "Holder",
    "Match",
    "Moved",
    "NotNow",
    "NotYourTurn",
    "Origin",
    "PlayBegan",
    "Report",
    "Resigned",
    "SeatRefused",
    "SeatTaken",
    "SecretShown",
    "Stage",
    "Step",
    "TakenBack",
    "TimeRanOut",
    "Transcript",
    "UndoAsked",
    "UndoDeclined",
    "UndoRefused",
    "UnknownRules",
    "UnreadableTranscript",
    "WrongEvent",
    "WrongHeader",
    "commitment",
    "verify",
]
