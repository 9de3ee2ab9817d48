"""Boards and positions as memory: planes, rows, bytes, clues, openings, mines laid."""
