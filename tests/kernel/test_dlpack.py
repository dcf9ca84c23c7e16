"""DLPack capsules: NumPy reads the memory they describe, and it is released afterwards."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

from tablee.kernel.batch.dlpack import CPU, GPU, SharedArray, capsule, lent


class ExportedArray:
    """An array in main memory, exported by our capsules."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return CPU, 0

    def __dlpack__(self, **_: object) -> Any:
        return capsule(self.array.__array_interface__, self.__dlpack_device__(), self.array)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(24, dtype=np.int16).reshape(2, 3, 4),
        np.arange(24, dtype=np.int64).reshape(6, 4)[::2, 1:3],
        np.arange(6, dtype=np.float32),
        np.array([[True, False], [False, True]]),
        np.arange(5, dtype=np.uint8)[::-1],
    ],
    ids=["rows", "a part", "floats", "truths", "backwards"],
)
def test_numpy_sees_the_same_memory(array: Any) -> None:
    seen = np.from_dlpack(ExportedArray(array))
    assert seen.dtype == array.dtype
    assert np.array_equal(seen, array)
    assert seen.__array_interface__["data"][0] == array.__array_interface__["data"][0]
    array[0] = array[-1]
    assert np.array_equal(seen, array)


def test_an_exported_array_lives_as_long_as_it_is_used() -> None:
    before = lent()
    seen = np.from_dlpack(ExportedArray(np.arange(5)))
    gc.collect()
    assert seen.tolist() == [0, 1, 2, 3, 4]
    assert lent() == before + 1
    del seen
    gc.collect()
    assert lent() == before


def test_an_unused_capsule_is_released() -> None:
    before = lent()
    made = ExportedArray(np.arange(5)).__dlpack__()
    assert lent() == before + 1
    del made
    assert lent() == before


class FakeDeviceArray:
    """Stands in for Numba's device array."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.shape, self.dtype = array.shape, array.dtype
        self.__cuda_array_interface__ = array.__array_interface__

    def __getitem__(self, index: Any) -> FakeDeviceArray:
        return FakeDeviceArray(self.array[index])

    def copy_to_host(self) -> Any:
        return self.array.copy()


def test_an_array_on_a_gpu_is_described_as_it_is() -> None:
    waits: list[str] = []
    array = np.arange(12, dtype=np.int16).reshape(3, 4)
    shared = SharedArray(FakeDeviceArray(array), lambda: waits.append("waited"), device=3)
    assert shared.__dlpack_device__() == (GPU, 3)
    assert (shared.shape, shared.dtype, len(shared)) == ((3, 4), np.int16, 3)
    assert shared[:, 1].copy_to_host().tolist() == [1, 5, 9]
    assert shared[1:].__cuda_array_interface__["data"][0] == array[1:].ctypes.data
    for stream, expected in ((None, 0), (1, 0), (-1, 0), (2, 1), (140_000, 2)):
        shared.__dlpack__(stream=stream)
        assert len(waits) == expected, stream


@pytest.mark.parametrize("wrong", [{"copy": True}, {"dl_device": (CPU, 0)}])
def test_a_copy_is_refused(wrong: dict[str, Any]) -> None:
    shared = SharedArray(FakeDeviceArray(np.arange(3)), lambda: None, device=0)
    with pytest.raises(BufferError, match="without a copy"):
        shared.__dlpack__(**wrong)
