"""The server over HTTP and WebSocket: docs/protocol.md tells what is said."""
