"""Commands that read a saved match: verify, hint, review."""
