"""Explain why the server can't listen on an address."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from tablee.refusals import Refusal

PORT_ERRORS = {errno.EADDRINUSE: "host.port_taken", errno.EACCES: "host.port_forbidden"}


@contextmanager
def explain_bind_errors(host: str, port: int, host_flag: str, port_flag: str) -> Iterator[None]:
    """Turn errors of the system into a refusal that names the flag to change."""
    try:
        yield
    except (OSError, UnicodeError) as error:
        port_error = PORT_ERRORS.get(getattr(error, "errno", None) or 0)
        raise Refusal(
            port_error or "host.no_host",
            address=f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            problem=getattr(error, "strerror", None) or str(error),
            flag=port_flag if port_error else host_flag,
        ) from None
