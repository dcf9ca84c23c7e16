"""All WebSocket messages. Validation, encoding, reference pages and TypeScript come from these.

A client opens one WebSocket (`/ws`), sends `FromClient` messages and gets `FromServer` messages,
all JSON with a tag `do`. HTTP bodies are in `bodies.py`. `docs/reference/protocol.md` describes the
protocol; `tools/typescript.py` writes `web/src/lib/wire.ts` from here.

No message contains prose: a `Saying` (`show/saying.py`) names a catalogue text and its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tablee.show.saying import Saying
from tablee.show.step import Told

PROTOCOL = 2
"""The number of the protocol: it grows with any change of a message. 1 sent frames and previews."""
END = r"(?!\n)$"  # of a pattern: Python's `$` alone lets one more line end follow
TABLE_ID = "^[0-9a-f]{32}" + END
TableId = Annotated[str, Meta(pattern=TABLE_ID)]
COMMAND_ID = "^[A-Za-z0-9_-]{8,64}" + END
CommandId = Annotated[str, Meta(pattern=COMMAND_ID)]
SeatNumber = Annotated[int, Meta(ge=1, le=8)]
EventNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=100)]
Level = Literal["gentle", "casual", "club", "expert", "master"]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Entropy = Annotated[str, Meta(pattern="^([0-9a-f]{2}){1,64}" + END)]
"""Random bytes in hexadecimal that a player adds to the dice."""
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Channel = Literal["players", "spectators"]
Form = Literal["scene", "record", "view"]
"""How a table is shown: scenes with texts; records, for clients with the rules; plain numbers."""
ReportSeen = tuple[int, int, int, int]
"""What happens, two numbers whose meaning depends on it, and who is told: `kernel.reports.Row`."""
Phrase = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "your_turn", "good_game",
    "sorry", "again",
]  # fmt: skip
"""Quick phrases: `phrase.NAME` in the catalogue."""


# --- settings of a table ---------------------------------------------------------------------


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """`none`; `move`: time per move; `fischer`: a budget and an increment; `days` per move."""

    kind: Literal["none", "move", "fischer", "days"] = "none"
    first: Annotated[int, Meta(ge=1, le=86_400_000_000)] | None = None  # ms, or days
    increment: Annotated[int, Meta(ge=0, le=86_400_000)] | None = None  # ms


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a new table; seats are `me`, `open` or the level of a bot."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    seats: Annotated[list[Literal["me", "open"] | Level], Meta(min_length=2, max_length=8)]
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    time_out: Literal["forfeit"] | Level = "casual"
    undo: Literal["free", "consent", "never"] = "free"
    hints: bool = True
    rated: bool = False
    public: bool = False  # listed among the open tables; any table can be joined by its link
    names: list[Name] = []  # at one screen: the names of the seats, in order


# --- from the client ---------------------------------------------------------------------------


class ClientMessage(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, rename=None):
    """Any message of a client."""


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Check the connection. Answered by `pong` with the same number."""

    n: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Watch(ClientMessage, frozen=True, tag="watch"):
    """Subscribe to a table; with `since`, also get what happened after that seq.

    `seat` is the seat of mine whose view I want; without it I may see what a spectator sees.
    `form` is how the table is shown: `scene` for clients that draw it without its rules, `record`
    for those that have the rules and derive all else from the record, `view` for programs, which
    need neither drawings nor texts. Send it again to change these.
    """

    table: TableId
    since: Annotated[int, Meta(ge=0)] | None = None
    seat: SeatNumber | None = None
    form: Form = "scene"


class Unwatch(ClientMessage, frozen=True, tag="unwatch"):
    """Unsubscribe from a table."""

    table: TableId


class Command(ClientMessage, frozen=True):
    """A message that changes a table. `id` is an idempotency key: a retry sends the same one."""

    id: CommandId
    table: TableId


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat before the game starts; `entropy` (hex) goes into the dice."""

    seat: SeatNumber
    entropy: Entropy | None = None
    name: Name | None = None  # another name for this seat, at one screen


class AddEntropy(Command, frozen=True, tag="entropy"):
    """Add entropy to the dice for a seat of mine, once, before the game starts. At a table that
    waits for it, the game starts once all players have added theirs.
    """

    seat: SeatNumber
    entropy: Entropy


class Stand(Command, frozen=True, tag="stand"):
    """Free a seat of mine before the game starts; the host may free any seat."""

    seat: SeatNumber


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """Put a bot into a seat before the game starts (host only)."""

    seat: SeatNumber
    level: Level


class Begin(Command, frozen=True, tag="begin"):
    """Start the game (host only); all seats must be taken."""


class CloseTable(Command, frozen=True, tag="close"):
    """Close a table before the game starts (host only)."""


class Move(Command, frozen=True, tag="move"):
    """Play a move for a seat of mine. `after` is the last event I know: if more has happened, the
    move is refused as stale, and an update follows.
    """

    seat: SeatNumber
    move: MoveText
    after: EventNumber


class Undo(Command, frozen=True, tag="undo"):
    """Undo the latest move of a seat, or everything since event `event`, without asking."""

    seat: SeatNumber
    event: EventNumber | None = None


class AskUndo(Command, frozen=True, tag="ask_undo"):
    """Ask the other players for an undo."""

    seat: SeatNumber
    event: EventNumber | None = None


class Answer(Command, frozen=True, tag="answer"):
    """Agree or refuse to undo the move that was event `event`."""

    seat: SeatNumber
    yes: bool
    event: EventNumber | None = None


class Resign(Command, frozen=True, tag="resign"):
    """Resign."""

    seat: SeatNumber


class HandToBot(Command, frozen=True, tag="hand_to_bot"):
    """Let a bot play a seat of mine from now on; for a seat that was left, any player may do it."""

    seat: SeatNumber
    level: Level


class TakeSeatBack(Command, frozen=True, tag="take_back_seat"):
    """Take back a seat of mine that I left or that a bot plays; not without time on its clock, and
    not from a bot at a rated table.
    """

    seat: SeatNumber


class Leave(Command, frozen=True, tag="leave"):
    """Leave my seat during the game; its clock keeps running, and I can come back."""

    seat: SeatNumber


class AskHint(Command, frozen=True, tag="hint"):
    """Ask the coach for a hint, one at a time; the transcript records it. After `done` comes
    `advice`, or `refused` if the coach fails or the game has moved on.
    """

    seat: SeatNumber


class Speak(Command, frozen=True, tag="speak"):
    """Send a chat message or a quick phrase: players on `players`, all others on `spectators`."""

    channel: Channel
    phrase: Phrase | None = None
    text: ChatText | None = None


class Rematch(Command, frozen=True, tag="rematch"):
    """Ask for a rematch with the same settings; it is set up once all people at the table ask.

    `adds_entropy` promises `entropy` at the new table: it waits for that for some seconds.
    """

    adds_entropy: bool = False


ClientMessageTypes = (
    Ping, Watch, Unwatch, Sit, AddEntropy, Stand, SeatBot, Begin, CloseTable, Move, Undo,
    AskUndo, Answer, Resign, HandToBot, TakeSeatBack, Leave, AskHint, Speak, Rematch,
)  # fmt: skip
FromClient = (
    Ping | Watch | Unwatch | Sit | AddEntropy | Stand | SeatBot | Begin | CloseTable | Move | Undo
    | AskUndo | Answer | Resign | HandToBot | TakeSeatBack | Leave | AskHint | Speak | Rematch
)  # fmt: skip


# --- from the server -----------------------------------------------------------------------------


class ServerMessage(Struct, frozen=True, tag_field="do"):
    """Any message of the server."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The first message: who you are, the server's time in ms, and the number of its protocol."""

    person: str
    name: str
    now: int
    version: str
    protocol: int


class Pong(ServerMessage, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: int
    now: int


class Done(ServerMessage, frozen=True, tag="done"):
    """A command was carried out and is durable, as entry `seq` of its table."""

    id: str
    table: str
    seq: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A message was refused. `id` is that of the command, or null if it had no readable one.

    `stale` means that the client's table was out of date: an update follows.
    """

    id: str | None
    table: str | None
    why: Saying
    paragraph: str | None = None
    instead: list[str] = []
    stale: bool = False


class Person(Struct, frozen=True):
    """The public information about a person."""

    id: str
    name: str
    avatar: str = ""


class SeatSeen(Struct, frozen=True, omit_defaults=True):
    """A seat at a table; what is as usual is left out."""

    seat: int
    kind: Literal["person", "bot", "open", "left"]
    name: str
    mine: bool
    level: str | None = None  # of a bot
    person: str | None = None  # whose seat it is, even while a bot plays it
    avatar: str = ""
    out: bool = False  # resigned, or out of time
    entropy: bool = False  # whether it has added entropy; known before the game starts
    left_ms: int | None = None  # time left on its clock at `now` of the update


class MoveSeen(Struct, frozen=True):
    """A legal move: its text, its JSON, and a description."""

    text: str
    json: dict[str, Any]
    says: Sequence[Saying]


class Asked(Struct, frozen=True):
    """An undo request: which move, and which seats have not answered yet."""

    seat: int
    event: int
    move: str
    waiting: list[int]


class ResultSeen(Struct, frozen=True):
    """How a match ended; no scores if all but one gave up; `broken` if it was abandoned."""

    winners: list[int]
    scores: list[int]
    ranks: list[int]
    broken: bool = False


class RematchSeen(Struct, frozen=True):
    """Who wants a rematch, and the new table once it exists."""

    wanted: list[str]  # persons
    table: str | None = None


class ViewSeen(Struct, frozen=True):
    """What a seat, or a spectator, may know of the position, in numbers: `View.to_json`."""

    game: str
    rules: int  # their version
    seat: int | None
    options: dict[str, Any]
    moves: list[str]  # the legal ones, if the viewer's seat is to act
    view: dict[str, int | list[int]]  # the record of the game, `games/GAME/state.py`


class RecordSeen(Struct, frozen=True):
    """What a viewer may know of the position: the bytes of the record in base64, as they lie in the
    memory of the compiled rules, and the version of these rules.
    """

    rules: int
    data: str


class RoomSeen(Struct, frozen=True):
    """A table as one viewer sees it now."""

    table: str
    settings: Settings
    host: str
    stage: Literal["lobby", "playing", "over", "closed"]
    seats: list[SeatSeen]
    seat: int | None  # whose view this is; None: a spectator's
    event: int  # the number of the last event of the match
    commitment: str  # SHA-256 of the secret of the dice
    starting: bool  # the game starts once all players have added entropy, or after some seconds
    to_act: int  # a seat; -1 chance, -2 over, -3 not started
    awaited: Saying | None = None  # what has to happen now; like the next three: form `scene`
    awaited_paragraph: str | None = None
    scene: Any = None  # the game's Scene
    moves: list[MoveSeen] = []  # if the viewer's seat is to act
    running: int = 0  # whose clock runs
    paused: bool = False
    asked: Asked | None = None
    # Whether the viewer's seat may undo its latest move without asking, or may ask; left out in the
    # form `view`, as programs can just try.
    may_undo: bool = False
    may_ask_undo: bool = False
    result: ResultSeen | None = None
    rematch: RematchSeen | None = None
    record: RecordSeen | None = None  # in the form `record`
    view: ViewSeen | None = None  # in the form `view`


class Happened(Struct, frozen=True, tag_field="is", tag="event", omit_defaults=True):
    """An event of the match; `text` is the move or the outcome, as far as the viewer may see it.

    The record after it comes where the text and the record before don't say it: at the beginning,
    when moves are undone, and with each move and outcome of a game that hides something.
    """

    seq: int
    at: int
    number: int
    what: str  # move, chance, take_back, …: `do` in docs/reference/transcript.md
    seat: int  # 0: none
    text: str
    told: list[Told] = []  # none in the form `view`, nor of what the rules tell in `record`
    scene: Any = None  # after it, in the form `scene`
    record: str | None = None  # after it, in the form `record`; as in RecordSeen
    reports: list[ReportSeen] = []  # with the record: what `apply` tells the viewer


class Spoken(Struct, frozen=True, tag_field="is", tag="chat"):
    """A chat message."""

    seq: int
    at: int
    person: str
    name: str
    seat: int | None
    channel: Channel
    phrase: str | None = None
    text: str | None = None


class MessageErased(Struct, frozen=True, tag_field="is", tag="erased"):
    """The operator has erased chat message `message`: don't show its words any longer."""

    seq: int
    at: int
    message: int


class Noted(Struct, frozen=True, tag_field="is", tag="note"):
    """Something at the table that is not an event of the match, such as a player sitting down."""

    seq: int
    at: int
    says: Saying


News = Happened | Spoken | MessageErased | Noted


class Update(ServerMessage, frozen=True, tag="update"):
    """A table after entry `seq`, and what is new since entry `since`."""

    table: str
    seq: int
    since: int
    now: int
    room: RoomSeen
    news: list[News]


class Presence(ServerMessage, frozen=True, tag="presence"):
    """Who is watching the table now: the people with a seat, and the number of others."""

    table: str
    persons: list[str]
    spectators: int


class AdvisedMove(Struct, frozen=True):
    """A move as the coach rates it: its chance to win, the standard error, and reasons."""

    text: str
    chance: float
    error: float
    loss: float
    says: list[Saying]
    group: int = 1  # moves of one group are equally good, as far as the coach can tell


class Advice(ServerMessage, frozen=True, tag="advice"):
    """The coach's hint; the best move first."""

    table: str
    event: int
    seat: int
    moves: list[AdvisedMove]
    why: list[Saying]


class Notice(ServerMessage, frozen=True, tag="notice"):
    """News of a table you are not watching: your turn, started, over, rematch or undo asked."""

    table: str
    game: str
    what: Literal["your_turn", "begun", "over", "rematch", "undo_asked"]
    at: int


AccountChange = Literal["password_set", "passkey_added", "passkey_removed", "device_signed_out"]


class AccountNotice(ServerMessage, frozen=True, tag="account"):
    """Your account was changed on another device; `label` is what that says of itself."""

    what: AccountChange
    label: str
    at: int


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server closes the connection: reconnect after `again_ms`, or never if it is null."""

    why: Saying
    again_ms: int | None


FromServer = (
    Welcome | Pong | Done | Refused | Update | Presence | Advice | Notice | AccountNotice | Bye
)  # fmt: skip
ServerMessageTypes = (
    Welcome, Pong, Done, Refused, Update, Presence, Advice, Notice, AccountNotice, Bye,
)  # fmt: skip
