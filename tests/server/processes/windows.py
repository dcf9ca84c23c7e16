"""`tablee` as Windows would run it: without the modules of POSIX, and with its locks and ports.

What is Tablée's own finds `win32` as the platform; the libraries were imported before that.
"""

from __future__ import annotations

import asyncio
import fcntl
import multiprocessing.popen_spawn_posix
import os
import socket
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import argon2
import litestar
import prometheus_client
import uvicorn
import wasmtime
import webauthn

LIBRARIES = (
    argon2, asyncio, litestar, multiprocessing, prometheus_client, uvicorn, wasmtime, webauthn,
)  # fmt: skip
POSIX = ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty", "uvloop")
EXCLUSIVE = socket.SO_KEEPALIVE  # stands for the option that Linux doesn't have
LK_NBLCK = 2

open_file, set_option = os.open, socket.socket.setsockopt


def locking(handle: int, mode: int, count: int) -> None:
    """Lock bytes of a file, like `msvcrt.locking`."""
    assert mode == LK_NBLCK
    fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, count)


def open_no_folder(path: Any, flags: int, *mode: Any, **options: Any) -> int:
    """Open a file; Windows opens no folders."""
    if Path(path).is_dir():
        raise PermissionError(13, "Permission denied", str(path))
    return open_file(path, flags, *mode, **options)


class Socket(socket.socket):
    """A socket whose port must not be shared."""

    def setsockopt(self, level: int, option: int, *value: Any) -> None:
        assert option != socket.SO_REUSEADDR, "on Windows two servers could share the port"
        super().setsockopt(level, option, *value)


def pretend() -> None:
    """Let whatever is imported from now on find Windows."""
    sys.modules.update(dict.fromkeys(POSIX))  # type: ignore[arg-type]  # None: can't be imported
    sys.modules["msvcrt"] = msvcrt = ModuleType("msvcrt")
    vars(msvcrt).update(LK_NBLCK=LK_NBLCK, locking=locking)
    vars(socket)["SO_EXCLUSIVEADDRUSE"] = EXCLUSIVE
    vars(socket)["socket"] = Socket
    os.open = open_no_folder
    del os.nice, os.register_at_fork
    sys.platform = "win32"


if __name__ == "__main__":
    pretend()
    from tablee.cli.main import main

    sys.exit(main())
