"""Boards and positions in the formats that other programs use.

A module for each format reads it with ``loads`` and writes it with ``dumps``; the
registry has them by name.
"""
