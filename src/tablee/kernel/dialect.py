"""Check that rule functions keep to the dialect (docs/explanation/dialect.md)."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
import types

from .rule import RULES, Table

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
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    found = []
    local = {argument.arg for argument in tree.args.args}
    local |= {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    body = tree.body[1:] if ast.get_docstring(tree) else tree.body
    for node in (inner for statement in body for inner in ast.walk(statement)):
        if not isinstance(node, ALLOWED):
            found.append(f"{type(node).__name__} at line {getattr(node, 'lineno', '?')}")
        elif isinstance(node, ast.Constant) and type(node.value) not in (int, bool):
            found.append(f"the constant {node.value!r}")
        elif isinstance(node, ast.Attribute) and not (
            isinstance(node.value, ast.Name) and node.value.id in local
        ):
            found.append(f"the attribute {ast.unparse(node)} of something that is no record")
        elif isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Name) or node.keywords:
                found.append(f"the call {ast.unparse(node)}")
            elif node.func.id == function.__name__:
                found.append("recursion")
        elif isinstance(node, ast.For) and not (
            isinstance(node.iter, ast.Call)
            and isinstance(node.iter.func, ast.Name)
            and node.iter.func.id == "range"
        ):
            found.append(f"a loop over {ast.unparse(node.iter)}")
        elif isinstance(node, ast.Name) and node.id not in local:
            value = function.__globals__.get(node.id, getattr(builtins, node.id, None))
            fits = (
                (isinstance(value, int) and not isinstance(value, bool))
                or isinstance(value, Table)
                or (isinstance(value, types.FunctionType) and value in RULES)
                or (value is getattr(builtins, node.id, None) and node.id in BUILTINS)
                or getattr(value, "__module__", "") == "tablee.kernel.contract"
            )
            if not fits:
                found.append(f"the name {node.id}")
    if tree.args.defaults or tree.args.kwonlyargs or tree.args.vararg or tree.args.kwarg:
        found.append("an argument that is not plain")
    return found
