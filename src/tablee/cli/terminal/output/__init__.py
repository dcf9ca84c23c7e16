"""What the terminal shows: boards, events, pages of help, in colour or as plain text."""
