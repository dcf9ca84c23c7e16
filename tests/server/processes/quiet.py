"""`tablee` whose server starts no processes for bots: here nobody asks them anything."""

from __future__ import annotations

import sys

from tablee.cli.main import main
from tablee.server import service
from tablee.server.workers import Workers


class NoWorkers(Workers):
    """Nobody is there to think."""

    def start(self) -> None: ...

    def close(self) -> None: ...


def run() -> None:
    """The command line as it is, but for the workers."""
    vars(service)["Workers"] = NoWorkers
    sys.exit(main())


if __name__ == "__main__":
    run()
