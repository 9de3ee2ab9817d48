"""The tests mirror the tree: a test file beside the name of each module."""

import ast
from pathlib import PurePosixPath

import pytest
from paths import ROOT

TESTS = ROOT / "tests"

#: Modules without a test file of their own, and the file that tests them.  What the
#: kernels among them do shows only together with others.
ELSEWHERE = {
    "nogues/__main__": "cli/test_main.py",
    "nogues/_version": "integration/test_packaging.py",
    # Constants, which nearly every test uses.
    "kernels/codes": "integration/test_docs.py",
    # Halves of a compiler.
    "kernels/_compile/library": "kernels/_compile/test_once.py",
    # Steps of one count; its result is compared with all layouts.
    "kernels/counting/constraints": "kernels/counting/test_probabilities.py",
    "kernels/counting/elimination_order": "kernels/counting/test_probabilities.py",
    "kernels/counting/states": "kernels/counting/test_probabilities.py",
    "kernels/counting/frontier": "kernels/counting/test_probabilities.py",
    # Compared cell by cell with the same for small components.
    "kernels/counting/forced": "kernels/counting/test_forced_small.py",
    # Compared level by level with a twin in Python.
    "kernels/solving/levels_position": "solving/test_levels.py",
    # The loop of every search on planes.
    "kernels/search/attempts": "kernels/search/test_uniform_tiles.py",
    # Compared board by board with the same on tiles; its law is tested, too.
    "kernels/search/uniform_planes": "kernels/search/test_uniform_tiles.py",
    # Its boards are certified, pinned, and their law is tested.
    "kernels/search/repair_planes": "making/test_generate_searches.py",
    "kernels/search/tiles": "kernels/search/test_repair_tiles.py",
}

#: Folders of tests that belong to no module.
WHOLE = ("integration",)

#: Test files of what is beside the modules: the page's own code.
STATIC = {"front/test_static.py", "front/test_static_records.py"}


def modules():
    """Return the names of all modules, such as ``kernels/boards/rows``."""
    return sorted(
        path.relative_to(ROOT).with_suffix("").as_posix()
        for folder in ("nogues", "kernels")
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "__init__.py"
        and not path.is_relative_to(ROOT / "nogues" / "kernels")
    )


def file_of(module):
    """Return where the test file of a module is, below the tests."""
    path = PurePosixPath(module.removeprefix("nogues/"))
    return path.with_name(f"test_{path.name.removeprefix('_')}.py").as_posix()


FILES = {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")}
NAMES = {PurePosixPath(file).stem for file in FILES}


@pytest.mark.parametrize("module", modules())
def test_a_module_has_its_test_file(module):
    assert (file_of(module) in FILES) != (module in ELSEWHERE)


def test_exceptions_are_modules():
    assert set(ELSEWHERE) <= set(modules())
    assert set(ELSEWHERE.values()) <= FILES


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_test_file_is_named_after_a_module(file):
    """It is ``test_<module>.py`` or ``test_<module>_<topic>.py``."""
    if file.startswith(WHOLE) or file in STATIC:
        return
    stems = {file_of(module).removesuffix(".py") for module in modules()}
    stem = file.removesuffix(".py")
    assert any(stem == other or stem.startswith(f"{other}_") for other in stems)


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda p: p.name)
def test_no_test_imports_a_test(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            names = [node.module, *(alias.name for alias in node.names)]
        imported = {part for name in names for part in name.split(".")}
        assert not imported & NAMES
