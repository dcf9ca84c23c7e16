"""`cd tests && python -m table.archive` adds what is missing."""

from . import write

write()
