"""What an installation takes: `python bench/wasm/installation.py [--before COMMIT]`.

size    what `pip install` of the wheel brings into an empty environment
play    seconds from `make play` in a fresh clone until its port answers, with empty caches of pip,
        uv and npm; with --before for another commit, too, in turns; the best of each counts
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
CACHES = ("PIP_CACHE_DIR", "UV_CACHE_DIR", "npm_config_cache", "XDG_DATA_HOME")
PATIENCE = 900.0  # seconds
TICK = 0.1


def clone(folder: Path, commit: str) -> Path:
    """Return a fresh clone of the repository at a commit."""
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(folder)], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=folder, check=True)
    return folder


def megabytes(folder: Path) -> float:
    """Return the size of all files in a folder."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return sum(file.stat().st_size for file in files) / 1e6


def installed(folder: Path) -> float:
    """Return the megabytes that the wheel and all it needs take, without pip itself."""
    wheels = ["pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", *wheels, str(ROOT)], check=True)
    home = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    before = megabytes(home)
    [wheel] = folder.glob("*.whl")
    python = str(home / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    return megabytes(home) - before


def free_port() -> int:
    """Return a port that nobody listens on."""
    with closing(socket.socket()) as one:
        one.bind(("localhost", 0))
        port: int = one.getsockname()[1]
        return port


def answers(port: int) -> bool:
    """Return whether somebody listens on a port."""
    with closing(socket.socket()) as one:
        return one.connect_ex(("localhost", port)) == 0


def until_ready(commit: str) -> float:
    """Return the seconds from `make play` until its port answers."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        repository = clone(folder / "clone", commit)
        port = free_port()
        caches = {cache: str(folder / cache) for cache in CACHES}
        command = ["make", "play", f"PORT={port}", f"PYTHON={Path(sys.executable).resolve()}"]
        with (folder / "log").open("w") as log:
            began = time.monotonic()
            running = subprocess.Popen(
                command, cwd=repository, env=os.environ | caches, start_new_session=True,
                stdout=log, stderr=log,
            )  # fmt: skip
            try:
                while not answers(port):
                    if running.poll() is not None or time.monotonic() - began > PATIENCE:
                        raise RuntimeError((folder / "log").read_text()[-2000:])
                    time.sleep(TICK)
                return time.monotonic() - began
            finally:
                os.killpg(running.pid, signal.SIGTERM)
                running.wait()


def main() -> None:
    """Print the size, and the times of each commit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", metavar="COMMIT", help="compare the time with this one")
    parser.add_argument("--turns", type=int, default=2)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        print(f"pip install: {installed(Path(folder)):.0f} MB", flush=True)
    commits = ["HEAD", *([given.before] if given.before else [])]
    times: dict[str, list[float]] = {commit: [] for commit in commits}
    for _ in range(given.turns):
        for commit in commits:
            times[commit].append(until_ready(commit))
            print(f"make play, {commit}: {times[commit][-1]:.1f} s", flush=True)
    if given.before:
        print(f"share: {min(times['HEAD']) / min(times[given.before]):.2f}")


if __name__ == "__main__":
    main()
