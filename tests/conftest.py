"""A guard against a stale package; no deadlines, since kernels compile in tests."""

from hypothesis import settings

import nogues

if nogues.__file__ is None:
    raise RuntimeError(f"stale folder {list(nogues.__path__)} hides the package")

settings.register_profile("nogues", deadline=None)
settings.load_profile("nogues")
