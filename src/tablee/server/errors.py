"""Refusals that decide the status of the HTTP answer."""

from __future__ import annotations

from typing import Any, cast

from tablee.refusals import Refusal


class HttpRefusal(Refusal):
    """A refusal with a status of its own, and maybe the seconds after which to try again."""

    seconds: int | None = None

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key, **cast(Any, values))
        self.status = status


class TooManyRequests(HttpRefusal):
    """A limit is used up: `key` names it, and `seconds` says when there is room again."""

    def __init__(self, seconds: int, key: str = "serve.too_fast", **values: object) -> None:
        super().__init__(429, key, seconds=seconds, **values)
        self.seconds = seconds


class Sanctioned(HttpRefusal):
    """The operator keeps a person or a network out, or from writing; maybe until some time."""

    def __init__(self, key: str, *, seconds: int | None = None, **values: object) -> None:
        super().__init__(403, key, **values)
        self.seconds = seconds


class ServerBusy(HttpRefusal):
    """The server can't take more of something now: `key` names it."""

    def __init__(self, seconds: int, key: str, **values: object) -> None:
        super().__init__(503, key, seconds=seconds, **values)
        self.seconds = seconds
