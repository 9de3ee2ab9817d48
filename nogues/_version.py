"""The version, read from the source text when the package is built."""

__version__ = "0.1.0"
