"""Show the doctests of docstrings as code: an extension of Griffe (see mkdocs.yml)."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.M)


class Doctests(Extension):
    """Fences each paragraph that starts with a prompt."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Fence the doctests of an object, called by Griffe for each that it has read."""
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
