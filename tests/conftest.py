"""Settings of all tests: no test asserts wall time, and Hypothesis has no deadline either."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from packages.wheels import Environment, build_wheel

pytest_plugins = ["lanes", "pytester"]

settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # a busy machine is no error
settings.load_profile("patient")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel; tests that use it are in the group `wheel`, so that it is built once."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Install the wheel in an environment without Numba and NumPy."""
    environment = Environment(tmp_path_factory.mktemp("installed") / "environment")
    environment.install_locked(wheel)
    return environment


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests and fixtures on asyncio, like the server."""
    return "asyncio"
