"""A table in the terminal: what `tablee play` shows, asks and keeps."""
