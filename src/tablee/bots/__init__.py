"""Players: they get a view, never the game."""
