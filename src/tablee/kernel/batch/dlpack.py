"""Arrays on a GPU that other libraries share without a copy, by DLPack or CUDA's array interface.

Numba has the interface but exports no DLPack, which JAX and others ask for.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

CPU, GPU = 1, 2
"""Kinds of devices, as DLPack numbers them."""
TYPE_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
LEGACY_STREAM = 1  # the default stream of CUDA, on which all our work is done
NAME = b"dltensor"  # of a capsule not consumed yet


class Device(ctypes.Structure):
    """DLDevice."""

    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class DataType(ctypes.Structure):
    """DLDataType."""

    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("dimensions", ctypes.c_int32),
        ("dtype", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
DESTRUCTOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class ManagedTensor(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = (("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER))


_lent: dict[int, tuple[object, ...]] = {}  # what must live as long as others use an array


def _forget(address: int) -> None:
    _lent.pop(address, None)


_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, DESTRUCTOR)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


def _forget_unused(capsule: int) -> None:
    if _is_valid(capsule, NAME):  # it was not consumed
        _lent.pop(_pointer(capsule, NAME), None)


_give_back, _drop = DELETER(_forget), DESTRUCTOR(_forget_unused)


def lent() -> int:
    """Return how many arrays other libraries hold."""
    return len(_lent)


def capsule(interface: dict[str, Any], device: tuple[int, int], owner: object) -> Any:
    """Return memory that an array interface describes as a DLPack capsule; it keeps its owner."""
    shape, dtype = interface["shape"], np.dtype(interface["typestr"])
    size = max(1, dtype.itemsize)
    strides = interface.get("strides") or np.empty(shape, np.uint8).strides
    scale = size if interface.get("strides") else 1
    numbers = ctypes.c_int64 * max(1, len(shape))
    shape_row, strides_row = numbers(*shape), numbers(*(step // scale for step in strides))
    made = ManagedTensor(
        Tensor(
            interface["data"][0],
            Device(*device),
            len(shape),
            DataType(TYPE_CODES[dtype.kind], 8 * dtype.itemsize, 1),
            shape_row,
            strides_row,
            0,
        ),
        None,
        _give_back,
    )
    address = ctypes.addressof(made)
    _lent[address] = made, shape_row, strides_row, owner
    return _new(address, NAME, _drop)


class SharedArray:
    """An array on a GPU; it is what Numba holds, and what other libraries see."""

    def __init__(self, array: Any, synchronize: Callable[[], None], device: int) -> None:
        self.array = array
        self._synchronize = synchronize
        self._device = device

    @property
    def shape(self) -> tuple[int, ...]:
        """Its lengths."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> Any:
        """The type of its numbers, as NumPy names it."""
        return self.array.dtype

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Any) -> SharedArray:
        return SharedArray(self.array[index], self._synchronize, self._device)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        return GPU, self._device

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Return a capsule; a consumer with a stream of its own waits for what is running."""
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("the array is shared where it is, without a copy")
        if stream not in (None, LEGACY_STREAM, -1):
            self._synchronize()
        return capsule(self.__cuda_array_interface__, self.__dlpack_device__(), self.array)

    def copy_to_host(self) -> Any:
        """Return a copy as a NumPy array."""
        return self.array.copy_to_host()
