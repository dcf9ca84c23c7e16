"""The queue in front of the worker processes: moves before advice, and people take turns."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Generic, TypeVar

MOVES, ADVICE = 0, 1  # the lanes, the more urgent first
T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue with lanes by urgency; within a lane people take turns.

    >>> queue = FairQueue[str]()
    >>> for whose, job in [("a", "a1"), ("a", "a2"), ("b", "b1")]:
    ...     queue.put(MOVES, whose, job)
    >>> [queue.take() for _ in range(3)]
    ['a1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        self.lanes: tuple[OrderedDict[str, deque[T]], ...] = (OrderedDict(), OrderedDict())
        self._change = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        with self._change:
            return sum(len(waiting) for lane in self.lanes for waiting in lane.values())

    def put(self, lane: int, whose: str, item: T) -> None:
        """Add an item for a person."""
        with self._change:
            self.lanes[lane].setdefault(whose, deque()).append(item)
            self._change.notify()

    def take(self, patience: float | None = None) -> T | None:
        """Return the next item; None when the queue is closed, or after `patience` seconds."""
        with self._change:
            self._change.wait_for(lambda: self._closed or any(self.lanes), patience)
            for lane in self.lanes:
                if lane and not self._closed:
                    whose, waiting = lane.popitem(last=False)
                    item = waiting.popleft()
                    if waiting:
                        lane[whose] = waiting  # at the end: the others come first
                    return item
            return None

    def drop(self, lane: int, whose: str, item: T) -> None:
        """Remove an item, unless it was taken."""
        with self._change:
            waiting = self.lanes[lane].get(whose)
            if waiting is not None and item in waiting:
                waiting.remove(item)
                if not waiting:
                    del self.lanes[lane][whose]

    def close(self) -> None:
        """Close the queue."""
        with self._change:
            self._closed = True
            self._change.notify_all()
