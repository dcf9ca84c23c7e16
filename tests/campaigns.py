"""Campaigns in two sizes: `make test` runs the small one, `make soak` the full one."""

from __future__ import annotations

from typing import Any

import pytest


def sizes(small: int, full: int) -> list[Any]:
    """Return the values of a parameter for the size of a campaign."""
    assert small < full
    return [
        pytest.param(small, id="small"),
        pytest.param(full, id="full", marks=pytest.mark.soak),
    ]
