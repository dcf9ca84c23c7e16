"""The queue in front of the worker processes: moves before advice, and people take turns.

Turns go round by address, and at each address by person: many guests of one attacker get no more
than one person elsewhere. Moves that no one waits for are made on spare capacity: last, and with a
worker left free if there are several.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

MOVES, ADVICE, SPARE = 0, 1, 2  # the lanes, the more urgent first
T = TypeVar("T")


class Share(NamedTuple):
    """For whom a job is done: the address they were last seen at, and the person."""

    address: str
    person: str


class Turns(Generic[T]):
    """Items of one lane by address and person; those whose turn comes next are first.

    >>> turns = Turns[str]()
    >>> for address, person, item in ("xa1", "xa2", "xb3", "yc4"):
    ...     turns.put(Share(address, person), item)
    >>> [turns.take() for _ in range(4)]
    ['1', '4', '3', '2']
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(one) for there in self._waiting.values() for one in there.values())

    def counts(self, share: Share) -> tuple[int, int]:
        """Return how many items wait for a person, and for all at their address."""
        there: dict[str, deque[T]] = self._waiting.get(share.address, {})
        return len(there.get(share.person, ())), sum(map(len, there.values()))

    def put(self, share: Share, item: T, first: bool = False) -> None:
        """Add an item, or put one back: it is the person's first one again."""
        there = self._waiting.setdefault(share.address, OrderedDict())
        items = there.setdefault(share.person, deque())
        (items.appendleft if first else items.append)(item)

    def take(self) -> T:
        """Remove the next item; its address and person come last from now on."""
        address, there = self._waiting.popitem(last=False)
        person, items = there.popitem(last=False)
        item = items.popleft()
        if items:
            there[person] = items
        if there:
            self._waiting[address] = there
        return item

    def drop(self, share: Share, item: T) -> None:
        """Remove an item, unless it was taken."""
        there = self._waiting.get(share.address, OrderedDict())
        items = there.get(share.person, deque())
        if item in items:
            items.remove(item)
            if not items:
                del there[share.person]
            if not there:
                del self._waiting[share.address]


class FairQueue(Generic[T]):
    """A queue with lanes by urgency; of the last, only so many items are in work at a time."""

    def __init__(self, spare_at_once: int = 1) -> None:
        self.lanes = (Turns[T](), Turns[T](), Turns[T]())
        self._spare_at_once = spare_at_once
        self._spare: list[T] = []  # those of the last lane that are in work
        self._change = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        with self._change:
            return sum(map(len, self.lanes))

    def counts(self, lane: int, share: Share) -> tuple[int, int]:
        """Return how many items of a lane wait for a person, and for all at their address."""
        with self._change:
            return self.lanes[lane].counts(share)

    def put(self, lane: int, share: Share, item: T, first: bool = False) -> None:
        """Add an item, or put one back: it is the person's first one again."""
        with self._change:
            self.lanes[lane].put(share, item, first)
            self._change.notify()

    def take(self, patience: float | None = None) -> T | None:
        """Return the next item; None when the queue is closed, or after `patience` seconds."""
        with self._change:
            self._change.wait_for(lambda: self._closed or self._next() is not None, patience)
            lane = self._next()
            if lane is None or self._closed:
                return None
            item = self.lanes[lane].take()
            if lane == SPARE:
                self._spare.append(item)
            return item

    def _next(self) -> int | None:
        """Return the lane to take from."""
        for lane, turns in enumerate(self.lanes):
            if len(turns) and (lane != SPARE or len(self._spare) < self._spare_at_once):
                return lane
        return None

    def done(self, item: T) -> None:
        """Make room for another item of the last lane, if this was one."""
        with self._change:
            if item in self._spare:
                self._spare.remove(item)
                self._change.notify()

    def drop(self, lane: int, share: Share, item: T) -> None:
        """Remove an item, unless it was taken."""
        with self._change:
            self.lanes[lane].drop(share, item)

    def close(self) -> None:
        """Close the queue."""
        with self._change:
            self._closed = True
            self._change.notify_all()
