"""Show a match to a viewer: in sentences, and as scenes that a page draws."""
