"""Why nobody can listen at an address, in words."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from tablee.refusals import Refusal

OF_THE_PORT = {errno.EADDRINUSE: "host.port_taken", errno.EACCES: "host.port_forbidden"}


@contextmanager
def listening_at(host: str, port: int, host_flag: str, port_flag: str) -> Iterator[None]:
    """What the system has against it is a refusal that names the flag."""
    try:
        yield
    except (OSError, UnicodeError) as error:
        of_the_port = OF_THE_PORT.get(getattr(error, "errno", None) or 0)
        raise Refusal(
            of_the_port or "host.no_host",
            address=f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            problem=getattr(error, "strerror", None) or str(error),
            flag=port_flag if of_the_port else host_flag,
        ) from None
