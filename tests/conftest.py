"""A guard against a stale package."""

import nogues

if nogues.__file__ is None:
    raise RuntimeError(f"stale folder {list(nogues.__path__)} hides the package")
