"""The files of a saved match: the transcript, and the secret while the match goes on.

`GAME.tablee` is a transcript like any other. It doesn't hold the secret before the end, so
`GAME.tablee.secret` is needed to resume; it is deleted once the secret is in the transcript. Both
are written to a temporary file and renamed: there is always a whole file, the old or the new one.
"""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tablee.refusals import Refusal
from tablee.table import Match, Stage, Transcript, commitment
from tablee.table.transcripts.transcript import LARGEST_FILE

EXTENSION = ".tablee"
FORM = re.compile(
    r"tablee secret 1\ntable ([0-9a-f]{32})\nsecret ((?:[0-9a-f]{2}){32,64})\n"
    r"(?:seed (-?[0-9]+)\n)?"
)


@dataclass(frozen=True)
class SaveFile:
    """Where a match is saved, and what is needed to resume it."""

    path: Path
    table: str
    secret: bytes
    seed: int | None = None

    def begin(self) -> None:
        """Write the secret; never overwrite a file."""
        if self.path.exists() or beside(self.path).exists():
            raise Refusal("cli.save_exists", file=repr(str(self.path)))
        seed = "" if self.seed is None else f"seed {self.seed}\n"
        text = f"tablee secret 1\ntable {self.table}\nsecret {self.secret.hex()}\n{seed}"
        write(beside(self.path), text)

    def write(self, match: Match) -> None:
        """Write the current match."""
        write(self.path, match.transcript.text())
        if match.stage == Stage.OVER:
            beside(self.path).unlink(missing_ok=True)


def beside(path: Path) -> Path:
    """Return the file of the secret."""
    return path.with_name(f"{path.name}.secret")


def write(path: Path, text: str) -> None:
    """Write a file atomically."""
    name = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
        name = None
        sync_folder(path.parent)
    except OSError as problem:
        raise Refusal("cli.save_failed", file=repr(str(path)), problem=problem.strerror) from None
    finally:
        if name is not None:
            Path(name).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, where the system can do that."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read(path: Path) -> tuple[Transcript, SaveFile | None]:
    """Read a transcript, and what is needed to resume it; None if the match is over."""
    secret_path = beside(path)
    try:
        with path.open("rb") as file:
            transcript = Transcript.read(file.read(LARGEST_FILE + 1))
        if not secret_path.exists():
            return transcript, None
        found = FORM.fullmatch(secret_path.read_text("utf-8", "replace"))
    except OSError as problem:
        raise Refusal("table.no_file", name=repr(str(path)), problem=problem.strerror) from None
    header = transcript.header
    if found is None or commitment(bytes.fromhex(found[2])) != header.commitment:
        raise Refusal("cli.secret_misfit", file=repr(str(secret_path)))
    seed = int(found[3]) if found[3] else None
    return transcript, SaveFile(path, header.table, bytes.fromhex(found[2]), seed)


# --- default places ------------------------------------------------------------------------------


def folder() -> Path:
    """Return the default folder for matches."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tablee"


def free_path(game: str, table: str) -> Path:
    """Return a path that is not taken."""
    for number in count(1):
        name = f"{game}-{table[:8]}" + (f"-{number}" if number > 1 else "")
        path = folder() / f"{name}{EXTENSION}"
        if not path.exists() and not beside(path).exists():
            return path
    raise AssertionError


def latest() -> Path:
    """Return the latest match that is not over."""
    waiting = list(folder().glob(f"*{EXTENSION}.secret"))
    files = [path.with_suffix("") for path in waiting if path.with_suffix("").exists()]
    if not files:
        raise Refusal("cli.nothing_to_resume", folder=str(folder()))
    return max(files, key=lambda path: path.stat().st_mtime_ns)


def with_extension(name: str) -> Path:
    """Return a path as typed, with the extension of transcripts if it has none."""
    path = Path(name).expanduser()
    return path if path.suffix else path.with_name(f"{path.name}{EXTENSION}")
