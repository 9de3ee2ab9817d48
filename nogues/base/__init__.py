"""What the rest stands on: errors, the board spec, the search, seeds, files."""
