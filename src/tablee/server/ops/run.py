"""A server from its start to its end: uvicorn around the application."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from types import FrameType

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

import tablee
from tablee.kernel.caches import cache_root, why_not_kept
from tablee.refusals import Refusal
from tablee.server.app import guarded
from tablee.server.http.header_limits import HeaderLimits
from tablee.server.ops.config import Config
from tablee.server.ops.gc import tidied
from tablee.server.ops.listening import listening_at
from tablee.server.service import Service
from tablee.server.store.addresses import kind_of
from tablee.server.ws.protocol import WebSocketProtocol

FRAME_BYTES = 8 * 1024
PING_SECONDS = 20.0
PARTING_SECONDS = 5
PARTINGS_A_SECOND = 100  # so that who comes back elsewhere has not to wait for all the others
WAITING_CONNECTIONS = 2048

log = logging.getLogger("tablee.serve")


class Host(uvicorn.Server):
    """uvicorn's server, which ends the process by the signal it got; ours has more to close."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing is left to do: signals were asked for before anybody was told that it runs."""
        yield

    @contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Signals ask it to stop, and do nothing else; also if it has not begun yet."""
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
        """Who asks a second time, by whichever signal, has no patience."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Lets nobody in any more, and closes all connections.

        Where other processes live, those who have to go there are sent a few at a time, and play on
        until then: each is back at once. Where none does, all wait together, and no clock runs.
        """
        for server in self.servers:
            server.close()
        if await self._service.hall.heartbeat.leave():
            await self._part_one_by_one()
        await super().shutdown(sockets)

    async def _part_one_by_one(self) -> None:
        connections = list(self._service.lines)
        seconds = min(PARTING_SECONDS, len(connections) / PARTINGS_A_SECOND)
        began = time.monotonic()
        for number, connection in enumerate(connections, 1):
            if self.force_exit:
                break
            connection.restart()
            due = began + seconds * number / len(connections)
            await asyncio.sleep(max(0.0, due - time.monotonic()))


@dataclass(frozen=True)
class Running:
    """A server that runs."""

    address: str
    port: int
    service: Service
    server: uvicorn.Server

    def stop(self) -> None:
        """Asks it to stop: connections are closed with 1012, then all that was begun is done."""
        self.server.should_exit = True


def listen(config: Config) -> socket.socket:
    """The socket to listen on; a refusal if it is taken."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # With the protocol named, asyncio sends small frames at once; else one waits for the last.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        with taking(config):
            listening.bind((config.host, config.port))
    except Refusal:
        listening.close()
        raise
    return listening


def taking(config: Config) -> AbstractContextManager[None]:
    """A refusal if the address cannot be had."""
    return listening_at(config.host, config.port, "--host", "--port")


def address_of(config: Config, port: int) -> str:
    """What to type into a browser."""
    if config.public_address is not None:
        return config.public_address
    host = config.host
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def serve(service: Service, ready: Callable[[Running], None]) -> None:
    """Runs a server until it is told to stop, by a signal or by `Running.stop`."""
    config = service.config
    began = time.monotonic()
    app = guarded(service)
    with listen(config) as listening:
        server = Host(
            uvicorn.Config(
                app,
                http=HeaderLimits,
                ws=WebSocketProtocol,
                ws_max_size=FRAME_BYTES,
                ws_ping_interval=PING_SECONDS,
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=WAITING_CONNECTIONS,
                timeout_graceful_shutdown=PARTING_SECONDS,
            ),
            service,
        )
        async with service.open(), tidied():
            with taking(config):  # who comes as soon as we say so, waits a moment
                listening.listen(WAITING_CONNECTIONS)
            port = listening.getsockname()[1]
            address = address_of(config, port)
            with server.stopped_by_signals():
                log_start(config, address)
                ready(Running(address, port, service, server))
                await server.serve(sockets=[listening])
    log_end(time.monotonic() - began)


def log_start(config: Config, address: str) -> None:
    """What runs here, and with what; of the database its kind, and not its address."""
    fields = {
        "version": tablee.__version__,
        "address": address,
        "database": kind_of(config.database),
        "bot_workers": config.bot_workers,
    }
    told = "Tablée %(version)s has started: %(database)s, bot workers: %(bot_workers)d"
    log.info(told, fields, extra=fields)
    if (why := why_not_kept()) is not None:
        folder = str(cache_root())
        told = "compiled rules cannot be kept in %s (%s): strong bots are late at every start;"
        more = " set TABLEE_CACHE to a folder that can be written to"
        log.warning(told + more, folder, why, extra={"folder": folder, "why": why})


def log_end(seconds: float) -> None:
    """Everything is closed."""
    fields = {"seconds": round(seconds, 3)}
    log.info("Tablée has stopped after %.0f s; everything is closed", seconds, extra=fields)
