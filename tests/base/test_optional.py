"""Packages of the extras: imported where they are needed, named where they lack."""

import json
import re

import pytest

from nogues.base.optional import need


def test_a_module_that_is_there():
    assert need("json", "plot") is json
    assert need("json.decoder", "plot").JSONDecoder is json.JSONDecoder


def test_a_package_that_is_not_there():
    for module in ("no_such_package", "no_such_package.inner"):
        with pytest.raises(ImportError, match=r"no_such_package.*nogues\[plot\]"):
            need(module, "plot")


def test_a_package_that_lacks_another(tmp_path, monkeypatch):
    """What lacks is not the package of the extra: its own error is the better one."""
    (tmp_path / "half_there.py").write_text("import no_such_package\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_package") as caught:
        need("half_there", "plot")
    assert not re.search("pip install", str(caught.value))
