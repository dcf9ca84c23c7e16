"""Typst with the house fonts: PDF from a template, PNG from a drawing. Same input, same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablee.refusals import Refusal

FONTS = Path(__file__).with_name("fonts")
PIXELS_PER_INCH = 144.0  # two pixels a unit of an SVG drawing
IMAGE = """#set page(width: {width}pt, height: auto, margin: 0pt)
#image(bytes(sys.inputs.svg), width: 100%)
"""


def pdf(template: Path, root: Path, data: dict[str, Any]) -> bytes:
    """Typeset a template; it finds its drawings below the root, and its data as JSON."""
    compiler = _compiler(template.read_bytes(), {"data": json.dumps(data)}, root)
    return bytes(compiler.compile(format="pdf", timestamp=0))


def png(svg: str, width: int) -> bytes:
    """Draw an SVG image of this width."""
    compiler = _compiler(IMAGE.format(width=width).encode(), {"svg": svg})
    return bytes(compiler.compile(format="png", ppi=PIXELS_PER_INCH))


def _compiler(source: bytes, inputs: dict[str, str], root: Path | None = None) -> Any:
    try:
        import typst
    except ImportError:
        raise Refusal("print.no_typst") from None
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[FONTS])
    return typst.Compiler(source, root=root, font_paths=fonts, sys_inputs=inputs)
