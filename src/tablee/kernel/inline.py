"""Rules without detours: named constants become numbers, and calls that do nothing are left out.

Rules are written for people: `Phase.DECIDE` says more than 4, and reports (kernel/reports.py) stand
where something happens. Engines need neither, so their copies of the rules are compiled anew from
the same source, with the same line numbers, as if numbers stood there and reports did not.
"""

from __future__ import annotations

import ast
import linecache
import types
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Any, ClassVar, TypeGuard


class Namespace:
    """Integers under one name, as in `Phase.DECIDE`: a subclass lists them.

    In specialised rules each is a constant, as if it were written there as a number.

    >>> class Phase(Namespace):
    ...     THROW, DECIDE = range(2)
    >>> Phase.DECIDE, Phase.names[1]
    (1, 'decide')
    """

    numbers: ClassVar[dict[str, int]]
    names: ClassVar[dict[int, str]]

    def __init_subclass__(cls) -> None:
        cls.numbers = {name: value for name, value in vars(cls).items() if type(value) is int}
        cls.names = {number: name.lower() for name, number in cls.numbers.items()}


class Nothing:
    """Fills a verb whose calls are left out."""


NOTHING = Nothing()


def is_namespace(value: object) -> TypeGuard[type[Namespace]]:
    """Return whether something is a namespace of integers."""
    return isinstance(value, type) and issubclass(value, Namespace)


def inlined(function: types.FunctionType, space: Mapping[str, Any]) -> types.CodeType:
    """Return the code of a function, with the constants of the namespaces among its globals.

    Calls of whatever `space` fills with NOTHING are left out, with their arguments.
    """
    code = function.__code__
    if not any(is_namespace(space[name]) or space[name] is NOTHING for name in space):
        return code
    node = deepcopy(_definitions(code.co_filename)[code.co_firstlineno])
    plain = ast.fix_missing_locations(ast.Module([_Inliner(space).visit(node)], []))
    made: dict[str, Any] = {}
    exec(compile(plain, code.co_filename, "exec", dont_inherit=True), made)
    found: types.CodeType = made[function.__name__].__code__
    return found


@cache
def _definitions(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a source file by the line they begin in, decorators included."""
    tree = ast.parse("".join(linecache.getlines(file)))  # of a notebook, too
    return {
        (one.decorator_list[0] if one.decorator_list else one).lineno: one
        for one in ast.walk(tree)
        if isinstance(one, ast.FunctionDef)
    }


class _Inliner(ast.NodeTransformer):
    def __init__(self, space: Mapping[str, Any]) -> None:
        self.space = space

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list, node.returns = [], None
        for argument in node.args.args:
            argument.annotation = None
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name):
            namespace = self.space.get(node.value.id)
            if is_namespace(namespace):
                number = ast.Constant(namespace.numbers[node.attr])
                return ast.copy_location(number, node)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Name(id=name)) if self.space.get(name) is NOTHING:
                return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)
