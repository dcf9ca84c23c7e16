"""The HTTP API and the page's files: docs/reference/http.md lists the calls."""
