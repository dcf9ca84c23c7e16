"""A match as a file: write it, redact it for a seat, and verify it."""
