"""Why nobody can listen at an address, in words."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from tablee.refusals import Refusal

OF_THE_PORT = (errno.EADDRINUSE, errno.EACCES)


@contextmanager
def listening_at(host: str, port: int, host_flag: str, port_flag: str) -> Iterator[None]:
    """What the system has against it is a refusal that names the flag."""
    try:
        yield
    except (OSError, UnicodeError) as error:
        of_the_port = getattr(error, "errno", None) in OF_THE_PORT
        raise Refusal(
            "host.port_taken" if of_the_port else "host.no_host",
            address=f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            problem=getattr(error, "strerror", None) or str(error),
            flag=port_flag if of_the_port else host_flag,
        ) from None
