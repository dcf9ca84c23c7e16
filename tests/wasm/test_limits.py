"""Compiled rules have limits of time and memory."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import wasmtime

from samples import OPEN
from tablee.kernel.wasm.instance import Limits, StoppedRules, WasmInstance
from tablee.kernel.wasm.module import load
from tablee.kernel.wasm.stamp import Stamp

PIG = cast(Any, SimpleNamespace(name="pig"))
SOURCE = """(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "forever") (loop $again (br $again)))
  (func (export "seven") (result i64) (i64.const 7))
  (func (export "beyond") (result i64) (i64.load (i32.const -8)))
)"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("module") / "rules.wasm"
    file.write_bytes(Stamp({}, {}).on(bytes(wasmtime.wat2wasm(SOURCE))))
    return file


@pytest.fixture(scope="module")
def module(file: Path) -> wasmtime.Module:
    return load("pig", file)


def test_an_endless_loop_is_stopped(module: wasmtime.Module) -> None:
    instance = WasmInstance(PIG, module, Limits(seconds=0.05))
    for _ in range(2):  # and can be stopped again
        with pytest.raises(StoppedRules, match=r"pig: .* stopped after 0\.05 s"):
            instance.call("forever")
    assert instance.call("seven") == 7


def test_stopping_one_module_stops_no_other(module: wasmtime.Module) -> None:
    patient = WasmInstance(PIG, module, Limits(seconds=60))
    stopped = threading.Event()

    def wait() -> None:
        with pytest.raises(StoppedRules):
            WasmInstance(PIG, module, Limits(seconds=0.1)).call("forever")
        stopped.set()

    thread = threading.Thread(target=wait)
    thread.start()
    while not stopped.is_set():
        assert patient.call("seven") == 7
    thread.join()


def test_memory_has_a_limit(module: wasmtime.Module) -> None:
    instance = WasmInstance(PIG, module, Limits(bytes=2**20))
    row = instance.integers(64, 2**16, [1, -2, 3])
    assert row.tolist()[:4] == [1, -2, 3, 0]
    with pytest.raises(StoppedRules, match="1 MB"):
        instance.integers(64, 2**20)
    assert instance.call("seven") == 7


def read_outside(file: Path) -> str:
    """Return how a read outside the memory is refused."""
    try:
        WasmInstance(PIG, load("pig", file)).call("beyond")
    except StoppedRules as refusal:
        return str(refusal)
    return ""


def test_reading_outside_the_memory_raises(file: Path) -> None:
    """In a fresh process: Ray, once started, takes the signal by which Wasmtime notices it."""
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        said = fresh.submit(read_outside, file).result()
    assert re.match(r"pig: the compiled rules failed: .*out of bounds", said, re.DOTALL), said


PLAY_IN_FORKS = """
import multiprocessing, sys, warnings
warnings.simplefilter("ignore")  # newer versions of Python warn of forks beside threads
from tablee.discovery import game
from tablee.kernel.wasm.playout import tally_in_wasm

def play(_=0):
    box = game(sys.argv[1])
    return tally_in_wasm(box, 2, box.integers(box.read_options({})), 1, 0, 5, False).trails

here = play()
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map_async(play, range(2)).get(30) == [here, here])
"""


@pytest.mark.slow
def test_forked_processes_compile_though_their_parent_has_compiled_before() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY_IN_FORKS, OPEN], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "True", done.stderr
