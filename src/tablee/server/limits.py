"""How much is too much: token buckets for connections, accounts and addresses."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tablee.refusals import Refusal
from tablee.server.http.problems import TooFast
from tablee.server.ops.config import Config

REMEMBERED = 10_000  # buckets of one kind; the one not used for longest is forgotten
HOUR = 3600.0
ACCOUNT_SHARE, ADDRESS_SHARE = 3, 10  # how many busy connections one may have at once
TALK_SHARE = 20  # of so many messages one may be said to others
AWAY_SECONDS = 10  # that whoever was cut off for flooding is not let in again

Clock = Callable[[], float]


@dataclass
class Bucket:
    """Fills at a steady rate, up to a brim; whoever takes a drop too many is turned away.

    >>> bucket = Bucket(rate=2, burst=3, clock=lambda: 0)
    >>> [bucket.take() for _ in range(4)]
    [True, True, True, False]
    """

    rate: float  # drops a second
    burst: float
    clock: Clock = time.monotonic

    def __post_init__(self) -> None:
        self._level = self.burst
        self._at = self.clock()

    def take(self) -> bool:
        """Takes a drop, if there is one."""
        now = self.clock()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def give_back(self) -> None:
        """The last drop was not used."""
        self._level = min(self.burst, self._level + 1)

    def wait(self) -> int:
        """In how many seconds there will be a drop, rounded up."""
        return max(1, math.ceil((1 - self._level) / self.rate))


class Buckets:
    """A bucket for everybody of a kind."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._all: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        """The bucket of somebody."""
        bucket = self._all.get(key)
        if bucket is None:
            bucket = self._all[key] = Bucket(self._rate, self._burst, self._clock)
            if len(self._all) > REMEMBERED:
                self._all.popitem(last=False)
        else:
            self._all.move_to_end(key)
        return bucket

    def check(self, key: str) -> None:
        """TooFast if there is no drop left."""
        bucket = self.of(key)
        if not bucket.take():
            raise TooFast(bucket.wait())

    @contextmanager
    def counted(self, key: str) -> Iterator[None]:
        """A drop for what is done here; TooFast if there is none, and a refusal costs nothing."""
        self.check(key)
        try:
            yield
        except Refusal:
            self.of(key).give_back()
            raise


class Limits:
    """All limits of a server."""

    def __init__(self, config: Config, clock: Clock = time.monotonic) -> None:
        def hourly(count: int) -> Buckets:
            return Buckets(count / HOUR, max(1, count // 4), clock)

        rate, burst = config.message_rate, config.message_burst
        self._clock = clock
        self._message_rate, self._message_burst = rate, burst
        self.addresses = Buckets(config.request_rate, config.request_burst, clock)
        self.accounts = Buckets(config.request_rate, config.request_burst, clock)
        self.guests = hourly(config.guests_an_hour)
        self.logins = hourly(config.logins_an_hour)
        self.tables = hourly(config.tables_an_hour)
        self.talk = Buckets(rate / TALK_SHARE, burst / TALK_SHARE * 4, clock)
        self._account_messages = Buckets(ACCOUNT_SHARE * rate, ACCOUNT_SHARE * burst, clock)
        self._address_messages = Buckets(ADDRESS_SHARE * rate, ADDRESS_SHARE * burst, clock)
        self._most_open = config.connections
        self._open: Counter[str] = Counter()
        self._away: dict[str, float] = {}  # accounts that flooded, and until when they stay out

    def messages(self, account: str, address: str) -> tuple[Bucket, ...]:
        """The buckets from which every message of a new connection takes a drop."""
        return (
            Bucket(self._message_rate, self._message_burst, self._clock),
            self._account_messages.of(account),
            self._address_messages.of(address),
        )

    def send_away(self, account: str) -> None:
        """Somebody floods: to shake hands with him again and again would cost the others."""
        now = self._clock()
        self._away = {one: until for one, until in self._away.items() if until > now}
        self._away[account] = now + AWAY_SECONDS

    def enter(self, account: str, address: str) -> bool:
        """A connection is opened, if there are not too many already; TooFast for a flooder."""
        left = self._away.get(account, 0) - self._clock()
        if left > 0:
            raise TooFast(math.ceil(left))
        wanted = ((f"address {address}", 1), (f"account {account}", 2))
        if any(self._open[key] * weight >= self._most_open for key, weight in wanted):
            return False
        for key, _ in wanted:
            self._open[key] += 1
        return True

    def leave(self, account: str, address: str) -> None:
        """A connection is closed."""
        for key in (f"address {address}", f"account {account}"):
            self._open[key] -= 1
            if self._open[key] <= 0:
                del self._open[key]
