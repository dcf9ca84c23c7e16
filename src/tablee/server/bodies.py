"""The bodies of HTTP requests and answers; `server/wire.py` has those of the WebSocket.

| call | asks | answers |
|---|---|---|
| `GET /api/games` | | list of GameInfo |
| `GET /api/rules/{game}/{language}` | | RulesPage |
| `GET /api/words/{game}/{language}` | | texts of an installed game, by file and key |
| `GET /api/print/{name}` | `?paper=`, `language=`, `seats=`, `board=` | `GAME.pdf`: to print |
| `GET /api/me` | | Me, or 401 without a session |
| `POST /api/guest` | NewGuest | Me; sets the cookie, unless the request has a valid one |
| `PATCH /api/me` | ChangeMe | Me |
| `DELETE /api/me` | | 204: deletes all personal data |
| `GET /api/me/export` | | a zip of my personal data, my chat lines and my matches |
| `POST /api/me/password` | NewPassword | Me: registers a guest; a change logs out other devices |
| `POST /api/me/proof` | Proof | 204: sensitive steps are possible for ten minutes |
| `POST /api/login` | Login | Me; sets the cookie |
| `POST /api/logout` | | 204 |
| `GET /api/me/devices` | | list of Device: where I am logged in |
| `DELETE /api/me/devices/{id}` | | 204: that device is logged out |
| `GET /api/me/passkeys` | | list of PasskeyKept: what opens my account |
| `DELETE /api/me/passkeys/{id}` | | 204: that passkey is removed |
| `POST /api/passkey/register/begin` | | what `navigator.credentials.create` wants, as JSON |
| `POST /api/passkey/register/finish` | PasskeyMade | Me |
| `POST /api/passkey/login/begin` | | what `navigator.credentials.get` wants, as JSON |
| `POST /api/passkey/login/finish` | PasskeyUsed | Me; sets the cookie |
| `POST /api/passkey/proof/begin` | | what `navigator.credentials.get` wants, as JSON |
| `POST /api/passkey/proof/finish` | PasskeyUsed | 204: like `/api/me/proof` |
| `GET /api/me/tables` | | MyTables |
| `POST /api/me/offline` | OfflineGame | Created: a finished game, unrated |
| `GET /api/tables` | | list of TableInfo: public, with a free seat |
| `POST /api/tables` | NewTable | Created; begins at once if no seat is open |
| `GET /api/tables/{id}` | | TableInfo |
| `GET /api/tables/{id}/replay` | `?seat=`, `form=` | Replay: all events the asker may see |
| `GET /api/tables/{id}/transcript` | | the `.tablee` file; only after the end |
| `GET /api/tables/{id}/verify` | | VerifyData; only after the end |
| `POST /api/tables/{id}/review` | | ReviewState: starts it, or says how far it is |
| `GET /api/tables/{id}/review` | | ReviewState |
| `POST /api/tables/{id}/branch` | Branch | Created: play on from there |
| `GET /api/leaderboard/{game}` | | list of Ranked |
| `GET /api/people/{id}` | | Profile |
| `POST /api/reports` | NewReport | 204: the operator will look at it |
| `GET /healthz` | | Health |

A refusal is status 4xx with a `Problem`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tablee.server.store.moderation import About
from tablee.server.wire import (
    END,
    TABLE_ID,
    EventNumber,
    Happened,
    Level,
    Name,
    RecordSeen,
    ResultSeen,
    Settings,
    TableId,
)
from tablee.show.saying import Saying

ONE_LINE = r"^[^\x00-\x1f\x7f]*" + END  # PostgreSQL keeps no NUL
Password = Annotated[str, Meta(min_length=8, max_length=200)]
GivenPassword = Annotated[str, Meta(min_length=1, max_length=200)]
DEVICE_ID = PASSKEY_ID = "^[0-9a-f]{16}" + END
DeviceId = Annotated[str, Meta(pattern=DEVICE_ID)]
PasskeyId = Annotated[str, Meta(pattern=PASSKEY_ID)]
Avatar = Annotated[str, Meta(pattern="^[a-z0-9-]{0,32}" + END)]


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    why: Saying
    paragraph: str | None = None
    instead: list[str] = []


class OptionInfo(Struct, frozen=True):
    """An option of a game; `choices` are its values where they can be listed.

    Its name and what it means stand in the catalogue: `option.GAME_NAME` and
    `option.GAME_NAME_help`.
    """

    name: str
    paragraph: str
    default: Any
    choices: list[Any]
    lowest: int | None = None  # of a number
    highest: int | None = None


class GameInfo(Struct, frozen=True):
    """A game; its sentence stands in the catalogue: `common.sentence_NAME`."""

    name: str
    title: str
    fewest: int
    most: int
    minutes: list[int]  # about how long it takes, from and to
    options: list[OptionInfo]
    levels: list[str]
    rules_version: int


class Paragraph(Struct, frozen=True):
    """A paragraph of the rules, its text in Markdown; a section without any has id and title ""."""

    id: str
    section: str
    title: str
    text: str


class RulesPage(Struct, frozen=True):
    """The rules of a game."""

    game: str
    title: str
    introduction: str
    paragraphs: list[Paragraph]


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """A name is enough."""

    name: Name
    avatar: Avatar = ""


class ChangeMe(Struct, frozen=True, forbid_unknown_fields=True):
    """Another name or picture."""

    name: Name | None = None
    avatar: Avatar | None = None


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A login name and a password, to find one's account again on another device."""

    login: Annotated[str, Meta(pattern="^[A-Za-z0-9_.-]{3,40}" + END)]
    password: Password
    current: GivenPassword | None = None  # the present one, if there is one


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """My password, to prove that it's me."""

    password: GivenPassword


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in to an account."""

    login: Annotated[str, Meta(min_length=1, max_length=40, pattern=ONE_LINE)]
    password: GivenPassword


class Me(Struct, frozen=True):
    """Who I am."""

    id: str
    name: str
    avatar: str
    guest: bool  # no password and no passkey yet
    login: str | None
    passkeys: int


class Device(Struct, frozen=True):
    """A browser or program that is signed in as me; times in milliseconds since 1970."""

    id: DeviceId
    label: str  # what it says of itself: its User-Agent
    since: int
    last_used: int
    here: bool  # it is the one that asks


class PasskeyKept(Struct, frozen=True):
    """A passkey that opens my account; the time in milliseconds since 1970."""

    id: PasskeyId
    name: str  # as it was called when it was made
    since: int


class PasskeyMade(Struct, frozen=True, forbid_unknown_fields=True):
    """A new passkey: `PublicKeyCredential.toJSON()`, and how to call it."""

    credential: dict[str, Any]
    name: Annotated[str, Meta(max_length=60, pattern=ONE_LINE)] = ""


class PasskeyUsed(Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that is used: `PublicKeyCredential.toJSON()`."""

    credential: dict[str, Any]


class NewTable(Settings, frozen=True, forbid_unknown_fields=True):
    """The settings of a new table. With `adds_entropy` a table that is full waits some seconds for
    the command `entropy` of each person, so that they can add it after they saw the commitment.
    """

    adds_entropy: bool = False


class TableInfo(Struct, frozen=True):
    """A table in a list."""

    table: str
    settings: Settings
    stage: Literal["lobby", "playing", "over", "closed"]
    host: str
    names: list[str]  # of all seats; "" where a seat is open
    persons: list[str | None]  # whose seats they are
    open_seats: int
    created: int
    changed: int
    to_act: int
    my_turn: bool = False
    my_seats: list[int] = []
    result: ResultSeen | None = None
    offline: bool = False  # it was played offline, and handed over when it was over


class MyTables(Struct, frozen=True):
    """My games."""

    running: list[TableInfo]
    finished: list[TableInfo]


class OfflineGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game that was played offline: the text of its `.tablee` file."""

    transcript: str


class Created(Struct, frozen=True):
    """A new table."""

    table: str


class Replay(Struct, frozen=True):
    """A whole match: its start, as a scene or in the form `record`, and all events in that form."""

    table: str
    settings: Settings
    names: list[str]
    start: Any
    events: list[Happened]
    result: ResultSeen | None
    record: RecordSeen | None = None
    offline: bool = False  # as in `TableInfo`


class Outcome(Struct, frozen=True):
    """An outcome of chance, with all that were possible and their weights, in their order."""

    event: int
    number: int
    text: str
    chances: list[tuple[str, int]]


class VerifyData(Struct, frozen=True):
    """All one needs to recompute the chance of a match: docs/explanation/fair-chance.md."""

    table: str
    commitment: str
    secret: str
    entropy: dict[str, str]  # by seat
    outcomes: list[Outcome]


class ReviewState(Struct, frozen=True):
    """A review: how far it is, and what it found."""

    state: Literal["none", "running", "done", "failed"]
    progress: float = 0.0
    review: Any = None  # `Review.to_dict()`: docs/explanation/review.md


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from after an event of a match that is over."""

    event: EventNumber
    seats: Annotated[list[Literal["me", "open"] | Level], Meta(min_length=2, max_length=8)]
    adds_entropy: bool = False  # as in `NewTable`


class Ranked(Struct, frozen=True):
    """A player on the leaderboard."""

    place: int
    person: str
    name: str
    avatar: str
    rating: float  # a value that the player's skill exceeds almost surely
    mu: float
    sigma: float
    games: int
    wins: float


class GameStatistics(Struct, frozen=True):
    """A player's record in one game; games played offline are counted apart."""

    game: str
    played: int
    won: float  # shared victories count by their share
    mean_rank: float
    rating: float | None
    offline: int = 0


class Profile(Struct, frozen=True):
    """The public profile of a player."""

    id: str
    name: str
    avatar: str
    since: int
    statistics: list[GameStatistics]


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A report to the operator: of the chat message that is entry `message`, or of a person who
    has a seat at the table or has opened it.
    """

    table: TableId
    about: About
    message: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None
    person: Annotated[str, Meta(pattern=TABLE_ID)] | None = None
    text: Annotated[str, Meta(max_length=300)] = ""


class Health(Struct, frozen=True):
    """Whether the server can do its work."""

    status: Literal["ok"]
    version: str
    store: str
