"""Addresses of databases: which file one means, and what of it may be shown."""

from __future__ import annotations

import re
from pathlib import Path

SECRET = re.compile(r"(?<=[?&]password=)[^&]*|(?<=[?&]sslpassword=)[^&]*")


def path_of(address: str) -> Path | None:
    """The SQLite file at an address; None if it names none.

    As everywhere, what follows three slashes is a path: a fourth one makes it absolute.

    >>> path_of("sqlite:////var/tablee.db"), path_of("tablee.db"), path_of("memory:")
    (PosixPath('/var/tablee.db'), PosixPath('tablee.db'), None)
    """
    path = address.removeprefix("sqlite:///")
    if path in ("", "memory:") or "://" in path or path.startswith("sqlite:"):
        return None
    return Path(path)


def shown(address: str) -> str:
    """A database as it may be told: a file with its whole path, an address without passwords.

    >>> shown("sqlite:////var/tablee.db"), shown("postgresql://me:secret@db/tablee")
    ('/var/tablee.db', 'postgresql://me@db/tablee')
    """
    path = path_of(address)
    return without_password(address) if path is None else str(path.absolute())


def without_password(address: str) -> str:
    """An address less what nobody else may know.

    >>> without_password("postgresql://me:secret@db/tablee?password=secret")
    'postgresql://me@db/tablee?password=…'
    """
    scheme, found, rest = SECRET.sub("…", address).partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}{found}{who.partition(':')[0]}{at}{where}" if at else scheme + found + rest
