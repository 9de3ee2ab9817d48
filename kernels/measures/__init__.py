"""Measures of boards: 3BV, openings, ZiNi."""
