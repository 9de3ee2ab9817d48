"""The playable face: one front end, a page and a notebook widget to carry it."""
