"""Settings: each is defined once, and is a flag, an environment variable and a line in a file.

`--trusted-proxies` is `TABLEE_TRUSTED_PROXIES` and `trusted_proxies` in the TOML file. Flags take
precedence over variables, variables over the file, the file over defaults.
"""

from __future__ import annotations

import argparse
import difflib
import ipaddress
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from tablee.refusals import Refusal
from tablee.server.store.addresses import without_password
from tablee.words import Said

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
PREFIX = "TABLEE_"
SIMILAR = 0.8  # how alike a misspelt name has to be; all names begin alike
LOG_FORMATS = ("text", "json")
READ_ELSEWHERE = {
    "TABLEE_CACHE": "the folder where compiled rules are kept",
    "TABLEE_ENGINE": "what runs the rules for bots and coach: wasm, cpu, python; shipped, which is "
    "wasm, or python without a module that fits; auto, which is cpu where Numba is installed, else "
    "shipped. The server's default is shipped",
    "TABLEE_LANGUAGE": "en or fr: what the command says, if --language does not tell",
}
"""Variables that aren't settings: other parts of the program read them."""
OF_TOOLS = ("TABLEE_CHROMIUM", "TABLEE_HOSTILE_FRAMES")
"""Variables of tools/ and tests/, whose environment the servers they start inherit."""


class WrongSetting(Refusal):
    """A setting that doesn't exist or has an invalid value; the refusal names it."""


# --- reading a value: a text, or what TOML makes of it -----------------------------------------


@dataclass(frozen=True)
class Kind:
    """How to read a value, raising an error if it is invalid, and what is expected."""

    read: Callable[[Any], Any]
    wanted: Said


def _whole(lowest: int, highest: int) -> Kind:
    def read(value: Any) -> int:
        number = int(value) if isinstance(value, str) else value
        if isinstance(number, bool) or not isinstance(number, int):
            raise ValueError(value)
        if not lowest <= number <= highest:
            raise ValueError(value)
        return number

    return Kind(read, Said("host.wants_whole", {"lowest": lowest, "highest": highest}))


def _read_text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ValueError(value)
    return value.strip()


def _one_of(*choices: str) -> Kind:
    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError(value)
        return str(value)

    return Kind(read, Said("host.wants_one_of", {"choices": ", ".join(choices)}))


def _several(kind: Kind) -> Kind:
    def read(value: Any) -> tuple[Any, ...]:
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, list):
            raise ValueError(value)
        return tuple(kind.read(part) for part in parts if not isinstance(part, str) or part.strip())

    return Kind(read, Said("host.wants_several", {"one": kind.wanted}))


def _read_network(value: Any) -> Network:
    return ipaddress.ip_network(_read_text(value), strict=False)


def _read_origin(value: Any) -> str:
    """Read `https://table.example`, as browsers write it: without path and user."""
    found = ORIGIN.fullmatch(_read_text(value).rstrip("/").lower())
    if found is None:
        raise ValueError(value)
    if found["address"]:
        ipaddress.IPv6Address(found["address"])
    if found["port"]:
        _port.read(found["port"])
    default = {"https": "443", "http": "80"}[found["scheme"]]
    return found[0].removesuffix(f":{default}") if found["port"] == default else found[0]


def _read_address(value: Any) -> tuple[str, int]:
    """Read `127.0.0.1:9100` or `[::1]:9100`."""
    host, colon, port = _read_text(value).rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host:
        raise ValueError(value)
    return host, _port.read(port)


ORIGIN = re.compile(
    r"(?P<scheme>https?)://(?:[a-z0-9._-]+|\[(?P<address>[0-9a-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?"
)

_port = _whole(1, 65535)
_days = _whole(0, 36_500)
_text = Kind(_read_text, Said("host.wants_text"))
_network = Kind(_read_network, Said("host.wants_network"))
_origin = Kind(_read_origin, Said("host.wants_origin"))
_address = Kind(_read_address, Said("host.wants_address"))


def default_database() -> str:
    """Return a file in the user's data folder."""
    shared = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME")
    folder = Path(shared) if shared else Path.home() / ".local" / "share"
    return str(folder / "tablee" / "tablee.sqlite")


def setting(kind: Kind, default: Any, metavar: str, text: str) -> Any:
    """Define a setting: how to read it, its default, and its help text."""
    how = {"kind": kind, "metavar": metavar, "help": text}
    if callable(default):
        return field(default_factory=default, metadata=how)
    return field(default=default, metadata=how)


@dataclass(frozen=True)
class Config:
    """All settings of a server."""

    host: str = setting(_text, "127.0.0.1", "HOST", "the address to listen at")
    port: int = setting(_whole(0, 65535), 8000, "PORT", "the port; 0 takes a free one")
    database: str = setting(
        _text, default_database, "PATH", "a SQLite file, or postgresql://USER@HOST/NAME"
    )
    public_address: str | None = setting(
        _origin, None, "URL", "how people reach this server: https://table.example"
    )
    allowed_origins: tuple[str, ...] = setting(
        _several(_origin), (), "URL,…", "other origins whose pages may use the server"
    )
    trusted_proxies: tuple[Network, ...] = setting(
        _several(_network), (), "NET,…", "proxies whose X-Forwarded-* headers are trusted"
    )
    metrics: tuple[str, int] | None = setting(
        _address, None, "HOST:PORT", "serve metrics for Prometheus at this address"
    )
    bot_workers: int = setting(
        _whole(1, 256),
        lambda: max(1, (os.cpu_count() or 2) - 1),
        "N",
        "worker processes for bots and coach",
    )
    operators: str | None = setting(
        _text, None, "FILE", "names and tokens of who may use the local API for operators"
    )
    log_format: str = setting(_one_of(*LOG_FORMATS), "text", "text|json", "format of the log")
    message_rate: int = setting(
        _whole(1, 100_000), 20, "N", "WebSocket messages a second, of one connection"
    )
    message_burst: int = setting(_whole(1, 100_000), 100, "N", "how many may arrive at once")
    request_rate: int = setting(
        _whole(1, 100_000), 20, "N", "HTTP requests a second, of one account and of one address"
    )
    request_burst: int = setting(_whole(1, 100_000), 200, "N", "how many may arrive at once")
    connections: int = setting(
        _whole(1, 100_000), 100, "N", "open WebSockets of one address; an account may have half"
    )
    http_connections: int = setting(
        _whole(1, 100_000), 200, "N", "open HTTP connections of one address, before they are read"
    )
    guests_an_hour: int = setting(
        _whole(1, 1_000_000), 120, "N", "new guests an hour, from one address"
    )
    logins_an_hour: int = setting(
        _whole(1, 1_000_000),
        60,
        "N",
        "sign-in attempts an hour, from one address",
    )
    tables_an_hour: int = setting(
        _whole(1, 1_000_000), 240, "N", "new tables an hour, of one account"
    )
    stored_mb_a_day: int = setting(
        _whole(1, 1_000_000),
        20,
        "N",
        "megabytes one account may store a day; an address 5 times that",
    )
    keep_unfinished: int = setting(
        _days, 30, "DAYS", "days to keep unfinished games of guests; 0 keeps them for ever"
    )
    keep_guest_games: int = setting(
        _days, 90, "DAYS", "days to keep finished games of guests and bots"
    )
    keep_games: int = setting(
        _days, 0, "DAYS", "days to keep unrated games of people with an account"
    )
    keep_chat: int = setting(_days, 365, "DAYS", "days to keep chat messages")
    keep_guests: int = setting(_days, 180, "DAYS", "days to keep inactive guests")
    keep_audit: int = setting(_days, 730, "DAYS", "days to keep what operators have done")


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()


def flag(name: str) -> str:
    """Return the command-line flag of a setting."""
    return "--" + name.replace("_", "-")


def default_of(one: Field[Any]) -> Any:
    """Return the default of a setting."""
    return one.default if one.default_factory is MISSING else one.default_factory()


def add_flags(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add flags for these settings, or for all; `--help` names their variables."""
    parser.add_argument(
        "--config",
        metavar="FILE",
        help=f"a TOML file with settings, named like the flags with _ for - [{variable('config')}]",
    )
    for one in fields(Config):
        if names and one.name not in names:
            continue
        how = one.metadata
        default = default_of(one)
        told = "" if default in (None, ()) else f", {default}"
        text = f"{how['help']} [{variable(one.name)}{told}]".replace("%", "%%")
        parser.add_argument(flag(one.name), metavar=how["metavar"], help=text)


def load(
    flags: Mapping[str, str | None], environment: Mapping[str, str], file: Path | None = None
) -> Config:
    """Read the settings from flags, variables and a file; `WrongSetting` names what is invalid.

    >>> load({"port": "8080"}, {"TABLEE_HOST": "::1", "TABLEE_PORT": "9"}).port
    8080
    >>> load({}, {"TABLEE_PORT": "many"})
    Traceback (most recent call last):
    tablee.server.runtime.config.WrongSetting: TABLEE_PORT (environment): 'many' will not do; …
    """
    if file is None and environment.get(variable("config")):
        file = Path(environment[variable("config")])
    _refuse_unknown(environment)
    written = {} if file is None else _read_file(file)
    found: dict[str, Any] = {}
    for one in fields(Config):
        sources = (
            (flag(one.name), "host.from_flags", flags.get(one.name)),
            (variable(one.name), "host.from_environment", environment.get(variable(one.name))),
            (one.name, "host.from_file", written.get(one.name)),
        )
        for name, source, value in sources:
            if value is not None:
                found[one.name] = _read(one, name, source, value)
                break
    return Config(**found)


def log_format_of(
    flags: Mapping[str, str | None], environment: Mapping[str, str], file: Path | None = None
) -> str:
    """Return the log format even if other settings are invalid, as that is logged, too.

    >>> log_format_of({}, {"TABLEE_LOG_FORMAT": "json", "TABLEE_PORT": "many"})
    'json'
    """
    told: Any = flags.get("log_format") or environment.get(variable("log_format"))
    if told is None:
        named = environment.get(variable("config"))
        told = _written_in(file or (Path(named) if named else None)).get("log_format")
    return told if told in LOG_FORMATS else LOG_FORMATS[0]


def _written_in(file: Path | None) -> dict[str, Any]:
    """Return what a file contains, unchecked; nothing if it can't be read."""
    with suppress(OSError, ValueError):
        return {} if file is None else tomllib.loads(file.read_text("utf-8"))
    return {}


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    """Refuse unknown variables with our prefix: they are misspelt."""
    settings = [variable(one.name) for one in fields(Config)]
    known = [*settings, variable("config"), *READ_ELSEWHERE]
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in (*known, *OF_TOOLS):
            nearest = difflib.get_close_matches(name, known, 1, SIMILAR)
            raise WrongSetting("host.unknown_variable", instead=nearest or known, name=name)


def _read(one: Field[Any], name: str, source: str, value: Any) -> Any:
    kind: Kind = one.metadata["kind"]
    try:
        return kind.read(value)
    except (ValueError, TypeError):
        raise WrongSetting(
            "host.wrong_setting",
            name=name,
            source=Said(source),
            value=ascii(without_password(value) if isinstance(value, str) else value)[:200],
            wanted=kind.wanted,
        ) from None


def _read_file(file: Path) -> dict[str, Any]:
    try:
        written = tomllib.loads(file.read_text("utf-8"))
    except OSError as problem:
        raise WrongSetting(
            "host.no_config_file", file=repr(str(file)), problem=problem.strerror
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise WrongSetting(
            "host.bad_config_file", file=repr(str(file)), problem=str(problem)
        ) from None
    known = [one.name for one in fields(Config)]
    for name in written:
        if name not in known:
            raise WrongSetting("host.unknown_setting", instead=known, name=repr(name))
    return written
