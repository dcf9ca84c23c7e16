"""One house for the tests of a module that do not need their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .house import House, open_house


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with open_house() as found:
        yield found
