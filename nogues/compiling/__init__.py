"""Compiling ahead: into the cache, or into a file that a wheel carries."""
