"""Addresses of databases: the file they name, and what of them may be shown."""

from __future__ import annotations

import re
from pathlib import Path

SECRET = re.compile(r"(?<=password=)(?:'[^']*'|[^&\s]*)")
IN_WORDS = re.compile(r"(?:^|\s)(?:host|hostaddr|dbname|user|password)\s*=")  # no file, either
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # of two letters and more: `C:` is a disk
BEFORE_THE_USER = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]+:/+)?")
HIGHEST_PORT = 65535
POSTGRES = ("postgresql://", "postgres://")


def path_of(address: str) -> Path | None:
    """Return the SQLite file at an address; None if it names none.

    As everywhere, what follows three slashes is a path: a fourth one makes it absolute. What looks
    like an address and is none of ours is no file, either: it is a typo.

    >>> path_of("sqlite:////var/tablee.db"), path_of("tablee.db"), path_of("memory:")
    (PosixPath('/var/tablee.db'), PosixPath('tablee.db'), None)
    >>> path_of("postgresql:/localhost/tablee"), path_of("host=db user=me"), path_of("./a:b.db")
    (None, None, PosixPath('a:b.db'))
    """
    path = address.removeprefix("sqlite:///")
    if path == address and (SCHEME.match(path) or IN_WORDS.search(path)):
        return None
    if path in ("", "memory:") or "://" in path:
        return None
    return Path(path)


def has_real_ports(address: str) -> bool:
    """Return whether all ports exist: some event loops would take another one instead.

    >>> has_real_ports("postgresql://me@[::1]:5432,db/x"), has_real_ports("postgresql://db:99999/x")
    (True, False)
    """
    hosts = re.split("[/?]", address.partition("://")[2], maxsplit=1)[0].rpartition("@")[2]
    return all(int(port) <= HIGHEST_PORT for port in re.findall(r":([0-9]+)(?:,|$)", hosts))


def kind_of(address: str) -> str:
    """Return the kind of the database, without its location.

    >>> kind_of("postgres://me:secret@db/tablee"), kind_of("tablee.db"), kind_of("memory:")
    ('postgresql', 'sqlite', 'memory')
    """
    if address.startswith(POSTGRES):
        return "postgresql"
    return "memory" if address == "memory:" else "sqlite"


def shown(address: str) -> str:
    """Return an address for display: a file with its whole path, a URL without passwords.

    >>> shown("sqlite:////var/tablee.db"), shown("postgresql://me:secret@db/tablee")
    ('/var/tablee.db', 'postgresql://me@db/tablee')
    """
    path = path_of(address)
    return without_password(address) if path is None else str(path.absolute())


def without_password(address: str) -> str:
    """Return an address without its secrets, even if it is malformed.

    >>> without_password("postgresql://me:secret@db/tablee?password=secret")
    'postgresql://me@db/tablee?password=…'
    >>> without_password("postgresql:/me:secret@db/tablee"), without_password("me:secret@db")
    ('postgresql:/me@db/tablee', 'me@db')
    """
    address = SECRET.sub("…", address)
    found = BEFORE_THE_USER.match(address)
    start = found.end() if found else 0
    who, at, where = address[start:].rpartition("@")
    return address[:start] + who.partition(":")[0] + at + where
