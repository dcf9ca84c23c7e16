"""Run the Python examples of a page in one session: `python -m docs.run_examples PAGE`.

A block with prompts is a doctest; any other runs as a script. All blocks share their names.
"""

from __future__ import annotations

import doctest
import sys
from pathlib import Path
from typing import Any

from .pages import blocks


def run(page: Path) -> int:
    """Run all blocks of a page; return the number of examples that failed."""
    names: dict[str, Any] = {"__name__": "example"}
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for line, block in blocks(page, "python"):
        if ">>> " in block:
            test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line)
            test.globs = names  # its own copy would forget what a block defines
            runner.run(test, clear_globs=False)
        else:
            exec(compile("\n" * line + block, str(page), "exec"), names)
    return runner.summarize(verbose=False).failed


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]).resolve()) > 0)
