"""Boards and positions in the formats that other programs use.

Each format has a module that reads it with ``loads`` and writes it with ``dumps``.  The
registry finds them by name.
"""
