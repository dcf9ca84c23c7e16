"""The server: tables that never lose a move. docs/explanation/server.md explains its design."""
