"""The game to play: one front end, shown by a local page and by a notebook widget."""
