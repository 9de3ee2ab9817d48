"""What the package shows of itself."""

import importlib
import pkgutil
import pydoc
import re
import types

import pytest

import nogues
from nogues.base.public import PublicPackage


def test_public_names_only():
    assert dir(nogues) == sorted(nogues.__all__)
    assert {"Board", "generate_board", "plot", "MinesWarning"} <= {*dir(nogues)}
    assert not {"base", "boards", "kernels", "Any", "_notice"} & {*dir(nogues)}


def test_help():
    text = pydoc.plain(pydoc.render_doc(nogues))
    heads = re.findall("^[A-Z ]+$", text, re.MULTILINE)
    assert "PACKAGE CONTENTS" not in heads
    shown = text[text.index("SUBMODULES") : text.index("CLASSES")].split()
    assert shown == ["SUBMODULES", "plot"]
    assert "generate_board(" in text and "class Boards(" in text


def test_submodules_are_found_as_before():
    assert {"base", "kernels"} <= {
        m.name for m in pkgutil.iter_modules(nogues.__path__)
    }
    assert importlib.import_module("nogues.boards.board").Board is nogues.Board
    assert isinstance(nogues, PublicPackage)


def test_a_path_can_be_set():
    package = types.ModuleType("box")
    package.__all__ = ["b", "a"]
    package.__class__ = PublicPackage
    package.__path__ = ["there"]
    assert (package.__path__, dir(package)) == (["there"], ["a", "b"])
    with pytest.raises(AttributeError):
        package.c  # noqa: B018
