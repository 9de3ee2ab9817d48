"""Exact counting of mine layouts: probabilities, and what is certain."""
