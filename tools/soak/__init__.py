"""Long campaigns: `make soak-NAME` runs one in full, `make test` each for a moment."""
