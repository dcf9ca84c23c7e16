"""From rule functions to one WebAssembly module: Numba lowers, LLVM optimises, wasm-ld links."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.np.arrayobj import populate_array

from tablee.build.target import BuildError, WasmDispatcher, WasmLibrary, machine
from tablee.kernel.compile.arrays import dtype_of
from tablee.kernel.compile.signature import Kind

STACK = 128 * 1024
POINTER = ir.IntType(8).as_pointer()
LENGTH = ir.IntType(32)
WIDE = ir.IntType(64)
INTRINSIC = re.compile(  # those that WebAssembly has as an instruction, or LLVM writes out
    r"llvm\.(sqrt|fabs|floor|ceil|trunc|rint|copysign|trap|assume|expect|lifetime|mem(cpy|set|move)"
    r"|[su](max|min)|abs|ctpop|ctlz|cttz|bswap|fsh[lr]|[su](add|sub|mul)\.with)\b"
)


def compiled(function: FunctionType) -> WasmDispatcher:
    """Make a function of the target out of a specialised one."""
    return WasmDispatcher(function, targetoptions={"nopython": True})


def type_of(kind: Kind) -> types.Type:
    """Return what Numba calls a parameter of this kind."""
    if kind.record is not None:
        number = numba.from_dtype(dtype_of(kind.record))
    else:
        number = types.Integer.from_bitwidth(kind.bits)
    return types.Array(number, 1, "C") if kind.row else number


class Exports:
    """The functions of one module, compiled together without duplicates."""

    def __init__(self) -> None:
        self._libraries: dict[WasmLibrary, None] = {}
        self.names: list[str] = []
        self._context: Any = WasmDispatcher.targetdescr.target_context
        self._wrappers = self._context.create_module("exports")

    def add(self, name: str, function: WasmDispatcher, kinds: Sequence[Kind]) -> None:
        """Export a function; rows are passed as address and length, all else as it is."""
        signature = tuple(type_of(kind) for kind in kinds)
        with warnings.catch_warnings():
            # A record with room for reports may be passed where a rule expects one without.
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            function.compile(signature)
        result = function.overloads[signature]
        self._libraries |= dict.fromkeys(result.library.everything())
        self.names.append(name)
        self._wrap(name, result, signature)

    def _wrap(self, name: str, result: Any, signature: Sequence[types.Type]) -> None:
        """Write the function that is called from outside."""
        context = self._context
        inner = context.declare_function(self._wrappers, result.fndesc)
        arguments = [part for kind in signature for part in _passed_as(kind)]
        returns = result.signature.return_type
        back = ir.VoidType() if returns == types.none else WIDE
        outer = ir.Function(self._wrappers, ir.FunctionType(back, arguments), name)
        builder = ir.IRBuilder(outer.append_basic_block())
        given = iter(outer.args)
        values = [self._taken(builder, kind, given) for kind in signature]
        _, value = context.call_conv.call_function(builder, inner, returns, signature, values)
        if returns == types.none:
            builder.ret_void()
        else:
            builder.ret(context.cast(builder, value, returns, types.int64))

    def _taken(self, builder: Any, kind: types.Type, given: Iterator[Any]) -> Any:
        """Make one of Numba's arguments of what is passed."""
        context, value = self._context, next(given)
        if isinstance(kind, types.Record):
            return builder.bitcast(value, context.get_value_type(kind))
        if not isinstance(kind, types.Array):
            return value
        row = context.make_array(kind)(context, builder)
        step = ir.Constant(WIDE, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
        populate_array(
            row,
            data=builder.bitcast(value, row.data.type),
            shape=(builder.sext(next(given), WIDE),),
            strides=(step,),
            itemsize=step,
            meminfo=None,
        )
        return row._getvalue()

    def code(self) -> bytes:
        """Return the compiled object, from which modules are linked."""
        whole = llvm.parse_assembly(str(self._wrappers))
        for library in self._libraries:
            _check_externals(library, self._libraries)
            whole.link_in(llvm.parse_assembly(library.get_llvm_str()))
        for one in [*whole.functions, *whole.global_variables]:
            if not one.is_declaration and one.name not in self.names:
                one.linkage = "internal"
        target = machine()
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        options.loop_unrolling = False  # it would make modules larger by a third, and little faster
        builder = llvm.create_pass_builder(target, options)
        builder.getModulePassManager().run(whole, builder)
        whole.verify()
        code: bytes = target.emit_object(whole)
        return code

    def module(self) -> bytes:
        """Return the bytes of the module with all exports."""
        return link(self.code(), self.names)


def _passed_as(kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, types.Array):
        return POINTER, LENGTH
    return (POINTER if isinstance(kind, types.Record) else ir.IntType(kind.bitwidth),)


def _check_externals(library: WasmLibrary, libraries: dict[WasmLibrary, None]) -> None:
    """Raise BuildError if a function calls something that is neither compiled nor built in."""
    known = {name for one in libraries for name in one.defined()}
    calls = [name for name in library.declared() if name not in known]
    wrong = next((name for name in calls if not INTRINSIC.match(name)), None)
    if wrong is None and " frem " in library.get_llvm_str():
        wrong = "fmod"
    if wrong is not None:
        function = library.function
        assert function is not None
        code = function.__code__
        raise BuildError(
            "build.external",
            file=code.co_filename,
            line=code.co_firstlineno,
            function=function.__qualname__,
            name=wrong,
        )


def link(code: bytes, names: Sequence[str]) -> bytes:
    """Link an object into a module with these exports, what they use, and no imports."""
    with TemporaryDirectory() as folder:
        source, result = Path(folder, "rules.o"), Path(folder, "rules.wasm")
        source.write_bytes(code)
        command = [
            sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--strip-all",
            "--gc-sections", "--compress-relocations", "-O3",
            "--stack-first", "-z", f"stack-size={STACK}",
            *(f"--export={name}" for name in ("__heap_base", *names)), str(source),
            "-o", str(result),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BuildError("build.not_linked", reason=done.stderr.strip())
        return result.read_bytes()
