"""Work that requests wait for, kept apart from moves: reviews, exports, print files, ratings."""
