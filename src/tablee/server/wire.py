"""Everything that goes over the wire, once: validation, encoding, docs and TypeScript come from it.

A client opens one WebSocket (`/ws`), sends `FromClient` messages and gets `FromServer` messages,
all JSON with a tag `do`. HTTP bodies are in `bodies.py`. `docs/reference/protocol.md` describes the
protocol; `tools/typescript.py` writes `web/src/lib/wire.ts` from here.

Prose never travels: a `Saying` (`show/saying.py`) names a message of the catalogue and its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tablee.show.saying import Saying
from tablee.show.step import Told

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
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Channel = Literal["players", "spectators"]
Form = Literal["scene", "frames", "view"]
"""What a table is told in: scenes and words; the same with what is seen on the way; or numbers."""
Phrase = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "your_turn", "good_game",
    "sorry", "again",
]  # fmt: skip
"""Quick phrases: `phrase.NAME` in the catalogue."""


# --- what is agreed on -----------------------------------------------------------------------


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """`none`; `move`: so long a move; `fischer`: so long and an increment; `days` a move."""

    kind: Literal["none", "move", "fischer", "days"] = "none"
    first: Annotated[int, Meta(ge=1, le=86_400_000_000)] | None = None  # ms, or days
    increment: Annotated[int, Meta(ge=0, le=86_400_000)] | None = None  # ms


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as one asks for it; seats are `me`, `open` or the level of a bot."""

    game: Literal["mahe", "maamut", "papua", "maroceau"]
    seats: Annotated[list[Literal["me", "open"] | Level], Meta(min_length=2, max_length=8)]
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    time_out: Literal["forfeit"] | Level = "casual"
    undo: Literal["free", "consent", "never"] = "free"
    hints: bool = True
    rated: bool = False
    public: bool = False  # listed among the open tables; any table can be joined by its link
    names: list[Name] = []  # around one screen: the names of the seats, in their order


# --- from the client ---------------------------------------------------------------------------


class ClientMessage(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, rename=None):
    """Any message of a client."""


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Is anybody there? Answered by `pong` with the same number."""

    n: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Watch(ClientMessage, frozen=True, tag="watch"):
    """Show me a table from now on; with `since` what has happened after that seq, too.

    `seat` is the seat of mine through whose eyes I look; nothing else makes it a seat's view.
    `form` is what it is told in: `scene` for who draws it, `frames` for who also wants to see what
    is on the way, `view` for programs, who need neither pictures nor words. Sent again it changes
    these.
    """

    table: TableId
    since: Annotated[int, Meta(ge=0)] | None = None
    seat: SeatNumber | None = None
    form: Form = "scene"


class Unwatch(ClientMessage, frozen=True, tag="unwatch"):
    """No more of that table."""

    table: TableId


class AskPreviews(ClientMessage, frozen=True, tag="previews"):
    """What would each of my legal moves do? Answered by `previews`; nothing is recorded."""

    table: TableId
    seat: SeatNumber


class Command(ClientMessage, frozen=True):
    """Something that changes a table. `id` is made by the client, and sent again with a retry."""

    id: CommandId
    table: TableId


class Sit(Command, frozen=True, tag="sit"):
    """I take a free seat before play begins; entropy (hex) goes into the dice."""

    seat: SeatNumber
    entropy: Annotated[str, Meta(pattern="^([0-9a-f]{2}){1,64}" + END)] | None = None
    name: Name | None = None  # another name for this seat, around one screen


class Stand(Command, frozen=True, tag="stand"):
    """I free a seat of mine before play begins; the host may free any."""

    seat: SeatNumber


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """The host puts a bot into a seat before play begins."""

    seat: SeatNumber
    level: Level


class Begin(Command, frozen=True, tag="begin"):
    """The host begins play; all seats must be held."""


class CloseTable(Command, frozen=True, tag="close"):
    """The host gives up a table that has not begun."""


class Move(Command, frozen=True, tag="move"):
    """A seat of mine plays a move. `after` is the last event I know: if more has happened, the
    move is refused as stale, and an update shows what.
    """

    seat: SeatNumber
    move: MoveText
    after: EventNumber


class Undo(Command, frozen=True, tag="undo"):
    """A seat takes back its latest move, or all since event `event`, without asking."""

    seat: SeatNumber
    event: EventNumber | None = None


class AskUndo(Command, frozen=True, tag="ask_undo"):
    """A seat asks the others whether it may take back."""

    seat: SeatNumber
    event: EventNumber | None = None


class Answer(Command, frozen=True, tag="answer"):
    """A seat agrees, or not, to what was asked: to take back the move that was event `event`."""

    seat: SeatNumber
    yes: bool
    event: EventNumber | None = None


class Resign(Command, frozen=True, tag="resign"):
    """A seat gives up."""

    seat: SeatNumber


class HandToBot(Command, frozen=True, tag="hand_to_bot"):
    """A seat of mine is played by a bot from now on; anybody seated may do it for a seat that was
    left.
    """

    seat: SeatNumber
    level: Level


class TakeSeatBack(Command, frozen=True, tag="take_back_seat"):
    """I take back a seat of mine that I left, or that a bot plays; not without time on its clock,
    and not from a bot at a rated table.
    """

    seat: SeatNumber


class Leave(Command, frozen=True, tag="leave"):
    """I leave my seat during play; its clock goes on, and I can come back."""

    seat: SeatNumber


class AskHint(Command, frozen=True, tag="hint"):
    """A seat of mine asks the coach, one thing at a time. After `done` comes `advice`, or a second
    answer, `refused`, if the coach fails or the table has gone on. The record shows it.
    """

    seat: SeatNumber


class Speak(Command, frozen=True, tag="speak"):
    """A quick phrase or a sentence. Players talk on `players`, everybody else on `spectators`."""

    channel: Channel
    phrase: Phrase | None = None
    text: ChatText | None = None


class Rematch(Command, frozen=True, tag="rematch"):
    """I want to play again with the same settings; when all people at the table do, it is made."""


ClientMessageTypes = (
    Ping, Watch, Unwatch, AskPreviews, Sit, Stand, SeatBot, Begin, CloseTable, Move, Undo, AskUndo,
    Answer, Resign, HandToBot, TakeSeatBack, Leave, AskHint, Speak, Rematch,
)  # fmt: skip
FromClient = (
    Ping | Watch | Unwatch | AskPreviews | Sit | Stand | SeatBot | Begin | CloseTable | Move | Undo
    | AskUndo | Answer | Resign | HandToBot | TakeSeatBack | Leave | AskHint | Speak | Rematch
)  # fmt: skip


# --- from the server -----------------------------------------------------------------------------


class ServerMessage(Struct, frozen=True, tag_field="do"):
    """Any message of the server."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The first message: who you are, and the server's time in ms."""

    person: str
    name: str
    now: int
    version: str


class Pong(ServerMessage, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: int
    now: int


class Done(ServerMessage, frozen=True, tag="done"):
    """A command is carried out, and kept for good: it is entry `seq` of its table."""

    id: str
    table: str
    seq: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """Something is not done. `id` is that of the command; None if it had none that can be read.

    `stale` says that the client did not know the latest: an update follows.
    """

    id: str | None
    table: str | None
    why: Saying
    paragraph: str | None = None
    instead: list[str] = []
    stale: bool = False


class Person(Struct, frozen=True):
    """Somebody, as everybody may see him."""

    id: str
    name: str
    avatar: str = ""


class SeatSeen(Struct, frozen=True):
    """A seat at a table."""

    seat: int
    kind: Literal["person", "bot", "open", "left"]
    name: str = ""
    level: str | None = None  # of a bot
    person: str | None = None  # whose seat it is, also while a bot plays it
    avatar: str = ""
    mine: bool = False
    out: bool = False  # it has given up or run out of time
    left_ms: int | None = None  # what its clock has left at `now` of the update


class MoveSeen(Struct, frozen=True):
    """A legal move: its text, its JSON, and what it does in words."""

    text: str
    json: dict[str, Any]
    says: Sequence[Saying]


class Asked(Struct, frozen=True):
    """Somebody asks to take back: which move, and which seats have not answered yet."""

    seat: int
    event: int
    move: str
    waiting: list[int]


class ResultSeen(Struct, frozen=True):
    """How it ended; without scores when all but one gave up, and `broken` without a result."""

    winners: list[int]
    scores: list[int]
    ranks: list[int]
    broken: bool = False


class RematchSeen(Struct, frozen=True):
    """Who wants to play again, and the new table once it is there."""

    wanted: list[str]  # persons
    table: str | None = None


class ViewSeen(Struct, frozen=True):
    """What a seat, or a spectator, may know of the position, in numbers: `View.to_json`."""

    game: str
    rules: int  # their version
    seat: int | None
    options: dict[str, Any]
    moves: list[str]  # the legal ones, if the seat that looks is to act
    view: dict[str, int | list[int]]  # the record of the game, `games/GAME/state.py`


class RoomSeen(Struct, frozen=True):
    """A table as one viewer sees it now."""

    table: str
    settings: Settings
    host: str
    stage: Literal["lobby", "playing", "over", "closed"]
    seats: list[SeatSeen]
    seat: int | None  # through whose eyes the scene is seen; None: a spectator's
    event: int  # the number of the last event of the match
    commitment: str  # SHA-256 of the secret of the dice
    to_act: int  # a seat; -1 chance, -2 over, -3 before play
    awaited: Saying | None = None  # what has to happen now, with its paragraph
    awaited_paragraph: str | None = None
    scene: Any = None  # the game's Scene; None in the form `view`
    moves: list[MoveSeen] = []  # if the seat that looks is to act; none in the form `view`
    running: int = 0  # whose clock runs
    paused: bool = False
    asked: Asked | None = None
    # The seat that looks may take back its latest move without asking, or may ask; programs just
    # try: this is not told in the form `view`.
    may_undo: bool = False
    may_ask_undo: bool = False
    result: ResultSeen | None = None
    rematch: RematchSeen | None = None
    view: ViewSeen | None = None  # in the form `view`


class Frame(Struct, frozen=True):
    """What is seen on the way."""

    beat: str
    scene: Any


class Happened(Struct, frozen=True, tag_field="is", tag="event"):
    """An event of the match; `text` is the move or the outcome, as far as one may see it."""

    seq: int
    at: int
    number: int
    what: str  # move, chance, take_back, …: `do` in docs/reference/transcript.md
    seat: int  # 0: nobody's
    text: str
    told: list[Told]  # none in the form `view`
    frames: list[Frame] = []
    scene: Any = None  # after it, in the form `frames`


class Spoken(Struct, frozen=True, tag_field="is", tag="chat"):
    """Somebody has said something."""

    seq: int
    at: int
    person: str
    name: str
    seat: int | None
    channel: Channel
    phrase: str | None = None
    text: str | None = None


class Noted(Struct, frozen=True, tag_field="is", tag="note"):
    """Something has happened at the table that is no event of the match: somebody sat down."""

    seq: int
    at: int
    says: Saying


News = Happened | Spoken | Noted


class Update(ServerMessage, frozen=True, tag="update"):
    """A table as it is after entry `seq`, and what is new since entry `since`."""

    table: str
    seq: int
    since: int
    now: int
    room: RoomSeen
    news: list[News]


class Presence(ServerMessage, frozen=True, tag="presence"):
    """Who looks at the table now, through any process: those who sit there, and how many others."""

    table: str
    persons: list[str]
    spectators: int


class Previews(ServerMessage, frozen=True, tag="previews"):
    """What each legal move would do, by its text: the game's Preview structs."""

    table: str
    event: int
    seat: int
    moves: dict[str, Any]


class AdvisedMove(Struct, frozen=True):
    """A move as the coach sees it: its chance to win, the error of that, and reasons."""

    text: str
    chance: float
    error: float
    loss: float
    says: list[Saying]


class Advice(ServerMessage, frozen=True, tag="advice"):
    """What the coach says; the best move first."""

    table: str
    event: int
    seat: int
    moves: list[AdvisedMove]
    why: list[Saying]


class Notice(ServerMessage, frozen=True, tag="notice"):
    """Something at a table you do not look at: it is your turn, it has begun, it is over, somebody
    wants to play again or to take back.
    """

    table: str
    game: str
    what: Literal["your_turn", "begun", "over", "rematch", "undo_asked"]
    at: int


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server closes the connection: try again after so many ms, or never."""

    why: Saying
    again_ms: int | None


FromServer = (
    Welcome | Pong | Done | Refused | Update | Presence | Previews | Advice | Notice | Bye
)  # fmt: skip
ServerMessageTypes = (
    Welcome, Pong, Done, Refused, Update, Presence, Previews, Advice, Notice, Bye,
)  # fmt: skip
