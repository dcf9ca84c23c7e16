"""Players: they get a view, never the whole position.

Here are the heuristics' contract, the tree search and the levels. Only `tablee.kernel` and what is
below it may be imported.
"""
