"""Rate limits: token buckets for connections, accounts and addresses."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tablee.refusals import Refusal
from tablee.server.errors import TooManyRequests
from tablee.server.runtime.config import Config

REMEMBERED = 10_000  # buckets of one kind; the least recently used one is forgotten
HOUR, DAY = 3600.0, 24 * 3600.0
MEGABYTE = 1_000_000
SHARED_BY = 5  # accounts that may use an address to the full
ACCOUNT_SHARE, ADDRESS_SHARE = 3, 10  # how many busy connections one of them may have at once
CHAT_SHARE = 20  # one message in this many may be a chat message
REPORTS_AN_HOUR = 20  # of one person
PRINTS_OF_ADDRESS, READS_OF_ADDRESS = 4, 8  # that may be waited for at the same time
BAN_SECONDS = 10  # for an account that was cut off for flooding

Clock = Callable[[], float]


@dataclass
class TokenBucket:
    """Fills at a steady rate, up to a maximum.

    >>> bucket = TokenBucket(rate=2, burst=3, clock=lambda: 0)
    >>> [bucket.take() for _ in range(4)]
    [True, True, True, False]
    """

    rate: float  # tokens a second
    burst: float
    clock: Clock = time.monotonic

    def __post_init__(self) -> None:
        self._level = self.burst
        self._at = self.clock()

    def is_empty(self) -> bool:
        """Return whether there is no token."""
        now = self.clock()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        return self._level < 1

    def take(self) -> bool:
        """Take a token, if there is one."""
        if self.is_empty():
            return False
        self._level -= 1
        return True

    def spend(self, count: int) -> None:
        """Take tokens for what can't be refused any more; what is missing has to come in first."""
        self._level -= count

    def refund(self) -> None:
        """Return the last token."""
        self._level = min(self.burst, self._level + 1)

    def retry_after(self) -> int:
        """Return the seconds until there is a token, rounded up."""
        return max(1, math.ceil((1 - self._level) / self.rate))


class RateLimit:
    """One bucket per key: an account or an address."""

    def __init__(
        self,
        rate: float,
        burst: float,
        clock: Clock = time.monotonic,
        key: str = "serve.too_fast",
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._key = key  # of the refusal, which names what was exceeded
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def bucket(self, key: str) -> TokenBucket:
        """Return the bucket of a key, which is full if the key is new."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst, self._clock)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def check(self, key: str) -> None:
        """Take a token, or raise `TooManyRequests`."""
        bucket = self.bucket(key)
        if not bucket.take():
            raise TooManyRequests(bucket.retry_after(), self._key)

    def check_any(self, key: str) -> None:
        """Raise `TooManyRequests` if there is no token, without taking one."""
        bucket = self.bucket(key)
        if bucket.is_empty():
            raise TooManyRequests(bucket.retry_after(), self._key)

    @contextmanager
    def counted(self, key: str) -> Iterator[None]:
        """Take a token for what is done inside, and refund it if that is refused."""
        self.check(key)
        try:
            yield
        except Refusal:
            self.bucket(key).refund()
            raise


class LastAddresses:
    """The addresses people were last seen at, for turns and shares that go by address."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Remember where a person is."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > REMEMBERED:
            self._addresses.popitem(last=False)

    def of(self, person: str) -> str:
        """Return where a person was last seen; their id if that is not known."""
        return self._addresses.get(person, person)


class Places:
    """Places in a queue, of which one address, or one person, may have only some.

    >>> places = Places(2, "serve.too_many_prints", seconds=1)
    >>> with places.taken("::1"), places.taken("::1"), places.taken("::1"):
    ...     pass
    Traceback (most recent call last):
    tablee.server.errors.TooManyRequests: Too many files are being made for your network. …
    """

    def __init__(self, each: int, key: str, seconds: int) -> None:
        self._each, self._key, self._seconds = each, key, seconds
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, whose: str) -> Iterator[None]:
        """Take a place, or raise `TooManyRequests`."""
        if self._taken[whose] >= self._each:
            raise TooManyRequests(self._seconds, self._key)
        self._taken[whose] += 1
        try:
            yield
        finally:
            self._taken[whose] -= 1
            if not self._taken[whose]:
                del self._taken[whose]


class Limits:
    """All limits of a server."""

    def __init__(self, config: Config, clock: Clock = time.monotonic) -> None:
        def hourly(count: int, key: str) -> RateLimit:
            return RateLimit(count / HOUR, max(1, count // 4), clock, key)

        def stored(times: int) -> RateLimit:
            count = times * config.stored_mb_a_day * MEGABYTE
            return RateLimit(count / DAY, count, clock, "serve.too_much_stored")

        rate, burst = config.message_rate, config.message_burst
        self._clock = clock
        self._message_rate, self._message_burst = rate, burst
        self.addresses = RateLimit(config.request_rate, config.request_burst, clock)
        self.accounts = RateLimit(config.request_rate, config.request_burst, clock)
        self.guests = hourly(config.guests_an_hour, "serve.too_many_guests")
        self.logins = hourly(config.logins_an_hour, "serve.too_many_logins")
        self._tables = hourly(config.tables_an_hour, "serve.too_many_tables")
        self._address_tables = hourly(SHARED_BY * config.tables_an_hour, "serve.too_many_tables")
        self.offline = hourly(
            config.tables_an_hour, "serve.too_many_tables"
        )  # files, also bad ones
        self._reports = hourly(REPORTS_AN_HOUR, "serve.too_many_reports")
        self._address_reports = hourly(SHARED_BY * REPORTS_AN_HOUR, "serve.too_many_reports")
        chat, chats = rate / CHAT_SHARE, burst / CHAT_SHARE * 4
        self._chat = RateLimit(chat, chats, clock, "serve.too_much_chat")
        self._address_chat = RateLimit(
            SHARED_BY * chat, SHARED_BY * chats, clock, "serve.too_much_chat"
        )
        self._stored, self._address_stored = stored(1), stored(SHARED_BY)
        self.last_addresses = LastAddresses()
        self.prints = Places(PRINTS_OF_ADDRESS, "serve.too_many_prints", seconds=1)
        self.reads = Places(READS_OF_ADDRESS, "serve.too_many_reads", seconds=3)
        self._account_messages = RateLimit(ACCOUNT_SHARE * rate, ACCOUNT_SHARE * burst, clock)
        self._address_messages = RateLimit(ADDRESS_SHARE * rate, ADDRESS_SHARE * burst, clock)
        self._most_open = config.connections
        self._open: Counter[str] = Counter()
        self._banned: dict[str, float] = {}  # accounts that flooded, and until when

    @contextmanager
    def opening(self, person: str) -> Iterator[None]:
        """Count a table that a person opens inside, unless that is refused."""
        address = self.last_addresses.of(person)
        with self._tables.counted(person), self._address_tables.counted(address):
            yield

    @contextmanager
    def reporting(self, person: str) -> Iterator[None]:
        """Count a report that a person makes inside, unless that is refused."""
        address = self.last_addresses.of(person)
        with self._reports.counted(person), self._address_reports.counted(address):
            yield

    def check_chat(self, person: str) -> None:
        """Count a chat message of a person, or raise `TooManyRequests`."""
        self._address_chat.check(self.last_addresses.of(person))
        self._chat.check(person)

    def check_stored(self, person: str) -> None:
        """Raise `TooManyRequests` if a person, or their address, has stored too much today."""
        self._stored.check_any(person)
        self._address_stored.check_any(self.last_addresses.of(person))

    def count_stored(self, person: str, size: int) -> None:
        """Count bytes that were stored for a person."""
        self._stored.bucket(person).spend(size)
        self._address_stored.bucket(self.last_addresses.of(person)).spend(size)

    def messages(self, account: str, address: str) -> tuple[TokenBucket, ...]:
        """Return the buckets that every message of a new connection takes a token from."""
        return (
            TokenBucket(self._message_rate, self._message_burst, self._clock),
            self._account_messages.bucket(account),
            self._address_messages.bucket(address),
        )

    def ban(self, account: str) -> None:
        """Refuse an account's connections for a while, since handshakes cost the others time."""
        now = self._clock()
        self._banned = {one: until for one, until in self._banned.items() if until > now}
        self._banned[account] = now + BAN_SECONDS

    def enter(self, account: str, address: str) -> bool:
        """Count a new connection, unless there are too many; `TooManyRequests` while banned."""
        left = self._banned.get(account, 0) - self._clock()
        if left > 0:
            raise TooManyRequests(math.ceil(left))
        wanted = ((f"address {address}", 1), (f"account {account}", 2))
        if any(self._open[key] * weight >= self._most_open for key, weight in wanted):
            return False
        for key, _ in wanted:
            self._open[key] += 1
        return True

    def leave(self, account: str, address: str) -> None:
        """Count a connection that was closed."""
        for key in (f"address {address}", f"account {account}"):
            self._open[key] -= 1
            if self._open[key] <= 0:
                del self._open[key]
