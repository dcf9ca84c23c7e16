"""The WebSocket: handshake, connection and session. docs/reference/protocol.md has the messages."""
