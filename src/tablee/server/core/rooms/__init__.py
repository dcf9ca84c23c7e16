"""Rooms as values: the log that they follow from, the commands that change them, and the cache."""
