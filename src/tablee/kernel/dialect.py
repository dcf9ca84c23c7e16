"""Check that rule functions keep to the dialect (docs/explanation/dialect.md)."""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import textwrap
import types
from collections.abc import Container, Iterator

from .inline import is_namespace
from .rule import POLICIES, RULES, Table

ALLOWED = (
    ast.FunctionDef, ast.arguments, ast.arg, ast.Expr, ast.Constant, ast.Assign, ast.AugAssign,
    ast.AnnAssign, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript, ast.If, ast.IfExp,
    ast.For, ast.While, ast.Break, ast.Continue, ast.Return, ast.Pass, ast.Call, ast.Compare,
    ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.Invert, ast.BinOp, ast.Add,
    ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift,
    ast.RShift, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
)  # fmt: skip
BUILTINS = {"range", "min", "max", "abs"}


def rules_in(package: str) -> list[types.FunctionType]:
    """Return the rule functions that the modules of a package define."""
    return [one for one in RULES if f"{one.__module__}.".startswith(f"{package}.")]


def faults(function: types.FunctionType) -> list[str]:
    """Return what in a rule function is outside the dialect."""
    tree = parse(function)
    return [
        f"{text} at line {line}" if text.isidentifier() else text
        for line, text in _faults_in(tree, function, ALLOWED, (int, bool), BUILTINS)
    ]


def policy_faults(function: types.FunctionType, fields: Container[str]) -> list[tuple[int, str]]:
    """Return what in a policy is outside its dialect, each with its line in the file.

    A policy may use floats, `/`, `int`, `float` and `sqrt`, and other policies as helpers; of its
    arguments it changes `weights` alone. `fields` are those of the state `s`.
    """
    tree = parse(function)
    first = function.__code__.co_firstlineno
    found = [
        (first + line - 1, text)
        for line, text in _faults_in(
            tree, function, (*ALLOWED, ast.Div), (int, bool, float), BUILTINS | {"int", "float"}
        )
    ]
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute | ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and not ast.unparse(node).startswith("weights[")
        ):
            found.append((first + node.lineno - 1, f"a change of {ast.unparse(node)}"))
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "s"
            and node.attr not in fields
        ):
            found.append((first + node.lineno - 1, f"the field s.{node.attr}, which isn't there,"))
    return sorted(found)


def parse(function: types.FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function; OSError if it has no source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


def _faults_in(
    tree: ast.FunctionDef,
    function: types.FunctionType,
    allowed: tuple[type[ast.AST], ...],
    constants: tuple[type, ...],
    builtin_names: set[str],
) -> Iterator[tuple[int, str]]:
    """Yield what is outside a dialect; nodes are given by name."""
    local = {argument.arg for argument in tree.args.args}
    local |= {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    body = tree.body[1:] if ast.get_docstring(tree) else tree.body
    for node in (inner for statement in body for inner in ast.walk(statement)):
        line = getattr(node, "lineno", 1)
        if not isinstance(node, allowed):
            yield line, type(node).__name__
        elif isinstance(node, ast.Constant) and type(node.value) not in constants:
            yield line, f"the constant {node.value!r}"
        elif isinstance(node, ast.Attribute) and not (
            isinstance(node.value, ast.Name)
            and (node.value.id in local or _is_constant(function, node.value.id, node.attr))
        ):
            yield line, f"the attribute {ast.unparse(node)} of something that is no record"
        elif isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Name) or node.keywords:
                yield line, f"the call {ast.unparse(node)}"
            elif node.func.id == function.__name__:
                yield line, "recursion"
        elif isinstance(node, ast.For) and not (
            isinstance(node.iter, ast.Call)
            and isinstance(node.iter.func, ast.Name)
            and node.iter.func.id == "range"
        ):
            yield line, f"a loop over {ast.unparse(node.iter)}"
        elif isinstance(node, ast.Name) and node.id not in local:
            value = function.__globals__.get(node.id, getattr(builtins, node.id, None))
            if not _fits(value, node.id, constants, builtin_names):
                yield line, f"the name {node.id}"
    if tree.args.defaults or tree.args.kwonlyargs or tree.args.vararg or tree.args.kwarg:
        yield tree.lineno, "an argument that is not plain"


def _fits(value: object, name: str, constants: tuple[type, ...], builtin_names: set[str]) -> bool:
    """Return whether a function of the dialect may use a name with this value."""
    if isinstance(value, constants):
        return not isinstance(value, bool)
    if isinstance(value, types.FunctionType):
        own = value in RULES or (float in constants and value in POLICIES)
        return own or value.__module__ == "tablee.kernel.contract"
    if value is math.sqrt:
        return float in constants
    return (
        isinstance(value, Table)
        or is_namespace(value)
        or (name in builtin_names and value is getattr(builtins, name, None))
    )


def _is_constant(function: types.FunctionType, name: str, attribute: str) -> bool:
    value = function.__globals__.get(name)
    return is_namespace(value) and attribute in value.numbers
