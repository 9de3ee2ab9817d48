"""Modules form no circle: who may import whom, and what kernels say of themselves."""

import ast
import re
from graphlib import CycleError, TopologicalSorter

import pytest
from paths import ROOT

#: Packages of the kernels.  Each may import itself, those in rows above, and the
#: modules that stand in no package.
KERNEL_LAYERS = (
    {"_compile"},
    {"boards"},
    {"rules"},
    {"counting"},
    {"solving"},
    {"search", "measures"},
)

#: Packages of the Python API, likewise.
LAYERS = (
    {"base"},
    {"boards"},
    {"solving", "making"},
    {"formats"},
    {"game"},
    {"dataset", "plot", "front"},
    {"compiling"},
    {"cli"},
)


def modules():
    """Return the path of every module by its name."""
    found = {}
    for path in (ROOT / "nogues").rglob("*.py"):
        if not path.is_relative_to(ROOT / "nogues" / "kernels"):
            found[path.relative_to(ROOT)] = path
    for path in (ROOT / "kernels").rglob("*.py"):
        found["nogues" / path.relative_to(ROOT)] = path
    return {
        ".".join(at.with_suffix("").parts).removesuffix(".__init__"): path
        for at, path in found.items()
    }


MODULES = modules()


class Imports(ast.NodeVisitor):
    """Collect the modules of ours that a module imports, in functions too."""

    def __init__(self):
        self.found = set()

    def visit_If(self, node):
        """Skip what only type checkers read."""
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.visit(node.test)
            self.visit_all(node.body)
        self.visit_all(node.orelse)

    def visit_all(self, nodes):
        for node in nodes:
            self.visit(node)

    def visit_Import(self, node):
        self.found.update(alias.name for alias in node.names if alias.name in MODULES)

    def visit_ImportFrom(self, node):
        assert not node.level, "imports are absolute"
        for alias in node.names:
            # A module of a package, or a name that stands in a module.
            inner = f"{node.module}.{alias.name}"
            self.found.update({inner if inner in MODULES else node.module} & {*MODULES})


def imports_of(code):
    """Return the modules of ours that some code imports."""
    imports = Imports()
    imports.visit(ast.parse(code))
    return imports.found


GRAPH = {
    name: imports_of(path.read_text(encoding="utf-8")) for name, path in MODULES.items()
}
KERNELS = sorted(name for name in MODULES if name.startswith("nogues.kernels."))


def test_imports_are_found():
    code = """
import numpy, nogues.boards.board
from typing import TYPE_CHECKING
from nogues.kernels.measures import zini
if TYPE_CHECKING:
    from nogues.cli import main
else:
    from nogues.base.files import atomic_file
def late():
    from nogues.kernels.codes import MINE
"""
    assert imports_of(code) == {
        "nogues.boards.board",
        "nogues.kernels.measures.zini",
        "nogues.base.files",
        "nogues.kernels.codes",
    }
    assert len(MODULES) > 100 and len(KERNELS) > 40
    assert "nogues.kernels.codes" in GRAPH["nogues.boards.consistency"]


def test_no_circle():
    try:
        tuple(TopologicalSorter(GRAPH).static_order())
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_kernels_import_kernels_only():
    for name in KERNELS:
        outside = {at for at in GRAPH[name] if not at.startswith("nogues.kernels.")}
        assert not outside, f"{name} imports {outside}"


def package_of(name, depth):
    """Return the package of a module, or None of a module beside the packages."""
    parts = name.split(".")
    nested = MODULES[name].name == "__init__.py" or len(parts) > depth + 1
    return parts[depth] if nested and len(parts) > depth else None


def check_order(names, layers, depth):
    """Check that each package imports itself and lower ones only."""
    packages = {name: package_of(name, depth) for name in names}
    assert set.union(*layers) == set(packages.values()) - {None}
    below, allowed = {None}, {}
    for layer in layers:
        allowed |= {package: below | {package} for package in layer}
        below = below | layer
    for name, package in packages.items():
        for other in GRAPH[name] & set(names):
            if package is not None:
                assert packages[other] in allowed[package], f"{name} imports {other}"


def test_packages_of_kernels_stand_in_order():
    check_order(KERNELS, KERNEL_LAYERS, 2)
    for name in KERNELS:
        if package_of(name, 2) is None:
            below = {package_of(other, 2) for other in GRAPH[name]}
            assert below <= {None, "_compile"}, name


def test_packages_stand_in_order():
    check_order(set(MODULES) - set(KERNELS) - {"nogues.kernels"}, LAYERS, 1)


def names_used(code):
    """Return (module, name) of what some code uses of modules of ours.

    That is what it imports by name.  Of a module that it imports whole it may call
    every name that it calls of anything: modules are handed on, too.
    """
    nodes = [*ast.walk(ast.parse(code))]
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    called = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    found = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in MODULES:
                    found |= {(inner, name) for name in called}
                else:
                    found.add((node.module, alias.name))
    return found


def test_names_used_are_found():
    code = """
from nogues.kernels.bits import popcount as count
from nogues.kernels.boards import rows
from nogues.kernels.measures import zini as measure
def later(engine):
    engine.measure(rows.BOARD)
"""
    assert names_used(code) == {
        ("nogues.kernels.bits", "popcount"),
        ("nogues.kernels.boards.rows", "measure"),
        ("nogues.kernels.measures.zini", "measure"),
    }


def arguments_of(function):
    """Return the names of a function's arguments, as its callers see them."""
    takes = function.args
    every = [*takes.posonlyargs, *takes.args, *takes.kwonlyargs]
    every += [each for each in (takes.vararg, takes.kwarg) if each is not None]
    # The first argument of an intrinsic is Numba's own.
    return [each.arg for each in every if each.arg != "typingctx"]


def described(docstring):
    """Return the names under Parameters in a docstring in NumPy style."""
    section = docstring.partition("Parameters\n----------\n")[2]
    section = re.split(r"\n\n\w+\n---", section)[0]
    heads = re.findall(r"^\S.*", section, re.MULTILINE)
    return {
        name.strip("* ") for head in heads for name in head.split(" : ")[0].split(",")
    }


def test_parameters_are_read():
    text = """Do it.

Parameters
----------
a, b : int
    Text: of both.
*rest, **options
    More.

Returns
-------
c : int
    Text.
"""
    assert described(text) == {"a", "b", "rest", "options"}
    assert described("Do it.") == set()


def test_kernels_say_what_they_take():
    used = set()
    for path in MODULES.values():
        used |= names_used(path.read_text(encoding="utf-8"))
    silent = []
    seen = 0
    for name in KERNELS:
        tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef) or (name, node.name) not in used:
                continue
            seen += 1
            missing = {*arguments_of(node)} - described(ast.get_docstring(node) or "")
            if missing:
                silent.append(f"{name}.{node.name}: {', '.join(sorted(missing))}")
    assert seen > 100
    assert not silent, "\n".join(silent)
