"""The server: tables that never lose a move. docs/server.md tells how it is made."""
