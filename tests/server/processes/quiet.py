"""`tablee` without worker processes, for servers whose bots are never to act."""

from __future__ import annotations

import sys

from tablee.cli.main import main
from tablee.server import service
from tablee.server.workers import Workers


class NoWorkers(Workers):
    """Worker processes that are never started."""

    def start(self) -> None: ...

    def close(self) -> None: ...


def run() -> None:
    """Run the command line without worker processes."""
    vars(service)["Workers"] = NoWorkers
    sys.exit(main())


if __name__ == "__main__":
    run()
