"""Environments are optional: unused ones are not imported, missing libraries are named."""

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
def test_a_missing_library_is_named(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(module=module)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip().endswith(f"pip install 'tablee[{module}]'")


def test_importing_tablee_imports_no_environment() -> None:
    code = "import sys, tablee, tablee.lab.batch; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"pettingzoo", "gymnasium", "pyspiel", "torch"} & set(done.stdout.split())
