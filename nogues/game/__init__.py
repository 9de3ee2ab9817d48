"""A game played click by click."""
