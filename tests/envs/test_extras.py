"""Environments are optional: they import nothing when unused, and say what they need."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCKED = """
import sys
for name in ("numpy", "pettingzoo", "gymnasium", "pyspiel"):
    sys.modules[name] = None
try:
    import tablee.envs.{module}
except ImportError as problem:
    print(problem)
"""


@pytest.mark.parametrize("module", ["pettingzoo", "gymnasium", "openspiel"])
def test_a_library_that_is_missing_is_named(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(module=module)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip().endswith(f"pip install 'tablee[{module}]'")


def test_nothing_of_it_is_imported_with_tablee() -> None:
    code = "import sys, tablee, tablee.lab.batch; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"pettingzoo", "gymnasium", "pyspiel", "torch"} & set(done.stdout.split())
