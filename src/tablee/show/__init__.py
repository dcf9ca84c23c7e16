"""How a match is shown to somebody: in sentences, and as scenes that a page can draw."""
