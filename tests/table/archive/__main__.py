"""`cd tests && python -m table.archive` adds missing transcripts."""

from . import write

write()
