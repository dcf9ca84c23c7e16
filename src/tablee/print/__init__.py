"""Print and play: the boxes of the four games as PDF, from the drawings of the page."""

from .pdf import make_pdf

__all__ = ["make_pdf"]
