"""Where compiled rules are kept: a folder for each state of the sources, the oldest are deleted."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

KEPT_CACHES = 6
OURS = re.compile(r"[0-9a-f]{16}")  # other files there are not ours


def cache_root() -> Path:
    """Return where compiled rules are kept: $TABLEE_CACHE, or tablee in the user's cache folder."""
    if "TABLEE_CACHE" in os.environ:
        return Path(os.environ["TABLEE_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablee"


def why_not_kept() -> str | None:
    """Return why compiled rules cannot be kept there; None if they can."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        return problem.strerror or str(problem)
    return None if os.access(root, os.W_OK) else "it cannot be written to"


def forget_old(current: Path) -> None:
    """Delete the caches that were not used for longest, but for the current one and a few."""
    others = sorted(
        (path for path in current.parent.iterdir() if path != current and _is_cache(path)),
        key=lambda path: path.stat().st_mtime,
    )
    for path in others[: max(0, len(others) - KEPT_CACHES + 1)]:
        shutil.rmtree(path, ignore_errors=True)


def _is_cache(path: Path) -> bool:
    return OURS.fullmatch(path.name) is not None and path.is_dir() and not path.is_symlink()
