"""The log: lines for people, or a JSON object a line for programs."""

from __future__ import annotations

import json
import logging
import sys
import time

TEXT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """One object a line: when, how bad, who says it, what; an exception as text."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: str) -> None:
    """Everything goes to the error output, from INFO on; libraries from WARNING on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter(TEXT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tablee").setLevel(logging.INFO)
