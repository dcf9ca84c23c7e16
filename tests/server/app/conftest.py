from __future__ import annotations

from collections.abc import Iterator

import pytest

from .house import House, open_house


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """One server for all tests of a worker that come as people of their own and set no limits."""
    with open_house() as house:
        yield house
