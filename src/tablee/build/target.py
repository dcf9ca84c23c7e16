"""WebAssembly as a target of Numba: the dialect with 32-bit pointers, and nothing of Python in it.

Functions take and return plain values, as in C, for rules raise no exceptions. Numba's own error
paths (a step of zero in `range`) become traps. What would need a library (memory management,
`math.log`) has no implementation here, so Numba refuses it with its line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cached_property
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import types, typing
from numba.core.base import BaseContext
from numba.core.callconv import RETCODE_OK, BaseCallConv, Status
from numba.core.codegen import Codegen, CodeLibrary
from numba.core.descriptors import TargetDescriptor
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import Registry
from numba.core.options import TargetOptions, include_default_options
from numba.core.target_extension import (
    Generic,
    dispatcher_registry,
    jit_registry,
    target_override,
    target_registry,
)

from tablee.refusals import Refusal

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
TRIPLE = "wasm32-unknown-unknown"
FEATURES = ("bulk-memory", "multivalue", "mutable-globals", "nontrapping-fptoint", "sign-ext")


class BuildError(Refusal):
    """A function can't become WebAssembly, or a tool that is needed is missing."""


class Wasm(Generic):
    """The name of the target in Numba's registry."""


target_registry["wasm"] = Wasm


def machine(level: int = 3) -> Any:
    """Return LLVM's machine for WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=level, reloc="static", features=",".join(f"+{one}" for one in FEATURES)
    )


class WasmLibrary(CodeLibrary):
    """The IR of one function, and the libraries of those it calls."""

    def __init__(self, codegen: Codegen, name: str) -> None:
        super().__init__(codegen, name)
        self.function: FunctionType | None = None
        self.modules: list[ir.Module] = []
        self.linked: list[WasmLibrary] = []

    def add_ir_module(self, module: ir.Module) -> None:
        """Add what one function was lowered to."""
        self.modules.append(module)

    def add_linking_library(self, library: WasmLibrary) -> None:
        """Note a library that this one calls."""
        self.linked.append(library)

    def finalize(self) -> None:
        """Do nothing: all functions of a game are optimised together, at the end."""
        self._finalized = True

    def everything(self) -> list[WasmLibrary]:
        """Return this library and all it needs, each once, those needed first."""
        found: dict[WasmLibrary, None] = {}
        for library in self.linked:
            found |= dict.fromkeys(library.everything())
        return [*found, self]

    def defined(self) -> list[str]:
        """Return the names of what this library defines."""
        return [one.name for m in self.modules for one in m.functions if not one.is_declaration]

    def declared(self) -> list[str]:
        """Return the names of what it calls and doesn't define."""
        return [one.name for m in self.modules for one in m.functions if one.is_declaration]

    def get_function(self, name: str) -> Any:
        """Return a function by its name."""
        for module in self.modules:
            if name in module.globals:
                return module.globals[name]
        raise KeyError(name)

    def get_llvm_str(self) -> str:
        """Return the IR of this library alone."""
        return "\n".join(map(str, self.modules))

    def get_asm_str(self) -> str:
        """Return nothing: there is no assembly of a single function."""
        return ""


class WasmCodegen(Codegen):
    """Makes modules with the layout of 32-bit WebAssembly."""

    _library_class = WasmLibrary

    def __init__(self) -> None:
        self._target_data = machine().target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> ir.Module:
        module = ir.Module(name)
        module.triple = TRIPLE
        module.data_layout = self._data_layout
        return module

    def _add_module(self, module: ir.Module) -> None:
        """Do nothing: nothing of this is run in this process."""


class PlainCallConv(BaseCallConv):
    """Functions that return their value; whatever would be an exception is a trap."""

    def _make_call_helper(self, builder: Any) -> None:
        return None

    def return_value(self, builder: Any, value: Any) -> Any:
        return builder.ret(value)

    def return_native_none(self, builder: Any) -> None:
        builder.ret(ir.Constant(builder.function.function_type.return_type, None))

    def return_user_exc(self, builder: Any, *_: Any, **__: Any) -> None:
        trap = ir.FunctionType(ir.VoidType(), ())
        builder.call(builder.module.declare_intrinsic("llvm.trap", (), trap), ())
        builder.unreachable()

    def return_status_propagate(self, builder: Any, status: Status) -> None:
        builder.unreachable()

    def get_return_type(self, kind: types.Type) -> Any:
        return self.context.data_model_manager[kind].get_return_type()

    def get_function_type(self, restype: types.Type, argtypes: Any) -> Any:
        arguments = self._get_arg_packer(argtypes).argument_types
        return ir.FunctionType(self.get_return_type(restype), list(arguments))

    def decorate_function(
        self, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False
    ) -> None:
        self._get_arg_packer(fe_argtypes).assign_names(fn.args, [f"arg.{name}" for name in args])

    def get_arguments(self, func: Any) -> Any:
        return func.args

    def call_function(
        self, builder: Any, callee: Any, resty: types.Type, argtys: Any, args: Any
    ) -> tuple[Status, Any]:
        value = builder.call(callee, self._get_arg_packer(argtys).as_arguments(builder, args))
        true, false = ir.Constant(ir.IntType(1), 1), ir.Constant(ir.IntType(1), 0)
        status = Status(RETCODE_OK, true, false, false, false, false, false, None)
        return status, self.context.get_returned_value(builder, resty, value)


registry = Registry("wasm")


@registry.lower(math.sqrt, types.Float)
def _sqrt(context: BaseContext, builder: Any, signature: Any, args: Any) -> Any:
    """Emit the square root: a single instruction, and exact."""
    kind = args[0].type
    return builder.call(builder.module.declare_intrinsic("llvm.sqrt", [kind]), args)


@registry.lower(math.sqrt, types.Integer)
def _sqrt_of_integer(context: BaseContext, builder: Any, signature: Any, args: Any) -> Any:
    number = context.cast(builder, args[0], signature.args[0], types.float64)
    return _sqrt(context, builder, signature, [number])


class WasmContext(BaseContext):
    """How types and functions are lowered."""

    allow_dynamic_globals = True

    def init(self) -> None:
        self._codegen = WasmCodegen()

    def create_module(self, name: str) -> ir.Module:
        return self._codegen._create_empty_module(name)

    def codegen(self) -> WasmCodegen:
        return self._codegen

    @property
    def target_data(self) -> Any:
        return self._codegen.target_data

    @cached_property
    def call_conv(self) -> PlainCallConv:
        return PlainCallConv(self)

    def load_additional_registries(self) -> None:
        # These fill Numba's registry of built-ins when they are imported.
        from numba.cpython import (  # noqa: F401
            builtins,
            iterators,
            numbers,
            rangeobj,
            slicing,
            tupleobj,
        )
        from numba.np import arrayobj  # noqa: F401
        from numba.np.unsafe import ndarray  # noqa: F401

        self.install_registry(registry)

    def get_executable(self, library: WasmLibrary, fndesc: Any, env: Any) -> str:
        """Return the unique name of a compiled function."""
        name: str = fndesc.llvm_func_name
        return name


Defaults: Any = include_default_options("nopython", "error_model", "_nrt")


class WasmOptions(Defaults, TargetOptions):
    """No Python objects, no reference counts, no wrappers for the interpreter."""

    def finalize(self, flags: Any, options: dict[str, Any]) -> None:
        flags.enable_pyobject = False
        flags.nrt = False
        flags.error_model = "numpy"  # a division by zero raises nothing
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True


class WasmDescriptor(TargetDescriptor):
    """The contexts of the target, one for the whole process."""

    options = WasmOptions

    @cached_property
    def typing_context(self) -> typing.Context:
        return typing.Context()

    @cached_property
    def target_context(self) -> WasmContext:
        return WasmContext(self.typing_context, "wasm")


def _unfit(function: Callable[..., Any], problem: Exception) -> BuildError:
    """Say in one sentence what Numba refuses, and where."""
    code, place = function.__code__, getattr(problem, "loc", None)
    line = code.co_firstlineno
    if place is not None and place.filename == code.co_filename:
        line = place.line
    lines = [line.strip() for line in COLOUR.sub("", str(problem)).splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "-", "File"))]
    return BuildError(
        "build.unfit",
        file=code.co_filename,
        line=line,
        function=function.__qualname__,
        reason=told[0] if told else type(problem).__name__,
    )


class WasmDispatcher(Dispatcher):
    """A function that can be compiled to WebAssembly, and not be called from here."""

    targetdescr = WasmDescriptor("wasm")

    def compile(self, signature: Any) -> Any:
        try:
            with target_override("wasm"):
                return super().compile(signature)
        except BuildError:  # of a function that this one calls
            raise
        except Exception as problem:  # Numba looks for parts that this target doesn't have
            if self.py_func.__module__.startswith("numba."):
                raise  # for the function of ours that calls it
            raise _unfit(self.py_func, problem) from problem

    def add_overload(self, result: Any) -> None:
        """Remember a compiled function; there is no machine code to enter."""
        result.library.function = self.py_func
        self.overloads[tuple(result.signature.args)] = result


def jit(**_: Any) -> Callable[[FunctionType], WasmDispatcher]:
    """Return the decorator for what Numba itself adds to a game, such as `min` of integers."""
    return WasmDispatcher


dispatcher_registry[Wasm] = WasmDispatcher
jit_registry[Wasm] = jit
