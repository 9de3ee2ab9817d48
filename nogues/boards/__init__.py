"""Boards and positions as objects, and the archive format."""
