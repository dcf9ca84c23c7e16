"""Run a server: start uvicorn around the application, and stop it without losing anything."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Any, cast

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

import tablee
from tablee.refusals import Refusal
from tablee.server.app import create_asgi_app
from tablee.server.http.open_connections import OpenConnections
from tablee.server.http.request_limits import RequestLimits
from tablee.server.runtime.bind_errors import explain_bind_errors
from tablee.server.runtime.config import Config
from tablee.server.runtime.gc import short_pauses
from tablee.server.service import Service
from tablee.server.store.addresses import kind_of
from tablee.server.ws.protocol import WebSocketProtocol

FRAME_BYTES = 8 * 1024
PING_SECONDS = 20.0
SHUTDOWN_SECONDS = 5
CLOSED_PER_SECOND = 100  # so that reconnecting clients don't flood the other processes
BACKLOG = 2048

log = logging.getLogger("tablee.serve")


class Server(uvicorn.Server):
    """uvicorn's server, stopped by signals without ending the process: we have more to close."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: `stopped_by_signals` has captured them since before the start was logged."""
        yield

    @contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Let signals stop the server, and do nothing else, even before it has started."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; on a second signal, of whichever kind, stop at once."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, and close the open ones.

        If other processes are alive, clients are sent to them a few at a time, and play on until
        then. If none is, all wait together, and no clock runs.
        """
        for server in self.servers:
            server.close()
        if await self._service.hall.heartbeat.leave():
            await self._close_gradually()
        await super().shutdown(sockets)

    async def _close_gradually(self) -> None:
        connections = list(self._service.connections)
        seconds = min(SHUTDOWN_SECONDS, len(connections) / CLOSED_PER_SECOND)
        began = time.monotonic()
        for number, connection in enumerate(connections, 1):
            if self.force_exit:
                break
            connection.restart()
            due = began + seconds * number / len(connections)
            await asyncio.sleep(max(0.0, due - time.monotonic()))


@dataclass(frozen=True)
class RunningServer:
    """A server that runs."""

    address: str
    port: int
    service: Service
    server: uvicorn.Server

    def stop(self) -> None:
        """Ask it to stop: connections are closed with 1012, and everything begun is finished."""
        self.server.should_exit = True


def listen(config: Config) -> socket.socket:
    """Return the socket to listen on; refuse an address that is taken."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # With the protocol named, asyncio disables Nagle's algorithm, which delays small frames.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform == "win32":  # where SO_REUSEADDR would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        with claiming(config):
            listening.bind((config.host, config.port))
    except Refusal:
        listening.close()
        raise
    return listening


def claiming(config: Config) -> AbstractContextManager[None]:
    """Turn bind errors into refusals."""
    return explain_bind_errors(config.host, config.port, "--host", "--port")


def url_of(config: Config, port: int) -> str:
    """Return what to type into a browser."""
    if config.public_address is not None:
        return config.public_address
    host = config.host
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def serve(service: Service, ready: Callable[[RunningServer], None]) -> None:
    """Run a server until a signal or `RunningServer.stop` stops it."""
    config = service.config
    began = time.monotonic()
    app = create_asgi_app(service)
    connections = OpenConnections.of(service, raise_file_limit())
    with listen(config) as listening:
        server = Server(
            uvicorn.Config(
                app,
                http=cast(Any, partial(RequestLimits, connections)),
                ws=WebSocketProtocol,
                ws_max_size=FRAME_BYTES,
                ws_ping_interval=PING_SECONDS,
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=BACKLOG,
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            ),
            service,
        )
        async with service.open(), short_pauses():
            with claiming(config):  # early connections wait in the backlog
                listening.listen(BACKLOG)
            port = listening.getsockname()[1]
            address = url_of(config, port)
            with server.stopped_by_signals():
                log_start(config, address)
                ready(RunningServer(address, port, service, server))
                await server.serve(sockets=[listening])
    log_end(time.monotonic() - began)


def raise_file_limit() -> int | None:
    """Let this process open as many files as it may; return how many, if that is known."""
    if sys.platform == "win32":  # it has no such limit
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # macOS allows less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return None if soft == resource.RLIM_INFINITY else soft


def log_start(config: Config, address: str) -> None:
    """Log what runs here; of the database its kind only, not its address."""
    fields = {
        "version": tablee.__version__,
        "address": address,
        "database": kind_of(config.database),
        "bot_workers": config.bot_workers,
    }
    told = "Tablée %(version)s has started: %(database)s, bot workers: %(bot_workers)d"
    log.info(told, fields, extra=fields)


def log_end(seconds: float) -> None:
    """Log the end, once everything is closed."""
    fields = {"seconds": round(seconds, 3)}
    log.info("Tablée has stopped after %.0f s; everything is closed", seconds, extra=fields)
