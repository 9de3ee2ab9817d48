"""Builds as pyproject.toml says; with NOGUES_PACK set, compiles kernels into the wheel.

NOGUES_PACK=x86-64-v3,x86-64-v4 python -m pip wheel --no-deps .
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

LEVELS = os.environ.get("NOGUES_PACK", "").replace(",", " ").split()


class BuildWithKernels(build_py):
    """Copy the package, then compile its kernels where the copy is."""

    def run(self) -> None:
        """Build, then compile."""
        super().run()
        if LEVELS and not self.editable_mode:
            place = Path(self.build_lib).resolve()
            code = place / "nogues" / "kernels" / "_compile" / "code"
            module = "nogues.compiling.pack"
            with tempfile.TemporaryDirectory() as cache:
                # From there, so that the copy is imported and no other.
                subprocess.run(
                    [sys.executable, "-m", module, *LEVELS, "--folder", code],
                    cwd=place,
                    env={**os.environ, "NUMBA_CACHE_DIR": cache},
                    check=True,
                )


def required() -> list[str]:
    """Return what the build needs: nothing, unless it runs the package."""
    if not LEVELS:
        return []
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    return list(project["project"]["dependencies"])


setup(cmdclass={"build_py": BuildWithKernels}, setup_requires=required())
