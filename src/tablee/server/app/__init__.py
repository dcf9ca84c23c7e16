"""The server over HTTP and WebSocket: docs/reference/protocol.md tells what is said."""
