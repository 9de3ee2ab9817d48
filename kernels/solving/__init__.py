"""Whole boards solved at a level of deduction, and games played to the end."""
