"""Logging: lines for people, or one JSON object per line for programs.

A message says everything in words. What a program may look for (`address`, `seconds`) is given a
second time as `extra=` and becomes a member of the JSON object. Moves aren't logged; tokens,
passwords and chat messages never are.
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
STANDARD_FIELDS = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}
LIBRARY_FIELDS = {"color_message"}  # uvicorn's message again, with colours

log = logging.getLogger("tablee.serve")


class JsonLines(logging.Formatter):
    """One object per line: time, level, logger, message, fields; exceptions as text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        line = {**line, **fields_of(record), **line}  # fields don't replace these
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        # In ASCII, so that it is valid JSON in any encoding of stderr.
        return json.dumps(line, default=str)


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    """Return what was given as `extra=`."""
    ours = vars(record).keys() - STANDARD_FIELDS - LIBRARY_FIELDS
    return {name: value for name, value in vars(record).items() if name in ours}


class StderrHandler(logging.Handler):
    """Writes to the given stream, or to whatever `sys.stderr` is at that moment."""

    def __init__(self, out: TextIO | None = None) -> None:
        super().__init__()
        self._out = out

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record in one piece, since other processes write there too."""
        try:
            line = self.format(record) + "\n"
        except Exception:
            self.handleError(record)
            return
        out = self._out or sys.stderr
        if out is None or isinstance(out, StderrCapture):
            return  # the process was started without stderr
        with suppress(OSError, ValueError):  # closed, or not read any more
            out.write(line)
            out.flush()


class StderrCapture(io.TextIOBase):
    """Replaces `sys.stderr`: what is printed there becomes lines of the log."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind
        self._rest = ""  # an unfinished line

    def write(self, text: str) -> int:
        """Log the lines that are complete."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            if line.strip():
                logging.getLogger("stderr").error("%s", line)
        return len(text)


def set_up(form: str) -> None:
    """Log to stderr, from INFO on; libraries from WARNING on, uvicorn from ERROR on."""
    if form == "json":
        handler = StderrHandler(capture_stderr())
        handler.setFormatter(JsonLines())
    else:
        handler = StderrHandler()
        handler.setFormatter(logging.Formatter(TEXT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tablee").setLevel(logging.INFO)
    # Its warnings are about malformed requests, of which anyone can send as many as they like.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def capture_stderr() -> TextIO | None:
    """Turn what Python and libraries print into log lines; return where to write them."""
    out: TextIO | None = sys.stderr
    if out is None or isinstance(out, StderrCapture):
        return out and out.behind
    sys.stderr = StderrCapture(out)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_a_thread
    return out


def log_refusal(refusal: Refusal, language: str) -> None:
    """Log why the server can't start or go on, with the exit status."""
    fields = {"key": refusal.key, "status": refusal.exit_status}
    log.error("%s", refusal.text(language), extra=fields)


def _uncaught(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    log.critical("the program is ended by an error", exc_info=(kind, error, where))


def _uncaught_in_a_thread(given: threading.ExceptHookArgs) -> None:
    if given.exc_value is not None and given.exc_type is not SystemExit:
        error = (given.exc_type, given.exc_value, given.exc_traceback)
        log.error("a thread is ended by an error", exc_info=error)
