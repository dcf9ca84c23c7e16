"""Mutation testing of the rules: how many small errors do the tests find?

Each mutant is a rules.py with one operator, number, condition or statement changed. A child process
runs the tests of that game against it; a mutant that no test finds has survived. Tests that compile
are left out: plain Python against compiled code of the original rules would find anything. Mutants
are drawn by seed, so that a run can be repeated. The score must be at least 85 %.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import resource
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "tablee" / "games"
FILES = ("rules.py", "view.py", "ground.py")  # where a game has them
GOAL = 0.85
LONGEST = 600  # seconds of processor time for the tests; a mutant that hangs is found
COMPILING = ("compiled", "threads", "engines", "gpu")  # in the names of the tests left out

COMPARE = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}  # fmt: skip
BINARY = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A change: where, what, and the whole changed source."""

    game: str
    file: str
    line: int
    change: str
    source: str


def is_rule(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id == "rule" for mark in node.decorator_list
    )


def mutants(game: str, file: str) -> Iterator[Mutant]:
    """Yield every mutant of the rule functions of a file."""
    if not (GAMES / game / file).exists():
        return
    text = (GAMES / game / file).read_text("utf-8")
    count = sum(1 for _ in _sites(ast.parse(text)))
    for number in range(count):
        tree = ast.parse(text)
        site = next(site for i, site in enumerate(_sites(tree)) if i == number)
        node, change = site
        line = getattr(node, "lineno", 0)
        described = _apply(node, change)
        if described:
            source = ast.unparse(ast.fix_missing_locations(tree))
            yield Mutant(game, file, line, described, source)


def _sites(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    for function in tree.body:
        if not is_rule(function):
            continue
        assert isinstance(function, ast.FunctionDef)
        body = function.body[1:] if ast.get_docstring(function) else function.body
        for node in (inner for statement in body for inner in ast.walk(statement)):
            if isinstance(node, ast.Compare):
                yield node, "compare"
            elif isinstance(node, ast.BinOp | ast.AugAssign):
                yield node, "operator"
            elif isinstance(node, ast.BoolOp):
                yield node, "and-or"
            elif isinstance(node, ast.Constant) and type(node.value) is int:
                yield node, "number"
            if isinstance(node, ast.If | ast.While):
                yield node, "condition"
            if isinstance(node, ast.Assign | ast.AugAssign) or (
                isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            ):
                yield node, "statement"


def _apply(node: Any, change: str) -> str:
    before = ast.unparse(node).splitlines()[0]
    line = getattr(node, "lineno", 0)
    if change == "compare" and isinstance(node, ast.Compare):
        node.ops[0] = COMPARE[type(node.ops[0])]()
    elif change == "operator" and isinstance(node, ast.BinOp | ast.AugAssign):
        node.op = BINARY[type(node.op)]()
    elif change == "and-or" and isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value = node.value + 1
    elif change == "condition" and isinstance(node, ast.If | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif change == "statement":
        nothing: Any = ast.parse("0").body[0]
        node.__class__, node.__dict__ = ast.Expr, vars(nothing) | {"lineno": line}
        return f"removed: {before}"
    return f"{before}  →  {ast.unparse(node).splitlines()[0]}"


def survived(mutant: Mutant, limit: int = LONGEST) -> float | None:
    """Run the tests against a mutant in a child process.

    Return the processor time if they all pass; None if one failed or the limit was passed.
    """
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        _test_in_child(mutant)
    _, status, used = os.wait4(child, 0)
    return used.ru_utime + used.ru_stime if os.waitstatus_to_exitcode(status) == 0 else None


def _test_in_child(mutant: Mutant) -> None:
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    os.environ["TABLEE_CACHE"] = os.devnull  # never cache compiled mutants
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and they load slowly
    import importlib.abc
    import importlib.util

    import pytest

    wanted = f"tablee.games.{mutant.game}.{mutant.file.removesuffix('.py')}"
    path = str(GAMES / mutant.game / mutant.file)

    class Loader(importlib.abc.Loader):
        def exec_module(self, module: object) -> None:
            exec(compile(mutant.source, path, "exec"), vars(module))

    class Finder(importlib.abc.MetaPathFinder):
        def find_spec(self, name: str, *_: object) -> object:  # type: ignore[override]
            if name == wanted:
                return importlib.util.spec_from_loader(name, Loader(), origin=path)
            return None

    sys.meta_path.insert(0, Finder())  # type: ignore[arg-type]
    os.chdir(ROOT)
    kept = " and ".join([mutant.game, *(f"not {name}" for name in COMPILING)])
    tests = ROOT / "tests" / "games" / mutant.game
    likely = str(tests / "paragraphs")  # the most likely one first
    code = pytest.main(
        ["-x", "-q", "-p", "no:cacheprovider", "tests/games/test_golden.py", likely, str(tests),
         "tests/kernel/test_contract.py", "-k", kept]
    )  # fmt: skip
    os._exit(0 if code == 0 else 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=150, help="mutants a game (0: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    games = sorted(file.parent.name for file in GAMES.glob("*/rules.py"))
    parser.add_argument("--only", nargs="*", default=games)
    given = parser.parse_args()
    worst = 1.0
    for game in given.only:
        unchanged = (GAMES / game / "rules.py").read_text("utf-8")
        usual = survived(Mutant(game, "rules.py", 0, "nothing", unchanged))
        if usual is None:
            print(f"{game}: the tests fail without any change, so they can find nothing")
            return 1
        found = [mutant for file in FILES for mutant in mutants(game, file)]
        chosen = list(found)
        random.Random(given.seed).shuffle(chosen)
        chosen = chosen[: given.sample or len(chosen)]
        survivors = 0
        with ThreadPoolExecutor(given.jobs) as pool:
            verdicts = pool.map(survived, chosen, repeat(int(2 * usual) + 10))
            for number, (mutant, took) in enumerate(zip(chosen, verdicts, strict=True), 1):
                if took is not None:
                    survivors += 1
                    place = f"{mutant.file}:{mutant.line}"
                    print(f"    {number}. survived: {place}  {mutant.change}", flush=True)
        score = 1 - survivors / len(chosen)
        worst = min(worst, score)
        print(f"{game}: {len(chosen)} of {len(found)} mutants, {score:.1%} found", flush=True)
    return int(worst < GOAL)


if __name__ == "__main__":
    sys.exit(main())
