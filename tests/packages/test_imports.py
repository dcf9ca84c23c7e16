"""The parts needed to play import no compiler, which may not be installed."""

from __future__ import annotations

import subprocess
import sys

IMPORT_ALL = """
import pkgutil, sys, tablee
OF_THE_LAB = (
    "tablee.build.", "tablee.envs.", "tablee.kernel.batch.", "tablee.kernel.compile.arrays",
    "tablee.kernel.compile.cpu", "tablee.kernel.engines.cpu", "tablee.kernel.engines.cuda",
    "tablee.lab.batch", "tablee.__main__",
)
for module in pkgutil.walk_packages(tablee.__path__, "tablee."):
    if not f"{module.name}.".startswith(OF_THE_LAB):
        __import__(module.name)
print(*sorted(sys.modules))
"""


def test_only_the_extras_load_a_compiler() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert {"tablee.server.app", "tablee.lab.arena", "tablee.coach.review"} <= loaded
    assert not {"llvmlite", "numba", "numpy", "typst", "ziglang"} & loaded


def test_importing_tablee_loads_neither_numpy_nor_a_compiler() -> None:
    code = "import sys, tablee; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "tablee.position" in loaded
    assert not {"llvmlite", "numba", "numpy", "ray"} & loaded
    assert not [name for name in loaded if name.startswith(("tablee.lab.", "tablee.kernel.batch"))]
