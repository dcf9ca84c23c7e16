"""The games as environments of other libraries: each module needs its library, and nothing else.

May import everything but the server, and is imported by nothing.
"""
