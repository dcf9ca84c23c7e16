"""The log: lines for people, or a JSON object a line for programs.

A message says everything in words. What a program would want to look for (`address`, `seconds`) is
given a second time as `extra=`, and becomes a member of the JSON object. Nothing is logged for each
move, and never a token, a password or what somebody said.
"""

from __future__ import annotations

import io
import json
import logging
import sys
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import TextIO

from tablee.refusals import Refusal

TEXT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
OF_EVERY_RECORD = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}
OF_LIBRARIES = {"color_message"}  # uvicorn's message once more, with colours

log = logging.getLogger("tablee.serve")


class JsonLines(logging.Formatter):
    """One object a line: when, how bad, who says it, what, the fields; an exception as text."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        line = {**line, **fields_of(record), **line}  # no field takes the place of another
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        # In ASCII, so that it is JSON in whatever encoding the error output has.
        return json.dumps(line, default=str)


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    """What was given as `extra=`."""
    ours = vars(record).keys() - OF_EVERY_RECORD - OF_LIBRARIES
    return {name: value for name, value in vars(record).items() if name in ours}


class ErrorOutput(logging.Handler):
    """Writes to the error output: to this one, or to whatever it is by then."""

    def __init__(self, out: TextIO | None = None) -> None:
        super().__init__()
        self._out = out

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record in one piece, since other processes write there as well."""
        try:
            line = self.format(record) + "\n"
        except Exception:
            self.handleError(record)
            return
        out = self._out or sys.stderr
        if out is None or isinstance(out, Printed):
            return  # the process was started without an error output
        with suppress(OSError, ValueError):  # nobody reads it any more
            out.write(line)
            out.flush()


class Printed(io.TextIOBase):
    """In the place of the error output: what is printed there becomes lines of the log."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind
        self._rest = ""  # of a line that is not finished

    def write(self, text: str) -> int:
        """Some more of it."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            if line.strip():
                logging.getLogger("stderr").error("%s", line)
        return len(text)


def set_up(form: str) -> None:
    """Everything goes to the error output, from INFO on; libraries from WARNING on."""
    if form == "json":
        handler = ErrorOutput(take_over())
        handler.setFormatter(JsonLines())
    else:
        handler = ErrorOutput()
        handler.setFormatter(logging.Formatter(TEXT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tablee").setLevel(logging.INFO)


def take_over() -> TextIO | None:
    """What Python and others print becomes lines of the log; where these are to be written."""
    out: TextIO | None = sys.stderr
    if out is None or isinstance(out, Printed):
        return out and out.behind
    sys.stderr = Printed(out)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_a_thread
    return out


def refused(refusal: Refusal, language: str) -> None:
    """The server does not start, or cannot go on: why, in words, and how the process ends."""
    fields = {"key": refusal.key, "status": refusal.exit_status}
    log.error("%s", refusal.text(language), extra=fields)


def _uncaught(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    log.critical("the program is broken off by an error", exc_info=(kind, error, where))


def _uncaught_in_a_thread(given: threading.ExceptHookArgs) -> None:
    if given.exc_value is not None and given.exc_type is not SystemExit:
        error = (given.exc_type, given.exc_value, given.exc_traceback)
        log.error("a thread is broken off by an error", exc_info=error)
